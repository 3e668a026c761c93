// A test run: one operation of which one remote call fails. orphans.test.ts validates the outcome.
import type { Rpc } from "../support/rpc";
import { gate } from "../support/waiting";
import type { Item, Setup, State, Outcome, Verb } from "./setup";
import { ask, openSetup } from "./setup";
import type { Strike } from "./strikes";
import type { Kind } from "../samples/search/resources";

/** The calls of an operation that meets no fault, in order, as `PUT /_ingest/pipeline/orphan`. */
export async function learn(rpc: { setUp: Rpc; struck: Rpc }, kind: Kind, verb: Verb): Promise<string[]> {
  const item = await newItem(kind, "learn");
  const state = await before(rpc.setUp, item, verb);
  item.setup.requests.length = 0;
  const outcome = await ask(rpc.struck, item, verb, { state });
  await item.setup.stop();
  if (!outcome.done) throw new Error(`${kind.title}: ${verb} fails without any fault: ${outcome.text}`);
  return item.setup.requests.map(({ method, path }) => `${method} ${path}`);
}

let count = 0;

/** An object on a server of its own. */
export async function newItem(kind: Kind, name: string): Promise<Item> {
  return { kind, setup: await openSetup(), name: `${name}-${count++}` };
}

/** What an update or delete needs to begin with. */
async function before(rpc: Rpc, item: Item, verb: Verb): Promise<State | undefined> {
  if (verb === "create") return undefined;
  const { done, state, text } = await ask(rpc, item, "create");
  if (!done) throw new Error(`${item.kind.title}: create fails without any fault: ${text}`);
  return state;
}

/** A test run in progress. */
export interface TestRun {
  item: Item;
  verb: Verb;
  /** The call that is struck, and how. */
  call: string;
  strike: Strike;
  /** What the engine had before. */
  state: State | undefined;
  /** Resolves when the call is struck, or the operation ended without it. */
  held: Promise<void>;
  /** Lets the server do what it was to do late. */
  release(): void;
  /** The outcome, once the server has done all that it will. */
  outcome: Promise<Outcome>;
  wasStruck(): boolean;
}

/** Which call of which operation is struck. */
export interface Plan {
  kind: Kind;
  verb: Verb;
  call: string;
  index: number;
}

/** Makes the object where there must be one, then begins the operation; its call number `index` is struck. */
export async function begin(rpc: { setUp: Rpc; struck: Rpc }, { kind, verb, call, index }: Plan, strike: Strike): Promise<TestRun> {
  const item = await newItem(kind, verb);
  const state = await before(rpc.setUp, item, verb);
  const struck = gate();
  const released = gate();
  const work = strikeAt(item.setup, { index, strike, released: released.opened, struck: () => struck.open(undefined) });
  const ended = ask(rpc.struck, item, verb, { state });
  const outcome = ended.then(async (response) => {
    released.open(undefined);
    await Promise.all(work.running);
    item.setup.faults.clear();
    return response;
  });
  const held = Promise.race([struck.opened, ended.then(() => {})]);
  return {
    item,
    verb,
    call,
    strike,
    state,
    held,
    outcome,
    release: () => released.open(undefined),
    wasStruck: () => work.running.length > 0,
  };
}

interface Aim {
  index: number;
  strike: Strike;
  released: Promise<void>;
  struck(): void;
}

/** Lets the call with that number fail. */
function strikeAt({ faults, requests }: Setup, { index, strike, released, struck }: Aim): { running: Promise<unknown>[] } {
  const first = requests.length + index;
  const running: Promise<unknown>[] = [];
  const fault = strike.fault(released);
  faults.add({
    match: () => requests.length - 1 === first,
    fault: (answer) => {
      struck();
      const ended = fault(answer);
      running.push(ended);
      return ended;
    },
  });
  return { running };
}
