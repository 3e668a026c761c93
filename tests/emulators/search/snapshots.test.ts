/**
 * Snapshots against the facts of the vendor's REST tests; tests/elasticsearch/contract compares more with a real node. Titles name the file, and the test in it, of
 * elastic/elasticsearch, rest-api-spec/src/yamlRestTest/resources/rest-api-spec/test.
 */
import type { JsonObject } from "../exchange";
import { callerOf } from "./caller";
import { createSearchEmulator } from "./index";

const one = "/_snapshot/backups/first";
const take = `PUT ${one}?wait_for_completion=true`;

function server(): ReturnType<typeof callerOf> {
  const emulator = createSearchEmulator();
  emulator.putIndex("orders");
  const call = callerOf(emulator);
  call("PUT /_snapshot/backups", { type: "fs", settings: { location: "a" } });
  return call;
}

/** The only snapshot of a response. */
const only = ({ body }: { body: unknown }): JsonObject => (body as { snapshots: JsonObject[] }).snapshots[0]!;

test("snapshot.create/10_basic.yml, create a snapshot: state and shards are returned, and it can be deleted", () => {
  const call = server();
  expect(call(take)).toMatchObject({
    status: 200,
    body: { snapshot: { snapshot: "first", state: "SUCCESS", shards: { successful: 1, failed: 0 } } },
  });
  expect(call(`DELETE ${one}`)).toMatchObject({ status: 200, body: { acknowledged: true } });
});

test("snapshot.create/10_basic.yml, missing index: 404, unless it may be missing", () => {
  const call = server();
  expect(call(take, { indices: "missing_1" }).status).toBe(404);
  expect(call(take, { indices: "missing_2", ignore_unavailable: true })).toMatchObject({
    body: { snapshot: { state: "SUCCESS", shards: { successful: 0, failed: 0 } } },
  });
});

test("snapshot.get/10_basic.yml, missing snapshot: 404, or an empty list with ignore_unavailable", () => {
  const call = server();
  const error = { type: "snapshot_missing_exception", reason: "[backups:first] is missing" };
  expect(call(`GET ${one}`)).toMatchObject({ status: 404, body: { error } });
  expect(call(`GET ${one}?ignore_unavailable=true`)).toMatchObject({ status: 200, body: { snapshots: [] } });
});

test("snapshot.get/10_basic.yml, snapshot info, when verbose is false: failures and shards are in the verbose response only", () => {
  const call = server();
  call(take);
  expect(only(call(`GET ${one}`))).toMatchObject({ failures: [], shards: { total: 1 } });
  const short = only(call(`GET ${one}?verbose=false`));
  expect(short).toMatchObject({ snapshot: "first", state: "SUCCESS" });
  for (const member of ["failures", "shards", "version", "metadata"]) expect(short).not.toHaveProperty(member);
});

test.each([true, false])("snapshot.get/10_basic.yml, contains include_global_state: %p is returned", (flag) => {
  const call = server();
  call(take, { include_global_state: flag });
  expect(only(call(`GET ${one}`))).toMatchObject({ include_global_state: flag });
});

test("snapshot.get/10_basic.yml, with metadata: it is returned as it was sent", () => {
  const call = server();
  const metadata = { owner: "ops", nested: { a: "b" } };
  call(take, { metadata });
  expect(only(call(`GET ${one}`))).toMatchObject({ metadata });
});

test("snapshot.restore/10_basic.yml, single index: a closed index is overwritten", () => {
  const call = server();
  call(take, { indices: "orders", feature_states: ["none"] });
  call("POST /orders/_close");
  expect(call(`POST ${one}/_restore?wait_for_completion=true`, { indices: "orders" })).toMatchObject({
    status: 200,
    body: { snapshot: { snapshot: "first", indices: ["orders"], shards: { total: 1, failed: 0, successful: 1 } } },
  });
});
