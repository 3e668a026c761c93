// Distinct secret texts in every secret place of module eventrouting/v1: settings, environment, inputs, states, and in whatever a service repeats. None of
// them may be in a status, a failure, a log line, a plain output, a trace, on stdout or stderr, whatever goes wrong (cases 19, 44, 70, 95, 140, 145).
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmulatorRequest } from "../../emulators/exchange";
import type { Collector } from "../../support/collector";
import { startCollector } from "../../support/collector";
import type { Events } from "../../support/events";
import { closeEvents, openEvents } from "../../support/events";
import { pluginFolder } from "../../support/plugin";
import type { Fixture } from "../../support/fixture";
import * as fixtures from "../../support/fixture";
import { until } from "../../support/waiting";
import { Canaries } from "../canaries";
import type { Source } from "./secret-inputs";
import { holders, repeating, sources, ways } from "./secret-inputs";

jest.setTimeout(600_000);
let canaries: Canaries;
let collector: Collector;
beforeEach(async () => {
  canaries = new Canaries();
  collector = await startCollector();
});
afterEach(async () => {
  await Promise.all([fixtures.closeFixtures(), closeEvents()]);
  collector.stop();
});

/** A plugin with all logs and traces on. */
const openVerbose = async (env: Record<string, string>): Promise<Fixture> =>
  fixtures.openFixture({
    env: { HOME: tmpdir(), PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, ...env },
    command: [join(pluginFolder, "pulumi-resource-quartet"), "--logtostderr", "-v=9"],
  });

async function openKnowing({ prepare }: Source): Promise<Events> {
  const events = await openEvents();
  prepare(events.emulator);
  const name = "projects/demo-project/locations/us-central1/triggers/orders";
  events.emulator.objects.triggers.set(name, { name });
  return events;
}

/** All verbs on all resources that hold secrets, and lookups of them, at once. */
async function allVerbs({ rpc }: Fixture, where: string): Promise<void> {
  const calls = holders(canaries).flatMap(({ type, id, inputs, news, outputs }) => {
    const about = { type, timeout: 3, id };
    const olds = { ...inputs, ...outputs };
    const verbs: Record<string, () => Promise<unknown>> = {
      check: () => rpc.check({ type, news: inputs }),
      create: () => rpc.create({ ...about, inputs }),
      preview: () => rpc.create({ ...about, inputs, preview: true }),
      read: () => rpc.read({ ...about, inputs, properties: olds }),
      update: () => rpc.update({ ...about, olds, oldInputs: inputs, news }),
      delete: () => rpc.delete({ ...about, properties: olds, oldInputs: inputs }),
    };
    return Object.entries(verbs).map(async ([verb, call]) => canaries.recordCall(`${where}, ${verb} of ${type}`, call()));
  });
  const place = { location: "us-central1" };
  const running = Object.entries({
    getChannel: { ...place, channelId: "orders" },
    getTriggers: place,
    getProviders: place,
    getProvider: { ...place, providerId: "storage.googleapis.com" },
    getTriggerIamPolicy: { ...place, triggerId: "orders" },
  });
  await Promise.all([
    ...calls,
    ...running.map(async ([name, inputs]) =>
      canaries.recordCall(`${where}, ${name}`, rpc.invoke(`quartet:eventrouting/v1:${name}`, inputs)),
    ),
  ]);
}

/** Everything against one service while it repeats what it is sent, and without fault; returns all that it was sent. */
async function runAll(fixture: Fixture, { emulator, faults, requests }: Events): Promise<EmulatorRequest[]> {
  const seen: EmulatorRequest[] = [];
  for (const tokens of [true, false])
    for (const way of ways) {
      faults.add(repeating(way, { seen, tokens }));
      await allVerbs(fixture, way);
      faults.clear();
    }
  await allVerbs(fixture, "no fault");
  await until("spans", () => collector.spans.length > 0);
  await until("log lines of the last calls", () => fixture.engine.lines.some(({ message }) => message.includes("getIamPolicy")));
  for (const [token] of emulator.tokens.known.entries())
    if (token !== "test") canaries.plant(`token ${token.length} of the service`, token);
  canaries.record("stdout", fixture.plugin.stdout());
  canaries.record("stderr", fixture.plugin.stderr());
  canaries.record("traces", JSON.stringify(collector.spans));
  for (const { message } of fixture.engine.lines) canaries.record("log", message);
  return [...seen, ...requests];
}

/** Expects that no canary is shown, although the service received these and the secrets of the resources. */
function expectSilence(seen: EmulatorRequest[], { sent }: Source): void {
  canaries.expectSilence(seen, ["activation-token", "channel-label", "member", ...sent]);
}

const titles = sources(new Canaries()).map(({ title }) => title);

describe.each(titles)("%s", (title) => {
  test("in the settings", async () => {
    const source = sources(canaries).find((each) => each.title === title)!;
    const events = await openKnowing(source);
    const fixture = await openVerbose({});
    const { googleAccessToken: _, ...place } = events.settings;
    await fixture.rpc.configure({ ...place, ...source.settings });
    expectSilence(await runAll(fixture, events), source);
  });

  test("in the environment", async () => {
    const source = sources(canaries).find((each) => each.title === title)!;
    const events = await openKnowing(source);
    const { GOOGLE_OAUTH_ACCESS_TOKEN: _, ...place } = events.environment;
    const fixture = await openVerbose({ ...place, ...source.environment });
    await fixture.rpc.configure({ version: "0.1.0" });
    expectSilence(await runAll(fixture, events), source);
  });
});
