/** What data streams must reject, and what manages them: the real node of the contract suite is built without them. */
import type { JsonObject } from "../exchange";
import { callerOf, failure } from "./caller";
import { createSearchEmulator } from "./index";

const alias = (type: "add" | "remove", more: object = {}): object => ({ actions: [{ [type]: { index: "logs", alias: "a", ...more } }] });

/** A server with the data stream `logs`, the index `plain`, and a lifecycle policy that the template names. */
function server(): ReturnType<typeof callerOf> {
  const emulator = createSearchEmulator();
  const call = callerOf(emulator);
  emulator.putIndex("plain");
  const template = { settings: { "index.lifecycle.name": "policy" } };
  call("PUT /_component_template/base", { template: { lifecycle: { data_retention: "7d" } } });
  call("PUT /_index_template/logs", { index_patterns: ["logs"], data_stream: {}, composed_of: ["base"], template });
  call("PUT /_data_stream/logs");
  return call;
}

const entryOf = (call: ReturnType<typeof callerOf>): JsonObject =>
  (call("GET /_data_stream/logs").body.data_streams as JsonObject[])[0] as JsonObject;

test("an alias has the name of the stream as its member", () => {
  const call = server();
  const filter = { term: { a: 1 } };
  expect(call("POST /_aliases", alias("add", { filter })).status).toBe(200);
  expect(call("GET /_alias/a").body).toEqual({ logs: { aliases: { a: { filter } } } });
  expect(call("GET /a/_count").status).toBe(200);
  call("POST /_aliases", alias("remove"));
  expect(call("GET /_alias/a").status).toBe(404);
});

const document = { "@timestamp": "2026-01-01T00:00:00Z" };
test.each<[request: string, body: object, reason: string]>([
  ["POST /_aliases", alias("add", { routing: "1" }), "aliases that point to data streams don't support index_routing"],
  ["POST /_aliases", alias("add", { search_routing: "1" }), "aliases that point to data streams don't support search_routing"],
  ["POST /_aliases", alias("add", { is_hidden: false }), "aliases that point to data streams don't support is_hidden"],
  [
    "POST /_aliases",
    { actions: [{ add: { indices: ["logs", "plain"], alias: "a" } }] },
    "expressions [logs, plain] that match with both data streams and regular indices are disallowed",
  ],
  ["PUT /logs/_doc/1", document, "only write ops with an op_type of create are allowed in data streams"],
  ["POST /logs/_doc?op_type=index", document, "only write ops with an op_type of create are allowed in data streams"],
])("%s with %j is rejected", (request, body, reason) => {
  expect(server()(request, body)).toMatchObject(failure(400, "illegal_argument_exception", reason));
});

test("a document goes to the write index, and needs a timestamp", () => {
  const call = server();
  expect(call("POST /logs/_doc", { message: "x" })).toMatchObject({ status: 400, body: { error: { type: "document_parsing_exception" } } });
  const [index] = entryOf(call).indices as JsonObject[];
  expect(call("POST /logs/_doc?refresh", document)).toMatchObject({ status: 201, body: { _index: index!.index_name } });
  expect(call("GET /logs/_count").body).toMatchObject({ count: 1 });
});

test("a policy manages a stream with a lifecycle, unless its settings prefer the lifecycle", () => {
  const call = server();
  const managed = { ilm_policy: "policy", prefer_ilm: true, next_generation_managed_by: "Index Lifecycle Management" };
  expect(entryOf(call)).toMatchObject({ ...managed, lifecycle: { data_retention: "7d" } });
  call("PUT /_data_stream/logs/_settings", { "index.lifecycle.prefer_ilm": false });
  const ownLifecycle = { prefer_ilm: false, managed_by: "Data stream lifecycle" };
  expect(entryOf(call)).toMatchObject({ next_generation_managed_by: "Data stream lifecycle", indices: [ownLifecycle] });
  call("PUT /_data_stream/logs/_lifecycle", { enabled: false });
  expect(entryOf(call)).toMatchObject({ next_generation_managed_by: "Index Lifecycle Management" });
});
