// Disturbs every remote call of every write of every resource in the same way, all at once, each on a server of its own.
import type { RunningPlugin } from "../support/plugin";
import { startPlugin } from "../support/plugin";
import type { Rpc } from "../support/rpc";
import { closeFixtures, connect, helperToken } from "../support/fixture";
import { until } from "../support/waiting";
import { violations } from "./violations";
import type { Verb } from "./setup";
import type { Disturbance } from "./disturbances";
import { kinds } from "../samples/search/resources";
import type { Plan, TestRun } from "./test-run";
import { begin, learn } from "./test-run";

/** The writes of the protocol. */
export const verbs: readonly Verb[] = ["create", "update", "delete"];

/** A process that was affected, and what came of its operations. */
export interface Disturbed {
  plugin: RunningPlugin;
  /** Its own responses: none of these may be the mere end of the connection. */
  texts: string[];
  /** All violations, as text. */
  wrong: string[];
}

/** What a file of tests needs. */
export interface Campaign {
  disturbAll(disturbance: Disturbance): Promise<Disturbed>;
}

/** Starts what a file of tests needs, and learns the calls. */
export function campaignOfFile(): Campaign {
  let fresh: Rpc;
  const plans: Plan[] = [];
  beforeAll(async () => {
    fresh = (await start()).rpc;
    const { rpc, plugin } = await start();
    for (const verb of verbs) {
      for (const kind of kinds.filter(({ stays }) => !stays || verb !== "delete")) {
        const calls = await learn({ setUp: fresh, disturbed: rpc }, kind, verb);
        plans.push(...calls.map((call, index) => ({ kind, verb, call, index })));
      }
    }
    plugin.kill();
  });
  afterAll(closeFixtures);
  return { disturbAll: async (disturbance) => disturbAll(plans, disturbance, fresh) };
}

/** A plugin of its own, as for one run of the engine. */
async function start(): Promise<{ plugin: RunningPlugin; rpc: Rpc }> {
  const plugin = await startPlugin();
  const rpc = connect(plugin.port, 60_000);
  await rpc.configure({ version: "0.1.0" });
  return { plugin, rpc };
}

async function disturbAll(plans: readonly Plan[], disturbance: Disturbance, fresh: Rpc): Promise<Disturbed> {
  const { plugin, rpc } = await start();
  const testRuns = await Promise.all(plans.map(async (plan) => begin({ setUp: fresh, disturbed: rpc }, plan, disturbance)));
  await blow(disturbance.blow, { plugin, rpc, testRuns });
  const outcomes = await Promise.all(testRuns.map(async (testRun) => testRun.outcome));
  const wrong = await Promise.all(testRuns.map(async (testRun) => violations(testRun, fresh)));
  return { plugin, texts: outcomes.map(({ text }) => text), wrong: wrong.flat() };
}

/** Ends the operations once all of them are held; late responses arrive after the plugin has received its end. */
async function blow(
  kind: Disturbance["blow"],
  { plugin, rpc, testRuns }: { plugin: RunningPlugin; rpc: Rpc; testRuns: TestRun[] },
): Promise<void> {
  await Promise.all(testRuns.map(async ({ reached }) => reached));
  if (kind === "Cancel") await rpc.cancel();
  else plugin.kill(kind);
  await until("rejection of further calls", async () => !(await accepts(rpc)));
  for (const { release } of testRuns) release();
}

async function accepts(rpc: Rpc): Promise<boolean> {
  return rpc.resultOf(helperToken, { field: "a" }).then(
    () => true,
    () => false,
  );
}
