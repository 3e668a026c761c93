/** Indices. See docs/modules/search.md#indices, docs/modules/search.md#index-mappings and docs/modules/search.md#index-settings. */
import { randomUUID } from "node:crypto";
import { indices } from "../../../../../provider/modules/search/resources/indices/response";
import type { JsonObject } from "../../../../emulators/exchange";
import { rejection } from "../resources/stack-fixture";
import { json, rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture, caseServer, clientOf, hasModules } from "./server";

const kind = "SearchIndex";
const orders = { name: "orders" };
const keyword = { type: "keyword" };
const theirs = { term: { a: 1 } };
const mapped = (properties: object) => ({ ...orders, mappings: JSON.stringify({ properties }) });
const set = (settings: object, more: object = {}) => ({ ...orders, settings: JSON.stringify(settings), ...more });
/** What the server has of the index. */
const kept = (members: object) => ({ "/orders?flat_settings=true": { orders: members } });
const template = { mappings: { properties: { t: keyword } }, aliases: { all: {} }, settings: { priority: 9 } };

/** Members of which the index returns each in another form. */
const otherForms = {
  dynamic: false,
  _source: { enabled: true },
  _routing: { required: false },
  properties: {
    k: { ...keyword, index: true, doc_values: true, ignore_above: "256", copy_to: "t" },
    t: { type: "text", store: false },
    o: { type: "object", properties: { a: { type: "date" } } },
    "h.i": keyword,
    "h.j": { type: "long" },
    v: { type: "dense_vector", dims: 3, index_options: { type: "int8_hnsw" } },
    p: { type: "text", copy_to: [], index_prefixes: {}, fielddata_frequency_filter: { min: 0.1 } },
    c: { type: "completion", contexts: { name: "place", type: "geo" } },
    g: { type: "geo_point", null_value: "41.12, -71.34", fields: { list: { type: "geo_point", null_value: [-71.34, 41.12] } } },
    ...(hasModules && {
      j: { type: "join", relations: { question: ["comment", "answer"] } },
      m: { type: "aggregate_metric_double", metrics: ["max", "min"], default_metric: "max" },
    }),
  },
  runtime: { r: { type: "long", script: "emit(1)" }, q: { type: "long", script: { source: "emit(2)", params: {} } } },
  dynamic_templates: [{ s: { match_mapping_type: ["string"], match: "s*", match_pattern: "simple", mapping: keyword } }],
};
const mappings = JSON.stringify(otherForms);

scenarios(
  kind,
  [
    {
      "data 49: is created by one PUT, and what the server adds is no difference": {
        program: { ...mapped({ a: { type: "long" } }), settings: '{"number_of_replicas":0}' },
        done: "create",
        writes: ["PUT /orders"],
        outputs: {
          concreteName: "orders",
          indexUuid: expect.stringMatching(/^[\w-]{22}$/),
          allSettings: expect.stringContaining('"index.version.created"'),
        },
      },
      "data 50: what a template adds is no difference": {
        before: { "PUT /_index_template/t": { index_patterns: ["orders"], template } },
        program: mapped({ a: { type: "long" } }),
        kept: kept({ aliases: { all: {} }, mappings: { properties: { t: {}, a: {} } } }),
      },
      "data 51: a removed dynamic setting is written as null": {
        program: set({ refresh_interval: "5s", priority: 2 }),
        next: set({ priority: 2 }),
        done: "update",
        bodies: [{ "index.refresh_interval": null }],
      },
      "data 52: a static setting replaces the index, or reopens it": {
        program: set({ codec: "default" }),
        next: set({ codec: "best_compression" }, { allowReopen: true }),
        writes: ["PUT /orders/_settings?reopen=true"],
      },
      "data 56: another parameter of a field is an update": {
        program: mapped({ a: { ...keyword, ignore_above: 256 } }),
        next: mapped({ a: { ...keyword, ignore_above: 512 } }),
        done: "update",
      },
      "data 57: a removed field is no difference, and the next update names it": {
        program: mapped({ a: keyword, user: { properties: { age: { type: "long" } } } }),
        next: { ...mapped({ a: keyword, b: keyword }), settings: '{"priority":1}' },
        logged: /^info: Fields cannot be removed from an index: user stays\.$/,
      },
      "data 58: a parameter that the server cannot change is its error, with what to do": {
        program: mapped({ a: { type: "text", analyzer: "standard" } }),
        preview: ["mappings"],
        next: mapped({ a: { type: "text", analyzer: "simple" } }),
        error: /Cannot update parameter \[analyzer\][^]*reindex, and move the alias; or set the resource option `deleteBeforeReplace`/,
      },
      "data 65: an index whose name became an alias is gone, also if a copy of it has the alias": {
        other: {
          "PUT /_snapshot/backups": { type: "fs", settings: { location: randomUUID() } },
          "PUT /_snapshot/backups/daily?wait_for_completion=true": { indices: "orders" },
          "DELETE /orders": undefined,
          "POST /_snapshot/backups/daily/_restore?wait_for_completion=true": {
            rename_pattern: "orders",
            rename_replacement: "restored-orders",
          },
          "POST /_aliases": { actions: [{ add: { index: "restored-orders", alias: "orders" } }] },
        },
        refresh: ["gone"],
        logged: /^warning: .*alias or data stream of "restored-orders" now/,
      },
      "data 66: what others write stays, declared values as well while the program changes other parts": {
        program: { ...mapped({ a: { ...keyword, ignore_above: 10 } }), settings: '{"priority":5}', aliases: [{ name: "mine" }] },
        other: {
          "POST /_aliases": { actions: ["mine", "theirs"].map((name) => ({ add: { index: "orders", alias: name, filter: theirs } })) },
          "PUT /orders/_mapping": { properties: { a: { ...keyword, ignore_above: 99 }, theirs: { type: "ip" } } },
          "PUT /orders/_settings": { "index.number_of_replicas": 0, "index.priority": 50 },
        },
        next: {
          ...mapped({ a: { ...keyword, ignore_above: 10, meta: { unit: "u" } }, b: { type: "long" } }),
          settings: '{"priority":5,"refresh_interval":"5s"}',
          aliases: [{ name: "mine" }, { name: "more" }],
        },
        drift: ["aliases[0].filter", "mappings", "settings"],
        outputs: { settings: '{"priority":"50","refresh_interval":"5s"}' },
        kept: kept({
          aliases: { mine: { filter: theirs }, theirs: { filter: theirs }, more: {} },
          mappings: { properties: { a: { ignore_above: 99, meta: { unit: "u" } }, b: { type: "long" }, theirs: { type: "ip" } } },
          settings: { "index.number_of_replicas": "0", "index.priority": "50", "index.refresh_interval": "5s" },
        }),
      },
    },
    ...[
      '{"index":{"refresh_interval":"60s","number_of_replicas":"0"}}',
      '{"index.refresh_interval":"60000ms","number_of_replicas":0,"priority":null}',
    ].map((settings) => ({
      [`data 67: settings are equal however they are spelled: ${settings}`]: {
        program: set({ refresh_interval: "1m", number_of_replicas: 0 }),
        preview: [],
        next: { ...orders, settings },
      },
    })),
    {
      "data 68: an import by name declares all but the server's own settings": {
        before: { "PUT /orders": { settings: { priority: 3 }, mappings: { dynamic: false }, aliases: { a: { routing: "1" } } } },
        imported: "orders",
        outputs: { settings: '{"index.number_of_replicas":"1","index.number_of_shards":"1","index.priority":"3"}' },
      },
      "data 72: the preview finds an unknown type of a field": {
        checked: mapped({ a: { type: "nope" } }),
        error: /^invalid_argument: mappings: .*mapper type \[nope\]/,
        kept: { "/orders": undefined },
      },
      "data 131: the server waits for shards not longer than the create may take": {
        program: set({ number_of_replicas: 0 }, { waitForActiveShards: "all", timeouts: { create: "2m" } }),
        writes: ["PUT /orders?wait_for_active_shards=all&timeout=115s"],
      },
      "aliases: only declared ones are compared, written and removed": {
        members: { aliases: [{ name: "a" }, { name: "b", routing: "1" }] },
        other: { "POST /_aliases": { actions: [{ add: { index: "orders", alias: "x" } }] } },
        refresh: [],
        change: { aliases: [{ name: "b", routing: "2" }, { name: "c" }] },
        bodies: [
          {
            actions: [
              { remove: { index: "orders", alias: "a", must_exist: false } },
              { add: { index: "orders", alias: "b", routing: "2" } },
              { add: { index: "orders", alias: "c" } },
            ],
          },
        ],
      },
      "data 125: mappings that an index returns in another form are no difference": {
        members: { mappings },
        outputs: { mappings },
      },
      "data 128: declaring the value of the server does not replace": {
        next: set({ number_of_shards: 1 }),
        done: "update",
        writes: [],
      },
      "data 129: a static setting that leaves the program stays, without a write": {
        program: set({ codec: "best_compression" }),
        next: set({ priority: 1 }),
        bodies: [{ "index.priority": 1 }],
        logged: /^info: .*index\.codec/,
      },
    },
  ],
  { program: orders },
);

test.each([
  ["data 52: a static setting replaces", set({ codec: "default" }), set({ codec: "best_compression" }), ["settings!"]],
  ["data 56: another type of a field replaces", mapped({ a: { type: "long" } }), mapped({ a: keyword }), ["mappings!"]],
  [
    "data 126: the number of shards for routing replaces",
    set({ number_of_routing_shards: 4 }),
    set({ number_of_routing_shards: 8 }),
    ["settings!"],
  ],
  ["data 128: another number of shards replaces", orders, set({ number_of_shards: 2 }), ["settings!"]],
  ["data 129: a static setting that leaves the program is no difference", set({ codec: "best_compression" }), orders, []],
  ["data 57: a removed field is none", mapped({ user: { properties: { age: keyword } } }), mapped({ user: { properties: {} } }), []],
])("%s", async (_title, program, next, paths) => {
  const { stack, settled } = caseFixture(kind);
  await stack.up(program);
  await settled(program);
  expect(await stack.preview(next)).toEqual(paths);
});

rejections(kind, {}, [
  ...["Orders", "a\\b", "a b", "_x", "..", "é".repeat(128)].map((name) => ["data 71", { name }, /^name \| must/] as const),
]);

test.each([true, false])(
  "a create whose response is lost: data 60: adopts what it has made; data 61: not what is older (%p)",
  async (isOwn) => {
    const { stack, call, override, find } = caseFixture(kind);
    const outOfOrder = rejection("out of order", 503, "exception");
    if (!isOwn) await call("PUT /orders");
    const { orders: before } = (await find("/orders?flat_settings=true")) ?? {};
    const created = Number(((before as JsonObject | undefined)?.["settings"] as JsonObject | undefined)?.["index.creation_date"] ?? 0);
    while (Date.now() <= created) await new Promise(setImmediate);
    override.set("PUT /orders", async () => {
      override.set("PUT /orders", outOfOrder);
      if (isOwn) await call("PUT /orders");
      return outOfOrder;
    });
    if (isOwn) expect(await stack.up(orders)).toBe("create");
    else await rejects(stack.up(orders), /^already_exists/);
  },
);

test("data 68: settings of a mounted, downsampled or upgraded index are the server's own", async () => {
  const { stack, override, call } = caseFixture(kind);
  await call("PUT /orders");
  const path = "GET /orders?flat_settings=true&expand_wildcards=all";
  const { orders: index } = (await call(path)) as Record<string, JsonObject>;
  const ofServer = { "index.store.snapshot.snapshot_name": "s", "index.downsample.status": "success", "archived.index.similarity": "x" };
  override.set(path, json({ orders: { ...index, settings: { ...(index!["settings"] as JsonObject), ...ofServer } } }));
  await stack.import("orders");
  expect(stack.inputs["settings"]).toBe('{"index.number_of_replicas":"1","index.number_of_shards":"1"}');
});

test("data 62: date math is resolved once", async () => {
  const { stack, settled } = caseFixture(kind);
  const program = { name: "<logs-{now{yyyy.MM.dd.HH.mm.ss.SSS}}>" };
  await stack.up(program);
  const { concreteName } = stack.outputs;
  expect(concreteName).toMatch(/^logs-\d{4}(\.\d\d){5}\.\d{3}$/);
  expect(stack.stored?.id).toMatch(new RegExp(`/${String(concreteName)}$`));
  await settled(program);
  expect(stack.outputs).toMatchObject({ ...program, concreteName });
});

test("data 70: 300 indices, two of them missing, are read by three requests", async () => {
  const server = caseServer();
  // Without shards that start, a real node creates up to 20 indices a second.
  await server.call("PUT /_cluster/settings", { persistent: { "cluster.routing.allocation.enable": "none" } });
  for (let i = 0; i < 298; i++) await server.call(`PUT /logs-app-${i}?wait_for_active_shards=0`);
  const { client, sent } = clientOf(server);
  const names = Array.from({ length: 300 }, (_, i) => `logs-app-${i}`);
  expect((await indices.several!(names, client)).size).toBe(298);
  expect(sent.length).toBeLessThanOrEqual(3);
}, 600_000);
