// Provider selection: several explicit providers, one configured by another resource, and expired credentials in the state.
import { cliOfFile, type Stack } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const cli = cliOfFile();
const drop = '{"drop":{}}';
const pipeline = (name: string, provider: string): object => ({
  type: "quartet:search:SearchIngestPipeline",
  properties: { name, processors: [drop] },
  options: { provider: `\${${provider}}` },
});
const provider = ({ url }: Search, more: object = {}): object => ({
  type: "pulumi:providers:quartet",
  properties: { searchServers: [{ endpoints: [url], ...more }] },
});

it("157: with two explicit providers, objects and functions belong to their servers, also in refresh and destroy", async () => {
  const east = await openSearch({ clusterUuid: "eastUuid" });
  const west = await openSearch({ clusterUuid: "westUuid" });
  for (const { emulator } of [east, west])
    emulator.indexTemplates.set("shared", { index_patterns: [`${emulator.clusterUuid}-*`], composed_of: [] });
  const lookup = (at: string): object => ({
    "fn::invoke": {
      function: "quartet:search:getSearchIndexTemplate",
      arguments: { name: "shared" },
      options: { provider: `\${${at}}` },
    },
  });
  const stack = await cli.stack("two");
  stack.program({
    resources: { east: provider(east), west: provider(west), inEast: pipeline("same", "east"), inWest: pipeline("same", "west") },
    variables: { eastern: lookup("east"), western: lookup("west") },
    outputs: { patterns: ["${eastern.indexPatterns}", "${western.indexPatterns}"], ids: ["${inEast.id}", "${inWest.id}"] },
  });
  await stack.up();
  expect(await stack.outputs()).toEqual({ patterns: [["eastUuid-*"], ["westUuid-*"]], ids: ["eastUuid/same", "westUuid/same"] });
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  await stack.destroy();
  expect([east.emulator.pipelines.size, west.emulator.pipelines.size]).toEqual([0, 0]);
});

describe("158: a provider that is configured by the output of another resource", () => {
  let first: Search;
  let second: Search;
  let stack: Stack;

  beforeAll(async () => {
    [first, second] = [await openSearch(), await openSearch({ clusterUuid: "secondUuid" })];
    stack = await cli.stack("derived", { ...first.environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" }, "nodejs");
    stack.typescript(`
import { Provider, search } from "pulumi-quartet";

const first = new search.SearchIngestPipeline("first", { name: "first", processors: ['${drop}'] });
const provider = new Provider("derived", { searchServers: [{ endpoints: [first.id.apply(() => "${second.url}")] }] });
const there = new search.SearchIngestPipeline("there", { name: "there", processors: ['${drop}'] }, { provider });
const found = search.getSearchIndexTemplateOutput({ name: "none" }, { provider, dependsOn: [there] });

export const id = there.id;
export const name = found.name;
`);
  });

  it("is previewed though the address is unknown, without a request; up creates the object on the server that the output names", async () => {
    expect((await stack.steps()).map(({ op, name }) => [op, name])).toEqual(
      ["derived", "derived-test", "first", "there"].map((name) => ["create", name]),
    );
    expect([first.requests, second.requests]).toEqual([[], []]);
    await stack.up();
    expect(await stack.outputs()).toEqual({ id: "secondUuid/there", name: "none" });
    expect([first.emulator.pipelines.names(), second.emulator.pipelines.names()]).toEqual([["first"], ["there"]]);
  });

  it("another address is an update of the provider, and replaces no resource", async () => {
    const alias = second.url.replace("127.0.0.1", "localhost");
    stack.write("index.ts", stack.read("index.ts").replace(second.url, alias));
    expect(await stack.steps()).toEqual([{ op: "update", name: "derived", paths: { "searchServers[0].endpoints[0]": "update" } }]);
  });
});

it("159: stale credentials in the state take precedence over the environment, except with QUARTET_CREDENTIALS=environment", async () => {
  const security = (key: string): object => ({ apiKeys: { id: { key, cluster: ["all"] } } });
  const apiKey = (key: string) => Buffer.from(`id:${key}`).toString("base64");
  const options = { security: security("old") };
  const search = await openSearch(options);
  const stack = await cli.stack("stale");
  stack.program({
    resources: { server: provider(search, { apiKey: { "fn::secret": apiKey("old") } }), pipeline: pipeline("app", "server") },
  });
  await stack.up();
  Object.assign(options.security, security("new"));
  stack.environment["ELASTICSEARCH_API_KEY"] = apiKey("new");
  const { code, stdout } = await stack.run(["refresh", "--yes", "--skip-preview"]);
  expect([code === 0, stdout]).toEqual([false, expect.stringMatching(/HTTP 401/)]);
  stack.environment["QUARTET_CREDENTIALS"] = "environment";
  await stack.ok("refresh", "--yes", "--skip-preview");
  await stack.destroy();
  expect(search.emulator.pipelines.size).toBe(0);
});
