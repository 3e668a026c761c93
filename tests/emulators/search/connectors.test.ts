/** Connectors of the emulator: creation, read, list, deletion, versions, privileges. Their parts are in connector-parts.test.ts. */
import type { JsonObject } from "../exchange";
import { callerOf, failure } from "./caller";
import type { SearchEmulator } from "./index";
import { createSearchEmulator } from "./index";

let emulator: SearchEmulator;
let call: ReturnType<typeof callerOf>;

beforeEach(() => {
  emulator = createSearchEmulator({ now: () => new Date("2025-05-06T09:30:00.123Z") });
  call = callerOf(emulator);
});

const missing = (id: string): object => failure(404, "resource_not_found_exception", `connector [${id}] not found`);

describe("creation", () => {
  it("applies the defaults of the server to a new connector", () => {
    expect(call("PUT /_connector/c", { service_type: "postgresql", index_name: "search-music" })).toMatchObject({
      status: 201,
      body: { id: "c", result: "created" },
    });
    const off = { enabled: false, interval: "0 0 0 * * ?" };
    const { body } = call("GET /_connector/c");
    expect(body).toMatchObject({
      id: "c",
      name: "",
      index_name: "search-music",
      service_type: "postgresql",
      is_native: false,
      status: "created",
      configuration: {},
      custom_scheduling: {},
      scheduling: { full: off, incremental: off, access_control: off },
      last_synced: null,
      sync_now: false,
    });
    expect(body.filtering).toMatchObject([
      { domain: "DEFAULT", active: { rules: [{ id: "DEFAULT", created_at: "2025-05-06T09:30:00.123Z" }] }, draft: {} },
    ]);
    for (const member of ["description", "language", "features", "pipeline", "api_key_id", "error", "last_seen", "deleted"])
      expect(body).not.toHaveProperty(member);
  });

  it("needs no body, and generates an ID if none is given", () => {
    const posted = call("POST /_connector");
    expect(posted).toMatchObject({ status: 201, body: { result: "created" } });
    expect(posted.body.id).toMatch(/^[\w-]{20}$/);
    expect(call("PUT /_connector", { name: "n" })).toMatchObject({ status: 201 });
    expect(emulator.connectors.size).toBe(2);
  });

  it("sets another status for a provider-managed one", () => {
    call("PUT /_connector/c", { is_native: true });
    expect(call("GET /_connector/c").body).toMatchObject({ is_native: true, status: "needs_configuration" });
  });

  it("overwrites an existing one and drops its configuration", () => {
    call("PUT /_connector/c", { name: "old", index_name: "i" });
    emulator.registerConnectorService("c", { host: {} });
    expect(call("PUT /_connector/c", { index_name: "i" })).toMatchObject({ status: 200, body: { id: "c", result: "updated" } });
    expect(call("GET /_connector/c").body).toMatchObject({ name: "", configuration: {}, status: "created" });
  });

  it("keeps slashes and blanks inside an id", () => {
    expect(call("PUT /_connector/a%2Fb%20c").body).toMatchObject({ id: "a/b c" });
    expect(call("GET /_connector/a%2Fb%20c").status).toBe(200);
  });
});

describe("rejected at creation", () => {
  const put = (body: unknown): ReturnType<typeof call> => call("PUT /_connector/c", body);
  const validation = (reason: string): object => failure(400, "action_request_validation_exception", `Validation Failed: 1: ${reason};`);
  afterEach(() => expect(emulator.connectors.has("c")).toBe(false));

  it("unknown members, with the nearest name", () => {
    const reason = "[1:2] [connector_put_request] unknown field [servicetype] did you mean [service_type]?";
    expect(put({ servicetype: "x" })).toMatchObject(failure(400, "x_content_parse_exception", reason));
    expect(put({ status: "connected" })).toMatchObject({
      status: 400,
      body: { error: { reason: "[1:2] [connector_put_request] unknown field [status]" } },
    });
  });

  it.each([
    [{ name: 1 }, "[1:9] [connector_put_request] name doesn't support values of type: VALUE_NUMBER"],
    [{ name: null }, "[1:9] [connector_put_request] name doesn't support values of type: VALUE_NULL"],
    [{ is_native: 1 }, "[1:14] [connector_put_request] is_native doesn't support values of type: VALUE_NUMBER"],
    [{ service_type: {} }, "[1:17] [connector_put_request] service_type doesn't support values of type: START_OBJECT"],
  ])("values of another kind: %j", (body, reason) => {
    expect(put(body)).toMatchObject(failure(400, "x_content_parse_exception", reason));
  });

  it("a broken body", () => {
    expect(put("{")).toMatchObject({ status: 400, body: { error: { type: "x_content_e_o_f_exception" } } });
    expect(put("[]")).toMatchObject({
      status: 400,
      body: { error: { reason: "[1:1] [connector_put_request] Expected START_OBJECT but was: START_ARRAY" } },
    });
  });

  it("invalid names of indices; upper case is invalid", () => {
    const exception = "org.elasticsearch.indices.InvalidIndexNameException";
    expect(put({ index_name: "_x" })).toMatchObject(
      validation(`[_x] ${exception}: Invalid index name [_x], must not start with '_', '-', or '+'`),
    );
    expect(put({ index_name: "" })).toMatchObject(validation(`[] ${exception}: Invalid index name [], must not be empty`));
    expect(put({ index_name: "x".repeat(256) }).body).toMatchObject({
      error: { reason: expect.stringContaining("too long, (256 > 255)") as string },
    });
    expect(call("PUT /_connector/other", { index_name: "Music" }).status).toBe(201);
  });

  it("from 9.0 on a provider-managed one whose index has no prefix", () => {
    const nine = callerOf(createSearchEmulator({ version: "9.0.0" }));
    expect(nine("PUT /_connector/c", { is_native: true, index_name: "search-x" })).toMatchObject(
      validation("Index [search-x] is invalid. Index attached to an Elastic-managed connector must start with the prefix: [content-]"),
    );
    expect(nine("PUT /_connector/c", { is_native: true, index_name: "content-x" }).status).toBe(201);
    expect(call("PUT /_connector/other", { is_native: true, index_name: "search-x" }).status).toBe(201);
  });

  it("the index of another connector, until that one is deleted", () => {
    call("PUT /_connector/first", { index_name: "shared" });
    const rejected = failure(400, "status_exception", "Index name [shared] is used by another connector.");
    expect(put({ index_name: "shared" })).toMatchObject(rejected);
    expect(call("POST /_connector", { index_name: "shared" })).toMatchObject(rejected);
    call("DELETE /_connector/first");
    expect(call("PUT /_connector/second", { index_name: "shared" }).status).toBe(201);
  });
});

describe("deletion", () => {
  it("deletes the connector", () => {
    call("PUT /_connector/c");
    expect(call("DELETE /_connector/c?delete_sync_jobs=true")).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(call("GET /_connector/c")).toMatchObject(missing("c"));
    expect(call("DELETE /_connector/c")).toMatchObject(missing("c"));
    expect(emulator.connectors.size).toBe(0);
    for (const request of [
      "GET /_connector/c?include_deleted=true",
      "GET /_connector?include_deleted=true",
      "DELETE /_connector/c?hard=true",
    ])
      expect(call(request)).toMatchObject({
        status: 400,
        body: { error: { reason: expect.stringMatching(/contains unrecognized parameter: \[(include_deleted|hard)\]/) as string } },
      });
  });
});

describe("deletion from 9.0 on", () => {
  beforeEach(() => {
    emulator = createSearchEmulator({ version: "9.1.2" });
    call = callerOf(emulator);
    call("PUT /_connector/c", { name: "old" });
    expect(call("DELETE /_connector/c")).toMatchObject({ status: 200, body: { acknowledged: true } });
  });

  it("marks the connector: reads and lists no longer find it unless they include deleted ones", () => {
    expect(call("GET /_connector/c")).toMatchObject(missing("c"));
    expect(call("DELETE /_connector/c")).toMatchObject(missing("c"));
    expect(call("GET /_connector").body).toEqual({ count: 0, results: [] });
    expect(call("GET /_connector/c?include_deleted=true").body).toMatchObject({ id: "c", deleted: true });
    expect(call("GET /_connector?include_deleted").body).toMatchObject({ count: 1 });
  });

  it("parts of a deleted one: missing where the server reads first, otherwise still written", () => {
    expect(call("PUT /_connector/c/_index_name", { index_name: "x" })).toMatchObject(missing("c"));
    expect(call("PUT /_connector/c/_service_type", { service_type: "x" })).toMatchObject(missing("c"));
    expect(call("PUT /_connector/c/_name", { name: "x" })).toMatchObject({ status: 200, body: { result: "updated" } });
    expect(call("GET /_connector/c")).toMatchObject(missing("c"));
  });

  it("its ID and its index can be used again", () => {
    call("PUT /_connector/d", { index_name: "i" });
    call("DELETE /_connector/d");
    expect(call("PUT /_connector/c", { index_name: "i" })).toMatchObject({ status: 200, body: { result: "updated" } });
    expect(call("GET /_connector/c").body).toMatchObject({ name: "", deleted: false });
  });

  it("deletes it permanently on request", () => {
    expect(call("DELETE /_connector/c?hard=true").status).toBe(200);
    expect(call("GET /_connector/c?include_deleted=true")).toMatchObject(missing("c"));
  });
});

describe("the list", () => {
  const ids = (query: string): unknown => (call(`GET /_connector${query}`).body.results as JsonObject[]).map(({ id }) => id);

  beforeEach(() => {
    call("PUT /_connector/b", { index_name: "i-b", name: "second", service_type: "mysql" });
    call("PUT /_connector/none", { name: "without index", description: "about music" });
    call("PUT /_connector/a", { index_name: "i-a", name: "first", service_type: "postgresql" });
  });

  it("is in the order of the index names and counts all, on every page", () => {
    expect(ids("")).toEqual(["a", "b", "none"]);
    expect(ids("?from=1&size=1")).toEqual(["b"]);
    expect(call("GET /_connector?from=1&size=1").body.count).toBe(3);
    expect(ids("?size=0")).toEqual([]);
    expect(ids("?from=9")).toEqual([]);
  });

  it("filters", () => {
    expect(ids("?index_name=i-a,i-b")).toEqual(["a", "b"]);
    expect(ids("?connector_name=first&service_type=postgresql")).toEqual(["a"]);
    expect(ids("?service_type=oracle")).toEqual([]);
    expect(ids("?query=music")).toEqual(["none"]);
    expect(ids("?query=sec*d")).toEqual(["b"]);
  });

  it("rejects invalid pages", () => {
    const illegal = "illegal_argument_exception";
    expect(call("GET /_connector?from=x")).toMatchObject({
      status: 400,
      body: { error: { type: illegal, reason: "Failed to parse int parameter [from] with value [x]" } },
    });
    expect(call("GET /_connector?size=-1")).toMatchObject(failure(400, illegal, "Parameter [size] cannot be < 0"));
  });
});

describe("servers without the connector API", () => {
  it.each([{ version: "8.11.4" }, { without: ["connector"] as const }])("%j respond as to an unknown path", (options) => {
    const older = callerOf(createSearchEmulator(options));
    const text = (status: number, error: string): object => ({ status, body: { error } });
    const verb = (method: string): string => `Incorrect HTTP method for uri [/_connector/c] and method [${method}], allowed: [POST]`;
    expect(older("GET /_connector/c")).toMatchObject(text(405, verb("GET")));
    expect(older("PUT /_connector/c", {})).toMatchObject(text(405, verb("PUT")));
    expect(older("GET /_connector")).toMatchObject({ status: 400, body: { error: { type: "invalid_index_name_exception" } } });
    expect(older("PUT /_connector/c/_name", {})).toMatchObject(
      text(400, "no handler found for uri [/_connector/c/_name] and method [PUT]"),
    );
  });

  it("a serverless one always has it", () => {
    expect(callerOf(createSearchEmulator({ version: "8.11.0", buildFlavor: "serverless" }))("PUT /_connector/c").status).toBe(201);
  });
});

describe("privileges", () => {
  const callerWith = (cluster: string[]): ((request: string, body?: unknown) => ReturnType<typeof call>) => {
    const guarded = createSearchEmulator({ security: { apiKeys: { k: { key: "s", cluster } } } });
    guarded.connectors.set("c", { name: "" });
    const authorization = `ApiKey ${Buffer.from("k:s").toString("base64")}`;
    return (request, body) => callerOf(guarded)(request, body, { authorization });
  };

  it("monitor_connector reads and does not write", () => {
    const monitor = callerWith(["monitor_connector"]);
    expect(monitor("GET /_connector/c").status).toBe(200);
    expect(monitor("GET /_connector").status).toBe(200);
    const by = "this action is granted by the cluster privileges [manage_connector,manage,all]";
    expect(monitor("PUT /_connector/c/_name", { name: "x" })).toMatchObject(
      failure(
        403,
        "security_exception",
        `action [cluster:admin/xpack/connector/update_name] is unauthorized for API key id [k] of user [elastic], ${by}`,
      ),
    );
    for (const request of ["PUT /_connector/c", "POST /_connector", "DELETE /_connector/c"]) expect(monitor(request).status).toBe(403);
  });

  it("manage_connector does both, monitor neither", () => {
    const manage = callerWith(["manage_connector"]);
    expect(manage("GET /_connector/c").status).toBe(200);
    expect(manage("PUT /_connector/c/_name", { name: "x" }).status).toBe(200);
    expect(manage("DELETE /_connector/c").status).toBe(200);
    expect(callerWith(["monitor"])("GET /_connector/c").status).toBe(403);
  });
});
