// Distinct secret texts in every secret place: settings, connection blocks, the environment, inputs, arguments, and in whatever a remote repeats.
// None of them may be in a status, a failure, a log line, a plain output, on stdout or stderr, whatever goes wrong (cases 19, 44, 70, 95, 140).
import { join } from "node:path";
import type { EmulatorRequest } from "../emulators/exchange";
import { pluginFolder } from "../support/plugin";
import * as fixtures from "../support/fixture";
import type { Fixture } from "../support/fixture";
import { lookupToken } from "../support/fixture";
import type { Properties } from "../support/structs";
import { until } from "../support/waiting";
import { Canaries } from "./canaries";
import { secretInputs } from "./secret-inputs";
import { repeating, ways } from "./repeating";
import { openSetup } from "./setup";
import type { Setup } from "./setup";

jest.setTimeout(600_000);
afterEach(fixtures.closeFixtures);
let canaries: Canaries;
beforeEach(() => (canaries = new Canaries()));

const launcher = join(pluginFolder, "pulumi-resource-quartet");

/** As talkative as an engine can make it. */
const openVerbose = async (env: Record<string, string> = {}): Promise<Fixture> =>
  fixtures.openFixture({ env, command: [launcher, "--logtostderr", "-v=9"] });

/** All verbs on all resources, and all functions, at once. */
async function allVerbs({ rpc }: Fixture, where: string, connection: Properties): Promise<void> {
  const { resources, functions } = secretInputs(canaries);
  const checked = resources.map(async ({ subject, inputs, news }) => ({
    subject,
    given: await rpc.inputs(subject, { ...inputs, ...connection }),
    expected: await rpc.inputs(subject, { ...news, ...connection }),
  }));
  const calls = (await Promise.all(checked)).flatMap(({ subject, given, expected }) => {
    const about = { ...subject, timeout: 2, id: "uuid/canary", oldInputs: given };
    const verbs: Record<string, Promise<unknown>> = {
      check: rpc.check({ ...subject, news: given }),
      create: rpc.create({ ...about, inputs: given }),
      preview: rpc.create({ ...about, inputs: given, preview: true }),
      update: rpc.update({ ...about, olds: given, news: expected }),
      delete: rpc.delete({ ...about, properties: given }),
      read: rpc.read({ ...about, inputs: given, properties: given }),
    };
    return Object.entries(verbs).map(async ([verb, call]) => canaries.recordCall(`${where}, ${verb} of ${subject.type}`, call));
  });
  const running = functions.map(async ([token, args]) => {
    const own = token.includes("Processor") ? {} : connection;
    await canaries.recordCall(`${where}, ${token}`, rpc.invoke(token, { ...args, ...own }) as Promise<unknown>);
  });
  await Promise.all([...calls, ...running]);
}

/** What the plugin wrote beside its responses, once all of it has arrived. */
async function recordStreams({ plugin, engine, rpc }: Fixture, setup?: Setup): Promise<void> {
  if (setup) {
    const last = { name: "the-last-line", searchConnections: [{ endpoints: [setup.url] }] };
    await rpc.invoke(lookupToken, last);
    await until("last line", () => engine.lines.some(({ message, severity }) => severity === "info" && message.includes("the-last-line")));
  }
  canaries.record("stdout", plugin.stdout());
  canaries.record("stderr", plugin.stderr());
  for (const { message } of engine.lines) canaries.record("log", message);
}

/** Everything against one server while it repeats what it is sent, and without fault; returns what it was sent. */
async function runAll(fixture: Fixture, setup: Setup, connection: Properties = {}): Promise<EmulatorRequest[]> {
  const seen: EmulatorRequest[] = [];
  for (const way of ways) {
    setup.faults.add(repeating(way, seen));
    await allVerbs(fixture, way, connection);
    setup.faults.clear();
    await allVerbs(fixture, "no fault", connection);
  }
  await recordStreams(fixture, setup);
  await setup.stop();
  return [...seen, ...setup.requests];
}

/** Expects that no canary is shown, although the server received all of these. */
function expectSilence(seen: EmulatorRequest[], ...places: string[]): void {
  const everywhere = ["processor", "description", "lookup-name", "secret-value", "query", "match-field"];
  canaries.expectSilence(seen, [...everywhere, ...places]);
}

const kinds = Object.keys(secretInputs(new Canaries()).credentials);
const placesOf: Record<string, string[]> = {
  "user name and password": ["password", "header"],
  "an API key": ["key"],
  "a bearer token": ["bearer", "shared"],
};

describe.each(kinds)("%s", (kind) => {
  const credentials = (layer: string): Properties => secretInputs(canaries).credentials[kind]!(layer);
  const places = (layer: string): string[] => placesOf[kind]!.map((place) => `${layer}-${place}`);

  test("in the settings", async () => {
    const [fixture, setup] = await Promise.all([openVerbose(), openSetup()]);
    await fixture.rpc.configure(fixtures.settingsFor({ endpoints: [setup.url], ...credentials("settings") }));
    expectSilence(await runAll(fixture, setup), ...places("settings"));
  });

  test("in the block of a call", async () => {
    const [fixture, setup] = await Promise.all([openVerbose(), openSetup()]);
    await fixture.rpc.configure({ version: "0.1.0" });
    const connection = { searchConnections: [{ endpoints: [setup.url], ...credentials("block") }] };
    expectSilence(await runAll(fixture, setup, connection), ...places("block"));
  });

  test("in the environment", async () => {
    const setup = await openSetup();
    const { username = "", password = "", apiKey = "", bearerToken = "", esClientAuthentication = "" } = credentials("environment");
    const fixture = await openVerbose({
      ELASTICSEARCH_ENDPOINTS: setup.url,
      ELASTICSEARCH_USERNAME: String(username),
      ELASTICSEARCH_PASSWORD: String(password),
      ELASTICSEARCH_API_KEY: String(apiKey),
      ELASTICSEARCH_BEARER_TOKEN: String(bearerToken),
      ELASTICSEARCH_ES_CLIENT_AUTHENTICATION: String(esClientAuthentication),
      ...bystanders(),
    });
    await fixture.rpc.configure({ version: "0.1.0" });
    const sent = places("environment").filter((place) => !place.endsWith("-header"));
    expectSilence(await runAll(fixture, setup), ...sent);
  });
});

/** Variables with secrets that nothing here uses. */
const bystanders = (): Record<string, string> => ({
  KIBANA_PASSWORD: canaries.of("kibana-password"),
  FLEET_API_KEY: canaries.of("fleet-key"),
  AWS_SECRET_ACCESS_KEY: canaries.of("aws-key"),
  PULUMI_CONFIG: JSON.stringify({ "quartet:searchServers": canaries.of("pulumi-config") }),
  PULUMI_CONFIG_PASSPHRASE: canaries.of("passphrase"),
  NPM_TOKEN: canaries.of("npm-token"),
});

test("user name and password in the address of the server", async () => {
  const [fixture, setup] = await Promise.all([openVerbose(), openSetup()]);
  const address = setup.url.replace("//", `//tester:${canaries.of("address-password")}@`);
  await fixture.rpc.configure(fixtures.settingsFor({ endpoints: [address] }));
  expectSilence(await runAll(fixture, setup), "address-password");
});
