// No orphan after any failure on the way to module search's server: each call of each write of each resource fails in every way. In this process;
// tests/faults/endings.test.ts covers the port.
import { inVirtualTime, useVirtualTime } from "../virtual/time";
import type { Plan } from "../virtual/test-run";
import { attempt, plansOf } from "../virtual/test-run";
import { lateWork, searchFailures } from "./failures";
import type { SearchSubject } from "./subjects";
import { searchSubjects } from "./subjects";
import type { Continuation } from "./violations";
import { violations } from "./violations";

jest.setTimeout(600_000);
useVirtualTime();
const plans: Plan<SearchSubject>[] = [];
beforeAll(async () => void plans.push(...(await plansOf(searchSubjects))));

test.each(searchFailures.map((failure) => [failure.title, failure] as const))("access 122: %s", async (_title, failure) => {
  const testRuns: { plan: Plan<SearchSubject>; continuation: Continuation }[] = [
    ...plans.map((plan) => ({ plan, continuation: "new process" }) as const),
    ...plans.filter(({ verb }) => verb === "create").map((plan) => ({ plan, continuation: "same process" }) as const),
  ];
  const wrong: string[] = [];
  for (const { plan, continuation } of testRuns) {
    const testRun = await attempt(plan, failure);
    if (failure.isLate) await inVirtualTime(lateWork);
    wrong.push(...(await violations(testRun, failure, continuation)));
  }
  expect(wrong).toEqual([]);
});
