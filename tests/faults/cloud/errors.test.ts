// No orphan after any error of module cloud's service, and no error without action, code and request id: each call of each write of each resource fails.
import { useVirtualTime } from "../virtual/time";
import { cloudCampaignOfFile } from "./campaign";
import { serviceErrors } from "./failures";

jest.setTimeout(600_000);
useVirtualTime();
const campaign = cloudCampaignOfFile();

test.each(serviceErrors.map((failure) => [failure.title, failure] as const))("%s", async (_title, failure) => {
  const { testRuns, wrong } = await campaign.run(failure);
  expect(wrong).toEqual([]);
  expect(testRuns).toBeGreaterThanOrEqual(campaign.plans.length);
});
