// The log platform of the examples with the real CLI, and with kinds that the example does without: references to outputs alone put all requests in order.
import { cliOfFile, type Stack } from "../support/cli";
import { openSearch, storedObjects, type Search } from "../support/search";

jest.setTimeout(300_000); // Ten runs of the CLI.

/** What the example does without. The template includes the customization; settings and mappings apply to what the stream makes; nothing needs those of the cluster. */
const more = `
  custom:
    type: quartet:search:SearchTemplateCustomization
    properties:
      name: \${policy.name}@custom
      mappings: '{"properties":{"team":{"type":"keyword"}}}'
  cluster:
    type: quartet:search:SearchClusterSettings
    properties:
      persistent:
        indices.lifecycle.poll_interval: 1m
  refresh:
    type: quartet:search:SearchIndexSettings
    properties:
      index: \${access.backingIndices[0].indexName}
      settings: '{"refresh_interval":"30s"}'
  fields:
    type: quartet:search:SearchIndexMappings
    properties:
      index: \${access.name}
      mappings: '{"properties":{"trace.id":{"type":"keyword"}}}'
`;

const stream = "/_data_stream/shop-logs-access";
const backingIndex = "/.ds-shop-logs-access-DATE-000001";
const paths = {
  parse: "/_ingest/pipeline/shop-parse",
  policy: "/_ilm/policy/shop-logs",
  base: "/_component_template/shop-logs-base",
  custom: "/_component_template/shop-logs@custom",
  logs: "/_index_template/shop-logs",
  access: stream,
  retention: `${stream}/_lifecycle`,
  failures: `${stream}/_options`,
  errors: "/_aliases",
  refresh: `${backingIndex}/_settings`,
} as const;

/** Each object whose deletion is a request, and what has to exist before it and as long as it exists. */
const needs: Readonly<Partial<Record<keyof typeof paths, readonly (keyof typeof paths)[]>>> = {
  base: ["policy"],
  logs: ["parse", "base", "custom"],
  access: ["logs"],
  retention: ["access"],
  failures: ["access"],
  errors: ["access"],
  refresh: ["access"],
};

const cli = cliOfFile(["yaml"]);
let search: Search;
let stack: Stack;

beforeAll(async () => {
  search = await openSearch();
  stack = await cli.example("log-platform-yaml", search.environment);
  edit("\nresources:\n", `\nresources:${more}`);
  edit("        - ${base.name}\n", "        - ${base.name}\n        - ${custom.name}\n");
});

function edit(from: string, to: string) {
  const program = stack.read("Pulumi.yaml");
  expect(program).toContain(from);
  stack.write(
    "Pulumi.yaml",
    program.replace(from, () => to),
  );
}

/** Runs the CLI, and returns the paths of the requests that write, in order. */
async function writesOf(run: () => Promise<unknown>) {
  search.requests.length = 0;
  await run();
  const writes = search.requests.filter(({ method, path }) => method !== "GET" && !path.endsWith("/_refresh"));
  return writes.map(({ path }) => decodeURIComponent(path).replace(/\d{4}\.\d\d\.\d\d/, "DATE"));
}

/** Returns what was not in order: `earlier` of a need and its user has to be the first of both. */
function unordered(writes: readonly string[], earlier: "need" | "user") {
  const at = (name: keyof typeof paths) => writes.indexOf(paths[name]);
  const pairs = Object.entries(needs).flatMap(([user, all]) => all.map((need) => [user as keyof typeof paths, need] as const));
  const isInOrder = (user: number, need: number) => user >= 0 && need >= 0 && need < user === (earlier === "need");
  return pairs.filter(([user, need]) => !isInOrder(at(user), at(need))).map(([user, need]) => `${user}, ${need}: ${writes.join(" ")}`);
}

test("data 18, data 24, data 124: creates what is referred to first, without dependsOn", async () => {
  expect(stack.read("Pulumi.yaml")).not.toMatch(/^ *dependsOn:/m);
  const writes = await writesOf(() => stack.up());
  expect(unordered(writes, "need")).toEqual([]);
  expect(await stack.outputs()).toEqual({ stream: "shop-logs-access", effectiveRetention: "7d", alias: "shop-errors" });
});

test("data 124: changes nothing the second time, nothing has drifted, and an update writes only what has changed", async () => {
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  edit("dataRetention: 7d", "dataRetention: 14d");
  expect(await stack.steps()).toEqual([{ op: "update", name: "retention", paths: { dataRetention: "update" } }]);
  expect(await writesOf(() => stack.up())).toEqual([paths.retention]);
});

test("data 124: destroy keeps a stream with documents, and what it needs", async () => {
  const document = { "@timestamp": "2026-01-01T00:00:00Z", message: "x" };
  const headers = { "content-type": "application/json" };
  const { status } = await fetch(`${search.url}/shop-logs-access/_doc`, { method: "POST", headers, body: JSON.stringify(document) });
  expect(status).toBe(201);
  const { code, stdout } = await stack.run(["destroy", "--yes", "--skip-preview"]);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(
      /data stream "shop-logs-access": it contains 1 document \(3\.6 KB\)\. Set forceDestroy .*FORCE_DESTROY=shop-logs-access/,
    ),
  ]);
  expect(Object.keys(storedObjects(search.emulator))).toEqual(
    expect.arrayContaining(["pipelines", "indexTemplates", "componentTemplates", "lifecyclePolicies", "dataStreams"]),
  );
});

test("data 18, data 24, data 124: with forceDestroy, destroy deletes what refers first, and leaves nothing", async () => {
  edit("      name: ${logs.name}-access\n", "      name: ${logs.name}-access\n      forceDestroy: true\n");
  await stack.up();
  const writes = await writesOf(() => stack.destroy());
  expect(unordered(writes, "user")).toEqual([]);
  expect([storedObjects(search.emulator), await stack.resources()]).toEqual([{}, []]);
  expect(search.emulator.clusterSettings.persistent.size).toBe(0);
});
