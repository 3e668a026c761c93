// 155: the program that `pulumi import` generates shows no change, for each form of its ID.
import { callerOf } from "../emulators/search/caller";
import { cliOfFile, type Stack } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const cli = cliOfFile();
let search: Search;
let stack: Stack;

/** Objects by the request that creates them outside of Pulumi. */
const objects: Readonly<Record<string, object>> = {
  "/_ingest/pipeline/bare": { processors: [{ lowercase: { field: "url.path" } }] },
  "/_ingest/pipeline/full": {
    description: 'says "hello" and ${name}',
    processors: [{ set: { field: "a", value: "${b} {{{c}}}", if: 'ctx.d == "\\n"' } }, { drop: { if: "ctx.e == null" } }],
    on_failure: [{ set: { field: "error.message", value: "{{{_ingest.on_failure_message}}}" } }],
    _meta: { owner: "team-a", numbers: [1, 2.5] },
    version: 3,
  },
  "/_component_template/part": {
    template: { settings: { "index.number_of_replicas": 0, number_of_shards: 3 } },
    _meta: { owner: "team-a" },
  },
  "/_index_template/plain": { index_patterns: ["plain-*"], priority: 1 },
  "/_index_template/rich": {
    index_patterns: ["rich-b-*", "rich-a-*"],
    priority: 200,
    data_stream: { hidden: true },
    template: {
      settings: { number_of_shards: 3, "index.refresh_interval": "5s" },
      mappings: { properties: { user: { type: "keyword" } }, dynamic: false },
      aliases: { app: { filter: { term: { env: "prod" } }, routing: "1" }, all: {} },
      lifecycle: { data_retention: "30d" },
    },
  },
};

beforeAll(async () => {
  search = await openSearch();
  stack = await cli.stack("import", search.environment);
  for (const [path, body] of Object.entries(objects)) expect(callerOf(search.emulator)(`PUT ${path}`, body).status).toBe(200);
});

const kinds: Readonly<Record<string, string>> = {
  bare: "SearchIngestPipeline",
  full: "SearchIngestPipeline",
  part: "SearchComponentTemplate",
  plain: "SearchIndexTemplate",
  rich: "SearchIndexTemplate",
};

describe("155: import with generated code", () => {
  it("is written without a warning, with IDs of this cluster, whatever their spelling", async () => {
    const idOf = (name: string): string => `${search.emulator.clusterUuid}/${name}`;
    const resources = Object.entries(kinds).map(([name, kind]) => ({
      type: `quartet:search:${kind}`,
      name,
      id: ["full", "rich"].includes(name) ? idOf(name) : name,
    }));
    stack.write("import.json", JSON.stringify({ resources }));
    const run = await stack.run(["import", "--file", "import.json", "--yes", "--skip-preview", "--protect=false", "--out", "all.yaml"]);
    expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/= 5 imported/) });
    expect(run.stdout).not.toMatch(/warning|bug|error:/i);
    expect((await stack.resources()).map(({ id }) => id).sort()).toEqual(Object.keys(kinds).map(idOf));
  });

  it("the program of that code changes nothing, a refresh finds no drift, an up writes nothing", async () => {
    stack.program({}, stack.read("all.yaml"));
    const run = await stack.run(["preview", "--expect-no-changes"]);
    expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/6 unchanged/) });
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    search.requests.length = 0;
    await stack.up();
    expect(search.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});
