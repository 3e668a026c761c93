// What is wrong with the end of an operation of module eventrouting/v1: the engine tracks every object, and the next run ends as the program declares.
// See docs/modules/eventrouting.md and docs/protocol.md#partial-failures.
import type { OperationResult, ProviderProcess } from "../virtual/engine";
import type { TestRun } from "../virtual/test-run";
import { describe, processOf } from "../virtual/test-run";
import type { EventSubject } from "./subjects";

type EventTestRun = TestRun<EventSubject>;

/** Returns all violations of a test run, one line each. */
export async function violations(testRun: EventTestRun): Promise<string[]> {
  const found = testRun.hasFailed ? [...immediate(testRun), ...(await afterwards(testRun))] : ["the call was not made"];
  return found.map((violation) => describe(testRun, violation));
}

function immediate({ plan, result, failure, fixture, before }: EventTestRun): string[] {
  const { succeeded, state, text, code } = result;
  const { subject, verb } = plan;
  const ids = fixture.existing();
  const untracked = ids.filter((id) => id !== state?.id);
  const mayBeUntracked = verb === "delete" || (subject.isAdopted === true && !succeeded);
  const checks: [violated: boolean, violation: string][] = [
    [untracked.length > 0 && !mayBeUntracked, `${untracked.join(", ")} is not tracked`],
    [verb !== "delete" && !!state && ids.length === 0, "the engine stores an object that does not exist"],
    [verb === "delete" && succeeded && ids.length > 0, "the deleted object exists"],
    [!!before && !!state && state.id !== before.id, "the id changed"],
    [code === "internal", "an internal error"],
    [!succeeded && failure.isOvercome === true, "the operation fails"],
    [!succeeded && code !== "deadline_exceeded" && !text.includes(failure.code ?? ""), "the error does not name the code"],
    [!succeeded && text === "", "the error is empty"],
  ];
  return checks.filter(([violated]) => violated).map(([, violation]) => violation);
}

/** Continues as the engine does, in another process, and returns what is wrong with how that ends. */
async function afterwards(testRun: EventTestRun): Promise<string[]> {
  const { fixture, plan, result } = testRun;
  const fresh = processOf(plan.subject, fixture);
  if (plan.verb === "delete") return deleted(testRun, fresh);
  const inputs = await fresh.check(fixture.program(plan.verb));
  const next = result.state ? "update" : "create";
  return settled(testRun, result.succeeded ? result : await fresh.perform(next, { inputs, state: result.state }), fresh);
}

async function deleted({ fixture, result }: EventTestRun, fresh: ProviderProcess): Promise<string[]> {
  const { succeeded, text } = result.succeeded
    ? result
    : await fresh.perform("delete", { inputs: result.state!.inputs, state: result.state });
  const ids = fixture.existing();
  return succeeded && ids.length === 0 ? [] : [`afterwards ${ids.join(", ")} exists: ${text}`];
}

/** The object exists as the program declares; then it can be deleted. */
async function settled({ fixture, plan }: EventTestRun, now: OperationResult, fresh: ProviderProcess): Promise<string[]> {
  if (!now.succeeded) return [`the next run fails: ${now.code} ${now.text}`];
  const state = now.state!;
  const ids = fixture.existing();
  if (ids.join() !== state.id) return [`the engine stores ${state.id}, but ${ids.join(", ")} exists`];
  const differing = await fresh.differences(state, await fresh.check(fixture.program(plan.verb)));
  if (differing === undefined) return ["afterwards the object is gone"];
  const wrong = differing.map((path) => `afterwards ${path} is not as declared`);
  const end = await fresh.perform("delete", { inputs: state.inputs, state });
  const remaining = fixture.existing();
  if (!end.succeeded || (remaining.length > 0 && plan.subject.isKeptOnDelete !== true))
    wrong.push(`the object cannot be deleted: ${end.text}`);
  return wrong;
}
