// What most suites at the port need: one plugin, one engine, one client, and for each test an Elasticsearch of its own that the plugin is configured for.
import type { Served } from "../emulators/serve";
import { createSearchEmulator, type SearchEmulatorOptions } from "../emulators/search/index";
import { startEngine, stopEngines, type EngineOptions } from "./engine";
import { startPlugin, stopPlugins, type StartOptions } from "./plugin";
import { Rpc } from "./rpc";
import { closeServices, openService } from "./services";
import { secret, type Properties } from "./structs";

/** Tokens of the two resources. */
export const pipeline = { type: "quartet:search:SearchIngestPipeline" };
export const template = { type: "quartet:search:SearchIndexTemplate" };
/** The lookup that sends a request. */
export const lookupToken = "quartet:search:getSearchIndexTemplate";
/** A helper, which sends no request. */
export const helperToken = "quartet:search:getSearchIngestProcessorBytes";

/** The secret half of the API key, and the whole as it is given to the provider. */
export const keySecret = "Emulator-Key-4711";
export const apiKey = Buffer.from(`tester:${keySecret}`).toString("base64");

/** Those of one test: emulators of other services may belong to a whole file. */
const searches = new Set<Served>();

/** An Elasticsearch for one test. */
export type Search = Awaited<ReturnType<typeof openSearch>>;

/** Starts an Elasticsearch that takes one API key; `block` is the connection block that reaches it, with credentials in plain. */
export async function openSearch(options: SearchEmulatorOptions = {}) {
  const security = { apiKeys: { tester: { key: keySecret, cluster: ["all"] } } };
  const service = await openService(createSearchEmulator({ security, ...options }), { among: searches });
  return Object.assign(service, { block: { endpoints: [service.url], apiKey } });
}

/** Stops every Elasticsearch of this test. */
export const closeSearches = async (): Promise<void> => closeServices(searches);

/** Settings as an engine sends them to Configure: secret where the schema declares it. */
export const settingsFor = (block: Properties): Properties => ({ version: "0.1.0", searchServers: secret([block]) });

/** A plugin with its engine and client. */
export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** Starts an engine and a plugin that talks to it. */
export async function openFixture(options: EngineOptions & StartOptions = {}) {
  const engine = await startEngine(options);
  const plugin = await startPlugin({ args: [engine.address], ...options });
  const rpc = connect(plugin.port);
  /** A new Elasticsearch, and the plugin configured for it. */
  const search = async (emulatorOptions?: SearchEmulatorOptions) => {
    const search = await openSearch(emulatorOptions);
    await rpc.configure(settingsFor(search.block));
    return search;
  };
  return { engine, plugin, rpc, search };
}

/** Case 19: after the port nothing is on stdout, and no secret is anywhere in what the process wrote or logged. */
export function expectNoSecrets({ plugin, engine, rpc }: Fixture): void {
  expect(plugin.stdout()).toBe(`${plugin.port}\n`);
  const output = [plugin.stderr(), ...engine.lines.map(({ message }) => message)].join("\n");
  for (const text of rpc.secrets) expect(output).not.toContain(text);
}

/** One fixture for all tests of a file. Every test gets an Elasticsearch emulator of its own; case 19 is verified at the end, for the whole run. */
export function fixtureOfFile(): Fixture {
  const fixture = {} as Fixture;
  beforeAll(async () => void Object.assign(fixture, await openFixture()));
  afterEach(closeSearches);
  afterAll(async () => {
    try {
      expectNoSecrets(fixture);
    } finally {
      await closeFixtures();
    }
  });
  return fixture;
}

const connections = new Set<Rpc>();

/** Ends everything that these tests have started. */
export async function closeFixtures(): Promise<void> {
  for (const rpc of connections) rpc.close();
  connections.clear();
  await stopPlugins();
  stopEngines();
  await closeSearches();
}

/** A further client of a plugin, closed with the others. */
export function connect(port: number, deadline?: number): Rpc {
  const rpc = new Rpc(port, deadline);
  connections.add(rpc);
  rpc.secrets.add(apiKey).add(keySecret);
  return rpc;
}
