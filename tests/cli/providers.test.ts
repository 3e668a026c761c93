// Provider selection: several explicit providers, one configured by another resource, and expired credentials in the state.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

let cli: Cli;
const searches: Search[] = [];

async function open(...args: Parameters<typeof openSearch>): Promise<Search> {
  const search = await openSearch(...args);
  searches.push(search);
  return search;
}

beforeAll(async () => void (cli = await openCli()));
afterAll(async () => {
  await cli?.workspace.remove();
  await Promise.all(searches.map((search) => search.stop()));
});

const drop = '{"drop":{}}';

describe("157: two explicit providers with two endpoints", () => {
  let east: Search;
  let west: Search;
  let stack: Stack;

  beforeAll(async () => {
    [east, west] = [await open({ clusterUuid: "eastUuid" }), await open({ clusterUuid: "westUuid" })];
    for (const { emulator, url } of [east, west]) {
      const body = JSON.stringify({ index_patterns: [`${emulator.clusterUuid.toLowerCase()}-*`] });
      await fetch(`${url}/_index_template/shared`, { method: "PUT", headers: { "content-type": "application/json" }, body });
    }
    const provider = ({ url }: Search): object => ({
      type: "pulumi:providers:quartet",
      properties: { searchServers: [{ endpoints: [url] }] },
    });
    const pipeline = (at: string): object => ({
      type: "quartet:search:SearchIngestPipeline",
      properties: { name: "same", description: at, processors: [drop] },
      options: { provider: `\${${at}}` },
    });
    const lookup = (at: string): object => ({
      "fn::invoke": {
        function: "quartet:search:getSearchIndexTemplate",
        arguments: { name: "shared" },
        options: { provider: `\${${at}}` },
      },
    });
    stack = await cli.stack("two");
    stack.program({
      resources: { east: provider(east), west: provider(west), inEast: pipeline("east"), inWest: pipeline("west") },
      variables: { eastern: lookup("east"), western: lookup("west") },
      outputs: { eastern: "${eastern.indexPatterns}", western: "${western.indexPatterns}", ids: ["${inEast.id}", "${inWest.id}"] },
    });
  });

  it("each object is created on its own server, and functions return the objects of each server", async () => {
    await stack.up();
    expect(await stack.outputs()).toEqual({
      eastern: ["eastuuid-*"],
      western: ["westuuid-*"],
      ids: ["eastUuid/same", "westUuid/same"],
    });
    expect(east.emulator.pipelines.get("same")).toMatchObject({ description: "east" });
    expect(west.emulator.pipelines.get("same")).toMatchObject({ description: "west" });
  });

  it("refresh and destroy use the server in the state", async () => {
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect([east.emulator.pipelines.size, west.emulator.pipelines.size]).toEqual([0, 0]);
  });
});

describe("158: a provider that is configured by the output of another resource", () => {
  let first: Search;
  let second: Search;
  let stack: Stack;

  beforeAll(async () => {
    [first, second] = [await open(), await open({ clusterUuid: "secondUuid" })];
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

  it("is previewed though the address is unknown, without a request", async () => {
    const names = (await stack.steps()).map(({ op, name }) => [op, name]);
    expect(names).toEqual([
      ["create", "derived"],
      ["create", "derived-test"],
      ["create", "first"],
      ["create", "there"],
    ]);
    expect([first.requests, second.requests]).toEqual([[], []]);
  });

  it("up creates the object on the server that the output names", async () => {
    await stack.up();
    expect(await stack.outputs()).toEqual({ id: "secondUuid/there", name: "none" });
    expect([first.emulator.pipelines.names(), second.emulator.pipelines.names()]).toEqual([["first"], ["there"]]);
    expect(await stack.steps()).toEqual([]);
  });

  it("another address is an update of the provider, and replaces no resource", async () => {
    const alias = second.url.replace("127.0.0.1", "localhost");
    stack.write("index.ts", stack.read("index.ts").replace(second.url, alias));
    expect(await stack.steps()).toEqual([{ op: "update", name: "derived", paths: { "searchServers[0].endpoints[0]": "update" } }]);
  });
});

describe("159: stale credentials in the state, fresh ones in the environment", () => {
  const security = (key: string): object => ({ apiKeys: { id: { key, cluster: ["all"] } } });
  const apiKey = (key: string): string => Buffer.from(`id:${key}`).toString("base64");
  let search: Search;
  let stack: Stack;

  beforeAll(async () => {
    const options = { security: security("old") };
    search = await open(options);
    stack = await cli.stack("stale");
    stack.program({
      resources: {
        server: {
          type: "pulumi:providers:quartet",
          properties: { searchServers: [{ endpoints: [search.url], apiKey: { "fn::secret": apiKey("old") } }] },
        },
        pipeline: {
          type: "quartet:search:SearchIngestPipeline",
          properties: { name: "app", processors: [drop] },
          options: { provider: "${server}" },
        },
      },
    });
    await stack.up();
    Object.assign(options.security, security("new"));
    stack.environment["ELASTICSEARCH_API_KEY"] = apiKey("new");
  });

  it("the stored ones take precedence: refresh reports that they are invalid", async () => {
    const { code, stdout } = await stack.run(["refresh", "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/HTTP 401/);
  });

  it("with QUARTET_CREDENTIALS=environment refresh and destroy succeed", async () => {
    stack.environment["QUARTET_CREDENTIALS"] = "environment";
    await stack.ok("refresh", "--yes", "--skip-preview");
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(search.emulator.pipelines.size).toBe(0);
  });
});
