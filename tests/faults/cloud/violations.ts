// What is wrong with the end of an operation of module cloud: every object is stored by the engine or mentioned in the error, none is created twice, and the
// next run ends as the program declares. See docs/modules/cloud.md#visibility and docs/protocol.md#partial-failures.
import type { OperationResult, ResourceProcess } from "../virtual/engine";
import type { Plan, TestRun } from "../virtual/test-run";
import { describe, processOf } from "../virtual/test-run";
import type { CloudSubject } from "./subjects";

type CloudTestRun = TestRun<CloudSubject>;

/** The words for an object that may exist although its id is unknown. */
const ambiguousOutcome = /may have been (created|carried out)/;

/** Returns all violations of a test run, one line each. `isSameProcess`: the process whose call failed receives the same create again. */
export async function violations(testRun: CloudTestRun, isSameProcess: boolean): Promise<string[]> {
  const found = testRun.hasFailed ? [...immediate(testRun), ...(await afterwards(testRun, isSameProcess))] : ["the call was not made"];
  return found.map((violation) => describe(testRun, violation));
}

function immediate(testRun: CloudTestRun): string[] {
  const { fixture, plan, result, before } = testRun;
  const { verb, subject } = plan;
  const { succeeded, state, text, code } = result;
  const { sample } = subject;
  const ids = fixture.existing();
  const untracked = ids.filter((id) => id !== state?.id);
  const isExcused = sample.nameless === true && verb === "create" && state === undefined && ambiguousOutcome.test(text);
  const checks: [violated: boolean, violation: string][] = [
    [ids.length > 1, `${ids.length} objects exist: ${ids.join(", ")}`],
    [untracked.length > 0 && !isExcused && verb !== "delete", `${untracked.join(", ")} is not tracked`],
    [isExcused && !/Look for|show it/.test(text), "the error gives no way to find what may have been created"],
    [verb !== "delete" && !!state && ids.length === 0 && !sample.operation, "the engine stores an object that does not exist"],
    [verb === "delete" && succeeded && ids.length > 0, "the deleted object exists"],
    [!!before && !!state && state.id !== before.id, "the id changed"],
    [code === "internal", "an internal error"],
  ];
  return [...checks.filter(([violated]) => violated).map(([, violation]) => violation), ...(succeeded ? [] : inError(plan, testRun))];
}

/** Returns what is missing in the error of a failed operation. */
function inError({ call }: Plan, { failure, result: { code, state, text } }: CloudTestRun): string[] {
  // A read that takes too long ends with the time limit alone, and so does a write whose outcome was found out.
  const isTimeLimit = code === "deadline_exceeded" && (state !== undefined || call.startsWith("Describe"));
  const needsRequestId = failure.code !== undefined && !/^HTTP|^Client/.test(failure.code);
  const checks: [violated: boolean, violation: string][] = [
    [failure.isOvercome === true, "the operation fails"],
    [!isTimeLimit && !text.includes(call), "the error does not name the action"],
    [failure.code !== undefined && !text.includes(failure.code), "the error does not name the code"],
    [needsRequestId && !/RequestId [\w-]{8,}/.test(text), "the error contains no request id"],
  ];
  return checks.filter(([violated]) => violated).map(([, violation]) => violation);
}

/** Continues as the engine does and returns what is wrong with how that ends. */
async function afterwards(testRun: CloudTestRun, isSameProcess: boolean): Promise<string[]> {
  const { fixture, plan, result } = testRun;
  const { subject, verb } = plan;
  const fresh = processOf(subject, fixture);
  const process = isSameProcess ? testRun.process : fresh;
  if (verb === "delete") return deleted(testRun, fresh);
  const inputs = await fresh.check(fixture.program(verb));
  const isPartial = !isSameProcess && !result.succeeded && result.state !== undefined;
  const next = isPartial || verb === "update" ? "update" : "create";
  return settled(testRun, result.succeeded ? result : await process.perform(next, { inputs, state: result.state }), fresh);
}

async function deleted({ fixture, result }: CloudTestRun, fresh: ResourceProcess): Promise<string[]> {
  const { succeeded, text } = result.succeeded
    ? result
    : await fresh.perform("delete", { inputs: result.state!.inputs, state: result.state });
  const ids = fixture.existing();
  return succeeded && ids.length === 0 ? [] : [`afterwards ${ids.join(", ")} exists: ${text}`];
}

/** The object exists once, but for one that an earlier attempt may have left, and is as the program declares; then it can be deleted. */
async function settled({ fixture, plan, result }: CloudTestRun, now: OperationResult, fresh: ResourceProcess): Promise<string[]> {
  const { sample } = plan.subject;
  const isDoubtful = !result.succeeded && result.state === undefined && ambiguousOutcome.test(result.text);
  const ids = fixture.existing();
  if (!now.succeeded) return sample.sole === true && isDoubtful && ids.length === 1 ? [] : [`the next run fails: ${now.code} ${now.text}`];
  const state = now.state!;
  if (!sample.operation && !ids.includes(state.id)) return [`the engine stores ${state.id}, but ${ids.join(", ")} exists`];
  if (ids.length > (isDoubtful && sample.nameless ? 2 : 1)) return [`afterwards ${ids.length} objects exist: ${ids.join(", ")}`];
  const differing = await fresh.differences(state, await fresh.check(fixture.program(plan.verb)));
  if (differing === undefined) return ["afterwards the object is gone"];
  const wrong = differing.map((path) => `afterwards ${path} is not as declared`);
  const end = await fresh.perform("delete", { inputs: state.inputs, state });
  if (!end.succeeded || fixture.existing().includes(state.id)) wrong.push(`the object cannot be deleted: ${end.text}`);
  return wrong;
}
