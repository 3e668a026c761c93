// No orphan after any refusal of the cloud, and none that is told without action, code and request id: each call of each write of each resource is refused.
import { cloudCampaignOfFile } from "./campaign";
import { refusals } from "./strikes";

jest.setTimeout(180_000);
const campaign = cloudCampaignOfFile();

test.each(refusals.map((strike) => [strike.title, strike] as const))("%s", async (_title, strike) => {
  expect(await campaign.strikeAll(strike)).toEqual([]);
});
