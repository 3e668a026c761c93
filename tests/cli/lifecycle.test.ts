// The main path of a YAML program with the real CLI: preview, up, change, drift, revert. tests/examples covers runs without changes, and destroy.
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const set = (field: string, value: string): object => ({
  "fn::invoke": { function: "quartet:search:getSearchIngestProcessorSet", arguments: { field, value }, return: "json" },
});
const lookup = (kind: string, name: unknown): object => ({ "fn::invoke": { function: `quartet:search:get${kind}`, arguments: { name } } });

/** The name in an ID: unknown until the object exists, so that previews send no lookup for it. */
const nameIn = (id: string): object => ({ "fn::select": [1, { "fn::split": ["/", id] }] });

const program = ({ retention = "30d", level = "info" } = {}): Program => ({
  variables: {
    stamp: set("event.ingested", "{{{_ingest.timestamp}}}"),
    level: set("log.level", level),
    found: lookup("SearchIndexTemplate", "${logs.name}"),
    parts: lookup("SearchComponentTemplate", nameIn("${base.id}")),
    read: lookup("SearchIngestPipeline", nameIn("${access.id}")),
  },
  resources: {
    access: {
      type: "quartet:search:SearchIngestPipeline",
      properties: { name: "access", description: "Access log", processors: ["${stamp}", "${level}"] },
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
        composedOfs: ["${base.name}"],
        dataStream: {},
        template: { settings: { "fn::toJSON": { "index.default_pipeline": "${access.name}" } }, lifecycle: { dataRetention: retention } },
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

const cli = cliOfFile();
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  stack = await cli.stack("lifecycle", search.environment);
  stack.program(program());
});

/** Returns the paths that were written since the last call. */
const writes = () =>
  search.requests
    .splice(0)
    .flatMap(({ method, path }) => (method === "GET" ? [] : [path]))
    .sort();

it("is previewed without a write", async () => {
  const names = ["access", "base", "lifecycle-test", "logs"];
  expect(await stack.steps()).toEqual(names.map((name) => ({ op: "create", name, paths: {} })));
  expect(writes()).toEqual([]);
});

it("is created by up, and functions return the created objects", async () => {
  await stack.up();
  expect(writes()).toEqual(["/_component_template/base", "/_index_template/logs", "/_ingest/pipeline/access"]);
  expect(await stack.outputs()).toMatchObject({
    id: `${search.emulator.clusterUuid}/access`,
    component: '{"index":{"number_of_replicas":"0"}}',
    processors: [expect.stringContaining("event.ingested"), expect.stringContaining("log.level")],
    found: ["logs-shop-*"],
    settings: { name: "logs", template: { settings: '{"index":{"default_pipeline":"access"}}' } },
  });
});

it("shows changed properties at their paths, and up writes only these objects", async () => {
  stack.program(program({ retention: "90d", level: "warn" }));
  expect(await stack.steps()).toEqual([
    { op: "update", name: "access", paths: { "processors[1]": "update" } },
    { op: "update", name: "logs", paths: { "template.lifecycle.dataRetention": "update" } },
  ]);
  expect(await stack.ok("preview", "--diff")).toMatch(/~ value\s*: "info" => "warn"/);
  expect(await stack.up()).toMatch(/~ 2 updated\s+2 unchanged/);
  expect(writes()).toEqual(["/_index_template/logs", "/_ingest/pipeline/access"]);
});

it("shows drift at refresh, and the next up reverts it and creates again what another writer deleted", async () => {
  const { pipelines, indexTemplates } = search.emulator;
  const kept = pipelines.get("access");
  pipelines.set("access", { ...kept, description: "edited by hand", version: 7 });
  indexTemplates.delete("logs");
  expect(await stack.ok("refresh", "--yes", "--skip-preview", "--diff")).toMatch(/description: "Access log" => "edited by hand"/);
  expect(await stack.steps()).toEqual([
    { op: "update", name: "access", paths: { description: "update", version: "delete" } },
    { op: "create", name: "logs", paths: {} },
  ]);
  await stack.up();
  expect([pipelines.get("access"), indexTemplates.names()]).toEqual([kept, ["logs"]]);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
});
