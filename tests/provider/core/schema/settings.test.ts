/** The provider's settings in every form in which they arrive. See docs/protocol.md#configuration. */
import { decodeSettings } from "../../../../provider/core/schema/settings";
import { Secret, unknown, type Value, type ValueMap } from "../../../../provider/core/values/value";
import { fromJson } from "../../../../provider/plugin/codec";
import { shopSchema } from "../../../support/packages";
import { sentinels, shown, signatureKey, signatures } from "../../../support/values";

const decoded = (given: ValueMap) => decodeSettings(given, { schema: shopSchema, fromJson });
const one = (key: string, value: Value) => {
  const { settings, failures } = decoded({ [key]: value });
  expect(failures).toEqual([]);
  return settings[key];
};
const secretText = { [signatureKey]: signatures.secret, value: "p" };

describe("a setting", () => {
  it("that is a boolean may come as text or secret", () => {
    for (const value of [true, "true", " true ", "1", "T", "TRUE"])
      expect([one("strict", value), one("strict", new Secret(value))]).toEqual([true, new Secret(true)]);
  });

  const server = { url: "http://h", password: new Secret("p"), retries: 2 };

  it.each<[form: string, value: Value]>([
    ["a real object with a secret inside", server],
    ["JSON text with a secret inside", JSON.stringify({ ...server, password: secretText })],
    ["JSON text with white space, and 2.0 for 2", ' {\n  "retries": 2.0,\n  "password": "p",\n  "url": "http://h"\n}\n'],
  ])("that is an object may have the form %s, also in a secret, and is then secret as a whole", (_name, value) => {
    expect(shown(one("server", value))).toBe(shown(server));
    const whole = shown(one("server", new Secret(value)));
    expect(whole.replaceAll(/secret\(("p")\)/g, "$1")).toBe('secret({"password": "p", "retries": 2, "url": "http://h"})');
  });

  it.each<[name: string, key: string, value: Value, expected: Value | undefined]>([
    ["a whole number as text", "count", "42", 42],
    ["a secret text", "token", "t", new Secret("t")],
    ["a text with quotes around it", "address", '"42"', '"42"'],
    ["an enum, raw", "mode", "dark-blue", "dark-blue"],
    ["an empty text for an enum", "mode", "", undefined],
    ["a blank text for a list", "names", "  ", undefined],
    ["a default, absent", "depth", null, 2],
    ["JSON text with an unknown inside", "server", `{"url":"${sentinels.string}"}`, { url: unknown }],
    ["text that is JSON but for an unknown", "names", `["a",${sentinels.array}]`, unknown],
    [
      "JSON text with odd keys",
      "labels",
      '{"__proto__":"a","constructor":"b"}',
      fromJson(JSON.parse('{"__proto__":"a","constructor":"b"}')),
    ],
  ])("may be %s", (_name, key, value, expected) => expect(shown(one(key, value))).toBe(shown(expected)));
});

it.each<[name: string, given: ValueMap, property: string, reason: RegExp]>([
  [
    "no boolean",
    { strict: "maybe" },
    "strict",
    /^expected true or false or its JSON form\. Change it with `pulumi config set quartet:strict VALUE`\. If the program declares the provider, change it there\.$/,
  ],
  ["no object", { server: "http://h" }, "server", /^expected an object or its JSON form/],
  ["no list", { names: "a,b" }, "names", /^expected a list or its JSON form/],
  ["no number", { count: "many" }, "count", /^expected a number or its JSON form/],
  [
    "a wrong member",
    { server: '{"retries":"two"}' },
    "server.retries",
    /got "two".*`pulumi config set --path 'quartet:server.retries' VALUE`.*`pulumi config rm --path 'quartet:server.retries'`/,
  ],
  ["a secret member", { server: { password: [] } }, "server.password", /`pulumi config set --secret --path 'quartet:server.password'`/],
  [
    "a member of a secret list",
    { servers: [{ retries: "x" }] },
    "servers[0].retries",
    /`pulumi config set --path 'quartet:servers\[0\].retries' VALUE`/,
  ],
  ["a secret", { token: [] }, "token", /`pulumi config set --secret quartet:token`/],
  [
    "an unknown member",
    { server: { ulr: "x" } },
    "server.ulr",
    /did you mean "url"\? Remove it with `pulumi config rm --path 'quartet:server.ulr'`\. If/,
  ],
  ["an element instead of a list", { names: { a: 1 } }, "names", /`pulumi config set quartet:names VALUE`, as JSON\. If/],
  ["an unknown key", { adress: "x" }, "adress", /^(?!.*config set).*unknown setting "adress".*did you mean "address"\?.*namespace/],
  ["an inherited name", { constructor: "x" } as ValueMap, "constructor", /unknown setting/],
])("a wrong setting fails: %s", (_name, given, property, reason) => {
  expect(decoded(given).failures).toEqual([{ property, reason: expect.stringMatching(reason) }]);
});

it.each<[name: string, given: ValueMap]>([
  ["as a secret text", { strict: new Secret("hunter2") }],
  ["inside a secret object", { server: new Secret('{"retries":"hunter2"}') }],
  ["where the schema says secret", { servers: '[{"retries":"hunter2"}]' }],
  ["as text that does not parse", { server: '{"password":"hunter2"' }],
  ["as a secret inside JSON text", { server: JSON.stringify({ retries: { [signatureKey]: signatures.secret, value: "hunter2" } }) }],
])("a wrong setting is not quoted when it is %s", (_name, given) => {
  const { failures } = decoded(given);
  expect(failures).toHaveLength(1);
  expect(failures[0]!.reason).not.toContain("hunter2");
});

test("keys of the engine are neither settings nor failures", () => {
  expect(decoded({ version: "1.0.0", pluginDownloadURL: "x", __internal: {}, __other: 1 })).toEqual({
    settings: { depth: 2 },
    failures: [],
  });
});
