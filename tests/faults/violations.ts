// Validates the result of an interrupted operation: every object has to be in the state of the engine or in the error message, and the engine's next step
// has to end with exactly one object, as declared. See docs/protocol.md#status-codes and docs/protocol.md#repeated-operations.
import { isDeepStrictEqual } from "node:util";
import type { Rpc } from "../support/rpc";
import { reveal } from "../support/structs";
import type { Item, Outcome, Verb } from "./setup";
import { perform, finish, readState, requested } from "./setup";
import { existing } from "../samples/search/resources";
import { isNamed } from "./search/named";
import type { TestRun } from "./test-run";

/** Returns the violations of a test run, one line each. `fresh` is a process that has no record of it. */
export async function violations(testRun: TestRun, fresh: Rpc): Promise<string[]> {
  const outcome = await testRun.outcome;
  const found = testRun.wasDisturbed()
    ? [...leftViolations(testRun, outcome), ...(await nextRun(testRun, outcome, fresh))]
    : ["the call was not made"];
  await testRun.item.setup.stop();
  const summary = outcome.done
    ? "done"
    : `${outcome.code} ${outcome.state ? `with the id ${outcome.state.id}` : "without state"}: ${outcome.text}`;
  return found.map((wrong) => `${testRun.item.kind.title}, ${testRun.verb}, ${testRun.call}: ${wrong} (outcome: ${summary})`);
}

function leftViolations({ item, verb, call, disturbance, state: before }: TestRun, { done, state, text }: Outcome): string[] {
  const names = existing(item.setup.emulator);
  // A killed process returns no response.
  const responded = disturbance.blow !== "SIGKILL";
  const unnamed = names.filter((name) => responded && !state?.id.endsWith(`/${name}`) && !isNamed(text, name));
  const wrong = unnamed.map((name) => `${name} is in neither state nor message`);
  // Only the error names an object whose ID or secret was not received.
  const excused = call.startsWith("POST ") || item.kind.secret !== undefined;
  if (responded && !excused && !state && names.length > 0 && verb !== "delete") wrong.push("the engine has no state of an existing object");
  if (names.length > 1) wrong.push(`${names.length} objects exist: ${names.join(", ")}`);
  // What no delete removes exists before the create as well.
  if (verb !== "delete" && !item.kind.stays && state && names.length === 0) wrong.push("the engine keeps an object that does not exist");
  if (verb === "delete" && done && names.length > 0) wrong.push("the deleted object still exists");
  if (before && state && state.id !== before.id) wrong.push("the id has changed");
  return wrong;
}

/** The engine continues in a new process: with its state, or from the beginning without one. */
async function nextRun({ item, verb }: TestRun, outcome: Outcome, fresh: Rpc): Promise<string[]> {
  const goal = { item, verb, fresh };
  if (outcome.done) return verb === "delete" ? [] : settled(outcome, goal);
  if (verb !== "create") return settled(await perform(fresh, item, verb, { state: outcome.state }), goal);
  const again = outcome.state ? await finish(fresh, item, outcome.state) : await perform(fresh, item, "create");
  return settled(again, { ...goal, mayExist: outcome.state === undefined });
}

interface Goal {
  item: Item;
  verb: Verb;
  fresh: Rpc;
  /** Whether the object may exist already, so that a create is rejected with the import command. */
  mayExist?: boolean;
}

async function settled(outcome: Outcome, { item, verb, fresh, mayExist = false }: Goal): Promise<string[]> {
  const { secret } = item.kind;
  const isTracked = (name: string): boolean => outcome.state?.id.endsWith(`/${name}`) === true;
  // The error of the first create has named an object whose secret was lost.
  const all = existing(item.setup.emulator);
  const names = secret !== undefined && mayExist && outcome.done ? all.filter(isTracked) : all;
  if (verb === "delete") return outcome.done && names.length === 0 ? [] : [`afterwards ${names.join(", ")} exists: ${outcome.text}`];
  if (names.length !== 1) return [`afterwards ${names.length} objects exist: ${names.join(", ")} (${outcome.text})`];
  if (!outcome.done) return mayExist && isNamed(outcome.text, names[0]!) ? [] : [`the next step fails: ${outcome.code} ${outcome.text}`];
  if (!isTracked(names[0]!)) return [`${names[0]} exists, but the engine has ${outcome.state!.id}`];
  const now = reveal((await readState(fresh, item, outcome.state!)) ?? {});
  const requestedInputs = requested(item, verb);
  const differing = Object.keys({ ...now, ...requestedInputs }).filter((key) => !isDeepStrictEqual(now[key], requestedInputs[key]));
  return differing.map((key) => `afterwards ${key} is ${JSON.stringify(now[key])}, not ${JSON.stringify(requestedInputs[key])}`);
}
