// No orphan after any fault of the network on the way to the cloud: each call of each write of each resource fails in every way.
import { expectedCalls } from "./calls";
import { cloudCampaignOfFile } from "./campaign";
import { mishaps } from "./strikes";

jest.setTimeout(180_000);
const campaign = cloudCampaignOfFile();

test("the calls that are struck are all that the resources make", () => {
  const calls = new Map<string, [call: string, times: number][]>();
  for (const { sample, verb, call } of campaign.plans) {
    const key = `${verb} ${sample.title}`;
    const all = calls.get(key) ?? [];
    if (all.at(-1)?.[0] === call) all.at(-1)![1] += 1;
    else all.push([call, 1]);
    calls.set(key, all);
  }
  const lines = [...calls].map(([key, all]) => [key, all.map(([call, times]) => (times > 1 ? `${times} ${call}` : call)).join(", ")]);
  expect(Object.fromEntries(lines)).toEqual(expectedCalls);
});

test.each(mishaps.map((strike) => [strike.title, strike] as const))("%s", async (_title, strike) => {
  expect(await campaign.strikeAll(strike)).toEqual([]);
});
