// One operation on one object on a server of its own, seen from the engine: its requests, the responses, its state.
import type { ServiceError } from "@grpc/grpc-js";
import { createFaults } from "../emulators/faults";
import type { Faults } from "../emulators/faults";
import type { SearchEmulator } from "../emulators/search/index";
import { createSearchEmulator } from "../emulators/search/index";
import type { Served } from "../emulators/serve";
import { serve } from "../emulators/serve";
import { detailsOf } from "../support/failure";
import type { Rpc, Subject } from "../support/rpc";
import type { Properties } from "../support/structs";
import type { Kind } from "../samples/search/parts";
import { putPrerequisites, registerAll } from "../samples/search/resources";

/** The state of the engine for an object. */
export interface State {
  id: string;
  inputs: Properties;
  properties: Properties;
}

/** How an operation ended for the engine. */
export interface Outcome {
  done: boolean;
  /** The new state of the engine; undefined if there is none. */
  state: State | undefined;
  /** The text for the user. */
  text: string;
  code?: number;
}

/** A write of the protocol. */
export type Verb = "create" | "update" | "delete";

/** A server with nothing on it but the index that a policy reads. */
export interface Setup extends Served {
  emulator: SearchEmulator;
  faults: Faults;
}

let clusters = 0;

/** Starts a server, a cluster of its own with a UUID of 22 characters, whose connector services register at once. */
export async function openSetup(): Promise<Setup> {
  const emulator = createSearchEmulator({ clusterUuid: `cluster-${String(clusters++).padStart(14, "0")}` });
  putPrerequisites(emulator);
  const faults = createFaults();
  const handle: typeof emulator.handle = (request) => {
    const reply = emulator.handle(request);
    registerAll(emulator);
    return reply;
  };
  return { ...(await serve(handle, { faults })), emulator, faults };
}

/** An object of the program: its kind, its place, its logical name. */
export interface Item {
  kind: Kind;
  setup: Setup;
  name: string;
}

/** The declared inputs, with the connection to the item's own server. The system reuses ports of earlier servers: the header makes the connection another one. */
export function requested({ kind, setup, name }: Item, verb: Verb): Properties {
  const inputs = verb === "update" ? kind.news : kind.inputs;
  return { ...inputs, searchConnections: [{ endpoints: [setup.url], headers: { "X-Item": name } }] };
}

const subjectOf = ({ kind, name }: Item): Subject => ({ type: kind.type, name });

/** Executes one operation as the engine does, and returns the outcome as the engine records it. */
export async function perform(rpc: Rpc, item: Item, verb: Verb, { state }: { state?: State } = {}): Promise<Outcome> {
  const inputs = requested(item, verb);
  const subject = subjectOf(item);
  try {
    if (verb === "create") {
      const { id, properties } = await rpc.create({ ...subject, inputs });
      return { done: true, state: { id, inputs, properties }, text: "" };
    }
    const { id, properties: olds, inputs: oldInputs } = state!;
    if (verb === "delete") await rpc.delete({ ...subject, id, properties: olds, oldInputs });
    if (verb === "delete") return { done: true, state: undefined, text: "" };
    return { done: true, state: { id, inputs, properties: await rpc.update({ ...subject, id, olds, oldInputs, news: inputs }) }, text: "" };
  } catch (error) {
    return failed(error as ServiceError, verb, { before: state, inputs });
  }
}

/** Updates to the inputs of the create, as the engine does after a partial create. */
export async function finish(rpc: Rpc, item: Item, state: State): Promise<Outcome> {
  const inputs = requested(item, "create");
  try {
    const { id, properties: olds, inputs: oldInputs } = state;
    const properties = await rpc.update({ ...subjectOf(item), id, olds, oldInputs, news: inputs });
    return { done: true, state: { id, inputs, properties }, text: "" };
  } catch (error) {
    return failed(error as ServiceError, "update", { before: state, inputs });
  }
}

/** Returns the state of the engine after a failure: new inputs after a partial create, old ones after a partial update. See docs/protocol.md#partial-failures. */
function failed(error: ServiceError, verb: Verb, { before, inputs }: { before?: State; inputs: Properties }): Outcome {
  if (typeof error.code !== "number") throw error;
  const { initFailed } = detailsOf(error);
  const text = [error.details, ...(initFailed?.reasons ?? [])].join("\n");
  const saved = initFailed && { id: initFailed.id, properties: initFailed.properties, inputs: verb === "create" ? inputs : before!.inputs };
  return { done: false, state: saved ?? before, text, code: error.code };
}

/** Returns the inputs of the existing object; undefined if it does not exist. */
export async function readState(rpc: Rpc, item: Item, { id, inputs, properties }: State): Promise<Properties | undefined> {
  return (await rpc.read({ ...subjectOf(item), id, inputs, properties })).inputs;
}
