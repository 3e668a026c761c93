/** Declared mappings of an index or data stream of others. See docs/modules/search.md#mappings-of-an-index. */
import type { JsonObject } from "../../../../emulators/exchange";
import { failure } from "../support";
import { caseFixture } from "./server";

const token = "quartet:search:SearchIndexMappings";
const json = JSON.stringify;
const read = (index: string): string => `GET /${index}?features=mappings`;
const program = (fields: object, more: object = {}) => ({ index: "orders", mappings: json({ properties: fields }), ...more });
const keyword = { type: "keyword" };

/** A stack over an index with a field of its owner, beside an index with an alias. */
async function fixture(env: Record<string, string> = {}) {
  const all = caseFixture(token, env);
  await all.call("PUT /orders", { mappings: { properties: { own: { type: "keyword", ignore_above: 9 } } } });
  await all.call("PUT /logs-1", { aliases: { alias: {} } });
  return { ...all, mappings: async () => ((await all.call("GET /orders/_mapping"))["orders"] as { mappings: JsonObject }).mappings };
}

test("data 79: fields are added; destroy sends nothing and leaves them, with an info line", async () => {
  const { stack, mappings, lines, logged, uuid } = await fixture();
  await stack.up(program({ a: keyword, own: { type: "keyword", meta: { unit: "u" } } }));
  expect(lines()).toEqual([read("orders"), "PUT /orders/_mapping?write_index_only=false", read("orders")]);
  expect(stack.stored!.id).toBe(`${await uuid()}/orders`);
  expect(await mappings()).toEqual({ properties: { a: keyword, own: { type: "keyword", ignore_above: 9, meta: { unit: "u" } } } });
  expect(await stack.refresh()).toEqual([]);
  lines();
  await stack.destroy();
  expect(lines()).toEqual([]);
  expect(logged()).toEqual([{ severity: "info", message: 'Fields cannot be removed from an index: the mappings of "orders" stay.' }]);
  expect(await mappings()).toMatchObject({ properties: { a: keyword } });
});

test("data 78: an alias is refused by create and import", async () => {
  const { stack, bodies } = await fixture();
  const message =
    '"alias" is an alias of "logs-1". Use the name of the index or data stream: a rollover moves the write index of an alias.';
  await expect(stack.up({ ...program({ a: keyword }), index: "alias" })).rejects.toMatchObject({ code: "failed_precondition", message });
  await expect(stack.import("alias")).rejects.toMatchObject({ code: "failed_precondition", message });
  expect(bodies()).toEqual({});
});

test("data 81: a deleted index is gone", async () => {
  const { stack, call } = await fixture();
  await stack.up(program({ a: keyword }));
  await call("DELETE /orders");
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("data 132: a field that leaves the program is no difference, and its later change by others is none", async () => {
  const { stack, call, logged } = await fixture();
  await stack.up(program({ a: keyword, b: keyword }));
  expect(await stack.preview(program({ a: keyword }))).toEqual([]);
  await stack.up(program({ a: { type: "keyword", ignore_above: 5 } }));
  expect(logged()).toEqual([{ severity: "info", message: "Fields cannot be removed from an index: b stays." }]);
  await call("PUT /orders/_mapping", { properties: { b: { type: "keyword", ignore_above: 5 } } });
  expect(await stack.refresh()).toEqual([]);
});

test.each(["{}", '{"_doc":{}}', '{"properties":{}}', '{"properties":{},"runtime":{}}'])(
  "data 133: the mappings %s are rejected",
  async (text) => {
    const { stack, lines } = await fixture();
    await expect(stack.up({ index: "orders", mappings: text })).rejects.toThrow("mappings | mappings is empty.");
    expect(lines()).toEqual([]);
  },
);

test("data 133: an import of an index without mappings is refused", async () => {
  const { stack } = await fixture();
  await expect(stack.import("logs-1")).rejects.toThrow('Import failed: index "logs-1": mappings is empty.');
});

test.each(["orders", "<uuid>/orders"])("an import by %s declares all mappings, and leaves nothing to do", async (id) => {
  const { stack, uuid } = await fixture();
  const cluster = await uuid();
  await stack.import(id.replace("<uuid>", cluster));
  expect(stack.stored!.id).toBe(`${cluster}/orders`);
  expect(stack.inputs).toEqual({
    ...program({ own: { ignore_above: 9, type: "keyword" } }),
    mappings: expect.any(String) as string,
  });
  expect(await stack.preview(stack.inputs)).toEqual([]);
});

test("members that can be removed are removed when they leave the program", async () => {
  const { stack, bodies } = await fixture();
  const mappings = { _meta: { owner: "ops" }, dynamic_templates: [], runtime: { day: keyword }, properties: { a: keyword } };
  await stack.up({ index: "orders", mappings: json(mappings) });
  bodies();
  expect(await stack.up(program({ a: keyword }))).toBe("update");
  expect(bodies()).toEqual({ "PUT _mapping": { _meta: {}, dynamic_templates: [], runtime: { day: null } } });
});

test("a change of a type is an error of the server with what to do, and no replacement", async () => {
  const { stack } = await fixture();
  await stack.up(program({ a: keyword }));
  expect(await stack.preview(program({ a: { type: "long" } }))).toEqual(["mappings"]);
  await expect(stack.up(program({ a: { type: "long" } }))).rejects.toThrow(
    /cannot be changed from type \[keyword\] to \[long\][^]*reindex, and move the alias/,
  );
});

test("writeIndexOnly alone writes nothing", async () => {
  const { stack, lines } = await fixture();
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
  const { stack, bodies } = await fixture({ QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  await stack.configure();
  bodies();
  expect(await failure(stack.previewUp(declared))).toMatchObject({
    failures: [{ property, reason: expect.stringContaining(reason) as string }],
  });
  expect(Object.keys(bodies())).toEqual(["POST _simulate"]);
});
