/** What servers after 8.19 do otherwise. The contract suite compares 8.19 with a real node. */
import examples from "../../samples/processors.json";
import { callerOf } from "./caller";
import { createSearchEmulator } from "./index";

test("9.2 returns the times of creation and change, and supports the access pattern", () => {
  let time = 1_000;
  const later = callerOf(createSearchEmulator({ version: "9.2.0", now: () => new Date(time) }));
  const body = { processors: [], field_access_pattern: "flexible" };
  for (time of [1_000, 2_000]) {
    expect(later("PUT /_ingest/pipeline/p", body).status).toBe(200);
    expect(later("PUT /_index_template/t", { index_patterns: ["t"] }).status).toBe(200);
  }
  const times = { created_date_millis: 1_000, modified_date_millis: 2_000 };
  expect(later("GET /_ingest/pipeline/p").body).toEqual({ p: { ...body, ...times } });
  expect(later("GET /_index_template/t").body.index_templates).toMatchObject([{ index_template: times }]);
  for (const wrong of [{ field_access_pattern: "x" }, { created_date: "x" }])
    expect(later("PUT /_ingest/pipeline/p", { processors: [], ...wrong }).status).toBe(400);
  expect(callerOf(createSearchEmulator())("PUT /_ingest/pipeline/p", body).status).toBe(400);
});

test.each(["cef", "recover_failure_document", "normalize_for_stream"])("%s comes later than 8.19", (type) => {
  const body = { processors: [JSON.parse(examples.find(({ processor }) => processor === type)!.json) as unknown] };
  expect(callerOf(createSearchEmulator())("PUT /_ingest/pipeline/p", body).status).toBe(400);
  expect(callerOf(createSearchEmulator({ version: "9.5.0" }))("PUT /_ingest/pipeline/p", body).status).toBe(200);
});

test("9.0 keeps deleted connectors, hidden, and demands the prefix of Elastic-managed ones", () => {
  const call = callerOf(createSearchEmulator({ version: "9.1.2" }));
  call("PUT /_connector/c", { name: "old", index_name: "search-x" });
  const rejected = { status: 400, body: { error: { type: "status_exception" } } };
  expect(call("PUT /_connector/c/_native", { is_native: true })).toMatchObject(rejected);
  expect(call("PUT /_connector/m", { is_native: true, index_name: "search-m" }).status).toBe(400);
  expect(call("PUT /_connector/m", { is_native: true, index_name: "content-m" }).status).toBe(201);
  expect(call("PUT /_connector/m/_index_name", { index_name: "m" })).toMatchObject(rejected);
  expect(call("DELETE /_connector/c").status).toBe(200);
  const missing = { status: 404, body: { error: { reason: "connector [c] not found" } } };
  for (const [request, body] of [
    ["GET /_connector/c"],
    ["DELETE /_connector/c"],
    ["PUT /_connector/c/_index_name", { index_name: "x" }],
    ["PUT /_connector/c/_service_type", { service_type: "x" }],
  ] as const)
    expect(call(request, body)).toMatchObject(missing);
  expect(call("GET /_connector/c?include_deleted=true").body).toMatchObject({ id: "c", deleted: true });
  expect(call("GET /_connector").body).toMatchObject({ count: 1 });
});
