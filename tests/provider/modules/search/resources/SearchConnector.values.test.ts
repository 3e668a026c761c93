// Configuration values of connectors, and the import of connectors. See docs/modules/search.md#connector-configuration and docs/modules/search.md#connector-delete.
import { secret } from "../../../../../provider/core/values/value";
import { SearchConnector } from "../../../../../provider/modules/search/resources/connector/SearchConnector";
import type { JsonObject } from "../../../../emulators/exchange";
import { LongNumber } from "../../../../emulators/search/numbers";
import { rejections, scenarios } from "../cases/scenario";
import { rejects, uuid } from "../support";
import { rejection, stackFixture, type StackFixture } from "./stack-fixture";

const kind = "SearchConnector";
const path = "/_connector/music-catalog";
const put = `PUT ${path}/_configuration`;
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
const having = (changes: object, more: object = {}) => ({ ...base, configurationValues: { ...values, ...changes }, ...more });
const program = having({});
const plain = { ...values, password: { secretValue: "pass-4711" } };
const changedSecret = having({ password: { secretValue: "new-4712" } }, { name: "n" });

const entriesOf = ({ emulator }: StackFixture) => emulator.connectors.get("music-catalog")!["configuration"] as Record<string, JsonObject>;
/** Returns the value of a field on the server. */
const valueOf = (fixture: StackFixture, key: string) => entriesOf(fixture)[key]!["value"];
/** Changes values as another client. */
const change = (fixture: StackFixture, changes: object) => {
  for (const [key, value] of Object.entries(changes)) entriesOf(fixture)[key]!["value"] = value;
};

/** A connector whose service has registered its fields, and whose values are written. */
async function configured(declared: object = program) {
  const fixture = stackFixture(kind);
  await fixture.stack.up(base);
  fixture.emulator.registerConnectorService("music-catalog", registered);
  await fixture.stack.up(declared);
  fixture.lines();
  fixture.bodies();
  return fixture;
}

test("before the service has registered the fields, the connector is created with all its parts; the next run writes the values", async () => {
  const fixture = stackFixture(kind);
  const { stack, writes, emulator } = fixture;
  const declared = having({}, { scheduling: { full: { enabled: true, interval: "0 0 12 * * ?" } } });
  await rejects(stack.up(declared), /Connector configuration schema not yet registered: .*"postgresql".*start/i);
  expect(writes()).toEqual([`PUT ${path}`, `PUT ${path}/_scheduling`]);
  expect(stack.stored).toMatchObject({ id: `${uuid}/music-catalog`, unfinished: [expect.stringMatching(/not yet registered/)] });
  emulator.registerConnectorService("music-catalog", registered);
  expect(await stack.up(declared)).toBe("update");
  expect(writes()).toEqual([put]);
  expect(valueOf(fixture, "password")).toBe("pass-4711");
  expect(stack.outputs["configurationValues"]).toEqual(plain);
});

test("a refresh before the registration keeps all values, credentials included", async () => {
  const fixture = stackFixture(kind);
  const { stack, emulator } = fixture;
  const only = { ...base, configurationValues: { password: { secretValue: "pass-4711" } } };
  await rejects(stack.up(only), /not yet registered/);
  emulator.registerConnectorService("music-catalog", { password: { label: "P", type: "str", sensitive: true, value: "default" } });
  await stack.refresh();
  expect(await stack.preview(only)).not.toEqual([]);
  await stack.up(only);
  expect(valueOf(fixture, "password")).toBe("pass-4711");
});

scenarios(kind, {
  "each form is written as its JSON, all in one request": {
    program: base,
    other: (emulator) => emulator.registerConnectorService("music-catalog", registered),
    next: program,
    bodies: [
      {
        values: {
          host: "db.internal",
          port: 5432,
          tls: true,
          tables: "a,b",
          options: { deep: [1, { n: 12345678901234567890 }] },
          password: "pass-4711",
        },
      },
    ],
    outputs: { configurationValues: plain },
  },
  "defaults of a new connector are omitted by an import": {
    emulator: {},
    before: { [`PUT ${path}`]: { service_type: "postgresql" } },
    imported: "music-catalog",
    inputs: base,
    outputs: { isNative: false },
  },
});

test.each([
  ["only those that changed", having({ port: { number: 5433 } }), [{ values: { port: 5433 } }]],
  ["a changed secret", having({ password: { secretValue: "new-4712" } }), [{ values: { password: "new-4712" } }]],
  ["none for another spelling of JSON", having({ options: { json: '{ "deep":[1,{"n":12345678901234567890}] }' } }), []],
])("an update writes %s", async (_title, next, expected) => {
  const { stack, bodies, settled } = await configured();
  await stack.up(next);
  expect(bodies()).toEqual(expected);
  await settled(next);
});

test.each([false, true])(
  "a secret that could not be written is written by the next run (with a refresh in between: %p)",
  async (isRefreshed) => {
    const fixture = await configured();
    const { stack, override } = fixture;
    override.set(put, rejection("not today"));
    await rejects(stack.up(changedSecret), /not today/);
    override.clear();
    if (isRefreshed) await stack.refresh();
    expect(await stack.up(changedSecret)).toBe("update");
    expect(valueOf(fixture, "password")).toBe("new-4712");
  },
);

test("the server's reason for unknown keys is reported, without credentials", async () => {
  const { stack } = await configured();
  const unknownKeys = having({ nope: { string: "x" }, also: { secretValue: "pass-4711" } });
  await rejects(stack.up(unknownKeys), /^(?![^]*pass-4711)[^]*Unknown \[configuration\] fields in the request payload: \[.*nope/);
});

test("a removed key is no longer managed: a log line names it, nothing is sent, the value stays", async () => {
  const fixture = await configured();
  const { stack, writes, logged, settled } = fixture;
  const { port: _out, ...rest } = values;
  const next = { ...base, configurationValues: rest };
  expect(await stack.up(next)).toBe("update");
  expect(writes()).toEqual([]);
  expect(logged()).toMatch(/^info: .*configurationValues\.port is no longer managed/m);
  expect(valueOf(fixture, "port")).toBe(5432);
  expect(stack.outputs["configurationValues"]).not.toHaveProperty("port");
  await settled(next);
});

test.each([
  ["a boolean becomes text where text was given", { tables: true }, { tables: { string: "true" } }, ["tables.string"]],
  ["a text where a number was given", { port: "2" }, { port: { string: "2" } }, ["port.number", "port.string"]],
  ["a number where a boolean was given", { tls: 1 }, { tls: { number: 1 } }, ["tls.bool", "tls.number"]],
  ["an object where text was given", { host: { a: 1 } }, { host: { json: '{"a":1}' } }, ["host.json", "host.string"]],
  ["a text where JSON was given", { options: "x" }, { options: { json: '"x"' } }, ["options.json"]],
  ["the same JSON", { options: { deep: [1, { n: new LongNumber("12345678901234567890") }] } }, {}, []],
  ["a secret is never read", { password: "foreign" }, {}, []],
  ["a secret that was emptied neither", { password: null }, {}, []],
])("read: %s", async (_name, changes, expected, paths) => {
  const fixture = await configured();
  const { stack } = fixture;
  change(fixture, changes);
  expect(await stack.refresh()).toEqual(paths.map((each) => `configurationValues.${each}`));
  for (const side of [stack.inputs, stack.outputs]) expect(side["configurationValues"]).toEqual({ ...plain, ...expected });
});

test("read: a value that is null on the server is dropped, so that the next preview shows it", async () => {
  const fixture = await configured();
  change(fixture, { host: null });
  expect(await fixture.stack.refresh()).toEqual(["configurationValues.host"]);
  expect(await fixture.stack.preview(program)).toEqual(["configurationValues.host"]);
  await fixture.stack.up(program);
  expect(valueOf(fixture, "host")).toBe("db.internal");
});

test("a sensitive field given as text: a warning, once in each operation, and the stored input stays on read", async () => {
  const configurationValues = { password: { string: "open" } };
  const fixture = await configured({ ...base, configurationValues });
  const { stack, logged } = fixture;
  const warning = /^warning: .*configurationValues\.password.*secretValue.*$/;
  expect(logged()).toMatch(warning);
  change(fixture, { password: "foreign" });
  expect(await stack.refresh()).toEqual([]);
  expect(logged()).toMatch(warning);
  expect(stack.inputs["configurationValues"]).toEqual(configurationValues);
});

test.each([`${uuid}/music-catalog`, ` /music-catalog/ `])("an import by %s has values by the types of the fields", async (id) => {
  const fixture = await configured();
  const { stack, settled } = fixture;
  change(fixture, { tables: null });
  expect(SearchConnector.importId!.validate(id)).toBeUndefined();
  await stack.import(id);
  expect(stack.stored!.id).toBe(`${uuid}/music-catalog`);
  const { host, port, tls } = values;
  expect(stack.inputs["configurationValues"]).toEqual({ host, port, tls, options: { json: expect.stringContaining("deep") } });
  await settled(stack.inputs);
});

test("keys that every object inherits are managed and imported like others", async () => {
  const fixture = stackFixture(kind);
  const { stack, emulator, settled } = fixture;
  const named = <T>(value: T) => Object.fromEntries(["__proto__", "toString"].map((key) => [key, value]));
  await stack.up(base);
  emulator.registerConnectorService("music-catalog", named({ label: "Text", type: "str", value: null }));
  const declared = { ...base, configurationValues: named({ string: "x" }) };
  await stack.up(declared);
  await settled(declared);
  await stack.import("music-catalog");
  expect(Object.entries(stack.inputs["configurationValues"] as object)).toEqual(Object.entries(named({ string: "x" })));
});

test.each(["", " ", "/", " / "])("the ID %p is rejected", (id) =>
  expect(SearchConnector.importId!.validate(id)).toMatch(/^the connector ID is blank/),
);

rejections(kind, {}, [
  [
    "all violations at once",
    {
      connectorId: " ",
      searchConnections: [{}, {}],
      configurationValues: { none: {}, two: { string: "a", number: 1 }, text: { json: "{" } },
    },
    /configurationValues\.none[^]*configurationValues\.text\.json[^]*configurationValues\.two[^]*connectorId \| must not be blank[^]*searchConnections[^]*serviceType \| missing required property/,
  ],
]);
