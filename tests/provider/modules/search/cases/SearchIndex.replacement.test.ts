/** Deletes and replacements of indices: nothing is lost unseen. See docs/modules/search.md#indices. */
import { indexFixture, orders, withDocuments } from "./index-fixture";

const previewChecks = { QUARTET_SEARCH_PREVIEW_CHECKS: "true" };
const json = JSON.stringify;

test("data 53: a replacement of an index with documents is refused, and nothing is lost", async () => {
  const { stack, count } = await withDocuments(10, { ...orders, settings: json({ number_of_shards: 1 }) });
  await expect(stack.up({ ...orders, settings: json({ number_of_shards: 2 }) })).rejects.toThrow("contains 10 documents");
  expect(await count()).toBe(10);
});

test("data 54: the preview of a replacement reports the documents, that of an update does not", async () => {
  const { stack, call } = indexFixture(previewChecks);
  await call("PUT /orders");
  await call("POST /orders/_doc?refresh=true", {});
  await stack.configure();
  await expect(stack.previewUp(orders)).rejects.toMatchObject({
    failures: [{ property: "name", reason: expect.stringContaining("contains 1 document (") }],
  });
  await stack.import("orders");
  await expect(stack.previewUp({ ...orders, settings: json({ priority: 1 }) })).resolves.toBeUndefined();
});

test("data 55: forceDestroy counts from the next operation on", async () => {
  const { stack, count, index } = await withDocuments(2, { ...orders, settings: json({ number_of_shards: 1 }) });
  const program = { ...orders, settings: json({ number_of_shards: 2 }), forceDestroy: true };
  await expect(stack.up(program)).rejects.toThrow(/Set forceDestroy and run `pulumi up`.*QUARTET_SEARCH_FORCE_DESTROY=orders/);
  await stack.up({ ...program, settings: json({ number_of_shards: 1 }) });
  expect(await stack.up(program)).toBe("delete first");
  expect(await count()).toBe(0);
  expect(await index()).toMatchObject({ settings: { "index.number_of_shards": "2" } });
});

test("data 63: an index that another writer has recreated is not deleted", async () => {
  const { stack, call, index } = indexFixture();
  await stack.up(orders);
  await call("DELETE /orders");
  await call("PUT /orders");
  await expect(stack.destroy()).rejects.toThrow("recreated by another writer since the last refresh. Run `pulumi refresh`.");
  expect(await index()).toBeDefined();
});

test("data 64: a closed index with documents is not deleted", async () => {
  const { stack, call } = await withDocuments(1);
  await call("POST /orders/_close");
  await expect(stack.destroy()).rejects.toThrow("contains 1 document");
});

test("data 69: an alias moves to the index that replaces another one, and is never without an index", async () => {
  const { stack, another, call, sent } = indexFixture();
  await stack.up({ name: "orders-1", forceDestroy: true });
  await call("POST /orders-1/_doc?refresh=true", {});
  const alias = another("quartet:search:SearchIndexAlias");
  await alias.up({ name: "orders", members: [{ index: "orders-1", isWriteIndex: true }] });
  const reads = async () => (await call("GET /orders/_count"))["count"];
  expect(await reads()).toBe(1);
  // The order in which the engine replaces: the new index, the alias that depends on it, the old index.
  const next = another();
  await next.up({ name: "orders-2", forceDestroy: true });
  expect(await reads()).toBe(1);
  const before = sent.length;
  await alias.up({ name: "orders", members: [{ index: String(next.outputs["name"]), isWriteIndex: true }] });
  expect(sent.slice(before).filter(({ method }) => method !== "GET")).toHaveLength(1);
  expect(await reads()).toBe(0);
  await stack.destroy();
  expect(await reads()).toBe(0);
});
