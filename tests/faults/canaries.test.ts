// Distinct secret texts in every secret place: settings, connection blocks, the environment, inputs, arguments, and in whatever a remote repeats.
// None of them may stand in a status, a failure, a log line, a plain output, on stdout or stderr, whatever goes wrong (cases 19, 44, 70, 95, 140).
import { join } from "node:path";
import type { ServiceError } from "@grpc/grpc-js";
import type { EmulatorRequest } from "../emulators/exchange";
import { detailsOf } from "../support/failure";
import { pluginFolder } from "../support/plugin";
import * as scenes from "../support/scene";
import type { Scene } from "../support/scene";
import { lookupToken } from "../support/scene";
import type { Json, Properties } from "../support/structs";
import { until } from "../support/waiting";
import { Canaries } from "./canaries";
import { secretInputs } from "./secret-inputs";
import { allOf, repeating, ways } from "./repeating";
import { openStage } from "./stage";
import type { Stage } from "./stage";

jest.setTimeout(600_000);
afterEach(scenes.closeScenes);
let canaries: Canaries;
beforeEach(() => (canaries = new Canaries()));

const launcher = join(pluginFolder, "pulumi-resource-quartet");

/** As talkative as an engine can make it. */
const openTalkative = async (env: Record<string, string> = {}): Promise<Scene> =>
  scenes.openScene({ env, command: [launcher, "--logtostderr", "-v=9"] });

/** Listens to one call: to what can be read of its answer, or to all that its failure says. */
async function listen(where: string, call: Promise<unknown>): Promise<void> {
  try {
    canaries.hearPlain(where, (await call) as Json | undefined);
  } catch (thrown) {
    const error = thrown as ServiceError;
    if (typeof error.code !== "number") throw error;
    const { reasons = [], properties = {}, id = "" } = detailsOf(error).initFailed ?? {};
    canaries.record(where, [error.details, id, ...reasons].join("\n"));
    canaries.hearPlain(where, properties);
  }
}

/** All verbs on all resources, and all functions, at once. */
async function allVerbs({ rpc }: Scene, where: string, connection: Properties): Promise<void> {
  const { resources, functions } = secretInputs(canaries);
  const checked = resources.map(async ({ subject, inputs, news }) => ({
    subject,
    given: await rpc.inputs(subject, { ...inputs, ...connection }),
    wanted: await rpc.inputs(subject, { ...news, ...connection }),
  }));
  const calls = (await Promise.all(checked)).flatMap(({ subject, given, wanted }) => {
    const about = { ...subject, timeout: 2, id: "uuid/canary", oldInputs: given };
    const verbs: Record<string, Promise<unknown>> = {
      check: rpc.check({ ...subject, news: given }),
      create: rpc.create({ ...about, inputs: given }),
      preview: rpc.create({ ...about, inputs: given, preview: true }),
      update: rpc.update({ ...about, olds: given, news: wanted }),
      delete: rpc.delete({ ...about, properties: given }),
      read: rpc.read({ ...about, inputs: given, properties: given }),
    };
    return Object.entries(verbs).map(async ([verb, call]) => listen(`${where}, ${verb} of ${subject.type}`, call));
  });
  const asked = functions.map(async ([token, args]) => {
    const own = token.includes("Processor") ? {} : connection;
    await listen(`${where}, ${token}`, rpc.invoke(token, { ...args, ...own }) as Promise<unknown>);
  });
  await Promise.all([...calls, ...asked]);
}

/** What the plugin said beside its answers, when all of it has come. */
async function recordStreams({ plugin, engine, rpc }: Scene, stage?: Stage): Promise<void> {
  if (stage) {
    const last = { name: "the-last-line", searchConnections: [{ endpoints: [stage.url] }] };
    await rpc.invoke(lookupToken, last);
    await until("last line", () => engine.lines.some(({ message, severity }) => severity === "info" && message.includes("the-last-line")));
  }
  canaries.record("stdout", plugin.stdout());
  canaries.record("stderr", plugin.stderr());
  for (const { message } of engine.lines) canaries.record("log", message);
}

/** Everything against one server while it repeats what it is sent, and without fault; answers what it was sent. */
async function runAll(scene: Scene, stage: Stage, connection: Properties = {}): Promise<EmulatorRequest[]> {
  const seen: EmulatorRequest[] = [];
  for (const way of ways) {
    stage.faults.add(repeating(way, seen));
    await allVerbs(scene, way, connection);
    stage.faults.clear();
    await allVerbs(scene, "no fault", connection);
  }
  await recordStreams(scene, stage);
  await stage.stop();
  return [...seen, ...stage.requests];
}

/** Expects that no canary is shown, although the server received all of these. */
function expectSilence(seen: EmulatorRequest[], ...places: string[]): void {
  const everywhere = ["processor", "description", "lookup-name", "secret-value", "query", "match-field"];
  expect(canaries.missingIn(seen.map(allOf), [...everywhere, ...places])).toEqual([]);
  expect(canaries.leaked()).toEqual([]);
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
    const [scene, stage] = await Promise.all([openTalkative(), openStage()]);
    await scene.rpc.configure(scenes.settingsFor({ endpoints: [stage.url], ...credentials("settings") }));
    expectSilence(await runAll(scene, stage), ...places("settings"));
  });

  test("in the block of a call", async () => {
    const [scene, stage] = await Promise.all([openTalkative(), openStage()]);
    await scene.rpc.configure({ version: "0.1.0" });
    const connection = { searchConnections: [{ endpoints: [stage.url], ...credentials("block") }] };
    expectSilence(await runAll(scene, stage, connection), ...places("block"));
  });

  test("in the environment", async () => {
    const stage = await openStage();
    const { username = "", password = "", apiKey = "", bearerToken = "", esClientAuthentication = "" } = credentials("environment");
    const scene = await openTalkative({
      ELASTICSEARCH_ENDPOINTS: stage.url,
      ELASTICSEARCH_USERNAME: String(username),
      ELASTICSEARCH_PASSWORD: String(password),
      ELASTICSEARCH_API_KEY: String(apiKey),
      ELASTICSEARCH_BEARER_TOKEN: String(bearerToken),
      ELASTICSEARCH_ES_CLIENT_AUTHENTICATION: String(esClientAuthentication),
      ...bystanders(),
    });
    await scene.rpc.configure({ version: "0.1.0" });
    const sent = places("environment").filter((place) => !place.endsWith("-header"));
    expectSilence(await runAll(scene, stage), ...sent);
  });
});

/** Variables with secrets that nothing here asks for. */
const bystanders = (): Record<string, string> => ({
  KIBANA_PASSWORD: canaries.of("kibana-password"),
  FLEET_API_KEY: canaries.of("fleet-key"),
  AWS_SECRET_ACCESS_KEY: canaries.of("aws-key"),
  PULUMI_CONFIG: JSON.stringify({ "quartet:searchServers": canaries.of("pulumi-config") }),
  PULUMI_CONFIG_PASSPHRASE: canaries.of("passphrase"),
  NPM_TOKEN: canaries.of("npm-token"),
});

test("user name and password in the address of the server", async () => {
  const [scene, stage] = await Promise.all([openTalkative(), openStage()]);
  const address = stage.url.replace("//", `//tester:${canaries.of("address-password")}@`);
  await scene.rpc.configure(scenes.settingsFor({ endpoints: [address] }));
  expectSilence(await runAll(scene, stage), "address-password");
});
