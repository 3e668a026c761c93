/** Indices. See docs/modules/search.md#indices. */
import { indices } from "../../../../../provider/modules/search/resources/indices/response";
import { createSearchEmulator, type SearchEmulatorOptions } from "../../../../emulators/search";
import { callerOf } from "../../../../emulators/search/caller";
import { clientOver, emulated } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchIndex";
const orders = { name: "orders" };
const previewChecks = { QUARTET_SEARCH_PREVIEW_CHECKS: "true" };
const json = JSON.stringify;
const properties = (fields: object): string => json({ properties: fields });

/** A stack of one index, and a caller for what other writers do. */
function fixture(options: SearchEmulatorOptions = {}, env: Record<string, string> = {}) {
  const stack = stackFixture(token, options, env);
  return { ...stack, call: callerOf(stack.emulator), requests: () => stack.lines().filter((line) => !line.startsWith("GET")) };
}

/** A stack whose index has documents. */
async function withDocuments(documents: number, program: object = orders) {
  const all = fixture();
  await all.stack.up(program);
  for (let i = 0; i < documents; i++) all.call("POST /orders/_doc?refresh=true", { i });
  all.lines();
  return all;
}

test("data 49: is created by one PUT, and what the server adds is no difference", async () => {
  const { stack, lines } = fixture();
  const program = { ...orders, settings: json({ number_of_replicas: 0 }), mappings: properties({ a: { type: "long" } }) };
  expect(await stack.up(program)).toBe("create");
  expect(lines()).toEqual(["PUT /orders", "GET /orders?flat_settings=true&expand_wildcards=all"]);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program)).toEqual([]);
  expect(stack.outputs).toMatchObject({ concreteName: "orders", indexUuid: expect.stringMatching(/^[\w-]{22}$/) });
  expect(Object.keys(JSON.parse(String(stack.outputs["allSettings"])))).toContain("index.version.created");
});

test("data 50: what a template adds is no difference", async () => {
  const { stack, call, emulator } = fixture();
  const template = { mappings: { properties: { t: { type: "keyword" } } }, aliases: { all: {} }, settings: { priority: 9 } };
  call("PUT /_index_template/t", { index_patterns: ["orders"], template });
  const program = { ...orders, mappings: properties({ a: { type: "long" } }) };
  await stack.up(program);
  expect(emulator.indices.get("orders")).toMatchObject({ aliases: { all: {} }, mappings: { properties: { t: {}, a: {} } } });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program)).toEqual([]);
});

test("data 51: a removed dynamic setting is written as null", async () => {
  const { stack, bodies } = fixture();
  await stack.up({ ...orders, settings: json({ refresh_interval: "5s", priority: 2 }) });
  bodies();
  expect(await stack.up({ ...orders, settings: json({ priority: 2 }) })).toBe("update");
  expect(bodies()).toEqual({ "PUT _settings": { "index.refresh_interval": null } });
});

test("data 52: a static setting replaces the index, or reopens it", async () => {
  const { stack, requests } = fixture();
  const codec = (name: string) => json({ codec: name });
  await stack.up({ ...orders, settings: codec("default") });
  expect(await stack.preview({ ...orders, settings: codec("best_compression") })).toEqual(["settings!"]);
  requests();
  expect(await stack.up({ ...orders, settings: codec("best_compression"), allowReopen: true })).toBe("update");
  expect(requests()).toEqual(["PUT /orders/_settings?reopen=true"]);
});

test("data 53: a replacement of an index with documents is refused, and nothing is lost", async () => {
  const { stack, emulator } = await withDocuments(10, { ...orders, settings: json({ number_of_shards: 1 }) });
  await expect(stack.up({ ...orders, settings: json({ number_of_shards: 2 }) })).rejects.toThrow("contains 10 documents");
  expect(emulator.indices.get("orders")?.visible).toBe(10);
});

test("data 54: the preview of a replacement reports the documents, that of an update does not", async () => {
  const { stack, call } = fixture({}, previewChecks);
  call("PUT /orders");
  call("POST /orders/_doc?refresh=true", {});
  await stack.configure();
  await expect(stack.previewUp(orders)).rejects.toMatchObject({
    failures: [{ property: "name", reason: expect.stringContaining("contains 1 document (") }],
  });
  await stack.import("orders");
  await expect(stack.previewUp({ ...orders, settings: json({ priority: 1 }) })).resolves.toBeUndefined();
});

test("data 55: forceDestroy counts from the next operation on", async () => {
  const { stack, emulator } = await withDocuments(2, { ...orders, settings: json({ number_of_shards: 1 }) });
  const program = { ...orders, settings: json({ number_of_shards: 2 }), forceDestroy: true };
  await expect(stack.up(program)).rejects.toThrow(/Set forceDestroy and run `pulumi up`.*QUARTET_SEARCH_FORCE_DESTROY=orders/);
  await stack.up({ ...program, settings: json({ number_of_shards: 1 }) });
  expect(await stack.up(program)).toBe("delete first");
  expect(emulator.indices.get("orders")).toMatchObject({ visible: 0, settings: { "index.number_of_shards": "2" } });
});

test("data 56: another type of a field replaces the index, another parameter does not", async () => {
  const { stack } = fixture();
  await stack.up({ ...orders, mappings: properties({ a: { type: "long" }, b: { type: "keyword", ignore_above: 256 } }) });
  const other = { ...orders, mappings: properties({ a: { type: "keyword" }, b: { type: "keyword", ignore_above: 256 } }) };
  expect(await stack.preview(other)).toEqual(["mappings!"]);
  expect(await stack.up({ ...orders, mappings: properties({ a: { type: "long" }, b: { type: "keyword", ignore_above: 512 } }) })).toBe(
    "update",
  );
  expect(await stack.refresh()).toEqual([]);
});

test("data 57: a removed field is no difference, and the next update names it", async () => {
  const { stack, logged } = fixture();
  await stack.up({ ...orders, mappings: properties({ a: { type: "long" }, user: { properties: { age: { type: "long" } } } }) });
  const less = properties({ a: { type: "long" }, user: { properties: {} } });
  expect(await stack.preview({ ...orders, mappings: less })).toEqual([]);
  await stack.up({ ...orders, mappings: properties({ a: { type: "long" }, b: { type: "long" } }), settings: json({ priority: 1 }) });
  expect(logged()).toEqual([{ severity: "info", message: "Fields cannot be removed from an index: user stays." }]);
});

test("data 58: a parameter that the server cannot change is its error, with what to do", async () => {
  const { stack } = fixture();
  await stack.up({ ...orders, mappings: properties({ a: { type: "text", analyzer: "standard" } }) });
  const program = { ...orders, mappings: properties({ a: { type: "text", analyzer: "simple" } }) };
  expect(await stack.preview(program)).toEqual(["mappings"]);
  await expect(stack.up(program)).rejects.toThrow(/Cannot update parameter \[analyzer\][^]*reindex, and move the alias/);
});

test("data 59: one that exists is not adopted, also if it is equal", async () => {
  const { stack, call, requests } = fixture();
  call("PUT /orders");
  await expect(stack.up(orders)).rejects.toMatchObject({ code: "already_exists", message: expect.stringContaining("pulumi import") });
  expect(requests()).toEqual(["PUT /orders"]);
});

describe("a create whose response is lost", () => {
  test.each([
    ["data 60: adopts the index that it has made", 0, "create"],
    ["data 61: does not adopt one that is older", -60_000, "already_exists"],
  ])("%s", async (_title, age, outcome) => {
    const { stack, emulator, override } = fixture();
    override.set("PUT /orders", () => {
      const other = createSearchEmulator({ now: () => new Date(Date.now() + age) });
      other.putIndex("orders");
      emulator.indices.set("orders", other.indices.get("orders")!);
      return { status: 503, headers: { "x-elastic-product": "Elasticsearch", "content-type": "application/json" }, body: "{}" };
    });
    expect(await stack.up(orders).catch(({ code }: { code: string }) => code)).toBe(outcome);
  });
});

test("data 62: date math is resolved once", async () => {
  const { stack, emulator } = fixture({ now: () => new Date("2026-01-05T23:00:00Z") });
  const program = { name: "<logs-{now/d}>" };
  await stack.up(program);
  expect(stack.stored?.id).toMatch(/\/logs-2026\.01\.05$/);
  emulator.now = () => new Date("2026-01-06T01:00:00Z");
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program)).toEqual([]);
  expect(stack.outputs).toMatchObject({ name: "<logs-{now/d}>", concreteName: "logs-2026.01.05" });
});

test("data 63: an index that another writer has recreated is not deleted", async () => {
  const { stack, call, emulator } = fixture();
  await stack.up(orders);
  call("DELETE /orders");
  call("PUT /orders");
  await expect(stack.destroy()).rejects.toThrow("recreated by another writer since the last refresh. Run `pulumi refresh`.");
  expect(emulator.indices.has("orders")).toBe(true);
});

test("data 64: a closed index with documents is not deleted", async () => {
  const { stack, call } = await withDocuments(1);
  call("POST /orders/_close");
  await expect(stack.destroy()).rejects.toThrow("contains 1 document");
});

test("data 65: an index whose name became an alias is gone", async () => {
  const { stack, call, logged } = fixture();
  await stack.up(orders);
  call("DELETE /orders");
  call("PUT /shrink-1-orders", { aliases: { orders: {} } });
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining('alias or data stream of "shrink-1-orders" now') }]);
});

test("data 66: what others write stays", async () => {
  const { stack, emulator } = fixture();
  await stack.up({ ...orders, mappings: properties({ a: { type: "keyword" } }) });
  const index = emulator.indices.get("orders")!;
  Object.assign(index, { aliases: { x: {} }, mappings: { properties: { a: { type: "keyword", ignore_above: 9 } } } });
  index.settings["index.priority"] = "5";
  await stack.up({ ...orders, mappings: properties({ a: { type: "keyword", meta: { unit: "u" } } }) });
  expect(index).toMatchObject({ aliases: { x: {} }, mappings: { properties: { a: { ignore_above: 9, meta: { unit: "u" } } } } });
  expect(index.settings["index.priority"]).toBe("5");
  expect(await stack.refresh()).toEqual([]);
});

test.each([
  ["nested", { index: { refresh_interval: "60s", number_of_replicas: "0" } }],
  ["dotted", { "index.refresh_interval": "1m", "index.number_of_replicas": 0 }],
  ["without prefix", { refresh_interval: "60000ms", number_of_replicas: 0, priority: null }],
])("data 67: settings are equal however they are spelled: %s", async (_name, settings) => {
  const { stack } = fixture();
  await stack.up({ ...orders, settings: json({ refresh_interval: "60s", number_of_replicas: 0 }) });
  expect(await stack.preview({ ...orders, settings: json(settings) })).toEqual([]);
});

test("data 68: an import by name declares all but the server's own settings", async () => {
  const { stack, call } = fixture();
  call("PUT /orders", { settings: { priority: 3 }, mappings: { dynamic: false }, aliases: { a: { routing: "1" } } });
  await stack.import("orders");
  expect(JSON.parse(String(stack.inputs["settings"]))).toEqual({
    "index.number_of_replicas": "1",
    "index.number_of_shards": "1",
    "index.priority": "3",
  });
  expect(await stack.preview(stack.inputs)).toEqual([]);
});

test("data 70: 300 indices, two of them missing, are read by three requests", async () => {
  const emulator = createSearchEmulator();
  for (let i = 0; i < 298; i++) emulator.putIndex(`logs-app-${i}`);
  const { send, sent } = emulated(emulator.handle);
  const found = await indices.several!(
    Array.from({ length: 300 }, (_, i) => `logs-app-${i}`),
    clientOver(send),
  );
  expect(found.size).toBe(298);
  expect(sent.length).toBeLessThanOrEqual(3);
});

test.each(["Orders", "a\\b", "a b", "_x", "..", "é".repeat(128)])("data 71: the name %p is rejected", async (name) => {
  const { stack, lines } = fixture();
  await expect(stack.up({ name })).rejects.toThrow(/^name \| must/);
  expect(lines()).toEqual([]);
});

test("data 72: the preview finds an unknown type of a field", async () => {
  const { stack, emulator } = fixture({}, previewChecks);
  await stack.configure();
  await expect(stack.previewUp({ ...orders, mappings: properties({ a: { type: "nope" } }) })).rejects.toMatchObject({
    failures: [{ property: "mappings", reason: expect.stringContaining("mapper type [nope]") }],
  });
  expect(emulator.indices.size).toBe(0);
});

test("data 131: the server waits for shards not longer than the create may take", async () => {
  const { stack, lines } = fixture();
  await stack.up({ ...orders, waitForActiveShards: "all", timeouts: { create: "2m" } });
  expect(lines()[0]).toBe("PUT /orders?wait_for_active_shards=all&timeout=115s");
});

test("a block that the program declares is lifted for another change, and set again", async () => {
  const { stack, bodies, requests } = fixture();
  const settings = { "blocks.read_only": true };
  await stack.up({ ...orders, settings: json(settings) });
  requests();
  await stack.up({ ...orders, settings: json({ ...settings, priority: 2 }) });
  expect(requests()).toEqual(["PUT /orders/_settings", "PUT /orders/_settings", "PUT /orders/_settings"]);
  expect(bodies()["PUT _settings"]).toEqual({ "index.blocks.read_only": true });
  await stack.destroy();
});

test("aliases: only declared ones are compared, written and removed", async () => {
  const { stack, emulator, bodies } = fixture();
  await stack.up({ ...orders, aliases: [{ name: "a" }, { name: "b", routing: "1" }] });
  emulator.indices.get("orders")!.aliases["x"] = {};
  expect(await stack.refresh()).toEqual([]);
  bodies();
  await stack.up({ ...orders, aliases: [{ name: "b", routing: "2" }, { name: "c" }] }).catch(() => undefined);
  expect(bodies()["POST _aliases"]).toEqual({
    actions: [
      { remove: { index: "orders", alias: "a", must_exist: false } },
      { add: { index: "orders", alias: "b", routing: "2" } },
      { add: { index: "orders", alias: "c" } },
    ],
  });
});
