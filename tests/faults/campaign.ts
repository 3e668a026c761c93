// A campaign: each remote call of each operation of each resource fails in one way per test. No object is lost, and the next step ends as the program
// declares. In this process and in virtual time; tests/conformance covers the port. See docs/protocol.md#partial-failures and docs/protocol.md#timeouts.
import { schema } from "../provider/tools/schema-file";
import type { OperationResult, ResourceProcess } from "./virtual/engine";
import type { Failure, Plan, Subject, TestRun } from "./virtual/test-run";
import { attempt, describe, plansOf, processOf } from "./virtual/test-run";
import { inVirtualTime, sleep, virtualTimeOfFile } from "../support/virtual-time";

/** A resource of a campaign. */
export interface CampaignSubject extends Subject {
  /** Whether the module repeats writes whose outcome is unknown. */
  repeatsWrites?: true;
  /** Whether a create continues with what an earlier one has made. */
  isAdopted?: boolean;
}

/** How long after its time limit a write may end: it waits for the outcome of a request that was sent, then reads the object. */
const graceMs = 1000;

/** Returns all violations of a test run, one line each. `isSameProcess`: the process itself receives the same create again, from a hook of the program. */
type Judge<S extends CampaignSubject> = (testRun: TestRun<S>, isSameProcess: boolean) => Promise<string[]>;

/** Defines one test for each way to fail. */
export function failEachCall<S extends CampaignSubject>(
  subjects: readonly S[],
  failures: readonly Failure[],
  judge: Judge<S> = violations,
): void {
  jest.setTimeout(600_000);
  virtualTimeOfFile();
  const plans: Plan<S>[] = [];
  beforeAll(async () => void plans.push(...(await plansOf(subjects))));

  test("all resources of the module are covered", () => {
    const types = new Set(subjects.map(({ type }) => type));
    const section = subjects[0]!.type.replace(/\w+$/, "");
    const missing = Object.keys(schema.resources ?? {}).filter((type) => type.startsWith(section) && !types.has(type));
    // A restore is an operation that makes no object of its own; its tests cover lost responses.
    expect(missing).toEqual(section.includes(":search:") ? ["quartet:search:SearchSnapshotRestore"] : []);
  });

  test.each(failures.map((failure) => [failure.title, failure] as const))("%s", async (_title, failure) => {
    const wrong: string[] = [];
    for (const plan of plans)
      for (const isSameProcess of isRepeated(plan, failure) ? [false, true] : [false]) {
        const testRun = await attempt(plan, failure);
        if (failure.isLate) await inVirtualTime(sleep(200_000));
        wrong.push(...(await judge(testRun, isSameProcess)));
      }
    expect(wrong).toEqual([]);
  });
}

/** Whether the same create is requested again. A module that repeats writes has done so itself, and a cancelled process receives no further requests. */
const isRepeated = ({ verb, subject }: Plan<CampaignSubject>, { isCancelled }: Failure): boolean =>
  verb === "create" && subject.repeatsWrites !== true && isCancelled !== true;

async function violations(testRun: TestRun<CampaignSubject>, isSameProcess: boolean): Promise<string[]> {
  if (!testRun.hasFailed) return [describe(testRun, "the call was not made")];
  const found = [...immediate(testRun), ...(await (isSameProcess ? repeated(testRun) : nextRun(testRun)))];
  return found.map((violation) => describe(testRun, violation));
}

/** Whether the text contains the command that imports the object, or a way to find an object whose ID or secret is unknown. */
const isNamed = (text: string, name: string): boolean =>
  new RegExp(`pulumi import quartet:search:\\w+ \\S+ \\S+/${name}`).test(text) ||
  /GET \/_security\/api_key\?name=orphan /.test(text) ||
  /GET \/_connector\?service_type=\w+&index_name=content-orphans/.test(text) ||
  text.includes("Index name [content-orphans]");

function immediate({ plan, result, failure, fixture, before, milliseconds }: TestRun<CampaignSubject>): string[] {
  const { succeeded, state, text, code } = result;
  const { subject, verb, call } = plan;
  const ids = fixture.existing();
  const untracked = ids.filter((id) => !state?.id.endsWith(id) && !isNamed(text, id));
  // The error alone may name what came after the response, or an object whose ID was not received.
  const isExcused = failure.isLate === true || call.startsWith("POST ") || subject.secret !== undefined || subject.isAdopted === true;
  const checks: [violated: boolean, violation: string][] = [
    [untracked.length > 0 && verb !== "delete" && !(subject.isAdopted && !succeeded), `${untracked.join(", ")} is not tracked`],
    [!isExcused && !state && ids.length > 0 && verb !== "delete", "the engine stores nothing of the object"],
    [ids.length > 1, `${ids.length} objects exist: ${ids.join(", ")}`],
    // What no delete removes exists before the create as well.
    [
      subject.verbs.includes("delete") && verb !== "delete" && !!state && ids.length === 0,
      "the engine stores an object that does not exist",
    ],
    [verb === "delete" && succeeded && ids.length > 0, "the deleted object exists"],
    [!!before && !!state && state.id !== before.id, "the id changed"],
    [code === "internal", "an internal error"],
    [!succeeded && failure.isOvercome === true && subject.repeatsWrites === true, "the operation fails"],
    [!succeeded && code !== "deadline_exceeded" && !text.includes(failure.code ?? ""), "the error does not name the code"],
    [!succeeded && text === "", "the error is empty"],
    // A refresh reads twice.
    [
      verb !== "refresh" && failure.timeout !== undefined && milliseconds > failure.timeout * 1000 + graceMs,
      `the operation takes ${milliseconds} ms`,
    ],
  ];
  return checks.filter(([violated]) => violated).map(([, violation]) => violation);
}

/** The engine continues in a new process: with what it stores, or with a create if it stores nothing. */
async function nextRun(testRun: TestRun<CampaignSubject>): Promise<string[]> {
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
async function repeated(testRun: TestRun<CampaignSubject>): Promise<string[]> {
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
  { fixture, plan }: TestRun<CampaignSubject>,
  now: OperationResult,
  fresh: ResourceProcess,
  mayExist = false,
): Promise<string[]> {
  const { verb, subject } = plan;
  const isTracked = (name: string): boolean => now.state?.id.endsWith(name) === true;
  // The error of the first create has named an object whose secret was lost.
  const ids = fixture.existing().filter((id) => subject.secret === undefined || !mayExist || !now.succeeded || isTracked(id));
  if (verb === "delete") return now.succeeded && ids.length === 0 ? [] : [`afterwards ${ids.join(", ")} exists: ${now.text}`];
  const [id] = ids;
  if (id === undefined || ids.length > 1) return [`afterwards ${ids.length} objects exist: ${ids.join(", ")} (${now.text})`];
  if (!now.succeeded) return mayExist && isNamed(now.text, id) ? [] : [`the next step fails: ${now.code} ${now.text}`];
  const state = now.state!;
  if (subject.secret !== undefined && state.state[subject.secret] === undefined) return [`afterwards ${subject.secret} is lost`];
  if (!isTracked(id)) return [`${id} exists, but the engine stores ${state.id}`];
  const differing = await fresh.differences(state, await fresh.check(fixture.program(verb)));
  return differing?.map((path) => `afterwards ${path} is not as declared`) ?? ["afterwards the object is gone"];
}
