/** The provider's settings in every form in which they arrive. See docs/protocol.md#configuration. */
import type { Failure } from "../../../../provider/core/errors/errors";
import { decodeSettings } from "../../../../provider/core/schema/settings";
import type { Rules } from "../../../../provider/contract/rules";
import type { Value, ValueMap } from "../../../../provider/core/values/value";
import type { PropertySpec } from "../../../../provider/core/schema/schema";
import { schemaOf } from "../../../../provider/core/schema/schema";
import { Opaque, Secret, unknown } from "../../../../provider/core/values/value";
import { fromJson } from "../../../../provider/plugin/codec";
import { shopSchema } from "../../../support/packages";
import { schema as packageSchema } from "../../tools/schema-file";
import { sentinels, shown, signatureKey, signatures } from "../../../support/values";

const decoded = (given: ValueMap, rules?: Rules): { settings: ValueMap; failures: Failure[] } =>
  decodeSettings(given, { schema: shopSchema, fromJson, rules });
const one = (key: string, value: Value): Value | undefined => {
  const { settings, failures } = decoded({ [key]: value });
  expect(failures).toEqual([]);
  return settings[key];
};
/** A part of a setting: its path in the form of the engine, a setting with the value there, and whether the part is secret. */
type Part = [path: string, wrap: (value: Value) => Value, isSecret: boolean];

/** Returns the value's place and all places below it. */
function partsOf(path: string, { $ref, items, additionalProperties, secret = false }: PropertySpec): Part[] {
  const below = (parts: Part[], wrapIn: (value: Value) => Value): Part[] =>
    parts.map(([at, wrap, isSecret]) => [at, (value) => wrapIn(wrap(value)), isSecret]);
  const members = Object.entries(packageSchema.types?.[$ref?.replace("#/types/", "") ?? ""]?.properties ?? {});
  return [
    [path, (value) => value, secret],
    ...members.flatMap(([name, spec]) => below(partsOf(`${path}.${name}`, spec), (value) => ({ [name]: value }))),
    ...(items ? below(partsOf(`${path}[0]`, { ...items, secret }), (value) => [value]) : []),
    ...(additionalProperties ? below(partsOf(`${path}.x`, { ...additionalProperties, secret }), (value) => ({ x: value })) : []),
  ];
}

const secretText = { [signatureKey]: signatures.secret, value: "p" };

describe("a setting", () => {
  const boolean: Value[] = [true, "true", " true ", "1", "t", "T", "TRUE", "True", new Secret("true"), new Secret("1"), new Secret(true)];
  it.each(boolean.map((value) => [shown(value), value] as const))("that is a boolean may come as %s", (_text, value) => {
    expect(shown(one("strict", value)).replace(/^secret\((.*)\)$/, "$1")).toBe("true");
  });

  const server = { url: "http://h", password: new Secret("p"), retries: 2 };
  const objects: [form: string, value: Value][] = [
    ["a real object", { url: "http://h", password: "p", retries: 2 }],
    ["a real object with a secret inside", { url: "http://h", password: new Secret("p"), retries: 2 }],
    ["JSON text", JSON.stringify({ url: "http://h", password: "p", retries: 2 })],
    ["JSON text with a secret inside", JSON.stringify({ url: "http://h", password: secretText, retries: 2 })],
    ["JSON text with white space", ` ${JSON.stringify({ retries: 2, password: "p", url: "http://h" }, null, 2)}\n`],
    ["JSON text with 2.0 for 2", '{"url":"http://h","password":"p","retries":2.0}'],
  ];

  it.each(objects)("that is an object may have the form %s", (_form, value) => expect(shown(one("server", value))).toBe(shown(server)));

  it("that is an object may be a secret around any of these, and is secret as a whole", () => {
    for (const [, value] of objects) {
      const result = one("server", new Secret(value)) as Secret;
      expect(result).toBeInstanceOf(Secret);
      expect(shown(result.value).replaceAll(/secret\(([^()]*)\)/g, "$1")).toBe('{"password": "p", "retries": 2, "url": "http://h"}');
    }
  });

  const others: [name: string, key: string, value: Value, expected: Value | undefined][] = [
    ["a list as JSON text", "names", '["a","b"]', ["a", "b"]],
    ["a map as JSON text", "labels", '{"a.b":"c"}', { "a.b": "c" }],
    ["a whole number as text", "count", "42", 42],
    ["a whole number as decimal text", "count", "42.0", 42],
    ["a number as text", "ratio", "-1.5e3", -1500],
    ["a list that is secret by schema", "servers", '[{"url":"u"}]', new Secret([{ url: "u" }])],
    ["a secret text", "token", "t", new Secret("t")],
    ["a text that looks like an object", "address", "{}", "{}"],
    ["a text that looks like a number", "address", "42", "42"],
    ["a text with quotes around it", "address", '"42"', '"42"'],
    ["an empty text where a text is wanted", "address", "", ""],
    ["an enum, raw", "mode", "dark-blue", "dark-blue"],
    ["an empty text for a boolean", "strict", "", undefined],
    ["an empty text for an enum", "mode", "", undefined],
    ["a blank text for a list", "names", "  ", undefined],
    ["an empty secret text for an object", "server", new Secret(""), undefined],
    ["null as text", "names", "null", undefined],
    ["null", "names", null, undefined],
    ["a default, absent", "depth", null, 2],
    ["an unknown for a boolean", "strict", unknown, unknown],
    ["an unknown for a text", "address", unknown, unknown],
    ["a secret unknown for an object", "server", new Secret(unknown), new Secret(unknown)],
    ["JSON text with an unknown inside", "server", `{"url":"${sentinels.string}"}`, { url: unknown }],
    ["JSON text with an unknown number inside", "server", `{"retries":"${sentinels.number}"}`, { retries: unknown }],
    ["text that is JSON but for an unknown", "names", `["a",${sentinels.array}]`, unknown],
    ["a number where a text is wanted", "address", 42, "42"],
    [
      "JSON text with odd keys",
      "labels",
      '{"__proto__":"a","constructor":"b"}',
      fromJson(JSON.parse('{"__proto__":"a","constructor":"b"}')),
    ],
  ];

  it.each(others)("may be %s", (_name, key, value, expected) => expect(shown(one(key, value))).toBe(shown(expected)));
});

describe("a wrong setting", () => {
  const cases: [name: string, given: ValueMap, property: string, reason: RegExp][] = [
    [
      "no boolean",
      { strict: "maybe" },
      "strict",
      /^expected true or false or its JSON form\. Change it with `pulumi config set quartet:strict VALUE`\.$/,
    ],
    ["no list", { names: "a,b" }, "names", /^expected a list or its JSON form/],
    ["no object", { server: "http://h" }, "server", /^expected an object or its JSON form/],
    ["no number", { count: "many" }, "count", /^expected a number or its JSON form/],
    ["JSON of another type", { names: "{}" }, "names", /^expected a list; got an object/],
    ["a fraction", { count: "1.5" }, "count", /^expected a whole number; got the number 1.5/],
    ["a wrong member", { server: '{"retries":"two"}' }, "server.retries", /expected a whole number; got "two"/],
    ["an unknown member", { server: { ulr: "x" } }, "server.ulr", /did you mean "url"\?/],
    ["a value outside an enum", { mode: "gren" }, "mode", /did you mean "green"\?/],
    ["an unknown key", { adress: "x" }, "adress", /unknown setting "adress".*did you mean "address"\?.*namespace/],
    ["an inherited name", { constructor: "x" } as unknown as ValueMap, "constructor", /unknown setting/],
  ];

  it.each(cases)("fails: %s", (_name, given, property, reason) => {
    expect(decoded(given).failures).toEqual([{ property, reason: expect.stringMatching(reason) as string }]);
  });

  const parts = Object.entries(packageSchema.provider?.inputProperties ?? {}).flatMap(([key, spec]) => partsOf(key, spec));

  it.each(parts)("%s: the command sets the part that is wrong", (path, wrap, isSecret) => {
    const [key = ""] = path.split(/[.[]/);
    const { failures } = decodeSettings({ [key]: wrap(new Opaque("asset", {})) }, { schema: schemaOf(packageSchema), fromJson });
    const failure = failures.find(({ property }) => property === path)!;
    const target = path === key ? `quartet:${key}` : `--path 'quartet:${path}'`;
    const [option, value] = isSecret ? [" --secret", ""] : ["", " VALUE"];
    expect(failure.reason).toContain(`\`pulumi config set${option} ${target}${value}\``);
    expect(failure.reason.includes(`\`pulumi config rm --path 'quartet:${path}'\``)).toBe(path !== key);
  });

  it("is not recommended to be set when there is no such setting", () =>
    expect(decoded({ adress: "x" }).failures[0]!.reason).not.toContain("config set"));

  it("is reported with all others at once", () => {
    const { failures, settings } = decoded({ strict: "maybe", adress: "x", names: 5, count: "7" });
    expect(failures.map(({ property }) => property).sort()).toEqual(["adress", "names", "strict"]);
    expect(settings["count"]).toBe(7);
  });

  it("is validated by the rules of its module, except unknowns", () => {
    const rules: Rules = { properties: { names: { maxItems: 1 }, address: { excludes: ["server"] } } };
    expect(decoded({ names: '["a","b"]', address: "a", server: "{}" }, rules).failures.map(({ property }) => property)).toEqual([
      "address",
      "names[1]",
    ]);
    expect(decoded({ names: unknown, address: "a", server: unknown }, rules).failures).toEqual([]);
  });

  const secrets: [name: string, given: ValueMap][] = [
    ["as a secret text", { strict: new Secret("hunter2") }],
    ["inside a secret object", { server: new Secret('{"retries":"hunter2"}') }],
    ["where the schema says secret", { servers: '[{"retries":"hunter2"}]' }],
    ["as text that does not parse", { server: '{"password":"hunter2"' }],
    ["as a secret inside JSON text", { server: JSON.stringify({ retries: { [signatureKey]: signatures.secret, value: "hunter2" } }) }],
  ];

  it.each(secrets)("is not quoted when it is %s", (_name, given) => {
    const { failures } = decoded(given);
    expect(failures).toHaveLength(1);
    expect(failures[0]!.reason).not.toContain("hunter2");
  });
});

describe("keys of the engine", () => {
  it("are neither settings nor failures", () => {
    const { settings, failures } = decoded({ version: "1.0.0", pluginDownloadURL: "x", __internal: {}, __other: 1 });
    expect(failures).toEqual([]);
    expect(Object.keys(settings)).toEqual(["depth"]);
  });
});
