// Create, Update and Delete. An id is never lost: from the moment it is known every failure carries it (protocol 2.22, 2.23, 4.7).
import type { Call } from "../core/contract";
import { asProviderError, isKind, ProviderError, Unfinished } from "../core/errors";
import { previewCreate, previewUpdate } from "../core/preview";
import type { PlainMap, ValueMap } from "../core/value";
import { bareMap, secretTexts } from "../core/value";
import { changed, inputsOf } from "./check";
import type { FoundResource, House } from "./house";
import { guarded } from "./house";
import { limitTime, markOutputs, outputs, readBack } from "./state";

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
  if (request.preview) return { id: "", state: previewCreate(found.spec, request.inputs) };
  const inputs = bareMap(request.inputs);
  limitTime(call, "create", found, { timeout: request.timeout, inputs });
  return guarded(house, secretTexts(request.inputs), call, async (quiet) => {
    house.generation++;
    const work: Work = { house, found, inputs, marks: request.inputs, client: house.client(found.module, inputs, quiet) };
    const id = house.unfinished.get(request.urn) ?? (await birth(work, quiet));
    house.unfinished.set(request.urn, id);
    const made = await finish(work, id, async () => found.resource.birth && found.resource.apply?.(id, inputs, found.resource.birth(inputs), work.client));
    house.unfinished.delete(request.urn);
    return made;
  });
}

interface Work {
  house: House;
  found: FoundResource;
  inputs: PlainMap;
  marks: ValueMap;
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
  let known: PlainMap | undefined;
  try {
    await rest();
    const now = await readBack(found, id, client);
    known = outputs(house, found, inputs, now.state);
    return { id: now.id, state: markOutputs(house, found, known, marks) };
  } catch (error) {
    const state = known ?? (await reached(work, id));
    throw new Unfinished(id, markOutputs(house, found, state, marks), [asProviderError(error).message], { cause: error });
  }
}

/** The state of a half-made object: what the service says, else what is surely written. */
async function reached({ house, found, inputs, client }: Work, id: string): Promise<PlainMap> {
  try {
    const now = await found.resource.read(id, client);
    if (now) return outputs(house, found, inputs, now.state);
  } catch {
    // The first failure is the one to tell; what is not known is left out.
  }
  return outputs(house, found, inputs, (found.resource.birth?.(inputs) ?? inputs) as PlainMap);
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
  return guarded(house, new Set([...secretTexts(request.news), ...secretTexts(request.olds)]), call, async (quiet) => {
    house.generation++;
    const work: Work = { house, found, inputs, marks: request.news, client: house.client(found.module, inputs, quiet) };
    await mustExist(work, request.id);
    // The outputs tell what was reached, also after an update that stopped half-way (protocol, case 125).
    const stands = inputsOf(found, request.olds);
    const previous = bareMap(Object.keys(stands).length > 0 ? stands : before);
    const local: readonly string[] = found.resource.local ?? [];
    const writes = changed(house, found, previous, request.news).some(({ key }) => !local.includes(key));
    const made = await finish(work, request.id, async () => writes && found.resource.apply?.(request.id, inputs, previous, work.client));
    house.forget(request.id);
    return made.state;
  });
}

async function mustExist({ found, client }: Work, id: string): Promise<void> {
  if (await found.resource.read(id, client)) return;
  throw new ProviderError("missing", `${found.token} ${id} does not exist any more; run \`pulumi refresh\` to take it out of the state, the next update makes it anew`);
}

function previewed(house: House, found: FoundResource, before: ValueMap, { olds, news }: UpdateRequest): ValueMap {
  const idle = changed(house, found, before, news).length === 0;
  const inputs = found.spec.inputProperties ?? {};
  const keeps = (key: string): boolean => (idle && !(key in inputs && before[key] !== undefined)) || found.resource.stables?.includes(key) === true;
  return previewUpdate(found.spec, news, olds, keeps);
}

/** What Delete is asked. */
export interface DeleteRequest {
  type: string;
  id: string;
  olds: ValueMap;
  timeout: number;
}

/** Removes an object; one that is gone already is a success. Works from id and state alone. */
export async function remove(house: House, { type, id, olds, timeout }: DeleteRequest, call: Call): Promise<void> {
  const found = await house.resource(type);
  const inputs = bareMap(inputsOf(found, olds));
  limitTime(call, "delete", found, { timeout, inputs });
  await guarded(house, secretTexts(olds), call, async (quiet) => {
    house.generation++;
    await found.resource.delete(id, house.client(found.module, inputs, quiet));
    house.forget(id);
  });
}
