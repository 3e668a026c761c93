// Configuration values of connectors, and the import of connectors. See docs/modules/search.md#connector-configuration and docs/modules/search.md#connector-delete.
import { secret, Secret } from "../../../../../provider/core/values/value";
import { SearchConnector } from "../../../../../provider/modules/search/resources/connector";
import type { JsonObject } from "../../../../emulators/exchange";
import { failure, uuid } from "../support";
import { LongNumber } from "../../../../emulators/search/numbers";
import { rejection, stackFixture, type StackFixture } from "./stack-fixture";

const token = "quartet:search:SearchConnector";
const catalog = "/_connector/music-catalog";
const base = { connectorId: "music-catalog", serviceType: "postgresql" };
const registered = {
  host: { label: "Host", type: "str", value: "localhost" },
  port: { label: "Port", type: "int", value: 1 },
  tls: { label: "TLS", type: "bool", value: false },
  tables: { label: "Tables", type: "list", value: "*" },
  options: { label: "Options", type: "str", value: null },
  password: { label: "Password", type: "str", sensitive: true, value: null },
};
const values = {
  host: { string: "db.internal" },
  port: { number: 5432 },
  tls: { bool: true },
  tables: { string: "a,b" },
  options: { json: '{"deep": [1, {"n": 12345678901234567890}]}' },
  password: { secretValue: secret("pass-4711") },
};
const program = { ...base, configurationValues: values };
const plain = { ...values, password: { secretValue: "pass-4711" } };

/** Returns the connector on the server. */
const there = ({ emulator }: StackFixture): JsonObject => emulator.connectors.get("music-catalog")!;
/** Returns the value of a field on the server. */
const valueOf = (fixture: StackFixture, key: string): unknown =>
  (there(fixture)["configuration"] as Record<string, JsonObject>)[key]!["value"];

/** Changes values as another client. */
function change(fixture: StackFixture, changes: Record<string, unknown>): void {
  const { configuration, ...rest } = there(fixture);
  const entries = Object.entries(configuration as Record<string, JsonObject>).map(([key, entry]) => [
    key,
    key in changes ? { ...entry, value: changes[key] } : entry,
  ]);
  fixture.emulator.connectors.set("music-catalog", { ...rest, configuration: Object.fromEntries(entries) as JsonObject });
}

/** A connector whose service has registered its fields and whose values are written. */
async function configured(): Promise<StackFixture> {
  const fixture = stackFixture(token);
  await fixture.stack.up(base);
  fixture.emulator.registerConnectorService("music-catalog", registered);
  await fixture.stack.up(program);
  fixture.lines();
  fixture.bodies();
  fixture.logged();
  return fixture;
}

describe("before the service has registered the fields", () => {
  test("the connector is created with all its parts, the error has a remedy, and the next run writes the values", async () => {
    const fixture = stackFixture(token);
    const { stack, lines, emulator } = fixture;
    const daily = { scheduling: { full: { enabled: true, interval: "0 0 12 * * ?" } } };
    const error = await stack.up({ ...program, ...daily }).catch((error: unknown) => error);
    expect(String(error)).toMatch(/Connector configuration schema not yet registered: .*"postgresql".*start/i);
    expect(lines()).toEqual([`GET ${catalog}`, `PUT ${catalog}`, `PUT ${catalog}/_scheduling`, `GET ${catalog}`, `GET ${catalog}`]);
    expect(stack.stored).toMatchObject({ id: `${uuid}/music-catalog`, unfinished: [expect.stringMatching(/not yet registered/)] });
    emulator.registerConnectorService("music-catalog", registered);
    expect(await stack.up({ ...program, ...daily })).toBe("update");
    expect(lines()).toEqual([`GET ${catalog}`, `PUT ${catalog}/_configuration`, `GET ${catalog}`]);
    expect(valueOf(fixture, "password")).toBe("pass-4711");
    expect(stack.outputs["configurationValues"]).toEqual(plain);
  });

  test("a refresh in between keeps all values, credentials included", async () => {
    const fixture = stackFixture(token);
    const { stack, emulator } = fixture;
    const only = { ...base, configurationValues: { password: { secretValue: "pass-4711" } } };
    await stack.up(only).catch(() => undefined);
    emulator.registerConnectorService("music-catalog", { password: { label: "P", type: "str", sensitive: true, value: "default" } });
    await stack.refresh();
    expect(await stack.preview(only)).not.toEqual([]);
    await stack.up(only);
    expect(valueOf(fixture, "password")).toBe("pass-4711");
  });

  test("an empty map sends no request", async () => {
    const { stack } = stackFixture(token);
    expect(await stack.up({ ...base, configurationValues: {} })).toBe("create");
    expect(await stack.refresh()).toEqual([]);
  });
});

describe("written", () => {
  test("each form as its JSON, all in one request", async () => {
    const fixture = stackFixture(token);
    await fixture.stack.up(base);
    fixture.emulator.registerConnectorService("music-catalog", registered);
    fixture.bodies();
    expect(await fixture.stack.up(program)).toBe("update");
    expect(fixture.bodies()).toEqual({
      "PUT _configuration": {
        values: {
          host: "db.internal",
          port: 5432,
          tls: true,
          tables: "a,b",
          options: { deep: [1, { n: 12345678901234567890 }] },
          password: "pass-4711",
        },
      },
    });
    expect(there(fixture)).toMatchObject({ status: "configured" });
    expect(fixture.stack.outputs["configurationValues"]).toEqual(plain);
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(await fixture.stack.up(program)).toBe("same");
  });

  test("only those that changed: the server keeps the others", async () => {
    const { stack, lines, bodies } = await configured();
    await stack.up({ ...base, configurationValues: { ...values, port: { number: 5433 } } });
    expect(lines()).toEqual([`GET ${catalog}`, `PUT ${catalog}/_configuration`, `GET ${catalog}`]);
    expect(bodies()["PUT _configuration"]).toEqual({ values: { port: 5433 } });
  });

  test("not when something else changed, nor for another spelling of JSON", async () => {
    const { stack, lines } = await configured();
    const options = { json: '{ "deep":[1,{"n":12345678901234567890}] }' };
    expect(await stack.preview({ ...base, configurationValues: { ...values, options } })).toEqual([]);
    await stack.up({ ...program, name: "n" });
    expect(lines()).toEqual([`PUT ${catalog}/_name`, `GET ${catalog}`]);
  });

  test("a changed secret is written", async () => {
    const fixture = await configured();
    const next = { ...base, configurationValues: { ...values, password: { secretValue: "new-4712" } } };
    expect(await fixture.stack.preview(next)).toEqual(["configurationValues.password.secretValue"]);
    await fixture.stack.up(next);
    expect(valueOf(fixture, "password")).toBe("new-4712");
  });

  test("a secret that could not be written is written by the next run, with or without a refresh in between", async () => {
    for (const refreshed of [false, true]) {
      const fixture = await configured();
      const next = { ...base, name: "n", configurationValues: { ...values, password: { secretValue: "new-4712" } } };
      fixture.override.set(`PUT ${catalog}/_configuration`, rejection("not today"));
      await fixture.stack.up(next).catch(() => undefined);
      fixture.override.clear();
      if (refreshed) await fixture.stack.refresh();
      expect(await fixture.stack.up(next)).toBe("update");
      expect(valueOf(fixture, "password")).toBe("new-4712");
    }
  });

  test("the server's reason for unknown keys is reported, without credentials", async () => {
    const { stack } = await configured();
    const { message } = await failure(
      stack.up({ ...base, configurationValues: { ...values, nope: { string: "x" }, also: { secretValue: "pass-4711" } } }),
    );
    expect(message).toMatch(/Unknown \[configuration\] fields in the request payload: \[.*nope/);
    expect(message).not.toContain("pass-4711");
  });
});

test("a removed key is no longer managed: a log line names it, nothing is sent, the value stays", async () => {
  const fixture = await configured();
  const { port: _out, ...rest } = values;
  expect(await fixture.stack.up({ ...base, configurationValues: rest })).toBe("update");
  expect(fixture.lines()).toEqual([`GET ${catalog}`]);
  expect(fixture.logged()).toEqual([
    { severity: "info", message: expect.stringMatching(/configurationValues\.port is no longer managed/) },
  ]);
  expect(valueOf(fixture, "port")).toBe(5432);
  expect(fixture.stack.outputs["configurationValues"]).not.toHaveProperty("port");
  expect(await fixture.stack.refresh()).toEqual([]);
});

describe("read", () => {
  test.each<[string, Record<string, unknown>, object, string[]]>([
    ["another text", { host: "other" }, { host: { string: "other" } }, ["host.string"]],
    ["a number becomes text where text was given", { host: 7 }, { host: { string: "7" } }, ["host.string"]],
    ["a boolean becomes text where text was given", { tables: true }, { tables: { string: "true" } }, ["tables.string"]],
    ["another number", { port: 2 }, { port: { number: 2 } }, ["port.number"]],
    ["a text where a number was given", { port: "2" }, { port: { string: "2" } }, ["port.number", "port.string"]],
    ["a number where a boolean was given", { tls: 1 }, { tls: { number: 1 } }, ["tls.bool", "tls.number"]],
    ["an object where text was given", { host: { a: 1 } }, { host: { json: '{"a":1}' } }, ["host.json", "host.string"]],
    ["other JSON", { options: [1] }, { options: { json: "[1]" } }, ["options.json"]],
    ["a text where JSON was given", { options: "x" }, { options: { json: '"x"' } }, ["options.json"]],
    ["the same JSON", { options: { deep: [1, { n: new LongNumber("12345678901234567890") }] } }, {}, []],
    ["a secret is never read", { password: "foreign" }, {}, []],
    ["a secret that was emptied neither", { password: null }, {}, []],
  ])("%s", async (_name, changes, expected, paths) => {
    const fixture = await configured();
    change(fixture, changes);
    expect(await fixture.stack.refresh()).toEqual(paths.map((path) => `configurationValues.${path}`));
    expect(fixture.stack.inputs["configurationValues"]).toEqual({ ...plain, ...expected });
    expect(fixture.stack.outputs["configurationValues"]).toEqual({ ...plain, ...expected });
  });

  test("a value that is null on the server is dropped, so that the next preview shows it", async () => {
    const fixture = await configured();
    change(fixture, { host: null });
    expect(await fixture.stack.refresh()).toEqual(["configurationValues.host"]);
    expect(await fixture.stack.preview(program)).toEqual(["configurationValues.host"]);
    await fixture.stack.up(program);
    expect(valueOf(fixture, "host")).toBe("db.internal");
  });

  test("secrets are marked in inputs and outputs", async () => {
    const { stack } = await configured();
    await stack.refresh();
    for (const side of [stack.stored!.inputs, stack.stored!.outputs]) {
      expect((side["configurationValues"] as never)["password"]["secretValue"]).toBeInstanceOf(Secret);
    }
  });
});

test("a sensitive field given as text: a warning, once in each operation, and the stored input stays on read", async () => {
  const fixture = stackFixture(token);
  await fixture.stack.up(base);
  fixture.emulator.registerConnectorService("music-catalog", registered);
  await fixture.stack.up({ ...base, configurationValues: { password: { string: "open" } } });
  const warning = { severity: "warning", message: expect.stringMatching(/configurationValues\.password.*secretValue/) };
  expect(fixture.logged()).toEqual([warning]);
  change(fixture, { password: "foreign" });
  expect(await fixture.stack.refresh()).toEqual([]);
  expect(fixture.logged()).toEqual([warning]);
  expect(fixture.stack.inputs["configurationValues"]).toEqual({ password: { string: "open" } });
});

describe("import", () => {
  test.each(["music-catalog", `${uuid}/music-catalog`, ` /music-catalog/ `])("by %s: values by the types of the fields", async (id) => {
    const fixture = await configured();
    change(fixture, { tables: null });
    const { connectorId, serviceType } = base;
    expect(SearchConnector.importId!.validate(id)).toBeUndefined();
    await fixture.stack.import(id);
    expect(fixture.stack.stored!.id).toBe(`${uuid}/music-catalog`);
    const { host, port, tls } = values;
    expect(fixture.stack.inputs).toMatchObject({ connectorId, serviceType });
    expect(fixture.stack.inputs["configurationValues"]).toEqual({ host, port, tls, options: { json: expect.stringContaining("deep") } });
    expect(fixture.logged()).toEqual([]);
    expect(await fixture.stack.preview(fixture.stack.inputs)).toEqual([]);
    expect(await fixture.stack.up(fixture.stack.inputs)).toBe("same");
    expect(await fixture.stack.refresh()).toEqual([]);
  });

  test("defaults of a new connector are omitted", async () => {
    const fixture = stackFixture(token);
    await fixture.stack.up(base);
    await fixture.stack.import("music-catalog");
    const { pipeline: _server, features: _default, ...rest } = fixture.stack.inputs;
    expect(rest).toEqual(base);
    expect(fixture.stack.outputs).toMatchObject({ isNative: false });
  });

  test.each(["", " ", "/", " / "])("the id %p is rejected", (id) =>
    expect(SearchConnector.importId!.validate(id)).toMatch(/^Invalid import ID/),
  );
});

test("all violations are reported at once", async () => {
  const { stack } = stackFixture(token);
  const wrong = stack.up({
    connectorId: " ",
    searchConnections: [{}, {}],
    configurationValues: { none: {}, two: { string: "a", number: 1 }, text: { json: "{" } },
  });
  await expect(wrong).rejects.toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /configurationValues\.none[^]*configurationValues\.text\.json[^]*configurationValues\.two[^]*connectorId \| must not be blank[^]*searchConnections[^]*serviceType \| missing required property/,
      ),
    }),
  );
});
