// A test run: one operation of which one remote call fails. violations.ts validates the outcome.
import type { Rpc } from "../support/rpc";
import { deferred } from "../support/waiting";
import type { Item, Setup, State, Outcome, Verb } from "./setup";
import { perform, openSetup } from "./setup";
import type { Disturbance } from "./disturbances";
import type { Kind } from "../samples/search/parts";

/** The calls of an operation that meets no fault, in order, as `PUT /_ingest/pipeline/orphan`. */
export async function learn(rpc: { setUp: Rpc; disturbed: Rpc }, kind: Kind, verb: Verb): Promise<string[]> {
  const item = await newItem(kind, "learn");
  const state = await before(rpc.setUp, item, verb);
  item.setup.requests.length = 0;
  const outcome = await perform(rpc.disturbed, item, verb, { state });
  await item.setup.stop();
  if (!outcome.done) throw new Error(`${kind.title}: ${verb} fails without any fault: ${outcome.text}`);
  return item.setup.requests.map(({ method, path }) => `${method} ${path}`);
}

let count = 0;

/** An object on a server of its own. */
async function newItem(kind: Kind, name: string): Promise<Item> {
  return { kind, setup: await openSetup(), name: `${name}-${count++}` };
}

/** What an update or delete needs to begin with. */
async function before(rpc: Rpc, item: Item, verb: Verb): Promise<State | undefined> {
  if (verb === "create") return undefined;
  const { done, state, text } = await perform(rpc, item, "create");
  if (!done) throw new Error(`${item.kind.title}: create fails without any fault: ${text}`);
  return state;
}

/** A test run in progress. */
export interface TestRun {
  item: Item;
  verb: Verb;
  /** The call that is affected, and how. */
  call: string;
  disturbance: Disturbance;
  /** What the engine had before. */
  state: State | undefined;
  /** Resolves when the call is affected, or the operation ended without it. */
  reached: Promise<void>;
  /** Lets the server do what it was to do late. */
  release(): void;
  /** The outcome, once the server has done all that it will. */
  outcome: Promise<Outcome>;
  wasDisturbed(): boolean;
}

/** Which call of which operation is affected. */
export interface Plan {
  kind: Kind;
  verb: Verb;
  call: string;
  index: number;
}

/** Makes the object where there must be one, then begins the operation; its call number `index` is affected. */
export async function begin(
  rpc: { setUp: Rpc; disturbed: Rpc },
  { kind, verb, call, index }: Plan,
  disturbance: Disturbance,
): Promise<TestRun> {
  const item = await newItem(kind, verb);
  const state = await before(rpc.setUp, item, verb);
  const disturbed = deferred();
  const released = deferred();
  const work = disturbAt(item.setup, { index, disturbance, released: released.promise, disturbed: () => disturbed.resolve(undefined) });
  const ended = perform(rpc.disturbed, item, verb, { state });
  const outcome = ended.then(async (response) => {
    released.resolve(undefined);
    await Promise.all(work.running);
    item.setup.faults.clear();
    return response;
  });
  const reached = Promise.race([disturbed.promise, ended.then(() => {})]);
  return {
    item,
    verb,
    call,
    disturbance,
    state,
    reached,
    outcome,
    release: () => released.resolve(undefined),
    wasDisturbed: () => work.running.length > 0,
  };
}

interface Aim {
  index: number;
  disturbance: Disturbance;
  released: Promise<void>;
  disturbed(): void;
}

/** Lets the call with that number fail. */
function disturbAt({ faults, requests }: Setup, { index, disturbance, released, disturbed }: Aim): { running: Promise<unknown>[] } {
  const first = requests.length + index;
  const running: Promise<unknown>[] = [];
  const fault = disturbance.fault(released);
  faults.add({
    match: () => requests.length - 1 === first,
    fault: (reply) => {
      disturbed();
      const ended = fault(reply);
      running.push(ended);
      return ended;
    },
  });
  return { running };
}
