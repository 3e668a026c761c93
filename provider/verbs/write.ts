// Create, Update and Delete. An id is never lost: from the moment it is known every failure carries it (protocol 2.22, 2.23, 4.7).
import type { Born, Call } from "../core/contract";
import { asProviderError, isKind, ProviderError, Unfinished } from "../core/errors";
import { canonical } from "../core/json";
import { previewCreate, previewUpdate } from "../core/preview";
import type { PlainMap, ValueMap } from "../core/value";
import { bareMap, secretTexts } from "../core/value";
import { accepted, changed, inputsOf, knownPart, reachable, sound, standingInputs } from "./check";
import type { FoundResource, House } from "./house";
import { guarded } from "./house";
import { concealedInputs, limitTime, markInputs, markOutputs, outputs, readBack } from "./state";

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

/** Makes an object. Fails plainly before anything was made, with {@link Unfinished} from then on. */
export async function create(house: House, request: CreateRequest, call: Call): Promise<Made> {
  const found = await house.resource(request.type);
  const given = accepted(house, found, request.inputs);
  if (request.preview) return { id: "", state: previewCreate(found.spec, concealedInputs(house, found, given)) };
  const inputs = bareMap(given);
  limitTime(call, "create", found, { timeout: request.timeout, inputs });
  const marks = markInputs(house, found, inputs, given);
  const standing = (found.resource.birth?.(inputs) ?? inputs) as PlainMap;
  const rest = { standing, told: {}, fallback: {}, made: true };
  const work = (call: Call): Work => ({ house, found, inputs, marks, ...rest, call, client: house.client(found.module, inputs, call) });
  return guarded(house, secretTexts(marks), call, (quiet) => house.writing(() => made(work(quiet), request.urn)));
}

async function made(work: Work, urn: string): Promise<Made> {
  const { house, found, inputs, standing, client } = work;
  // Without a URN nobody can tell a repeated create from another one.
  const asked = urn === "" ? undefined : `${urn}\n${canonical(inputs)}`;
  const former = asked === undefined ? undefined : house.unfinished.get(asked)?.born;
  const born = former ?? (await birth(work));
  const { id, outputs: told = {}, failed } = born;
  if (asked) house.unfinished.set(asked, { token: found.token, born });
  const fallback = markOutputs(house, found, { ...outputs(house, found, inputs, standing), ...told }, work.marks);
  const object = await finish({ ...work, told, fallback }, id, async () => {
    if (failed && !former) throw failed;
    if (found.resource.birth) await found.resource.apply?.(id, inputs, standing, client);
    else if (failed) await resume({ ...work, told }, id);
  });
  house.forget(found, id);
  return object;
}

/** A repeated create goes on with an object that did not become as wished, as the next update would (protocol 2.24). */
async function resume(work: Work, id: string): Promise<void> {
  const { found, inputs, told, client, marks } = work;
  const { state } = await readBack(found, id, client, { inputs, standing: inputs, outputs: told });
  const standing = standingInputs(found, marks, state);
  const differs = writes({ ...work, standing }, marks).length > 0 || found.resource.unsettled?.(state) === true;
  if (differs) await found.resource.apply?.(id, inputs, standing, client);
}

interface Work {
  house: House;
  found: FoundResource;
  inputs: PlainMap;
  marks: ValueMap;
  /** The inputs that surely stand at the service before `apply`. */
  standing: PlainMap;
  /** What was told of the object last, its outputs included. */
  told: PlainMap;
  /** The state to tell when the service does not. */
  fallback: ValueMap;
  /** Whether the object is of this operation's making, so that a failure never leaves it as it was. */
  made: boolean;
  client: unknown;
  call: Call;
}

/** Asks for the object; when the answer was lost, looks for what was made after all. */
async function birth({ house, found, inputs, client, call }: Work): Promise<Born> {
  try {
    const born = await found.resource.create(inputs, client);
    return typeof born === "string" ? { id: born } : born;
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.ambiguous || !found.resource.recover) throw error;
    const later = call.afterwards(isKind(call.signal.reason, "timeout") ? lastLook : 10);
    const id = await found.resource.recover(inputs, house.client(found.module, inputs, later)).catch(() => undefined);
    if (id === undefined) throw error;
    return { id };
  }
}

/** The rest of the work on an object that exists. */
async function finish(work: Work, id: string, rest: () => Promise<unknown>): Promise<Made> {
  const { house, found, inputs, marks, told, client } = work;
  let { standing } = work;
  try {
    await rest();
    standing = inputs;
    const now = await readBack(found, id, client, { inputs, standing, outputs: told });
    return { id: now.id, state: markOutputs(house, found, outputs(house, found, inputs, now.state), marks) };
  } catch (error) {
    const now = await reached({ ...work, standing }, id);
    if (now && !work.made && !asProviderError(error).ambiguous && writes(work, now).length === 0) throw error;
    throw new Unfinished(id, now ?? work.fallback, [asProviderError(error).message], { cause: error });
  }
}

/** How long an object is looked at once the operation has been ended, in seconds: with the last half second of a write it has to end within one of its limit (protocol, case 122). */
const lastLook = 0.4;

/** The state of a half-made object as the service tells it, or nothing. */
async function reached({ house, found, inputs, standing, marks, told, client, call }: Work, id: string): Promise<ValueMap | undefined> {
  const asking = call.signal.aborted ? house.client(found.module, inputs, call.afterwards(lastLook)) : client;
  try {
    const now = await found.resource.read(id, asking, { inputs, standing, outputs: told });
    return now && markOutputs(house, found, outputs(house, found, inputs, now.state), marks);
  } catch {
    return undefined; // The first failure is the one to tell.
  }
}

/** The inputs to be written for what stands at the service to become as `wanted`; those that the service never sees are none. */
function writes({ house, found, standing }: Work, wanted: ValueMap): string[] {
  const local: readonly string[] = found.resource.local ?? [];
  const changes = changed(house, found, { before: standing, news: inputsOf(found, wanted) });
  return changes.map(({ key }) => key).filter((key) => !local.includes(key));
}

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
}

/** Brings an object to its new inputs. What is already so is not written again. */
export async function update(house: House, asked: UpdateRequest, call: Call): Promise<ValueMap> {
  const found = await house.resource(asked.type);
  const request = { ...asked, news: accepted(house, found, asked.news) };
  const told = sound(house, found, request.olds);
  const last = request.oldInputs ?? inputsOf(found, request.olds);
  const before = sound(house, found, last);
  if (request.preview) return previewed(house, found, before, request);
  const inputs = bareMap(request.news);
  limitTime(call, "update", found, { timeout: request.timeout, inputs });
  const rest = { standing: standingInputs(found, before, told), told: knownPart(told), fallback: request.olds, made: false };
  // What the program takes out still stands at the service when the update fails: it is as secret as it was.
  const marks = { ...request.olds, ...last, ...markInputs(house, found, inputs, request.news) };
  const work = (call: Call): Work => ({ house, found, inputs, marks, ...rest, call, client: house.client(found.module, inputs, call) });
  const secrets = new Set([...secretTexts(marks), ...secretTexts(request.olds)]);
  return guarded(house, secrets, call, (quiet) => house.writing(() => updated(work(quiet), request)));
}

async function updated(work: Work, { id, news }: UpdateRequest): Promise<ValueMap> {
  const { house, found, inputs, standing, told, client } = work;
  await mustExist(work, id);
  const differs = writes(work, news).length > 0 || found.resource.unsettled?.(told) === true;
  const { state } = await finish(work, id, async () => differs && found.resource.apply?.(id, inputs, standing, client));
  house.forget(found, id);
  return state;
}

async function mustExist({ found, inputs, standing, told, client }: Work, id: string): Promise<void> {
  if (await found.resource.read(id, client, { inputs, standing, outputs: told })) return;
  throw new ProviderError(
    "missing",
    `${found.token} ${id} does not exist any more; run \`pulumi refresh\` to take it out of the state, the next update makes it anew`,
  );
}

function previewed(house: House, found: FoundResource, before: ValueMap, { olds, news }: UpdateRequest): ValueMap {
  const moved = changed(house, found, { before, news }).map(({ key }) => key);
  const inputs = found.spec.inputProperties ?? {};
  const { stables, follows } = found.resource;
  const keeps = (key: string): boolean =>
    (moved.length === 0 && !(key in inputs && before[key] !== undefined)) ||
    stables?.includes(key) === true ||
    follows?.[key]?.some((input) => moved.includes(input)) === false;
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
export async function remove(house: House, { type, id, olds, oldInputs, timeout }: DeleteRequest, call: Call): Promise<void> {
  const found = await house.resource(type);
  const last = { ...oldInputs, ...inputsOf(found, olds) };
  const inputs = bareMap(reachable(house, found, last));
  limitTime(call, "delete", found, { timeout, inputs });
  const secrets = new Set([...secretTexts(olds), ...secretTexts(markInputs(house, found, inputs, last))]);
  await guarded(house, secrets, call, async (quiet) => {
    const known = { inputs, standing: inputs, outputs: knownPart(sound(house, found, olds)) };
    await house.writing(async () => found.resource.delete(id, house.client(found.module, inputs, quiet), known));
    house.forget(found, id);
  });
}
