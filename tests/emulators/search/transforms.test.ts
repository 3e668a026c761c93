/**
 * Transforms against the facts of the vendor's REST tests: the real node of the tests is built without them. Titles name the file, and the test in it, of
 * elastic/elasticsearch, x-pack/plugin/src/yamlRestTest/resources/rest-api-spec/test/transform; lines differ between versions.
 */
import { callerOf } from "./caller";
import type { SearchEmulator } from "./index";
import { createSearchEmulator } from "./index";

const one = "/_transform/airline-transform";
const pivot = { group_by: { airline: { terms: { field: "airline" } } }, aggs: { avg_response: { avg: { field: "responsetime" } } } };
const definition = { source: { index: "airline-data" }, dest: { index: "by-airline" }, pivot };
const continuous = { ...definition, sync: { time: { field: "time", delay: "90m" } } };
const missing = "Transform with id [missing] could not be found";

function server(): { emulator: SearchEmulator; call: ReturnType<typeof callerOf> } {
  const emulator = createSearchEmulator();
  emulator.putIndex("airline-data");
  return { emulator, call: callerOf(emulator) };
}

test("transforms_crud.yml, get when there are none, get and delete when it does not exist: none are an empty list; a missing one is not found", () => {
  const { call } = server();
  expect(call("GET /_transform/*").body).toEqual({ count: 0, transforms: [] });
  expect(call("GET /_transform").body).toEqual({ count: 0, transforms: [] });
  for (const request of ["GET /_transform/missing", "DELETE /_transform/missing", "GET /_transform/missing/_stats"])
    expect(call(request)).toMatchObject({ status: 404, body: { error: { type: "resource_not_found_exception", reason: missing } } });
});

test("transforms_crud.yml, basic transform crud, invalid page parameter: what the server adds, the order, patterns, lists and pages", () => {
  const { call } = server();
  call("PUT /_transform/b", { ...definition, description: "d" });
  call("PUT /_transform/a", { ...definition, source: { index: ["airline-data"], query: { term: { a: 1 } } } });
  expect(call("GET /_transform/b").body).toEqual({
    count: 1,
    transforms: [
      {
        id: "b",
        authorization: { roles: ["superuser"] },
        version: expect.any(String) as string,
        create_time: expect.any(Number) as number,
        source: { index: ["airline-data"], query: { match_all: {} } },
        dest: { index: "by-airline" },
        pivot: { group_by: pivot.group_by, aggregations: pivot.aggs },
        description: "d",
        settings: {},
      },
    ],
  });
  const names = (path: string): unknown => (call(path).body.transforms as { id: string }[]).map(({ id }) => id);
  for (const expression of ["*", "_all", "b,a", "a*,b"]) expect(names(`GET /_transform/${expression}`)).toEqual(["a", "b"]);
  expect(call("GET /_transform?from=1&size=1").body).toMatchObject({ count: 2, transforms: [{ id: "b" }] });
  expect(call("GET /_transform?size=1001")).toMatchObject({
    status: 400,
    body: { error: { reason: "Validation Failed: 1: Param [size] has a max acceptable value of [1000];" } },
  });
});

test("transforms_crud.yml, PUT continuous transform with and without delay: sync is kept, and gets a delay", () => {
  const { call } = server();
  call(`PUT ${one}`, continuous);
  expect(call(`GET ${one}`).body).toMatchObject({ transforms: [{ sync: { time: { field: "time", delay: "90m" } } }] });
  call("PUT /_transform/other", { ...definition, sync: { time: { field: "time" } } });
  expect(call("GET /_transform/other").body).toMatchObject({ transforms: [{ sync: { time: { field: "time", delay: "60s" } } }] });
});

const latest = (unique_key: string[], sort = "time"): object => ({ ...definition, pivot: undefined, latest: { unique_key, sort } });
const rejected: [place: string, more: object, reason: string][] = [
  ["transforms_crud.yml, frequency too low", { frequency: "999ms" }, "minimum permitted [frequency] is [1s]"],
  ["transforms_crud.yml, frequency too high", { frequency: "3600001ms" }, "highest permitted [frequency] is [1h]"],
  [
    "transforms_crud.yml, invalid source index",
    { source: { index: "missing-index" } },
    "Validation Failed: 1: no such index [missing-index];",
  ],
  [
    "transforms_crud.yml, dest is included in source",
    { source: { index: ["by-*"] } },
    "Validation Failed: 1: Destination index [by-airline] is included in source expression [by-*];",
  ],
  [
    "transforms_crud.yml, invalid pivot size",
    { pivot: { ...pivot, max_page_search_size: 5 } },
    "pivot.max_page_search_size [5] is out of range",
  ],
  [
    "transforms_crud.yml, invalid number of failure retries",
    { settings: { num_failure_retries: -2 } },
    "settings.num_failure_retries [-2] is out of range",
  ],
  [
    "transforms_crud.yml, invalid number of failure retries",
    { settings: { num_failure_retries: 101 } },
    "settings.num_failure_retries [101] is out of range",
  ],
  [
    "transforms_crud.yml, duplicate and conflicting field names",
    { pivot: { ...pivot, aggs: { airline: {} } } },
    "duplicate field [airline] detected",
  ],
  [
    "transforms_crud.yml, duplicate and conflicting field names",
    { pivot: { ...pivot, aggs: { "airline.time": {} } } },
    "field [airline] cannot be both an object and a field",
  ],
  [
    "transforms_crud.yml, invalid destination index name",
    { dest: { index: "DeStInAtIoN" } },
    "Destination index [DeStInAtIoN] must be lowercase",
  ],
  ["transforms_crud.yml, invalid destination index name", { dest: { index: "a#b" } }, "Invalid index name [a#b], must not contain '#'"],
  ["transforms_crud.yml, create_time in the body", { create_time: 123456789 }, "Found [create_time], not allowed for strict parsing"],
  ["transforms_crud.yml, version in the body", { version: "7.3.0" }, "Found [version], not allowed for strict parsing"],
  ["transforms_crud.yml, missing pipeline", { dest: { index: "b", pipeline: "missing" } }, "Pipeline with id [missing] could not be found"],
  ["transforms_crud.yml, creation failures of latest", latest([]), "latest.unique_key must be non-empty"],
  ["transforms_crud.yml, creation failures of latest", latest(["airline", ""]), "latest.unique_key[1] element must be non-empty"],
  [
    "transforms_crud.yml, creation failures of latest",
    latest(["airline", "airline"]),
    "latest.unique_key elements must be unique, found duplicate element [airline]",
  ],
  ["transforms_crud.yml, creation failures of latest", latest(["airline"], ""), "latest.sort must be non-empty"],
  [
    "preview_transforms.yml, invalid config",
    { pivot: { ...pivot, group_by: { a: { terms: { no: "a" } } } } },
    "failed to parse field [pivot]",
  ],
  ["TransformConfig.java", { pivot: undefined }, "exactly 1 function"],
  ["TransformConfig.java", { latest: { unique_key: ["a"], sort: "b" } }, "exactly 1 function"],
  ["PivotConfig.java", { pivot: { ...pivot, aggregations: {} } }, "failed to parse field [pivot]"],
  [
    "TimeRetentionPolicyConfig.java",
    { retention_policy: { time: { field: "a", max_age: "59s" } } },
    "must be greater than 60s, found [59s]",
  ],
  ["SettingsConfig.java", { settings: { unattended: true, num_failure_retries: 1 } }, "can not be set in unattended mode"],
  ["SettingsConfig.java", { settings: { fast: true } }, "failed to parse field [settings]"],
  ["SourceConfig.java", { source: { index: [] } }, "failed to parse field [source]"],
];
test.each(rejected)("%s: %j is rejected", (_place, more, reason) => {
  const { emulator, call } = server();
  const response = call(`PUT ${one}`, { ...definition, ...more });
  expect(response.status).toBe(400);
  expect(JSON.stringify(response.body)).toContain(JSON.stringify(reason).slice(1, -1));
  expect(emulator.transforms.transforms.size).toBe(0);
});

test("transforms_crud.yml, defer validations: defer_validation accepts what does not exist yet", () => {
  const { call } = server();
  const later = { ...definition, source: { index: "by-airline" }, dest: { index: "by-airline", pipeline: "missing" } };
  expect(call(`PUT ${one}?defer_validation=true`, later).body).toEqual({ acknowledged: true });
  expect(call("PUT /_transform/pattern", { ...definition, source: { index: "missing-index*" } }).body).toEqual({ acknowledged: true });
});

test("transforms_crud.yml, alias scenarios: aliases of source and destination are resolved", () => {
  const { emulator, call } = server();
  for (const index of ["created", "second"]) emulator.putIndex(index);
  emulator.indices.get("created")!.aliases = { "dest-index": {}, "source-index": {} };
  const aliased = { ...definition, source: { index: "source-index" }, dest: { index: "dest-index" } };
  expect(JSON.stringify(call(`PUT ${one}`, aliased).body)).toContain(
    "Destination index [created] is included in source expression [created]",
  );
  emulator.indices.get("created")!.aliases = { "dest-index": {} };
  emulator.indices.get("second")!.aliases = { "dest-index": {} };
  expect(JSON.stringify(call(`PUT ${one}`, { ...definition, dest: { index: "dest-index" } }).body)).toContain("no write index is defined");
});

test.each(["!x", "Upper", "a".repeat(65), "-a", "a-"])("transforms_crud.yml, invalid transform id: the name %p is rejected", (name) => {
  expect(server().call(`PUT /_transform/${encodeURIComponent(name)}`, definition)).toMatchObject({ status: 400 });
});

test("TransformMessages.java: a second one of the name is rejected", () => {
  const { call } = server();
  call(`PUT ${one}`, definition);
  expect(call(`PUT ${one}`, definition)).toMatchObject({
    status: 400,
    body: { error: { type: "resource_already_exists_exception", reason: "Transform with id [airline-transform] already exists" } },
  });
});

test("transforms_update.yml, basic transform crud, metadata, missing transform: changes what it names, and returns the whole", () => {
  const { call } = server();
  expect(call("POST /_transform/missing/_update", {})).toMatchObject({ status: 404, body: { error: { reason: missing } } });
  call(`PUT ${one}`, { ...continuous, _meta: { a: 1 }, settings: { docs_per_second: 5, unattended: true } });
  const changes = { dest: { index: "new" }, description: "u", frequency: "5s", _meta: { b: 2 }, settings: { docs_per_second: null } };
  expect(call(`POST ${one}/_update`, changes)).toMatchObject({
    status: 200,
    body: { id: "airline-transform", dest: { index: "new" }, _meta: { b: 2 }, settings: { unattended: true }, sync: continuous.sync },
  });
  expect(call(`GET ${one}`).body).toMatchObject({ transforms: [{ description: "u", frequency: "5s" }] });
  for (const [update, reason] of [
    [{ frequency: "999ms" }, "minimum permitted"],
    [{ source: { index: "missing-index" } }, "no such index [missing-index]"],
    [{ dest: { index: "Upper" } }, "must be lowercase"],
    [{ pivot }, "unknown field [pivot]"],
  ] as const)
    expect(JSON.stringify(call(`POST ${one}/_update`, update).body)).toContain(reason);
});

test("transforms_update.yml, when it is batch, retention policy: no sync for a batch; null removes the retention policy", () => {
  const { call } = server();
  call(`PUT ${one}`, definition);
  expect(call(`POST ${one}/_update`, { sync: continuous.sync })).toMatchObject({
    status: 400,
    body: { error: { reason: "Cannot change the current sync configuration of transform [airline-transform] from [null] to [time]" } },
  });
  const retention_policy = { time: { field: "time", max_age: "24h" } };
  expect(call(`POST ${one}/_update`, { retention_policy }).body).toMatchObject({ retention_policy });
  expect(call(`POST ${one}/_update`, { retention_policy: null }).body).not.toHaveProperty("retention_policy");
});

test("transforms_start_stop.yml, start, already started, start/stop/start: start, its conflicts, and the destination that it creates", () => {
  const { emulator, call } = server();
  expect(call("POST /_transform/missing/_start").status).toBe(404);
  call(`PUT ${one}`, continuous);
  expect(call(`POST ${one}/_start`).body).toEqual({ acknowledged: true });
  expect(emulator.indices.has("by-airline")).toBe(true);
  expect(call(`POST ${one}/_start`)).toMatchObject({
    status: 409,
    body: { error: { reason: "Cannot start transform [airline-transform] as it is already started." } },
  });
  expect(call(`GET ${one}/_stats`).body).toMatchObject({ count: 1, transforms: [{ id: "airline-transform", state: "started" }] });
  expect(call(`POST ${one}/_stop?wait_for_completion=true`).body).toEqual({ acknowledged: true });
  expect(call("GET /_transform/_stats").body).toMatchObject({ transforms: [{ state: "stopped" }] });
  expect(call(`POST ${one}/_start`).body).toEqual({ acknowledged: true });
});

test("transforms_start_stop.yml, stop missing, by expression, already stopped, force and wait_for_checkpoint: stop", () => {
  const { call } = server();
  expect(call("POST /_transform/missing/_stop").status).toBe(404);
  expect(call("POST /_transform/missing*/_stop").body).toEqual({ acknowledged: true });
  call(`PUT ${one}`, continuous);
  expect(call(`POST ${one}/_stop`).body).toEqual({ acknowledged: true });
  expect(call(`POST ${one}/_stop?force=true&wait_for_checkpoint=true`)).toMatchObject({ status: 400 });
});

test("TransportStopTransformAction.java: 409 for a failed one without force, 408 at the time limit", () => {
  const { emulator, call } = server();
  call(`PUT ${one}`, continuous);
  call(`POST ${one}/_start`);
  emulator.transforms.fail("airline-transform", "boom");
  expect(call(`GET ${one}/_stats`).body).toMatchObject({ transforms: [{ state: "failed", reason: "boom" }] });
  expect(call(`POST ${one}/_stop`)).toMatchObject({ status: 409, body: { error: { type: "status_exception" } } });
  expect(call(`POST ${one}/_start`)).toMatchObject({ status: 409 });
  expect(call(`POST ${one}/_stop?force=true`).body).toEqual({ acknowledged: true });
  emulator.transforms.blockStops(1);
  expect(call(`POST ${one}/_stop?timeout=30s`)).toMatchObject({
    status: 408,
    body: { error: { reason: "Could not stop the transforms [airline-transform] as they timed out [30s]." } },
  });
});

test("TransportDeleteTransformAction.java: a running one is not deleted; the destination is on request", () => {
  const { emulator, call } = server();
  call(`PUT ${one}`, continuous);
  call(`POST ${one}/_start`);
  expect(call(`DELETE ${one}`)).toMatchObject({ status: 409, body: { error: { reason: expect.stringContaining("Stop the task first") } } });
  call(`POST ${one}/_stop`);
  expect(call(`DELETE ${one}?delete_dest_index=true`).body).toEqual({ acknowledged: true });
  expect(emulator.indices.has("by-airline")).toBe(false);
});

test("preview_transforms.yml, by id, without id and body, with both: a stored one or a definition, not both and not neither", () => {
  const { emulator, call } = server();
  emulator.transforms.preview.push({ airline: "foo", avg_response: 1 });
  const { dest: _dest, ...draft } = definition;
  expect(call("POST /_transform/_preview", draft).body).toMatchObject({
    preview: [{ airline: "foo", avg_response: 1 }],
    generated_dest_index: { mappings: { properties: {} }, settings: {}, aliases: {} },
  });
  expect(call("POST /_transform/_preview")).toMatchObject({ status: 400 });
  expect(call(`GET ${one}/_preview`).status).toBe(404);
  call(`PUT ${one}`, definition);
  expect(call(`GET ${one}/_preview`).body.preview).toHaveLength(1);
  expect(call(`POST ${one}/_preview`, draft)).toMatchObject({ status: 400 });
});
