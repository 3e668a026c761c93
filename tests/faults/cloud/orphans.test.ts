// No orphan after any failure of the network on the way to module cloud's service: each call of each write of each resource fails in every way.
import { useVirtualTime } from "../virtual/time";
import { expectedCalls } from "./calls";
import { cloudCampaignOfFile } from "./campaign";
import { networkFailures } from "./failures";

jest.setTimeout(600_000);
useVirtualTime();
const campaign = cloudCampaignOfFile();

test("the campaign covers all calls of the writes", () => {
  const calls = new Map<string, [call: string, times: number][]>();
  for (const { subject, verb, call } of campaign.plans) {
    if (verb === "refresh") continue;
    const key = `${verb} ${subject.title}`;
    const all = calls.get(key) ?? [];
    if (all.at(-1)?.[0] === call) all.at(-1)![1] += 1;
    else all.push([call, 1]);
    calls.set(key, all);
  }
  const lines = [...calls].map(([key, all]) => [key, all.map(([call, times]) => (times > 1 ? `${times} ${call}` : call)).join(", ")]);
  expect(Object.fromEntries(lines)).toEqual(expectedCalls);
});

test.each(networkFailures.map((failure) => [failure.title, failure] as const))("%s", async (_title, failure) => {
  const { testRuns, wrong } = await campaign.run(failure);
  expect(wrong).toEqual([]);
  expect(testRuns).toBeGreaterThanOrEqual(campaign.plans.length);
});
