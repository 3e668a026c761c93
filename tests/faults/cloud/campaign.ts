// Strikes every remote call of every write of every resource of module cloud in the same way, each on a cloud of its own.
import { cloudSamples } from "../../samples/cloud";
import type { Verb } from "./engine";
import type { GoOn } from "./judging";
import { breaches } from "./judging";
import type { CloudStrike } from "./strikes";
import type { Plan } from "./trial";
import { attempt, learn } from "./trial";

const verbs: readonly Verb[] = ["create", "update", "delete"];
const atOnce = 24;

/** What a file of tests needs. */
export interface CloudCampaign {
  /** The remote calls of each operation without any fault. */
  readonly plans: readonly Plan[];
  /** All breaches, in words. */
  strikeAll(strike: CloudStrike): Promise<string[]>;
}

/** Learns the calls before the tests of a file. */
export function cloudCampaignOfFile(): CloudCampaign {
  const plans: Plan[] = [];
  beforeAll(async () => {
    for (const sample of cloudSamples)
      for (const verb of verbs.filter((each) => each !== "update" || sample.news)) {
        const calls = await learn(sample, verb);
        plans.push(...calls.map((call, index) => ({ sample, verb, call, index })));
      }
  });
  return { plans, strikeAll: async (strike) => strikeAll(plans, strike) };
}

async function strikeAll(plans: readonly Plan[], strike: CloudStrike): Promise<string[]> {
  const lanes: { plan: Plan; goOn: GoOn }[] = plans.map((plan) => ({ plan, goOn: "anew" }));
  // What the operation overcomes by itself is not asked for again.
  if (strike.overcome !== true) for (const plan of plans) if (plan.verb === "create") lanes.push({ plan, goOn: "again" });
  const wrong: string[] = [];
  const worker = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) wrong.push(...(await breaches(await attempt(lane.plan, strike), lane.goOn)));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return wrong;
}
