/** How mappings and settings of indices are compared. See docs/modules/search.md#index-mappings and docs/modules/search.md#index-settings. */
import { indexFixture, orders } from "./index-fixture";

const json = JSON.stringify;

const spelled: [name: string, mappings: object][] = [
  ["a flag as a text", { dynamic: false }],
  ["the default of a root member", { _source: { enabled: true }, _routing: { required: false } }],
  ["defaults of fields", { properties: { k: { type: "keyword", index: true, doc_values: true }, t: { type: "text", store: false } } }],
  ["a number as a text", { properties: { k: { type: "keyword", ignore_above: "256" } } }],
  ["an object with its type", { properties: { o: { type: "object", properties: { a: { type: "date" } } } } }],
  ["a name with dots", { properties: { "h.i": { type: "keyword" }, "h.j": { type: "long" } } }],
  ["a script as a text", { runtime: { r: { type: "long", script: "emit(1)" } } }],
  ["a list of one condition", { dynamic_templates: [{ s: { match_mapping_type: ["string"], mapping: { type: "keyword" } } }] }],
  ["copy_to as a text", { properties: { k: { type: "keyword", copy_to: "all" }, all: { type: "text" } } }],
];

test.each(spelled)("data 125: mappings that an index returns in another form are no difference: %s", async (_name, mappings) => {
  const { stack } = indexFixture();
  const program = { ...orders, mappings: json(mappings) };
  await stack.up(program);
  expect(await stack.refresh()).toEqual([]);
  expect(stack.inputs["mappings"]).toBe(json(mappings));
  expect(await stack.preview(program)).toEqual([]);
});

test.each([
  [
    "another value",
    { properties: { k: { type: "keyword", ignore_above: 9 } } },
    { properties: { k: { type: "keyword", ignore_above: 8 } } },
  ],
  ["a missing field", { properties: { k: { type: "keyword" }, l: { type: "long" } } }, { properties: { k: { type: "keyword" } } }],
  ["other metadata", { _meta: { a: 1 } }, { _meta: { a: 2 } }],
  ["a flag", { dynamic: false }, { dynamic: "strict" }],
])("mappings that another writer has changed are drift: %s", async (_name, mappings, remote) => {
  const { stack, call } = indexFixture();
  await stack.up({ ...orders, mappings: json(mappings) });
  await call("DELETE /orders");
  await call("PUT /orders", { mappings: remote });
  expect(await stack.refresh()).toEqual(["mappings"]);
});

test("data 126: the number of shards for routing is kept, and a change replaces", async () => {
  const { stack } = indexFixture();
  const program = (count: number) => ({ ...orders, settings: json({ number_of_routing_shards: count }) });
  await stack.up(program(4));
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program(8))).toEqual(["settings!"]);
});

test("data 127: the number of replicas is not compared while the server expands it", async () => {
  const { stack, logged } = indexFixture();
  await stack.up({ ...orders, settings: json({ auto_expand_replicas: "0-1", number_of_replicas: 1 }) });
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining("index.number_of_replicas has no effect") as string }]);
  expect(await stack.refresh()).toEqual([]);
  await stack.up({ ...orders, settings: json({ auto_expand_replicas: false, number_of_replicas: 1 }) });
  expect(logged()).toEqual([]);
});

test("data 128: declaring the value of the server does not replace", async () => {
  const { stack, requests } = indexFixture();
  await stack.up(orders);
  requests();
  expect(await stack.up({ ...orders, settings: json({ number_of_shards: 1 }) })).toBe("update");
  expect(requests()).toEqual([]);
  expect(await stack.preview({ ...orders, settings: json({ number_of_shards: 2 }) })).toEqual(["settings!"]);
});

test("data 129: a static setting that leaves the program stays, without a write", async () => {
  const { stack, requests, logged } = indexFixture();
  await stack.up({ ...orders, settings: json({ codec: "best_compression" }) });
  expect(await stack.preview(orders)).toEqual([]);
  requests();
  await stack.up({ ...orders, settings: json({ priority: 1 }) });
  expect(requests()).toEqual(["PUT /orders/_settings"]);
  expect(logged()).toEqual([{ severity: "info", message: expect.stringContaining("index.codec") }]);
});
