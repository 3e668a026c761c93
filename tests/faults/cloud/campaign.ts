// Lets every remote call of every write of every resource of module cloud fail in the same way, each on a service of its own.
import type { Failure, Plan } from "../virtual/test-run";
import { attempt, plansOf } from "../virtual/test-run";
import type { CloudSubject } from "./subjects";
import { cloudSubjects } from "./subjects";
import type { Continuation } from "./violations";
import { violations } from "./violations";

/** The campaign of a test file. */
export interface CloudCampaign {
  /** The remote calls of each operation. */
  readonly plans: readonly Plan<CloudSubject>[];
  /** Returns all violations, and the number of test runs. */
  run(failure: Failure): Promise<{ testRuns: number; wrong: string[] }>;
}

/** Finds out the calls before the tests of a file. */
export function cloudCampaignOfFile(): CloudCampaign {
  const plans: Plan<CloudSubject>[] = [];
  beforeAll(async () => void plans.push(...(await plansOf(cloudSubjects))));
  const run = async (failure: Failure): Promise<{ testRuns: number; wrong: string[] }> => {
    const testRuns: { plan: Plan<CloudSubject>; continuation: Continuation }[] = plans.map((plan) => ({
      plan,
      continuation: "new process",
    }));
    // What every operation overcomes is not requested again.
    if (failure.isOvercome !== true)
      for (const plan of plans) if (plan.verb === "create") testRuns.push({ plan, continuation: "same process" });
    const wrong: string[] = [];
    for (const { plan, continuation } of testRuns) wrong.push(...(await violations(await attempt(plan, failure), continuation)));
    return { testRuns: testRuns.length, wrong };
  };
  return { plans, run };
}
