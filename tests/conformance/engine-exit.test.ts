// Cases 6, 17 and 18: a plugin whose engine is gone ends by itself. See docs/protocol.md#engine-liveness. All processes start at once, because the health check runs every 30 s.
// Virtual time covers the intervals in tests/provider/plugin/lifetime.test.ts.
import { version as packageVersion } from "../../package.json";
import { startEngine, type FakeEngine } from "../support/engine";
import { startPlugin, type Ended, type RunningPlugin } from "../support/plugin";
import * as fixtures from "../support/fixture";
import { until } from "../support/waiting";

/** The first health check runs after 30 to 35 s, the second one 5 s later; the rest is a margin for slow machines. */
const guardMs = 120_000;

interface Watched {
  plugin: RunningPlugin;
  startedAt: number;
  end: Promise<Ended & { afterMs: number }>;
}

async function watched(address: string): Promise<Watched> {
  const plugin = await startPlugin({ args: [address] });
  const startedAt = Date.now();
  return { plugin, startedAt, end: plugin.ended.then((ended) => ({ ...ended, afterMs: Date.now() - startedAt })) };
}

let withoutEngine: Watched;
let withStoppedEngine: Watched;
let withEngine: (Watched & { engine: FakeEngine })[];

beforeAll(async () => {
  withoutEngine = await watched("127.0.0.1:1");
  const brieflyRunning = await startEngine();
  withStoppedEngine = await watched(brieflyRunning.address);
  brieflyRunning.die();
  const engines = [await startEngine({ health: "unknown" }), await startEngine({ health: "responds" })];
  withEngine = await Promise.all(engines.map(async (engine) => ({ ...(await watched(engine.address)), engine })));
});
afterAll(fixtures.closeFixtures);

test(
  "6: an engine that never listened: the plugin starts, serves, and ends after the guard's grace",
  async () => {
    expect(await fixtures.connect(withoutEngine.plugin.port).version()).toBe(packageVersion);
    const { afterMs, ...ended } = await withoutEngine.end;
    expect(ended).toEqual({ code: 0, signal: null });
    expect(afterMs).toBeGreaterThan(25_000);
  },
  guardMs,
);

test(
  "17: an engine that was killed: the plugin ends",
  async () => expect(await withStoppedEngine.end).toMatchObject({ code: 0, signal: null }),
  guardMs,
);

test(
  "18: the plugin of an engine without the health check, or of a healthy one, continues",
  async () => {
    await Promise.all([withoutEngine.end, withStoppedEngine.end]);
    // Two failed health checks in a row would have ended these processes.
    for (const { engine, startedAt, plugin } of withEngine) {
      await until("look at the engine", () => engine.checks.length >= 1, guardMs);
      await until("time for two further looks", () => Date.now() > Math.max(startedAt, engine.checks[0]!) + 11_000, guardMs);
      expect(plugin.running()).toBe(true);
      expect(await fixtures.connect(plugin.port).version()).toBe(packageVersion);
    }
  },
  guardMs,
);
