/**
 * What enrich policies and connectors must reject: the real node of the contract suite is built without these modules. The vendor's client, tests/conformance and
 * tests/provider/modules/search show what is accepted. tests/elasticsearch/contract compares all else with the node, wrong kinds of values and bad names included.
 */
import { callerOf } from "./caller";
import { createSearchEmulator, type SearchEmulator, type SearchEmulatorOptions } from "./index";

const policy = { indices: ["users"], match_field: "email", enrich_fields: ["city"] };

/** A server with an executed policy `used` of a pipeline, and a connector `c` whose service has registered the field `host`. */
function server(): { emulator: SearchEmulator; call: ReturnType<typeof callerOf> } {
  const emulator = createSearchEmulator();
  const call = callerOf(emulator);
  emulator.putIndex("users");
  call("PUT /_enrich/policy/used", { match: policy });
  call("PUT /_enrich/policy/used/_execute");
  const enrich = { policy_name: "used", field: "email", target_field: "user" };
  call("PUT /_ingest/pipeline/x", { processors: [{ foreach: { field: "a", processor: { enrich } } }] });
  call("PUT /_connector/c", { name: "n", index_name: "search-x", service_type: "postgresql" });
  call("PUT /_connector/other", { index_name: "taken" });
  emulator.registerConnectorService("c", { host: {} });
  return { emulator, call };
}

const parse = "x_content_parse_exception";
const illegal = "illegal_argument_exception";
const validation = "action_request_validation_exception";
type Row = [request: string, body: unknown, type: string, reason: string, status?: number];
const of = (more: object): object => ({ match: { ...policy, ...more } });
const part = (name: string, body: unknown, type: string, reason: string): Row => [`PUT /_connector/c/_${name}`, body, type, reason];

const policies: Row[] = [
  ["PUT /_enrich/policy/p", "", "parse_exception", "request body or source parameter is required"],
  ["PUT /_enrich/policy/p", {}, "parsing_exception", "unexpected token"],
  ["PUT /_enrich/policy/p", { match: policy, range: {} }, "parsing_exception", "unexpected token"],
  ["PUT /_enrich/policy/p", { fuzzy: policy }, illegal, "unsupported policy type [fuzzy]"],
  ["PUT /_enrich/policy/p", of({ matchfield: 1 }), parse, "unknown field [matchfield] did you mean any of [match_field, enrich_fields]?"],
  ["PUT /_enrich/policy/p", { match: {} }, illegal, "Required [indices, match_field, enrich_fields]"],
  ["PUT /_enrich/policy/p", of({ match_field: ["a"] }), parse, "match_field doesn't support values of type: START_ARRAY"],
  ["PUT /_enrich/policy/p", of({ indices: ["users", "gone"] }), "index_not_found_exception", "no such index [gone]", 404],
  ["PUT /_enrich/policy/used", of({}), "resource_already_exists_exception", "policy [used] already exists"],
  ...["Users", "_p"].map((name): Row => [`PUT /_enrich/policy/${name}`, of({}), illegal, `Invalid policy name [${name}]`]),
  ["PUT /_enrich/policy/p/_execute", undefined, "resource_not_found_exception", "policy [p] does not exist", 404],
  ["PUT /_enrich/policy/used/_execute", {}, illegal, "does not support having a body"],
  ["PUT /_enrich/policy/used/_execute?wait=true", undefined, illegal, "unrecognized parameter: [wait]"],
  ["DELETE /_enrich/policy/p", undefined, "resource_not_found_exception", "policy [p] not found", 404],
  ["DELETE /_enrich/policy/used", undefined, "status_exception", "because a pipeline is referencing it [x]", 409],
];
const connectors: Row[] = [
  ["PUT /_connector/d", { servicetype: "x" }, parse, "unknown field [servicetype] did you mean [service_type]?"],
  ["PUT /_connector/d", { is_native: 1 }, parse, "is_native doesn't support values of type: VALUE_NUMBER"],
  ["PUT /_connector/d", "[]", parse, "Expected START_OBJECT but was: START_ARRAY"],
  ["PUT /_connector/d", { index_name: "_x" }, validation, "Invalid index name [_x]"],
  ["PUT /_connector/d", { index_name: "taken" }, "status_exception", "Index name [taken] is used by another connector."],
  ["GET /_connector/d", undefined, "resource_not_found_exception", "connector [d] not found", 404],
  ["DELETE /_connector/d", undefined, "resource_not_found_exception", "connector [d] not found", 404],
  ["GET /_connector/c?include_deleted=true", undefined, illegal, "unrecognized parameter: [include_deleted]"],
  ["GET /_connector?size=-1", undefined, illegal, "Parameter [size] cannot be < 0"],
  part("name", {}, validation, "[name] and [description] cannot both be [null]."),
  part("name", { name: "m", nope: 1 }, parse, "unknown field [nope]"),
  part("name", "", "parse_exception", "request body is required"),
  part("index_name", {}, illegal, "Required [index_name]"),
  part("index_name", { index_name: "taken" }, "status_exception", "Index name [taken] is used by another connector."),
  part("service_type", { service_type: "" }, validation, '[service_type] cannot be [null] or [""].'),
  part("service_type", { service_type: null }, parse, "service_type doesn't support values of type: VALUE_NULL"),
  part("scheduling", { scheduling: {} }, validation, "needs to define at least one schedule type"),
  part("scheduling", { scheduling: { full: { enabled: true } } }, parse, "failed to parse field [scheduling]"),
  part("scheduling", { scheduling: { full: { enabled: true, interval: "61 0 0 * * ?" } } }, parse, "failed to parse field [scheduling]"),
  part("features", { features: { incremental_sync: true } }, parse, "failed to parse field [features]"),
  part("pipeline", { pipeline: { name: "p" } }, parse, "failed to parse field [pipeline]"),
  part("configuration", {}, validation, "[configuration] and [values] cannot both be null."),
  part("configuration", { values: {}, configuration: {} }, validation, "cannot both be provided in the same request."),
  part(
    "configuration",
    { values: { host: "h", port: 1 } },
    "status_exception",
    "Unknown [configuration] fields in the request payload: [port].",
  ),
  part("configuration", { configuration: { host: {} } }, illegal, "the emulator registers the schema of a configuration"),
];

test.each([...policies, ...connectors])("%s with %j: %s", (...[request, body, type, reason, status = 400]) => {
  const { emulator, call } = server();
  const state = () => JSON.stringify([emulator.enrich.policies.names(), call("GET /_connector").body]);
  const before = state();
  expect(call(request, body)).toMatchObject({ status, body: { error: { type, reason: expect.stringContaining(reason) as string } } });
  expect(state()).toBe(before);
});

test("a pipeline needs an executed policy", () => {
  const { emulator, call } = server();
  call("PUT /_enrich/policy/fresh", { match: policy });
  const enrich = { policy_name: "fresh", field: "email", target_field: "user" };
  expect(call("PUT /_ingest/pipeline/y", { processors: [{ enrich }] }).status).toBe(400);
  emulator.enrich.endNext("FAILED");
  call("PUT /_enrich/policy/fresh/_execute");
  expect(call("PUT /_ingest/pipeline/y", { processors: [{ enrich }] }).status).toBe(400);
});

const reads = ["GET /_enrich/policy/used", "GET /_connector/c", "GET /_connector"];
const writes: [string, unknown?][] = [
  ["PUT /_enrich/policy/p", { match: policy }],
  ["PUT /_enrich/policy/used/_execute"],
  ["DELETE /_enrich/policy/used"],
  ["PUT /_connector/c/_name", { name: "x" }],
  ["PUT /_connector/d"],
  ["POST /_connector"],
  ["DELETE /_connector/c"],
];

test.each<[cluster: string[], reading: number]>([
  [["monitor_enrich", "monitor_connector"], 200],
  [["monitor"], 403],
])("privileges %j read with %i and do not write", (cluster, reading) => {
  const emulator = createSearchEmulator({ security: { apiKeys: { k: { key: "s", cluster } } } });
  emulator.connectors.set("c", { name: "" });
  emulator.enrichPolicies.set("used", {});
  const authorization = `ApiKey ${Buffer.from("k:s").toString("base64")}`;
  const statuses = (all: [string, unknown?][]) => all.map(([request, body]) => callerOf(emulator)(request, body, { authorization }).status);
  expect(statuses(reads.map((request) => [request]))).toEqual(reads.map(() => reading));
  expect(statuses(writes)).toEqual(writes.map(() => 403));
});

test.each<[SearchEmulatorOptions, string, number]>([
  [{ without: ["enrich"] }, "GET /_enrich/policy/p", 400],
  [{ without: ["connector"] }, "GET /_connector/c", 405],
  [{ version: "8.11.4" }, "PUT /_connector/c", 405],
  [{ version: "8.11.4" }, "PUT /_connector/c/_name", 400],
])("a server with %j responds to %s as to an unknown path", (options, request, status) => {
  expect(callerOf(createSearchEmulator(options))(request)).toMatchObject({ status, body: { error: expect.any(String) as string } });
});
