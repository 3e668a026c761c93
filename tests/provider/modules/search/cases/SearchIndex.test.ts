/** Indices. See docs/modules/search.md#indices. */
import { indices } from "../../../../../provider/modules/search/resources/indices/response";
import { rejection } from "../resources/stack-fixture";
import { indexFixture, orders } from "./index-fixture";
import { caseServer, clientOf } from "./server";

const previewChecks = { QUARTET_SEARCH_PREVIEW_CHECKS: "true" };
const json = JSON.stringify;
const properties = (fields: object): string => json({ properties: fields });

test("data 49: is created by one PUT, and what the server adds is no difference", async () => {
  const { stack, lines } = indexFixture();
  const program = { ...orders, settings: json({ number_of_replicas: 0 }), mappings: properties({ a: { type: "long" } }) };
  expect(await stack.up(program)).toBe("create");
  expect(lines()).toEqual(["PUT /orders", "GET /orders?flat_settings=true&expand_wildcards=all"]);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program)).toEqual([]);
  expect(stack.outputs).toMatchObject({ concreteName: "orders", indexUuid: expect.stringMatching(/^[\w-]{22}$/) });
  expect(Object.keys(JSON.parse(String(stack.outputs["allSettings"])))).toContain("index.version.created");
});

test("data 50: what a template adds is no difference", async () => {
  const { stack, call, index } = indexFixture();
  const template = { mappings: { properties: { t: { type: "keyword" } } }, aliases: { all: {} }, settings: { priority: 9 } };
  await call("PUT /_index_template/t", { index_patterns: ["orders"], template });
  const program = { ...orders, mappings: properties({ a: { type: "long" } }) };
  await stack.up(program);
  expect(await index()).toMatchObject({ aliases: { all: {} }, mappings: { properties: { t: {}, a: {} } } });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program)).toEqual([]);
});

test("data 51: a removed dynamic setting is written as null", async () => {
  const { stack, bodies } = indexFixture();
  await stack.up({ ...orders, settings: json({ refresh_interval: "5s", priority: 2 }) });
  bodies();
  expect(await stack.up({ ...orders, settings: json({ priority: 2 }) })).toBe("update");
  expect(bodies()).toEqual({ "PUT _settings": { "index.refresh_interval": null } });
});

test("data 52: a static setting replaces the index, or reopens it", async () => {
  const { stack, requests } = indexFixture();
  const codec = (name: string) => json({ codec: name });
  await stack.up({ ...orders, settings: codec("default") });
  expect(await stack.preview({ ...orders, settings: codec("best_compression") })).toEqual(["settings!"]);
  requests();
  expect(await stack.up({ ...orders, settings: codec("best_compression"), allowReopen: true })).toBe("update");
  expect(requests()).toEqual(["PUT /orders/_settings?reopen=true"]);
});

test("data 56: another type of a field replaces the index, another parameter does not", async () => {
  const { stack } = indexFixture();
  await stack.up({ ...orders, mappings: properties({ a: { type: "long" }, b: { type: "keyword", ignore_above: 256 } }) });
  const other = { ...orders, mappings: properties({ a: { type: "keyword" }, b: { type: "keyword", ignore_above: 256 } }) };
  expect(await stack.preview(other)).toEqual(["mappings!"]);
  expect(await stack.up({ ...orders, mappings: properties({ a: { type: "long" }, b: { type: "keyword", ignore_above: 512 } }) })).toBe(
    "update",
  );
  expect(await stack.refresh()).toEqual([]);
});

test("data 57: a removed field is no difference, and the next update names it", async () => {
  const { stack, logged } = indexFixture();
  await stack.up({ ...orders, mappings: properties({ a: { type: "long" }, user: { properties: { age: { type: "long" } } } }) });
  const less = properties({ a: { type: "long" }, user: { properties: {} } });
  expect(await stack.preview({ ...orders, mappings: less })).toEqual([]);
  await stack.up({ ...orders, mappings: properties({ a: { type: "long" }, b: { type: "long" } }), settings: json({ priority: 1 }) });
  expect(logged()).toEqual([{ severity: "info", message: "Fields cannot be removed from an index: user stays." }]);
});

test("data 58: a parameter that the server cannot change is its error, with what to do", async () => {
  const { stack } = indexFixture();
  await stack.up({ ...orders, mappings: properties({ a: { type: "text", analyzer: "standard" } }) });
  const program = { ...orders, mappings: properties({ a: { type: "text", analyzer: "simple" } }) };
  expect(await stack.preview(program)).toEqual(["mappings"]);
  await expect(stack.up(program)).rejects.toThrow(/Cannot update parameter \[analyzer\][^]*reindex, and move the alias/);
});

test("data 59: one that exists is not adopted, also if it is equal", async () => {
  const { stack, call, requests } = indexFixture();
  await call("PUT /orders");
  await expect(stack.up(orders)).rejects.toMatchObject({ code: "already_exists", message: expect.stringContaining("pulumi import") });
  expect(requests()).toEqual(["PUT /orders"]);
});

describe("a create whose response is lost", () => {
  const outOfOrder = rejection("out of order", 503, "exception");

  test("data 60: adopts the index that it has made", async () => {
    const { stack, call, override } = indexFixture();
    override.set("PUT /orders", async () => {
      override.set("PUT /orders", outOfOrder);
      await call("PUT /orders");
      return outOfOrder;
    });
    expect(await stack.up(orders)).toBe("create");
  });

  test("data 61: does not adopt one that is older", async () => {
    const { stack, call, override, index } = indexFixture();
    await call("PUT /orders");
    const created = Number((await index())!.settings["index.creation_date"]);
    while (Date.now() <= created) await new Promise(setImmediate);
    override.set("PUT /orders", outOfOrder);
    await expect(stack.up(orders)).rejects.toMatchObject({ code: "already_exists" });
  });
});

test("data 62: date math is resolved once", async () => {
  const { stack } = indexFixture();
  const program = { name: "<logs-{now{yyyy.MM.dd.HH.mm.ss.SSS}}>" };
  await stack.up(program);
  const concreteName = stack.outputs["concreteName"];
  expect(concreteName).toMatch(/^logs-\d{4}(\.\d\d){5}\.\d{3}$/);
  expect(stack.stored?.id).toMatch(new RegExp(`/${String(concreteName)}$`));
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program)).toEqual([]);
  expect(stack.outputs).toMatchObject({ ...program, concreteName });
});

test("data 65: an index whose name became an alias is gone", async () => {
  const { stack, call, logged } = indexFixture();
  await stack.up(orders);
  await call("DELETE /orders");
  await call("PUT /shrink-1-orders", { aliases: { orders: {} } });
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining('alias or data stream of "shrink-1-orders" now') }]);
});

test("data 66: what others write stays", async () => {
  const { stack, call, index } = indexFixture();
  await stack.up({ ...orders, mappings: properties({ a: { type: "keyword" } }) });
  await call("POST /_aliases", { actions: [{ add: { index: "orders", alias: "x" } }] });
  await call("PUT /orders/_mapping", { properties: { a: { type: "keyword", ignore_above: 9 } } });
  await call("PUT /orders/_settings", { priority: 5 });
  await stack.up({ ...orders, mappings: properties({ a: { type: "keyword", meta: { unit: "u" } } }) });
  expect(await index()).toMatchObject({
    aliases: { x: {} },
    mappings: { properties: { a: { ignore_above: 9, meta: { unit: "u" } } } },
    settings: { "index.priority": "5" },
  });
  expect(await stack.refresh()).toEqual([]);
});

test.each([
  ["nested", { index: { refresh_interval: "60s", number_of_replicas: "0" } }],
  ["dotted", { "index.refresh_interval": "1m", "index.number_of_replicas": 0 }],
  ["without prefix", { refresh_interval: "60000ms", number_of_replicas: 0, priority: null }],
])("data 67: settings are equal however they are spelled: %s", async (_name, settings) => {
  const { stack } = indexFixture();
  await stack.up({ ...orders, settings: json({ refresh_interval: "60s", number_of_replicas: 0 }) });
  expect(await stack.preview({ ...orders, settings: json(settings) })).toEqual([]);
});

test("data 68: an import by name declares all but the server's own settings", async () => {
  const { stack, call } = indexFixture();
  await call("PUT /orders", { settings: { priority: 3 }, mappings: { dynamic: false }, aliases: { a: { routing: "1" } } });
  await stack.import("orders");
  expect(JSON.parse(String(stack.inputs["settings"]))).toEqual({
    "index.number_of_replicas": "1",
    "index.number_of_shards": "1",
    "index.priority": "3",
  });
  expect(await stack.preview(stack.inputs)).toEqual([]);
});

test("data 70: 300 indices, two of them missing, are read by three requests", async () => {
  const server = caseServer();
  // Without shards that start, a real node creates up to 20 indices a second.
  await server.call("PUT /_cluster/settings", { persistent: { "cluster.routing.allocation.enable": "none" } });
  for (let i = 0; i < 298; i++) await server.call(`PUT /logs-app-${i}?wait_for_active_shards=0`);
  const { client, sent } = clientOf(server);
  const found = await indices.several!(
    Array.from({ length: 300 }, (_, i) => `logs-app-${i}`),
    client,
  );
  expect(found.size).toBe(298);
  expect(sent.length).toBeLessThanOrEqual(3);
}, 600_000);

test.each(["Orders", "a\\b", "a b", "_x", "..", "é".repeat(128)])("data 71: the name %p is rejected", async (name) => {
  const { stack, lines } = indexFixture();
  await expect(stack.up({ name })).rejects.toThrow(/^name \| must/);
  expect(lines()).toEqual([]);
});

test("data 72: the preview finds an unknown type of a field", async () => {
  const { stack, index } = indexFixture(previewChecks);
  await stack.configure();
  await expect(stack.previewUp({ ...orders, mappings: properties({ a: { type: "nope" } }) })).rejects.toMatchObject({
    failures: [{ property: "mappings", reason: expect.stringContaining("mapper type [nope]") }],
  });
  expect(await index()).toBeUndefined();
});

test("data 131: the server waits for shards not longer than the create may take", async () => {
  const { stack, lines } = indexFixture();
  await stack.up({ ...orders, settings: json({ number_of_replicas: 0 }), waitForActiveShards: "all", timeouts: { create: "2m" } });
  expect(lines()[0]).toBe("PUT /orders?wait_for_active_shards=all&timeout=115s");
});

test("a block that the program declares is lifted for another change, and set again", async () => {
  const { stack, bodies, requests } = indexFixture();
  const settings = { "blocks.read_only": true };
  await stack.up({ ...orders, settings: json(settings) });
  requests();
  await stack.up({ ...orders, settings: json({ ...settings, priority: 2 }) });
  expect(requests()).toEqual(["PUT /orders/_settings", "PUT /orders/_settings", "PUT /orders/_settings"]);
  expect(bodies()["PUT _settings"]).toEqual({ "index.blocks.read_only": true });
  await stack.destroy();
});

test("aliases: only declared ones are compared, written and removed", async () => {
  const { stack, call, bodies } = indexFixture();
  await stack.up({ ...orders, aliases: [{ name: "a" }, { name: "b", routing: "1" }] });
  await call("POST /_aliases", { actions: [{ add: { index: "orders", alias: "x" } }] });
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
