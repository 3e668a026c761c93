/** Declared mappings of an index or data stream of others. See docs/modules/search.md#mappings-of-an-index. */
import { callerOf } from "../../../../emulators/search/caller";
import { failure, uuid } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchIndexMappings";
const json = JSON.stringify;
const read = (index: string): string => `GET /${index}?features=mappings`;
const program = (fields: object, more: object = {}) => ({ index: "orders", mappings: json({ properties: fields }), ...more });
const keyword = { type: "keyword" };

/** A stack over an index with a field of its owner, and a data stream. */
function fixture(env: Record<string, string> = {}) {
  const all = stackFixture(token, {}, env);
  const call = callerOf(all.emulator);
  call("PUT /orders", { mappings: { properties: { own: { type: "keyword", ignore_above: 9 } } } });
  call("PUT /logs-1", { aliases: { alias: {} } });
  const template = { mappings: { properties: { level: keyword } } };
  all.emulator.indexTemplates.set("logs", { index_patterns: ["logs-app"], composed_of: [], data_stream: {}, template } as never);
  all.emulator.putDataStream("logs-app");
  return { ...all, call, mappings: () => all.emulator.indices.get("orders")!.mappings };
}

test("data 79: fields are added; destroy sends nothing and leaves them, with an info line", async () => {
  const { stack, mappings, lines, logged } = fixture();
  await stack.up(program({ a: keyword, own: { type: "keyword", meta: { unit: "u" } } }));
  expect(lines()).toEqual([read("orders"), "PUT /orders/_mapping?write_index_only=false", read("orders")]);
  expect(stack.stored!.id).toBe(`${uuid}/orders`);
  expect(mappings()).toEqual({ properties: { a: keyword, own: { type: "keyword", ignore_above: 9, meta: { unit: "u" } } } });
  expect(await stack.refresh()).toEqual([]);
  lines();
  await stack.destroy();
  expect(lines()).toEqual([]);
  expect(logged()).toEqual([{ severity: "info", message: 'Fields cannot be removed from an index: the mappings of "orders" stay.' }]);
  expect(mappings()).toMatchObject({ properties: { a: keyword } });
});

test("data 80: a rollover loses the field, which is a difference, and the next update adds it", async () => {
  const { stack, emulator, call, lines, bodies } = fixture();
  const declared = { ...program({ a: keyword }), index: "logs-app" };
  await stack.up(declared);
  expect(lines()).toEqual([
    read("logs-app"),
    "GET /_data_stream/logs-app?expand_wildcards=all",
    "PUT /logs-app/_mapping?write_index_only=false",
    read("logs-app"),
    "GET /_data_stream/logs-app?expand_wildcards=all",
  ]);
  expect(await stack.refresh()).toEqual([]);
  emulator.streams.rollOver("logs-app");
  expect(await stack.refresh()).toEqual(["mappings"]);
  bodies();
  expect(await stack.up(declared)).toBe("update");
  expect(bodies()).toEqual({ "PUT _mapping": { properties: { a: keyword } } });
  const { indices } = emulator.dataStreams.get("logs-app")!;
  expect(indices.map((index) => emulator.indices.get(index)!.mappings)).toEqual(
    indices.map(() => ({ properties: { a: keyword, level: keyword } })),
  );
  expect(await stack.refresh()).toEqual([]);
  call("PUT /logs-app/_mapping?write_index_only=true", { properties: { b: keyword } });
  expect(await stack.refresh()).toEqual([]);
});

test("data 80: with writeIndexOnly the older backing indices stay as they are", async () => {
  const { stack, emulator } = fixture();
  emulator.streams.rollOver("logs-app");
  await stack.up({ ...program({ a: keyword }), index: "logs-app", writeIndexOnly: true });
  const changed = emulator.dataStreams.get("logs-app")!.indices.map((name) => json(emulator.indices.get(name)!.mappings).includes('"a"'));
  expect(changed).toEqual([false, true]);
});

test("a rollover between the two requests of a read is followed", async () => {
  const { stack, emulator, override } = fixture();
  await stack.up({ ...program({ level: keyword }), index: "logs-app" });
  const { body } = emulator.handle({ method: "GET", path: "/logs-app", query: "features=mappings", headers: {}, body: "" });
  emulator.streams.rollOver("logs-app");
  const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
  override.set(read("logs-app"), { status: 200, headers, body });
  expect(await stack.refresh()).toEqual([]);
});

test("data 78: an alias is refused by create and import", async () => {
  const { stack, bodies } = fixture();
  const message =
    '"alias" is an alias of "logs-1". Use the name of the index or data stream: a rollover moves the write index of an alias.';
  await expect(stack.up({ ...program({ a: keyword }), index: "alias" })).rejects.toMatchObject({ code: "failed_precondition", message });
  await expect(stack.import("alias")).rejects.toMatchObject({ code: "failed_precondition", message });
  expect(bodies()).toEqual({});
});

test("data 81: a deleted index is gone", async () => {
  const { stack, call } = fixture();
  await stack.up(program({ a: keyword }));
  call("DELETE /orders");
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("data 132: a field that leaves the program is no difference, and its later change by others is none", async () => {
  const { stack, call, logged } = fixture();
  await stack.up(program({ a: keyword, b: keyword }));
  expect(await stack.preview(program({ a: keyword }))).toEqual([]);
  await stack.up(program({ a: { type: "keyword", ignore_above: 5 } }));
  expect(logged()).toEqual([{ severity: "info", message: "Fields cannot be removed from an index: b stays." }]);
  call("PUT /orders/_mapping", { properties: { b: { type: "keyword", ignore_above: 5 } } });
  expect(await stack.refresh()).toEqual([]);
});

test.each(["{}", '{"_doc":{}}', '{"properties":{}}', '{"properties":{},"runtime":{}}'])(
  "data 133: the mappings %s are rejected",
  async (text) => {
    const { stack, lines } = fixture();
    await expect(stack.up({ index: "orders", mappings: text })).rejects.toThrow("mappings | mappings is empty.");
    expect(lines()).toEqual([]);
  },
);

test("data 133: an import of an index without mappings is refused", async () => {
  await expect(fixture().stack.import("logs-1")).rejects.toThrow('Import failed: index "logs-1": mappings is empty.');
});

test.each(["orders", `${uuid}/orders`])("an import by %s declares all mappings, and leaves nothing to do", async (id) => {
  const { stack } = fixture();
  await stack.import(id);
  expect(stack.stored!.id).toBe(`${uuid}/orders`);
  expect(stack.inputs).toEqual({
    ...program({ own: { ignore_above: 9, type: "keyword" } }),
    mappings: expect.any(String) as string,
  });
  expect(await stack.preview(stack.inputs)).toEqual([]);
});

test("members that can be removed are removed when they leave the program", async () => {
  const { stack, bodies } = fixture();
  const mappings = { _meta: { owner: "ops" }, dynamic_templates: [], runtime: { day: keyword }, properties: { a: keyword } };
  await stack.up({ index: "orders", mappings: json(mappings) });
  bodies();
  expect(await stack.up(program({ a: keyword }))).toBe("update");
  expect(bodies()).toEqual({ "PUT _mapping": { _meta: {}, dynamic_templates: [], runtime: { day: null } } });
});

test("a change of a type is an error of the server with what to do, and no replacement", async () => {
  const { stack } = fixture();
  await stack.up(program({ a: keyword }));
  expect(await stack.preview(program({ a: { type: "long" } }))).toEqual(["mappings"]);
  await expect(stack.up(program({ a: { type: "long" } }))).rejects.toThrow(
    /cannot be changed from type \[keyword\] to \[long\][^]*reindex, and move the alias/,
  );
});

test("writeIndexOnly alone writes nothing", async () => {
  const { stack, lines } = fixture();
  await stack.up(program({ a: keyword }));
  lines();
  await stack.up(program({ a: keyword }, { writeIndexOnly: true }));
  expect(lines()).not.toContainEqual(expect.stringMatching(/^PUT/));
});

test.each([
  [program({ a: { type: "nope" } }), "mappings", "mapper type [nope]"],
  [program({ own: { type: "long" } }), "mappings", "a field of the index has another type"],
  [program({ a: keyword }, { index: "alias" }), "index", '"alias" is an alias of "logs-1".'],
])("a preview check finds %j", async (declared, property, reason) => {
  const { stack, bodies } = fixture({ QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  await stack.configure();
  bodies();
  expect(await failure(stack.previewUp(declared))).toMatchObject({
    failures: [{ property, reason: expect.stringContaining(reason) as string }],
  });
  expect(Object.keys(bodies())).toEqual(["POST _simulate"]);
});
