// A lost response and a slow network at once leave no object that the engine does not track: a write reserves the end of its time limit for reading what it has
// made. Each call of each create and update of each resource. See docs/protocol.md#timeouts.
import type { Fault } from "../emulators/faults";
import { resetAfter } from "../emulators/faults";
import { cloudSubjects } from "./cloud/subjects";
import { eventSubjects } from "./eventrouting/subjects";
import { searchSubjects } from "./search/subjects";
import { useVirtualTime } from "./virtual/time";
import type { Failure, Plan, Subject, TestRun } from "./virtual/test-run";
import { attempt, describe as describeTestRun, plansOf } from "./virtual/test-run";
import { schema } from "../provider/tools/schema-file";

jest.setTimeout(600_000);
useVirtualTime();

const subjects: readonly Subject[] = [...searchSubjects, ...cloudSubjects, ...eventSubjects].map((subject) => ({
  ...subject,
  verbs: subject.verbs.filter((verb) => verb === "create" || verb === "update"),
}));
const plans: Plan[] = [];
beforeAll(async () => void plans.push(...(await plansOf(subjects))));

const applied: Fault = async (respond) => {
  await respond();
  return "hang";
};
/** One way of a message in ms: a request and its response take a second. */
const latencyMs = 500;
const failures: readonly Failure[] = [
  { title: "a response that never comes", fault: applied, latencyMs, timeout: 60 },
  { title: "responses that never come", fault: applied, times: Infinity, latencyMs, timeout: 60 },
  { title: "a lost response", fault: resetAfter(), latencyMs, timeout: 60 },
  { title: "lost responses", fault: resetAfter(), times: Infinity, latencyMs, timeout: 60 },
];

/** The words for an object whose id the service generates, and does not repeat. */
const ambiguousOutcome = /may have been (created|carried out)/;

/** Returns the ids of objects that the engine does not store; one that cannot be adopted, without a name or without its secret, is excused if the error mentions it. */
function untracked({ plan, fixture, result }: TestRun): string[] {
  const ids = fixture.existing().filter((id) => !result.state?.id.endsWith(id));
  const { isNameless, secret } = plan.subject;
  return (isNameless || secret !== undefined) && !result.state && ambiguousOutcome.test(result.text) ? ids.slice(1) : ids;
}

/** A restore is an operation that makes no object of its own; its tests cover lost responses. */
const operation = "quartet:search:SearchSnapshotRestore";

test("all resources are covered", () => {
  const types = Object.keys(schema.resources ?? {}).filter((type) => type !== operation);
  expect([...new Set(subjects.map(({ type }) => type))].sort()).toEqual([...types].sort());
});

test.each(failures.map((failure) => [failure.title, failure] as const))("%s", async (_title, failure) => {
  const wrong: string[] = [];
  for (const plan of plans) {
    const testRun = await attempt(plan, failure);
    if (!testRun.hasFailed) wrong.push(describeTestRun(testRun, "the call was not made"));
    for (const id of untracked(testRun)) wrong.push(describeTestRun(testRun, `${id} is not tracked`));
  }
  expect(wrong).toEqual([]);
});
