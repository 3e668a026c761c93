// Validates what an interrupted operation left behind: every object has to be named by the state of the engine or by the error message, and the engine's
// next step has to end with exactly one object, as the program wishes it. See docs/protocol.md#status-codes and docs/protocol.md#repeated-operations.
import { isDeepStrictEqual } from "node:util";
import type { Rpc } from "../support/rpc";
import { reveal } from "../support/structs";
import type { Item, Outcome, Verb } from "./stage";
import { ask, finish, look, wish } from "./stage";
import { standing } from "./subjects";
import type { Trial } from "./trial";

/** What the engine does next, and what is wrong with how that ends. */
export type GoOn = (trial: Trial, outcome: Outcome, fresh: Rpc) => Promise<string[]>;

/** Returns the violations of a trial, one line each. `fresh` is a process that has no memory of it. */
export async function violations(trial: Trial, goOn: GoOn, fresh: Rpc): Promise<string[]> {
  const outcome = await trial.outcome;
  const found = trial.wasStruck() ? [...leftViolations(trial, outcome), ...(await goOn(trial, outcome, fresh))] : ["the call was not made"];
  await trial.item.stage.stop();
  const said = outcome.done
    ? "done"
    : `${outcome.code} ${outcome.state ? `with the id ${outcome.state.id}` : "without state"}: ${outcome.text}`;
  return found.map((wrong) => `${trial.item.kind.title}, ${trial.verb}, ${trial.call}: ${wrong} (outcome: ${said})`);
}

function leftViolations({ item, verb, call, strike, state: before }: Trial, { done, state, text }: Outcome): string[] {
  const names = standing(item.stage.emulator);
  // A killed process returns no response.
  const heard = strike.blow !== "SIGKILL";
  const unnamed = names.filter((name) => heard && !state?.id.endsWith(`/${name}`) && !isNamed(text, name));
  const wrong = unnamed.map((name) => `${name} is named by nothing`);
  // The error alone may name an object whose id nobody received.
  const excused = call.startsWith("POST ");
  if (heard && !excused && !state && names.length > 0 && verb !== "delete") wrong.push("the engine keeps nothing of what stands");
  if (names.length > 1) wrong.push(`${names.length} objects stand: ${names.join(", ")}`);
  if (verb !== "delete" && state && names.length === 0) wrong.push("the engine keeps an object that does not exist");
  if (verb === "delete" && done && names.length > 0) wrong.push("what was deleted still stands");
  if (before && state && state.id !== before.id) wrong.push("the id has changed");
  return wrong;
}

/** The text gives the command to take the object over, or says how to look for one whose id nobody knows. */
const isNamed = (text: string, name: string): boolean =>
  new RegExp(`pulumi import quartet:search:\\w+ ${name} \\S+/${name}`).test(text) ||
  /GET \/_connector\?service_type=\w+&index_name=content-orphans/.test(text) ||
  text.includes("Index name [content-orphans]");

/** The engine goes on in a new process: with what it keeps, or from the beginning when it keeps nothing. */
export const nextRun: GoOn = async ({ item, verb }, outcome, fresh) => {
  const goal = { item, verb, fresh };
  if (outcome.done) return verb === "delete" ? [] : settled(outcome, goal);
  if (verb !== "create") return settled(await ask(fresh, item, verb, { state: outcome.state }), goal);
  const again = outcome.state ? await finish(fresh, item, outcome.state) : await ask(fresh, item, "create");
  return settled(again, { ...goal, mayMeet: outcome.state === undefined });
};

/** A hook of the program asks the same process for the same create again; then another process is asked for it as well. See docs/protocol.md#repeated-operations. */
export const repeatedIn =
  (same: Rpc): GoOn =>
  async ({ item, verb }, outcome, fresh) => {
    if (outcome.done) return [];
    const again = await ask(same, item, "create");
    const wrong = await settled(again, { item, verb, fresh, mayMeet: outcome.state === undefined });
    // Without an id of its own a connector cannot be known again by another process.
    if (wrong.length > 0 || item.kind.nameless) return wrong;
    return settled(await ask(fresh, item, "create"), { item, verb, fresh, mayMeet: true });
  };

interface Goal {
  item: Item;
  verb: Verb;
  fresh: Rpc;
  /** Whether the object may stand already, so that a create is refused with the command to import it. */
  mayMeet?: boolean;
}

async function settled(outcome: Outcome, { item, verb, fresh, mayMeet = false }: Goal): Promise<string[]> {
  const names = standing(item.stage.emulator);
  if (verb === "delete") return outcome.done && names.length === 0 ? [] : [`afterwards ${names.join(", ")} stands: ${outcome.text}`];
  if (names.length !== 1) return [`afterwards ${names.length} objects stand: ${names.join(", ")} (${outcome.text})`];
  if (!outcome.done) return mayMeet && isNamed(outcome.text, names[0]!) ? [] : [`the next step fails: ${outcome.code} ${outcome.text}`];
  if (!outcome.state!.id.endsWith(`/${names[0]}`)) return [`${names[0]} stands, but the engine keeps ${outcome.state!.id}`];
  const now = reveal((await look(fresh, item, outcome.state!)) ?? {});
  const wished = wish(item, verb);
  const differing = Object.keys({ ...now, ...wished }).filter((key) => !isDeepStrictEqual(now[key], wished[key]));
  return differing.map((key) => `afterwards ${key} is ${JSON.stringify(now[key])}, not ${JSON.stringify(wished[key])}`);
}
