/** The parts of a connector in the emulator: merges, status, and what each part rejects. The configuration is in connector-configuration.test.ts. */
import type { JsonObject } from "../exchange";
import { callerOf, failure } from "./caller";
import type { SearchEmulator } from "./index";
import { createSearchEmulator } from "./index";

let emulator: SearchEmulator;
let request: ReturnType<typeof callerOf>;

const open = (version?: string): void => {
  emulator = createSearchEmulator(version === undefined ? {} : { version });
  request = callerOf(emulator);
  request("PUT /_connector/c", { name: "n", index_name: "search-x", service_type: "postgresql" });
};

beforeEach(() => open());

const put = (part: string, body?: unknown, id = "c"): ReturnType<typeof request> => request(`PUT /_connector/${id}/${part}`, body);
const connector = (): JsonObject => request("GET /_connector/c").body;
const updated = { status: 200, body: { result: "updated" } };
const noop = { status: 200, body: { result: "noop" } };
const parse = (reason: string, more: JsonObject = {}): object => failure(400, "x_content_parse_exception", reason, more);
const validation = (reason: string): object => failure(400, "action_request_validation_exception", `Validation Failed: 1: ${reason};`);
const illegal = (reason: string): object => ({ type: "illegal_argument_exception", reason });

/** A body for every part that the server takes. */
const GOOD: Record<string, unknown> = {
  _name: { name: "other" },
  _index_name: { index_name: "other" },
  _service_type: { service_type: "mysql" },
  _native: { is_native: false },
  _pipeline: { pipeline: { name: "p", extract_binary_content: true, reduce_whitespace: true, run_ml_inference: false } },
  _scheduling: { scheduling: { full: { enabled: true, interval: "0 0 * * * ?" } } },
  _features: { features: { incremental_sync: { enabled: true } } },
  _api_key_id: { api_key_id: "k" },
  _configuration: { values: {} },
  _status: { status: "error" },
  _error: { error: "broken" },
};

describe.each(Object.keys(GOOD))("%s", (part) => {
  it("of a missing connector is 404", () => {
    const { status, body } = put(part, GOOD[part], "nope");
    expect(status).toBe(404);
    const { type, reason } = body.error as JsonObject;
    expect(["connector [nope] not found", "[nope]: document missing"]).toContain(reason);
    expect(type).toBe(reason === "[nope]: document missing" ? "document_missing_exception" : "resource_not_found_exception");
  });

  it("requires a body, and rejects unknown members", () => {
    expect(put(part)).toMatchObject(failure(400, "parse_exception", "request body is required"));
    const name = part === "_configuration" ? "connector_update_configuration_request" : `connector_update${part}_request`;
    expect(put(part, { unexpected: 1 })).toMatchObject(parse(`[1:2] [${name}] unknown field [unexpected]`));
  });

  it("is PUT only", () => {
    expect(request(`GET /_connector/c/${part}`)).toMatchObject({
      status: 405,
      body: { error: `Incorrect HTTP method for uri [/_connector/c/${part}] and method [GET], allowed: [PUT]` },
    });
  });
});

it("returns noop when nothing changes", () => {
  expect(put("_name", { name: "n" })).toMatchObject(noop);
  expect(put("_name", { name: "m" })).toMatchObject(updated);
  expect(put("_pipeline", GOOD._pipeline)).toMatchObject(updated);
  expect(put("_pipeline", GOOD._pipeline)).toMatchObject(noop);
});

describe("_name", () => {
  it("writes the given member and keeps the other", () => {
    put("_name", { description: "d" });
    expect(connector()).toMatchObject({ name: "n", description: "d" });
    put("_name", { name: null, description: "" });
    expect(connector()).toMatchObject({ name: "n", description: "" });
  });

  it("requires one of the two", () => {
    const reason = "[name] and [description] cannot both be [null]. Please provide a value for at least one of them.";
    expect(put("_name", {})).toMatchObject(validation(reason));
    expect(put("_name", { name: null })).toMatchObject(validation(reason));
    expect(put("_name", { name: {} })).toMatchObject(
      parse("[1:9] [connector_update_name_request] name doesn't support values of type: START_OBJECT"),
    );
  });
});

describe("_index_name", () => {
  it("is detached by an explicit null", () => {
    expect(put("_index_name", { index_name: null })).toMatchObject(updated);
    expect(connector().index_name).toBeNull();
    expect(put("_index_name", {})).toMatchObject(failure(400, "illegal_argument_exception", "Required [index_name]"));
  });

  it("must be a valid and unique name", () => {
    request("PUT /_connector/other", { index_name: "taken" });
    expect(put("_index_name", { index_name: "taken" })).toMatchObject(
      failure(400, "status_exception", "Index name [taken] is used by another connector."),
    );
    expect(put("_index_name", { index_name: "a b" }).body).toMatchObject({ error: { type: "action_request_validation_exception" } });
    expect(put("_index_name", { index_name: "search-x" })).toMatchObject(noop);
  });

  it("keeps the prefix of a provider-managed connector from 9.0 on", () => {
    request("PUT /_connector/m", { is_native: true, index_name: "content-m" });
    expect(put("_index_name", { index_name: "m" }, "m")).toMatchObject(updated);
    open("9.0.0");
    request("PUT /_connector/m", { is_native: true, index_name: "content-m" });
    const reason =
      "Index attached to an Elastic-managed connector must start with the prefix: [content-]. The index name in the payload [m] doesn't comply with this requirement.";
    expect(put("_index_name", { index_name: "m" }, "m")).toMatchObject(failure(400, "status_exception", reason));
    expect(put("_index_name", { index_name: null }, "m")).toMatchObject(updated);
  });
});

describe("_service_type and _native", () => {
  it("a new service type needs configuration, unless the connector was just created", () => {
    put("_service_type", { service_type: "mysql" });
    expect(connector()).toMatchObject({ service_type: "mysql", status: "created" });
    emulator.registerConnectorService("c", { host: {} });
    put("_configuration", { values: { host: "h" } });
    put("_service_type", { service_type: "oracle" });
    expect(connector()).toMatchObject({ service_type: "oracle", status: "needs_configuration", configuration: { host: { value: "h" } } });
    expect(put("_service_type", { service_type: "" })).toMatchObject(validation('[service_type] cannot be [null] or [""].'));
    expect(put("_service_type", { service_type: null })).toMatchObject(
      parse("[1:17] [connector_update_service_type_request] service_type doesn't support values of type: VALUE_NULL"),
    );
  });

  it("native resets a connected one to configured, and requires the prefix from 9.0 on", () => {
    expect(put("_native", { is_native: true })).toMatchObject(updated);
    open("9.0.0");
    const reason =
      "The index name [search-x] attached to the connector [c] must start with the required prefix: [content-] to be Elastic-managed. Please update the attached index first to comply with this requirement.";
    expect(put("_native", { is_native: true })).toMatchObject(failure(400, "status_exception", reason));
    put("_index_name", { index_name: "content-x" });
    emulator.connectors.set("c", { ...emulator.connectors.get("c"), status: "connected" });
    expect(put("_native", { is_native: true })).toMatchObject(updated);
    expect(connector()).toMatchObject({ is_native: true, status: "configured" });
    expect(put("_native", {})).toMatchObject(failure(400, "illegal_argument_exception", "Required [is_native]"));
    expect(put("_native", { is_native: "yes" }).status).toBe(400);
  });
});

describe("_scheduling, _features, _pipeline, _api_key_id", () => {
  it("schedules that are not sent stay, expressions are kept in capitals", () => {
    put("_scheduling", { scheduling: { full: { enabled: true, interval: "0 0 12 ? * mon" } } });
    put("_scheduling", { scheduling: { incremental: { enabled: true, interval: "0 0 1 * * ?" } } });
    expect(connector().scheduling).toEqual({
      full: { enabled: true, interval: "0 0 12 ? * MON" },
      incremental: { enabled: true, interval: "0 0 1 * * ?" },
      access_control: { enabled: false, interval: "0 0 0 * * ?" },
    });
  });

  it("schedules must be complete and their expressions valid", () => {
    const outer = "[connector_update_scheduling_request] failed to parse field [scheduling]";
    const inner = "[connector_scheduling] failed to parse field [full]";
    const scheduling = (full: unknown): ReturnType<typeof request> => put("_scheduling", { scheduling: { full } });
    expect(scheduling({ enabled: true })).toMatchObject({
      status: 400,
      body: {
        error: {
          type: "x_content_parse_exception",
          reason: expect.stringContaining(outer) as string,
          caused_by: { reason: expect.stringContaining(inner) as string, caused_by: illegal("Required [interval]") },
        },
      },
    });
    const bad = scheduling({ enabled: true, interval: "61 0 0 * * ?" });
    expect(bad.status).toBe(400);
    expect(JSON.stringify(bad.body)).toContain("invalid cron expression [61 0 0 * * ?]");
    expect(JSON.stringify(bad.body)).toContain("Failed to build [schedule_config] after last required field arrived");
    const none = "[scheduling] object needs to define at least one schedule type: [full | incremental | access_control]";
    expect(put("_scheduling", { scheduling: {} })).toMatchObject(validation(none));
    expect(put("_scheduling", {})).toMatchObject(failure(400, "illegal_argument_exception", "Required [scheduling]"));
  });

  it("flags merge, and unknown inner members are ignored", () => {
    put("_features", { features: { sync_rules: { basic: { enabled: true }, advanced: { enabled: false } }, unexpected: 1 } });
    put("_features", { features: { sync_rules: { advanced: { enabled: true } }, document_level_security: { enabled: true } } });
    expect(connector().features).toEqual({
      sync_rules: { basic: { enabled: true }, advanced: { enabled: true } },
      document_level_security: { enabled: true },
    });
    expect(put("_features", { features: { incremental_sync: true } }).body).toMatchObject({
      error: {
        caused_by: { reason: expect.stringContaining("incremental_sync doesn't support values of type: VALUE_BOOLEAN") as string },
      },
    });
  });

  it("a pipeline is complete or rejected", () => {
    const response = put("_pipeline", { pipeline: { name: "p" } });
    expect(response.body).toMatchObject({
      error: { caused_by: illegal("Required [extract_binary_content, reduce_whitespace, run_ml_inference]") },
    });
    expect(connector()).not.toHaveProperty("pipeline");
    put("_pipeline", GOOD._pipeline);
    expect(connector().pipeline).toEqual((GOOD._pipeline as JsonObject).pipeline);
  });

  it("key ids are written one by one", () => {
    put("_api_key_id", { api_key_id: "a" });
    put("_api_key_id", { api_key_secret_id: "b" });
    expect(connector()).toMatchObject({ api_key_id: "a", api_key_secret_id: "b" });
  });
});

describe("_status", () => {
  const ALLOWED: Record<string, string[]> = {
    created: ["needs_configuration", "error"],
    needs_configuration: ["configured", "error"],
    configured: ["needs_configuration", "configured", "connected", "error"],
    connected: ["connected", "configured", "error"],
    error: ["connected", "configured", "error"],
  };
  const expectedTexts = Object.keys(ALLOWED);

  it.each(expectedTexts.flatMap((from) => expectedTexts.map((to) => [from, to] as const)))("from %s to %s", (from, to) => {
    emulator.connectors.set("c", { ...emulator.connectors.get("c"), status: from });
    const response = put("_status", { status: to });
    if (ALLOWED[from]?.includes(to)) return expect(response).toMatchObject({ status: 200 });
    const reason = `Invalid transition attempt from [${from}] to [${to}]. Such a status transition is not supported by the Connector Protocol.`;
    const caused_by = { type: "connector_invalid_status_transition_exception", reason };
    return expect(response).toMatchObject(failure(400, "status_exception", reason, { caused_by }));
  });

  it("must be one of the enumerated values", () => {
    expect(put("_status", { status: "happy" }).body).toMatchObject({ error: { caused_by: illegal("Unknown ConnectorStatus: happy") } });
    expect(put("_status", {})).toMatchObject(validation("[status] cannot be [null]."));
  });
});
