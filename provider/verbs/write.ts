// Create, Update and Delete. An id is never lost: from the moment it is known every failure carries it (protocol 2.22, 2.23, 4.7).
import type { Call } from "../core/contract";
import { asProviderError, isKind, ProviderError, Unfinished } from "../core/errors";
import { canonical } from "../core/json";
import { previewCreate, previewUpdate } from "../core/preview";
import type { PlainMap, ValueMap } from "../core/value";
import { bareMap, secretTexts } from "../core/value";
import { changed, inputsOf, standingInputs } from "./check";
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
  if (request.preview) return { id: "", state: previewCreate(found.spec, concealedInputs(house, found, request.inputs)) };
  const inputs = bareMap(request.inputs);
  limitTime(call, "create", found, { timeout: request.timeout, inputs });
  const marks = markInputs(house, found, inputs, request.inputs);
  const standing = (found.resource.birth?.(inputs) ?? inputs) as PlainMap;
  const fallback = markOutputs(house, found, outputs(house, found, inputs, standing), marks);
  const work = (client: unknown): Work => ({ house, found, inputs, marks, standing, fallback, made: true, client });
  return guarded(house, secretTexts(marks), call, (quiet) =>
    house.writing(() => made(work(house.client(found.module, inputs, quiet)), request.urn, quiet)),
  );
}

async function made(work: Work, urn: string, call: Call): Promise<Made> {
  const { house, found, inputs, standing, client } = work;
  // Without a URN nobody can tell a repeated create from another one.
  const asked = urn === "" ? undefined : `${urn}\n${canonical(inputs)}`;
  const id = (asked && house.unfinished.get(asked)?.id) ?? (await birth(work, call));
  if (asked) house.unfinished.set(asked, { token: found.token, id });
  const object = await finish(work, id, async () => found.resource.birth && found.resource.apply?.(id, inputs, standing, client));
  house.forget(found, id);
  return object;
}

interface Work {
  house: House;
  found: FoundResource;
  inputs: PlainMap;
  marks: ValueMap;
  /** The inputs that surely stand at the service before `apply`. */
  standing: PlainMap;
  /** The state to tell when the service does not. */
  fallback: ValueMap;
  /** Whether the object is of this operation's making, so that a failure never leaves it as it was. */
  made: boolean;
  client: unknown;
}

/** Asks for the object; when the answer was lost, looks for what was made after all. */
async function birth({ house, found, inputs, client }: Work, call: Call): Promise<string> {
  try {
    return await found.resource.create(inputs, client);
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.ambiguous || !found.resource.recover) throw error;
    const later = call.afterwards(isKind(call.signal.reason, "timeout") ? 0.8 : 10);
    const id = await found.resource.recover(inputs, house.client(found.module, inputs, later)).catch(() => undefined);
    if (id === undefined) throw error;
    return id;
  }
}

/** The rest of the work on an object that exists. */
async function finish(work: Work, id: string, rest: () => Promise<unknown>): Promise<Made> {
  const { house, found, inputs, marks, client } = work;
  let { standing } = work;
  try {
    await rest();
    standing = inputs;
    const now = await readBack(found, id, client, { inputs, standing });
    return { id: now.id, state: markOutputs(house, found, outputs(house, found, inputs, now.state), marks) };
  } catch (error) {
    const now = await reached({ ...work, standing }, id);
    if (now && !work.made && !asProviderError(error).ambiguous && writes(work, now).length === 0) throw error;
    throw new Unfinished(id, now ?? work.fallback, [asProviderError(error).message], { cause: error });
  }
}

/** The state of a half-made object as the service tells it, or nothing. */
async function reached({ house, found, inputs, standing, marks, client }: Work, id: string): Promise<ValueMap | undefined> {
  try {
    const now = await found.resource.read(id, client, { inputs, standing });
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
export async function update(house: House, request: UpdateRequest, call: Call): Promise<ValueMap> {
  const found = await house.resource(request.type);
  const before = request.oldInputs ?? inputsOf(found, request.olds);
  if (request.preview) return previewed(house, found, before, request);
  const inputs = bareMap(request.news);
  limitTime(call, "update", found, { timeout: request.timeout, inputs });
  const rest = { standing: standingInputs(found, before, request.olds), fallback: request.olds, made: false };
  // What the program takes out still stands at the service when the update fails: it is as secret as it was.
  const marks = { ...request.olds, ...before, ...markInputs(house, found, inputs, request.news) };
  const work = (client: unknown): Work => ({ house, found, inputs, marks, ...rest, client });
  const secrets = new Set([...secretTexts(marks), ...secretTexts(request.olds)]);
  return guarded(house, secrets, call, (quiet) => house.writing(() => updated(work(house.client(found.module, inputs, quiet)), request)));
}

async function updated(work: Work, { id, news }: UpdateRequest): Promise<ValueMap> {
  const { house, found, inputs, standing, client } = work;
  await mustExist(work, id);
  const differs = writes(work, news).length > 0;
  const { state } = await finish(work, id, async () => differs && found.resource.apply?.(id, inputs, standing, client));
  house.forget(found, id);
  return state;
}

async function mustExist({ found, inputs, standing, client }: Work, id: string): Promise<void> {
  if (await found.resource.read(id, client, { inputs, standing })) return;
  throw new ProviderError(
    "missing",
    `${found.token} ${id} does not exist any more; run \`pulumi refresh\` to take it out of the state, the next update makes it anew`,
  );
}

function previewed(house: House, found: FoundResource, before: ValueMap, { olds, news }: UpdateRequest): ValueMap {
  const idle = changed(house, found, { before, news }).length === 0;
  const inputs = found.spec.inputProperties ?? {};
  const keeps = (key: string): boolean =>
    (idle && !(key in inputs && before[key] !== undefined)) || found.resource.stables?.includes(key) === true;
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
  const inputs = bareMap(last);
  limitTime(call, "delete", found, { timeout, inputs });
  const secrets = new Set([...secretTexts(olds), ...secretTexts(markInputs(house, found, inputs, last))]);
  await guarded(house, secrets, call, async (quiet) => {
    await house.writing(async () => found.resource.delete(id, house.client(found.module, inputs, quiet)));
    house.forget(found, id);
  });
}
