/** The configuration of a connector in the emulator, and what its service does. */
import type { JsonObject } from "../exchange";
import { callerOf, failure } from "./caller";
import type { SearchEmulator } from "./index";
import { createSearchEmulator } from "./index";

let emulator: SearchEmulator;
let request: ReturnType<typeof callerOf>;

beforeEach(() => {
  emulator = createSearchEmulator();
  request = callerOf(emulator);
  request("PUT /_connector/c");
});

const put = (part: string, body?: unknown): ReturnType<typeof request> => request(`PUT /_connector/c/${part}`, body);
const connector = (): JsonObject => request("GET /_connector/c").body;
const updated = { status: 200, body: { result: "updated" } };
const validation = (reason: string): object => failure(400, "action_request_validation_exception", `Validation Failed: 1: ${reason};`);

describe("_configuration", () => {
  it("rejects every field before the service has registered its schema", () => {
    expect(put("_configuration", { values: { host: "h", port: 1 } })).toMatchObject(
      failure(
        400,
        "status_exception",
        "Unknown [configuration] fields in the request payload: [host, port]. Remove them from request or register their schema first.",
      ),
    );
  });

  it("merges values into the registered entries and sets configured", () => {
    emulator.registerConnectorService("c", {
      host: { type: "str" },
      port: { type: "int", default_value: 5432 },
      password: { sensitive: true },
    });
    expect(connector().status).toBe("needs_configuration");
    expect(put("_configuration", { values: { host: "h", password: "p" } })).toMatchObject(updated);
    expect(connector()).toMatchObject({
      status: "configured",
      configuration: {
        host: { type: "str", label: "host", required: true, sensitive: false, order: 1, value: "h" },
        port: { type: "int", default_value: 5432, value: 5432 },
        password: { sensitive: true, value: "p" },
      },
    });
    expect(put("_configuration", { values: { host: "i", nope: 1 } }).body).toMatchObject({ error: { type: "status_exception" } });
    expect(connector().configuration).toMatchObject({ host: { value: "h" } });
  });

  it("merges values that are objects, replaces all others", () => {
    emulator.registerConnectorService("c", { map: {}, list: {} });
    put("_configuration", { values: { map: { a: 1, b: 2 }, list: [1, 2] } });
    put("_configuration", { values: { map: { b: 3 }, list: [4] } });
    expect(connector().configuration).toMatchObject({ map: { value: { a: 1, b: 3 } }, list: { value: [4] } });
  });

  it("fails for null, and requires one of its two members", () => {
    emulator.registerConnectorService("c", { host: {} });
    expect(put("_configuration", { values: { host: null } })).toMatchObject({
      status: 500,
      body: { error: { type: "null_pointer_exception" } },
    });
    expect(put("_configuration", {})).toMatchObject(validation("[configuration] and [values] cannot both be null."));
    expect(put("_configuration", { values: {}, configuration: {} })).toMatchObject(
      validation("[configuration] and [values] cannot both be provided in the same request."),
    );
    expect(put("_configuration", { values: "x" }).status).toBe(400);
  });

  it("replaces the whole configuration", () => {
    emulator.registerConnectorService("c", { old: {} });
    expect(put("_configuration", { configuration: { host: { label: "Host", value: "h", unexpected: 1 } } })).toMatchObject(updated);
    expect(connector()).toMatchObject({ status: "configured" });
    expect(connector().configuration).toEqual({
      host: { default_value: null, required: false, sensitive: false, label: "Host", value: "h" },
    });
    expect(JSON.stringify(put("_configuration", { configuration: { host: {} } }).body)).toContain("Required [label]");
    expect(JSON.stringify(put("_configuration", { configuration: { host: { label: "H", value: [] } } }).body)).toContain(
      "Unsupported token [START_ARRAY]",
    );
  });
});

describe("the service", () => {
  it("keeps entered values when it registers another schema, and drops the entries of the old one", () => {
    emulator.registerConnectorService("c", { host: {}, old: {} });
    put("_configuration", { values: { host: "h" } });
    emulator.registerConnectorService("c", { host: { label: "Server" }, user: {} });
    expect(connector()).toMatchObject({
      status: "configured",
      configuration: { host: { label: "Server", value: "h" }, user: { value: null } },
    });
    expect(connector().configuration).not.toHaveProperty("old");
  });

  it("rejects a connector that does not exist", () => {
    expect(() => emulator.registerConnectorService("nope", {})).toThrow("no connector nope");
    request("DELETE /_connector/c");
    expect(() => emulator.registerConnectorService("c", {})).toThrow("no connector c");
  });

  it("checks in, and reports its errors", () => {
    const clocked = createSearchEmulator({ now: () => new Date(0) });
    const call = callerOf(clocked);
    call("PUT /_connector/c");
    expect(call("PUT /_connector/c/_check_in")).toMatchObject(updated);
    expect(call("GET /_connector/c").body.last_seen).toBe("1970-01-01T00:00:00.000Z");
    put("_error", { error: "no route" });
    expect(connector()).toMatchObject({ error: "no route", status: "error" });
    put("_error", { error: null });
    expect(connector()).toMatchObject({ error: null, status: "connected" });
  });
});
