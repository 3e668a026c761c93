// Distinct secret texts in every secret place of module search: settings, connection blocks, the environment, inputs, states, and in whatever a server repeats.
// None of them may be in a status, a failure, a log line, a plain output, a trace, on stdout or stderr, whatever goes wrong (cases 19, 44, 70, 95, 140, 145).
// tests/conformance/errors and tests/conformance/eventrouting cover further credentials, tests/invariants/failures all resources in process.
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmulatorRequest } from "../emulators/exchange";
import type { Collector } from "../support/collector";
import { startCollector } from "../support/collector";
import type { Fixture } from "../support/fixture";
import * as fixtures from "../support/fixture";
import { helperToken, lookupToken, pipeline } from "../support/fixture";
import { pluginFolder } from "../support/plugin";
import type { Json, Properties } from "../support/structs";
import { secret } from "../support/structs";
import { until } from "../support/waiting";
import { Canaries } from "./canaries";
import { repeating, ways } from "./repeating";

jest.setTimeout(600_000);
let canaries: Canaries;
let collector: Collector;
beforeEach(async () => {
  canaries = new Canaries();
  collector = await startCollector();
});
afterEach(async () => {
  await fixtures.closeFixtures();
  collector.stop();
});

/** A plugin with all logs and traces on. */
const openVerbose = async (env: Record<string, string> = {}): Promise<Fixture> =>
  fixtures.openFixture({
    env: { HOME: tmpdir(), PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, ...env },
    command: [join(pluginFolder, "pulumi-resource-quartet"), "--logtostderr", "-v=9"],
  });

/** Calls all verbs of a pipeline, a lookup and a helper, at once. */
async function callAll({ rpc }: Fixture, where: string, connection: Properties): Promise<void> {
  const of = (place: string): Json => secret(canaries.of(place));
  const inputs = (place: string): Properties => ({
    name: "canary",
    processors: [secret(`{"set":{"field":"a","value":"${canaries.of(`${place}-processor`)}"}}`)],
    description: of(`${place}-description`),
    ...connection,
  });
  const olds = inputs("old");
  const about = { ...pipeline, timeout: 3, id: "uuid/canary" };
  const calls: Record<string, Promise<unknown>> = {
    check: rpc.check({ ...pipeline, news: olds }),
    create: rpc.create({ ...about, inputs: olds }),
    preview: rpc.create({ ...about, inputs: olds, preview: true }),
    read: rpc.read({ ...about, inputs: olds, properties: olds }),
    update: rpc.update({ ...about, olds, oldInputs: olds, news: inputs("new") }),
    delete: rpc.delete({ ...about, properties: olds, oldInputs: olds }),
    lookup: rpc.invoke(lookupToken, { name: of("lookup-name"), ...connection }),
    helper: rpc.invoke(helperToken, { field: of("helper-field") }),
  };
  await Promise.all(Object.entries(calls).map(async ([what, call]) => canaries.recordCall(`${where}, ${what}`, call)));
}

/** Credentials of module search, as a block of settings or of a call, or as variables. */
interface SearchLayer {
  settings?: Properties;
  block?: Properties;
  env?: Record<string, string>;
  sent: string[];
}

test.each<[title: string, layer: (of: Canaries["of"], url: string) => SearchLayer]>([
  [
    "user name, password and a header in the settings",
    (of, url) => ({
      settings: { endpoints: [url], username: "elastic", password: of("password"), headers: { "X-Token": of("header") } },
      sent: ["password", "header"],
    }),
  ],
  [
    "an API key in the block of a call",
    (of, url) => ({ block: { endpoints: [url], apiKey: Buffer.from(`tester:${of("key")}`).toString("base64") }, sent: ["key"] }),
  ],
  [
    "a bearer token in the environment",
    (of, ELASTICSEARCH_ENDPOINTS) => ({
      env: {
        ELASTICSEARCH_ENDPOINTS,
        ELASTICSEARCH_BEARER_TOKEN: of("bearer"),
        ELASTICSEARCH_ES_CLIENT_AUTHENTICATION: of("shared"),
        PULUMI_CONFIG_PASSPHRASE: of("passphrase"),
      },
      sent: ["bearer", "shared"],
    }),
  ],
])("%s", async (_title, layer) => {
  const search = await fixtures.openSearch({ security: undefined });
  const { settings, block, env, sent } = layer((place) => canaries.of(place), search.url);
  const fixture = await openVerbose(env);
  await fixture.rpc.configure(settings ? fixtures.settingsFor(settings) : { version: "0.1.0" });
  const connection: Properties = block ? { searchConnections: [block] } : {};
  const seen: EmulatorRequest[] = [];
  for (const way of ways) {
    search.faults.add(repeating(way, seen));
    await callAll(fixture, way, connection);
    search.faults.clear();
  }
  await callAll(fixture, "no fault", connection);
  await until("spans", () => collector.spans.length > 0);
  const last = search.requests.at(-1)!.path;
  await until("log lines of the last calls", () => fixture.engine.lines.some(({ message }) => message.includes(last)));
  canaries.record("stdout", fixture.plugin.stdout());
  canaries.record("stderr", fixture.plugin.stderr());
  canaries.record("traces", JSON.stringify(collector.spans));
  for (const { message } of fixture.engine.lines) canaries.record("log", message);
  canaries.expectSilence([...seen, ...search.requests], [...sent, "old-processor", "old-description", "lookup-name"]);
});
