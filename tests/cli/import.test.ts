// 155: the program that `pulumi import` generates shows no change, for each resource type and each form of its ID.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

let cli: Cli;
let search: Search;
let stack: Stack;

/** Creates objects outside of Pulumi. */
async function putObject(path: string, body: unknown): Promise<void> {
  const response = await fetch(search.url + path, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(await response.json()).toEqual({ acknowledged: true });
}

beforeAll(async () => {
  search = await openSearch();
  cli = await openCli();
  stack = await cli.stack("import", search.environment);
  await putObject("/_ingest/pipeline/bare", { processors: [{ lowercase: { field: "url.path" } }] });
  await putObject("/_ingest/pipeline/full", {
    description: 'says "hello" and ${name}',
    processors: [{ set: { field: "a", value: "${b} {{{c}}}", if: 'ctx.d == "\\n"' } }, { drop: { if: "ctx.e == null" } }],
    on_failure: [{ set: { field: "error.message", value: "{{{_ingest.on_failure_message}}}" } }],
    _meta: { owner: "team-a", numbers: [1, 2.5] },
    version: 3,
  });
  await putObject("/_component_template/part", {
    template: { settings: { "index.number_of_replicas": 0, number_of_shards: 3 }, mappings: { properties: { user: { type: "keyword" } } } },
    version: 4,
    _meta: { owner: "team-a" },
  });
  await putObject("/_index_template/plain", { index_patterns: ["plain-*"], priority: 1 });
  await putObject("/_index_template/rich", {
    index_patterns: ["rich-b-*", "rich-a-*"],
    priority: 200,
    version: 4,
    _meta: { owner: "team-a" },
    data_stream: { hidden: true },
    template: {
      settings: { number_of_shards: 3, "index.refresh_interval": "5s" },
      mappings: { properties: { user: { type: "keyword" } }, dynamic: false },
      aliases: { app: { filter: { term: { env: "prod" } }, routing: "1" }, all: {} },
      lifecycle: { data_retention: "30d" },
    },
  });
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

const uuid = (): string => search.emulator.clusterUuid;

describe("155: import with generated code", () => {
  const imports: [string, string, () => string][] = [
    ["SearchIngestPipeline", "bare", () => "bare"],
    ["SearchIngestPipeline", "full", () => `${uuid()}/full`],
    ["SearchComponentTemplate", "part", () => "part"],
    ["SearchIndexTemplate", "plain", () => "plain"],
    ["SearchIndexTemplate", "rich", () => `${uuid()}/rich`],
  ];

  it.each(imports)("%s %s: the code is written without a warning", async (kind, name, id) => {
    const args = ["import", `quartet:search:${kind}`, name, id(), "--yes", "--skip-preview", "--protect=false", "--out", `${name}.yaml`];
    const run = await stack.run(args);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(/= 1 imported/);
    expect(run.stdout).not.toMatch(/warning|bug|error/i);
  });

  it("has written the id of this cluster, whatever the spelling", async () => {
    const ids = (await stack.resources()).map(({ id }) => id).sort();
    expect(ids).toEqual(["bare", "full", "part", "plain", "rich"].map((name) => `${uuid()}/${name}`));
  });

  it("the program of all that code changes nothing", async () => {
    const code = imports.map(([, name]) => stack.read(`${name}.yaml`).replace(/^resources:\n/, ""));
    stack.program({}, ["resources:\n", ...code].join(""));
    const run = await stack.run(["preview", "--expect-no-changes"]);
    expect(run.stdout).toMatch(/6 unchanged/);
    expect(run.stdout).not.toMatch(/warning|bug|error/i);
    expect(run).toMatchObject({ code: 0, stderr: "" });
  });

  it("a refresh finds no drift, an up writes nothing", async () => {
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    search.requests.length = 0;
    expect(await stack.up()).toMatch(/6 unchanged/);
    expect(search.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("a property changed in that program is the only change", async () => {
    const text = stack.read("Pulumi.yaml");
    expect(text).toContain("priority: 200");
    stack.write("Pulumi.yaml", text.replace("priority: 200", "priority: 201"));
    expect(await stack.steps()).toEqual([{ op: "update", name: "rich", paths: { priority: "update" } }]);
    await stack.up();
    expect(search.emulator.indexTemplates.get("rich")).toMatchObject({ priority: 201 });
  });
});

describe("import of an object that does not exist", () => {
  it.each([
    ["an object that does not exist", "nothing", /resource .*nothing.* does not exist/],
    ["an empty name", "q3nYfJ1lTgSxL8c0Hq0m5A/", /Invalid import ID/],
    ["a pattern", "a*", /\*/],
  ])("%s is an error that names the reason", async (_case, id, message) => {
    const run = await stack.run(["import", "quartet:search:SearchIngestPipeline", "x", id, "--yes", "--skip-preview"]);
    expect(run.code).not.toBe(0);
    expect(run.stdout).toMatch(message);
    expect(run.stdout).not.toMatch(/\bat .*\.(ts|cjs|js):\d+/);
  });
});
