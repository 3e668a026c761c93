// The main path of a YAML program with the real CLI: up, no change, change, drift, revert, destroy.
import { openSearch } from "../support/search";
import type { Search } from "../support/search";
import { openCli } from "../support/cli";
import type { Cli, Program, Stack } from "../support/cli";

const set = (field: string, value: string): object => ({
  "fn::invoke": { function: "quartet:search:getSearchIngestProcessorSet", arguments: { field, value }, return: "json" },
});

/** The name in an ID: unknown until the object exists, so that previews send no lookup for it. */
const nameIn = (id: string): object => ({ "fn::select": [1, { "fn::split": ["/", id] }] });

const program = ({ retention = "30d", level = "info" } = {}): Program => ({
  variables: {
    stamp: set("event.ingested", "{{{_ingest.timestamp}}}"),
    level: set("log.level", level),
    found: { "fn::invoke": { function: "quartet:search:getSearchIndexTemplate", arguments: { name: "${logs.name}" } } },
    parts: { "fn::invoke": { function: "quartet:search:getSearchComponentTemplate", arguments: { name: nameIn("${base.id}") } } },
    read: { "fn::invoke": { function: "quartet:search:getSearchIngestPipeline", arguments: { name: nameIn("${access.id}") } } },
  },
  resources: {
    access: {
      type: "quartet:search:SearchIngestPipeline",
      properties: { name: "access", description: "Access log", processors: ["${stamp}", "${level}"], metadata: '{"owner":"team-a"}' },
    },
    base: {
      type: "quartet:search:SearchComponentTemplate",
      properties: { name: "base", template: { settings: '{ "number_of_replicas": 0 }' }, version: 1 },
    },
    logs: {
      type: "quartet:search:SearchIndexTemplate",
      properties: {
        name: "logs",
        indexPatterns: ["logs-shop-*"],
        priority: 200,
        composedOfs: ["${base.name}"],
        dataStream: {},
        template: {
          settings: { "fn::toJSON": { number_of_shards: 3, "index.default_pipeline": "${access.name}" } },
          mappings: '{ "properties": { "user": { "type": "keyword" } } }',
          lifecycle: { dataRetention: retention },
        },
      },
    },
  },
  outputs: {
    id: "${access.id}",
    found: "${found.indexPatterns}",
    settings: "${found}",
    component: "${parts.template.settings}",
    processors: "${read.processors}",
  },
});

let cli: Cli;
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  cli = await openCli();
  stack = await cli.stack("lifecycle", search.environment);
  stack.program(program());
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

describe("a YAML program with a pipeline, a template and lookups", () => {
  it("is previewed without a write", async () => {
    expect(await stack.steps()).toEqual([
      { op: "create", name: "access", paths: {} },
      { op: "create", name: "base", paths: {} },
      { op: "create", name: "lifecycle-test", paths: {} },
      { op: "create", name: "logs", paths: {} },
    ]);
    expect(search.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("is created by up, dependencies first, and the function in the program returns the created object", async () => {
    await stack.up();
    const writes = search.requests.filter(({ method }) => method === "PUT").map(({ path }) => path);
    expect(writes.sort()).toEqual(["/_component_template/base", "/_index_template/logs", "/_ingest/pipeline/access"]);
    expect(await stack.outputs()).toMatchObject({
      id: `${search.emulator.clusterUuid}/access`,
      component: '{"index":{"number_of_replicas":"0"}}',
      processors: [expect.stringContaining("event.ingested"), expect.stringContaining("log.level")],
      found: ["logs-shop-*"],
      settings: { name: "logs", priority: 200, template: { settings: '{"index":{"default_pipeline":"access","number_of_shards":"3"}}' } },
    });
  });

  it("shows no change in the next preview, and none after a refresh", async () => {
    expect(await stack.steps()).toEqual([]);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  });

  it("shows no change when JSON text is only formatted differently", async () => {
    const other = program();
    Object.assign((other.resources?.["access"] as { properties: object }).properties, { metadata: '{\n  "owner": "team-a"\n}' });
    stack.program(other);
    expect(await stack.steps()).toEqual([]);
  });

  it("shows a changed property at its exact path, and up writes only that object", async () => {
    stack.program(program({ retention: "90d" }));
    expect(await stack.steps()).toEqual([{ op: "update", name: "logs", paths: { "template.lifecycle.dataRetention": "update" } }]);
    search.requests.length = 0;
    expect(await stack.up()).toMatch(/~ 1 updated\s+3 unchanged/);
    expect(search.requests.filter(({ method }) => method === "PUT").map(({ path }) => path)).toEqual(["/_index_template/logs"]);
    expect(await stack.steps()).toEqual([]);
  });

  it("shows a changed processor at its place in the list", async () => {
    stack.program(program({ retention: "90d", level: "warn" }));
    expect(await stack.steps()).toEqual([{ op: "update", name: "access", paths: { "processors[1]": "update" } }]);
    expect(await stack.ok("preview", "--diff")).toMatch(/~ value\s*: "info" => "warn"/);
    await stack.up();
    expect(await stack.steps()).toEqual([]);
  });

  it("shows drift at refresh, and the next up reverts it", async () => {
    const kept = search.emulator.pipelines.get("access");
    search.emulator.pipelines.set("access", { ...kept, description: "edited by hand", version: 7 });
    expect(await stack.steps("refresh", "--preview-only")).toEqual([
      { op: "update", name: "access", paths: { description: "update", version: "add" } },
    ]);
    expect(await stack.ok("refresh", "--yes", "--skip-preview", "--diff")).toMatch(/description: "Access log" => "edited by hand"/);
    expect(await stack.steps()).toEqual([{ op: "update", name: "access", paths: { description: "update", version: "delete" } }]);
    await stack.up();
    expect(search.emulator.pipelines.get("access")).toEqual(kept);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  });

  it("creates again what another writer deleted", async () => {
    search.emulator.pipelines.delete("access");
    await stack.ok("refresh", "--yes", "--skip-preview");
    expect((await stack.resources()).map(({ id }) => id)).toEqual(["base", "logs"].map((name) => `${search.emulator.clusterUuid}/${name}`));
    await stack.up();
    expect(search.emulator.pipelines.names()).toEqual(["access"]);
  });

  it("replaces on another name, and deletes the old object", async () => {
    const other = program({ retention: "90d", level: "warn" });
    Object.assign((other.resources?.["logs"] as { properties: object }).properties, { name: "logs-two" });
    stack.program(other);
    expect(await stack.steps()).toEqual([expect.objectContaining({ name: "logs", paths: { name: "update-replace" } })]);
    await stack.up();
    expect(search.emulator.indexTemplates.names()).toEqual(["logs-two"]);
  });

  it("is gone after destroy", async () => {
    await stack.ok("destroy", "--yes", "--skip-preview");
    const { pipelines, indexTemplates, componentTemplates } = search.emulator;
    expect([pipelines.size, indexTemplates.size, componentTemplates.size]).toEqual([0, 0, 0]);
    expect(await stack.resources()).toEqual([]);
  });
});
