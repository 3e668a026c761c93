// Create, Update and Delete. An id is never lost: from the moment it is known every failure carries it (protocol 2.22, 2.23, 4.7).
import { changedProperties } from "../core/changes";
import type { RpcContext, Context } from "../core/contract";
import type { Change } from "../core/diff";
import { asProviderError, hasCode, ProviderError, ResourceInitFailedError } from "../core/errors";
import { canonical } from "../core/json";
import { previewCreate, previewUpdate } from "../core/preview";
import { withWriteOnly } from "../core/traits";
import type { Plain, PlainMap, ValueMap } from "../core/value";
import { toPlainMap, mapMembers, secretTexts } from "../core/value";
import { accepted, changed, inputsOf, knownPart, partialMember, reachable, sound, standing } from "./check";
import type { FoundResource, House } from "./house";
import { guarded } from "./house";
import { concealedInputs, contextOf, differences, limitTime, markInputs, markOutputs, outputs, readBack, readObject } from "./state";

/** What Create is asked. */
export interface CreateRequest {
  type: string;
  urn: string;
  inputs: ValueMap;
  preview: boolean;
  /** Seconds; 0 when the resource option is not set. */
  timeout: number;
}

/** An object and its state. */
export interface Made {
  id: string;
  state: ValueMap;
}

/** Makes an object. Fails plainly before anything was made, with {@link ResourceInitFailedError} from then on. */
export async function create(house: House, request: CreateRequest, call: RpcContext): Promise<Made> {
  const found = await house.resource(request.type);
  const given = accepted(house, found, request.inputs);
  if (request.preview) return { id: "", state: previewCreate(found.spec, concealedInputs(house, found, given)) };
  const inputs = toPlainMap(given);
  limitTime(call, "create", found, { timeout: request.timeout, inputs });
  const marks = markInputs(house, found, inputs, given);
  const work = (call: RpcContext): Work => ({ house, found, inputs, marks, call, context: contextOf(house, found, inputs, call) });
  return guarded(house, secretTexts(marks), call, (quiet) => house.writing(() => createObject(work(quiet), request.urn)));
}

/** What every step of a write needs. */
interface Work {
  house: House;
  found: FoundResource;
  inputs: PlainMap;
  marks: ValueMap;
  call: RpcContext;
  context: Context<unknown>;
}

/** An object that exists, and what is known of it: the inputs that are written, and outputs that no read returns. */
interface Existing {
  id: string;
  state: PlainMap;
}

async function createObject(work: Work, urn: string): Promise<Made> {
  const { house, found, inputs, context } = work;
  // Without a URN nobody can tell a repeated create from another one.
  const asked = urn === "" ? undefined : `${urn}\n${canonical(inputs)}`;
  let existing: Existing | undefined = asked === undefined ? undefined : house.unfinished.get(asked);
  const created = (id: string, state: Readonly<Record<string, Plain | undefined>> = inputs): void => {
    existing = { id, state: defined(state) };
    if (asked !== undefined) house.unfinished.set(asked, { token: found.token, ...existing });
  };
  try {
    if (existing) await complete(work, existing);
    else await createOrFind(work, created, () => existing);
    if (!existing) throw new ProviderError("internal", `internal error: create of ${found.token} reported no id. Please report it.`);
    const { id, state } = existing;
    const now = await readBack(found, id, context, { inputs, state: { ...state, ...inputs } });
    house.forget(found, id);
    return { id: now.id, state: stateOf(work, now.state) };
  } catch (error) {
    if (!existing) throw error;
    throw await unfinished(work, existing, error);
  }
}

const defined = (state: Readonly<Record<string, Plain | undefined>>): PlainMap =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as PlainMap;

/** Creates the object; when the answer was lost, looks for the one that was made after all, and completes it. */
async function createOrFind(work: Work, created: CreateRequestOf["created"], existing: () => Existing | undefined): Promise<void> {
  const { found, inputs, context } = work;
  try {
    await found.resource.create({ inputs, created }, context);
  } catch (error) {
    if (existing() || !(error instanceof ProviderError) || !error.ambiguous || !found.resource.find) throw error;
    const made = await findObject(work, error);
    if (!made) throw error;
    created(made.id, made.state);
    await complete(work, existing()!);
  }
}

type CreateRequestOf = Parameters<FoundResource["resource"]["create"]>[0];

/** The object that an ambiguous create has made: one that agrees with what it had written by then. Another one fails with `already_exists`. */
async function findObject({ house, found, inputs, call }: Work, error: ProviderError): Promise<Existing | undefined> {
  const later = call.detached(hasCode(call.signal.reason, "deadline_exceeded") ? lastLook : 10);
  const context = contextOf(house, found, inputs, later);
  const made = await found.resource.find!(inputs, context).catch(() => undefined);
  if (!made) return undefined;
  const state = defined(made.written ?? inputs);
  const other = differences(house, found, state, withWriteOnly(made.state, state, found.traits)).filter((key) => key in state);
  if (other.length === 0) return { id: made.id, state };
  const words = `${error.message}\nAn object with the ID ${made.id} already exists and differs in: ${other.join(", ")}.`;
  throw new ProviderError("already_exists", `${words} Import it, or change the program.`, { cause: error });
}

/** Writes what is missing of an object that was created and not finished, as the next update would (protocol 2.24). */
async function complete({ house, found, inputs, context }: Work, { id, state }: Existing): Promise<void> {
  const remote = await readBack(found, id, context, { inputs, state });
  const before = outputs(house, found, inputs, remote.state);
  const changes = written(
    found,
    changed(house, found, { before: inputsOf(found, before as ValueMap), news: inputs as ValueMap, told: before as ValueMap }),
  );
  if (changes.length === 0 && remote.incomplete === undefined) return;
  const prior = { inputs: toPlainMap(inputsOf(found, before as ValueMap)), state };
  await found.resource.update?.(updateRequest({ found, id, inputs, changes, prior, remote: remote.state }), context);
}

/** The failure of a create that has made something: the state reached, and what of the inputs is missing in it. */
async function unfinished(work: Work, { id, state }: Existing, error: unknown): Promise<ResourceInitFailedError<ValueMap>> {
  const { house, found, inputs } = work;
  const reached = (await look(work, id, { inputs, state })) ?? { state: outputs(house, found, inputs, state) };
  const changes = written(found, changed(house, found, { before: inputsOf(found, reached.state as ValueMap), news: inputs as ValueMap }));
  return new ResourceInitFailedError(id, partialState(work, reached, namesIn(changes)), [asProviderError(error).message], { cause: error });
}

/** The member of a state that says why the object was incomplete when the last operation failed. */
const incompleteMember = "__incomplete";

interface Reached {
  state: PlainMap;
  incomplete?: string | undefined;
}

/** How long an object is looked at once the operation has been ended, in seconds: with the last half second of a write it has to end within one of its limit (protocol, case 122). */
const lastLook = 0.4;

/** The outputs of an object after a failure, and whether it is incomplete; nothing when they cannot be had. */
async function look(work: Work, id: string, prior: { inputs: PlainMap; state: PlainMap }): Promise<Reached | undefined> {
  const { house, found, inputs, call } = work;
  try {
    const context = call.signal.aborted ? contextOf(house, found, inputs, call.detached(lastLook)) : work.context;
    const now = await readObject(found, id, context, prior);
    return now && { state: outputs(house, found, inputs, now.state), incomplete: now.incomplete };
  } catch {
    return undefined; // The first failure is the one to tell.
  }
}

/** The outputs with their marks. */
function stateOf({ house, found, inputs, marks }: Work, service: PlainMap): ValueMap {
  return markOutputs(house, found, outputs(house, found, inputs, service), marks);
}

function partialState({ house, found, marks }: Work, { state: plain, incomplete }: Reached, partial: readonly string[]): ValueMap {
  const state = markOutputs(house, found, plain, marks);
  if (incomplete !== undefined) state[incompleteMember] = incomplete;
  return partial.length === 0 ? state : { ...state, [partialMember]: [...partial] };
}

/** The changes that the service sees. */
function written({ traits }: FoundResource, changes: readonly Change[]): Change[] {
  return changes.filter(({ key }) => !traits.local.has(key));
}

const namesIn = (changes: readonly Change[]): string[] => [...new Set(changes.map(({ key }) => key))];

interface Updating {
  found: FoundResource;
  id: string;
  inputs: PlainMap;
  changes: readonly Change[];
  prior: { inputs: PlainMap; state: PlainMap };
  remote: PlainMap;
  ignored?: readonly string[];
  /** Told of the declared members that a whole write resets. */
  reset?: (names: string[]) => void;
}

function updateRequest({ found, id, inputs, changes, prior, remote, ignored = [], reset }: Updating): UpdateRequestOf {
  const names = Object.keys(found.spec.inputProperties ?? {});
  const changedNames = changedProperties(changes, names);
  const merged = (): PlainMap => {
    reset?.(names.filter((name) => name in inputs && !changedNames.names.includes(name)));
    const kept = names.filter((name) => (!(name in inputs) && !changedNames.names.includes(name)) || ignored.includes(name));
    return { ...inputs, ...defined(Object.fromEntries(kept.map((name) => [name, remote[name] ?? undefined]))) };
  };
  return { id, inputs, changed: changedNames, prior, remote, merged };
}

type UpdateRequestOf = Parameters<NonNullable<FoundResource["resource"]["update"]>>[0];

/** What Update is asked. */
export interface UpdateRequest {
  type: string;
  id: string;
  urn: string;
  olds: ValueMap;
  oldInputs: ValueMap | undefined;
  news: ValueMap;
  preview: boolean;
  timeout: number;
  /** Paths of the resource option `ignoreChanges`. */
  ignoreChanges?: readonly string[];
}

/** Brings an object to its new inputs. Writes what Diff reports for the same request. */
export async function update(house: House, asked: UpdateRequest, call: RpcContext): Promise<ValueMap> {
  const found = await house.resource(asked.type);
  const request = { ...asked, news: accepted(house, found, asked.news) };
  const told = sound(house, found, request.olds);
  const last = sound(house, found, request.oldInputs ?? inputsOf(found, request.olds));
  const { before } = standing(found, last, told);
  const changes = changed(house, found, { before, news: request.news, told, ignore: request.ignoreChanges ?? [] });
  if (request.preview) return previewed(house, found, { before, changes }, request);
  const inputs = toPlainMap(request.news);
  limitTime(call, "update", found, { timeout: request.timeout, inputs });
  // What the program takes out still stands at the service when the update fails: it is as secret as it was.
  const marks = { ...request.olds, ...(request.oldInputs ?? {}), ...markInputs(house, found, inputs, request.news) };
  const work = (call: RpcContext): Work => ({ house, found, inputs, marks, call, context: contextOf(house, found, inputs, call) });
  const secrets = new Set([...secretTexts(marks), ...secretTexts(request.olds)]);
  const prior = { inputs: knownPart(before), state: { ...knownPart(before), ...knownPart(told) } };
  const step = { id: request.id, olds: request.olds, prior, changes: written(found, changes), ignored: request.ignoreChanges ?? [] };
  return guarded(house, secrets, call, (quiet) => house.writing(() => updateObject(work(quiet), step)));
}

interface UpdateStep {
  id: string;
  olds: ValueMap;
  prior: { inputs: PlainMap; state: PlainMap };
  changes: readonly Change[];
  ignored: readonly string[];
}

async function updateObject(work: Work, step: UpdateStep): Promise<ValueMap> {
  const { house, found, inputs, context } = work;
  const { id, prior, changes } = step;
  const remote = await readObject(found, id, context, { inputs, state: prior.state });
  if (!remote) throw gone(found, id);
  try {
    const reset = (names: string[]): void => warnOfReset(work, prior.inputs, remote.state, names);
    if (changes.length > 0 || remote.incomplete !== undefined || step.olds[incompleteMember] !== undefined)
      await found.resource.update?.(updateRequest({ found, inputs, remote: remote.state, reset, ...step }), context);
    const kept = mapMembers<Plain, Plain>(prior.state, (value, key) =>
      namesIn(changes).includes(key) && !(key in inputs) ? undefined : value,
    );
    const now = await readBack(found, id, context, { inputs, state: { ...kept, ...inputs } });
    house.forget(found, id);
    return stateOf(work, now.state);
  } catch (error) {
    throw await halfUpdated(work, step, error);
  }
}

function gone({ token }: FoundResource, id: string): ProviderError {
  return new ProviderError(
    "not_found",
    `${token} ${id} does not exist any more; run \`pulumi refresh\` to take it out of the state, the next update makes it anew`,
  );
}

/** The failure of an update: plain when surely nothing was written, else with the state reached and what of the changes is missing in it. */
async function halfUpdated(work: Work, { id, olds, prior, changes }: UpdateStep, error: unknown): Promise<unknown> {
  const { house, found, inputs } = work;
  const asked = namesIn(changes);
  const reached = await look(work, id, { inputs, state: prior.state });
  const options = { cause: error };
  if (!reached) return new ResourceInitFailedError(id, { ...olds, [partialMember]: asked }, [asProviderError(error).message], options);
  const now = inputsOf(found, reached.state as ValueMap);
  const moved = namesIn(changed(house, found, { before: prior.inputs as ValueMap, news: now }));
  if (!asProviderError(error).ambiguous && !asked.some((key) => moved.includes(key))) return error;
  return new ResourceInitFailedError(id, partialState(work, reached, asked), [asProviderError(error).message], options);
}

function warnOfReset({ house, found, context }: Work, declared: PlainMap, remote: PlainMap, names: string[]): void {
  const foreign = differences(house, found, declared, remote).filter((key) => names.includes(key));
  if (foreign.length > 0)
    context.log(
      "warning",
      `${foreign.join(", ")}: another writer changed this since the last update; it is set to the declared value again`,
    );
}

function previewed(
  house: House,
  found: FoundResource,
  { before, changes }: { before: ValueMap; changes: readonly Change[] },
  { olds, news }: UpdateRequest,
): ValueMap {
  const moved = namesIn(changes);
  const inputs = found.spec.inputProperties ?? {};
  const keeps = (key: string): boolean => {
    const stable = found.traits.stable.get(key);
    if ((moved.length === 0 && !(key in inputs && before[key] !== undefined)) || stable === true) return true;
    return stable?.unlessChanged.some((input) => moved.includes(input)) === false;
  };
  return previewUpdate(found.spec, concealedInputs(house, found, news), olds, keeps);
}

/** What Delete is asked. */
export interface DeleteRequest {
  type: string;
  id: string;
  olds: ValueMap;
  /** Stands in for what the state does not tell. */
  oldInputs?: ValueMap | undefined;
  timeout: number;
}

/** Removes an object; one that is gone already is a success. Works from id and state alone. */
export async function remove(house: House, { type, id, olds, oldInputs, timeout }: DeleteRequest, call: RpcContext): Promise<void> {
  const found = await house.resource(type);
  const last = { ...oldInputs, ...inputsOf(found, olds) };
  const inputs = toPlainMap(reachable(house, found, last));
  limitTime(call, "delete", found, { timeout, inputs });
  const secrets = new Set([...secretTexts(olds), ...secretTexts(markInputs(house, found, inputs, last))]);
  await guarded(house, secrets, call, async (quiet) => {
    const prior = { inputs, state: { ...inputs, ...knownPart(sound(house, found, olds)) } };
    await house.writing(async () => found.resource.delete({ id, prior }, contextOf(house, found, inputs, quiet)));
    house.forget(found, id);
  });
}
