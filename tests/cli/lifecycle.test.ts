// The main path of an example in YAML with the real CLI: preview, up, change, drift, revert. tests/examples covers runs without changes, and destroy.
import { cliOfFile, type Stack } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const cli = cliOfFile();
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  stack = await cli.example("search-logs-yaml", search.environment);
});

/** Returns the paths that were written since the last call. */
const writes = () =>
  search.requests
    .splice(0)
    .flatMap(({ method, path }) => (method === "GET" ? [] : [path]))
    .sort();

it("is previewed without a write", async () => {
  const names = ["access", "logs", "search-logs-yaml-test", "stamp"];
  expect(await stack.steps()).toEqual(names.map((name) => ({ op: "create", name, paths: {} })));
  expect(writes()).toEqual([]);
});

it("is created by up, and functions return the created objects", async () => {
  await stack.up();
  expect(writes()).toEqual(["/_index_template/shop-logs", "/_ingest/pipeline/shop-access", "/_ingest/pipeline/shop-stamp"]);
  const [access, stamp, logs] = ["access", "stamp", "logs"].map((name) => `${search.emulator.clusterUuid}/shop-${name}`);
  expect(await stack.outputs()).toEqual({ pipelines: [stamp, access], templateId: logs, templatePatterns: ["shop-logs-*"] });
});

it("shows changed properties at their paths, and up writes only these objects", async () => {
  stack.write(
    "Pulumi.yaml",
    stack.read("Pulumi.yaml").replace("dataRetention: 30d", "dataRetention: 90d").replace("value: ${prefix}", "value: web"),
  );
  expect(await stack.steps()).toEqual([
    { op: "update", name: "logs", paths: { "template.lifecycle.dataRetention": "update" } },
    { op: "update", name: "stamp", paths: { "processors[1]": "update" } },
  ]);
  expect(await stack.ok("preview", "--diff")).toMatch(/~ value\s*: "shop" => "web"/);
  expect(await stack.up()).toMatch(/~ 2 updated\s+2 unchanged/);
  expect(writes()).toEqual(["/_index_template/shop-logs", "/_ingest/pipeline/shop-stamp"]);
});

it("shows drift at refresh, and the next up reverts it and creates again what another writer deleted", async () => {
  const { pipelines, indexTemplates } = search.emulator;
  const kept = pipelines.get("shop-access");
  pipelines.set("shop-access", { ...kept, description: "edited by hand", version: 7 });
  indexTemplates.delete("shop-logs");
  expect(await stack.ok("refresh", "--yes", "--skip-preview", "--diff")).toMatch(
    /description: "Access log of the shop" => "edited by hand"/,
  );
  expect(await stack.steps()).toEqual([
    { op: "update", name: "access", paths: { description: "update", version: "delete" } },
    { op: "create", name: "logs", paths: {} },
  ]);
  await stack.up();
  expect([pipelines.get("shop-access"), indexTemplates.names()]).toEqual([kept, ["shop-logs"]]);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
});
