/** Deletes and replacements of indices: nothing is lost unseen. See docs/modules/search.md#indices. */
import { rejects } from "../support";
import { caseFixture } from "./server";

const kind = "SearchIndex";
const orders = { name: "orders" };
const set = (settings: object, more: object = {}) => ({ ...orders, settings: JSON.stringify(settings), ...more });

/** A stack whose index has documents. */
async function withDocuments(documents: number, program: object = orders) {
  const all = caseFixture(kind, { QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  await all.stack.up(program);
  for (let i = 0; i < documents; i++) await all.call("POST /orders/_doc?refresh=true", { i });
  return { ...all, count: async () => (await all.call("GET /orders/_count"))["count"] };
}

test("data 53, 55: a replacement of an index with documents is refused; forceDestroy counts from the next operation on", async () => {
  const { stack, count, find } = await withDocuments(2, set({ number_of_shards: 1 }));
  const refused = /contains 2 documents.*Set forceDestroy and run `pulumi up`.*QUARTET_SEARCH_FORCE_DESTROY=orders/;
  const program = set({ number_of_shards: 2 }, { forceDestroy: true });
  await rejects(stack.up(program), refused);
  expect(await count()).toBe(2);
  await stack.up(set({ number_of_shards: 1 }, { forceDestroy: true }));
  expect(await stack.up(program)).toBe("delete first");
  expect(await find("/orders?flat_settings=true")).toMatchObject({ orders: { settings: { "index.number_of_shards": "2" } } });
});

test("data 54: the preview of a replacement reports the documents, that of an update does not", async () => {
  const {
    stack,
    stack: { stored },
  } = await withDocuments(1);
  stack.stored = undefined;
  await rejects(stack.previewUp(orders), /name: .*contains 1 document \(/);
  stack.stored = stored;
  await stack.previewUp(set({ priority: 1 }));
});

test("data 63: an index that another writer has recreated is not deleted", async () => {
  const { stack, call, find } = await withDocuments(0);
  await call("DELETE /orders");
  await call("PUT /orders");
  await rejects(stack.destroy(), /recreated by another writer since the last refresh\. Run `pulumi refresh`\./);
  expect(await find("/orders")).toBeDefined();
});

test("data 64: a closed index with documents is not deleted", async () => {
  const { stack, call } = await withDocuments(1);
  await call("POST /orders/_close");
  await rejects(stack.destroy(), /contains 1 document/);
});

test("data 69: an alias moves to the index that replaces another one, and is never without an index", async () => {
  const { stack, another, call, sent } = caseFixture(kind);
  await stack.up({ name: "orders-1", forceDestroy: true });
  await call("POST /orders-1/_doc?refresh=true", {});
  const moved = another("SearchIndexAlias");
  await moved.up({ name: "orders", members: [{ index: "orders-1", isWriteIndex: true }] });
  const reads = async () => (await call("GET /orders/_count"))["count"];
  expect(await reads()).toBe(1);
  // The order in which the engine replaces: the new index, the alias that depends on it, the old index.
  await another().up({ name: "orders-2", forceDestroy: true });
  expect(await reads()).toBe(1);
  const before = sent.length;
  await moved.up({ name: "orders", members: [{ index: "orders-2", isWriteIndex: true }] });
  expect(sent.slice(before).filter(({ method }) => method !== "GET")).toHaveLength(1);
  expect(await reads()).toBe(0);
  await stack.destroy();
  expect(await reads()).toBe(0);
});
