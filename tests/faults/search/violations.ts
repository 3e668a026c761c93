// What is wrong with the end of an operation of module search: the engine or the error names every object, and the next step ends with exactly one object, as
// the program declares. See docs/protocol.md#partial-failures.
import type { OperationResult, ProviderProcess } from "../virtual/engine";
import type { TestRun } from "../virtual/test-run";
import { describe, processOf } from "../virtual/test-run";
import type { SearchFailure } from "./failures";
import { isNamed } from "./named";
import type { SearchSubject } from "./subjects";

/** Which process continues: a new one, or the one whose call failed, which receives the same create again from a hook of the program. */
export type Continuation = "new process" | "same process";

type SearchTestRun = TestRun<SearchSubject>;

/** Returns all violations of a test run, one line each. */
export async function violations(testRun: SearchTestRun, failure: SearchFailure, continuation: Continuation): Promise<string[]> {
  if (!testRun.hasFailed) return [describe(testRun, "the call was not made")];
  const found = [...immediate(testRun, failure), ...(await (continuation === "new process" ? nextRun(testRun) : repeated(testRun)))];
  return found.map((violation) => describe(testRun, violation));
}

function immediate({ fixture, plan, result, before }: SearchTestRun, { isLate }: SearchFailure): string[] {
  const { verb, call } = plan;
  const { succeeded, state, text, code } = result;
  const names = fixture.existing();
  const unnamed = names.filter((name) => !state?.id.endsWith(`/${name}`) && !isNamed(text, name));
  // The error alone may name what came after the response, or an object whose ID was not received.
  const isExcused = isLate === true || call.startsWith("POST ") || plan.subject.secret !== undefined;
  // What no delete removes exists before the create as well.
  const isPermanent = !plan.subject.verbs.includes("delete");
  const checks: [violated: boolean, violation: string][] = [
    [unnamed.length > 0, `${unnamed.join(", ")} is not tracked`],
    [!isExcused && !state && names.length > 0 && verb !== "delete", "the engine stores nothing of the object"],
    [names.length > 1, `${names.length} objects exist: ${names.join(", ")}`],
    [!isPermanent && verb !== "delete" && !!state && names.length === 0, "the engine stores an object that does not exist"],
    [verb === "delete" && succeeded && names.length > 0, "the deleted object exists"],
    [!!before && !!state && state.id !== before.id, "the id changed"],
    [code === "internal", "an internal error"],
  ];
  return checks.filter(([violated]) => violated).map(([, violation]) => violation);
}

/** The engine continues in a new process: with what it stores, or with a create if it stores nothing. */
async function nextRun(testRun: SearchTestRun): Promise<string[]> {
  const { fixture, plan, result } = testRun;
  const { verb, subject } = plan;
  const fresh = processOf(subject, fixture);
  if (result.succeeded) return verb === "delete" ? [] : settled(testRun, result, fresh);
  const inputs = await fresh.check(fixture.program(verb));
  const next = verb === "create" && result.state ? "update" : verb;
  const mayExist = verb === "create" && !result.state;
  return settled(testRun, await fresh.perform(next, { inputs, state: result.state }), fresh, mayExist);
}

/** The same process receives the same create again; then another process receives it. */
async function repeated(testRun: SearchTestRun): Promise<string[]> {
  const { fixture, plan, result, process } = testRun;
  if (result.succeeded) return [];
  const inputs = await process.check(fixture.program("create"));
  const fresh = processOf(plan.subject, fixture);
  const again = await process.perform("create", { inputs });
  const wrong = await settled(testRun, again, fresh, result.state === undefined);
  // Without an id of its own another process cannot identify a connector.
  if (wrong.length > 0 || plan.subject.isNameless) return wrong;
  return settled(testRun, await fresh.perform("create", { inputs }), fresh, true);
}

/** `mayExist`: whether the object may exist already, so that a create fails with the command to import it. */
async function settled(
  { fixture, plan }: SearchTestRun,
  now: OperationResult,
  fresh: ProviderProcess,
  mayExist = false,
): Promise<string[]> {
  const { verb } = plan;
  const { secret } = plan.subject;
  // The error of the first create has named an object whose secret was lost.
  const isTracked = (name: string): boolean => now.state?.id.endsWith(`/${name}`) === true;
  const names = secret !== undefined && mayExist && now.succeeded ? fixture.existing().filter(isTracked) : fixture.existing();
  if (verb === "delete") return now.succeeded && names.length === 0 ? [] : [`afterwards ${names.join(", ")} exists: ${now.text}`];
  const [name] = names;
  if (name === undefined || names.length > 1) return [`afterwards ${names.length} objects exist: ${names.join(", ")} (${now.text})`];
  if (!now.succeeded) return mayExist && isNamed(now.text, name) ? [] : [`the next step fails: ${now.code} ${now.text}`];
  const state = now.state!;
  if (secret !== undefined && state.outputs[secret] === undefined) return [`afterwards ${secret} is lost`];
  if (!isTracked(name)) return [`${name} exists, but the engine stores ${state.id}`];
  const differing = await fresh.differences(state, await fresh.check(fixture.program(verb)));
  return differing === undefined ? ["afterwards the object is gone"] : differing.map((path) => `afterwards ${path} is not as declared`);
}
