/** The schema that GetSchema returns can be generated from in every language, and describes what schema.json describes. */
import { generatorSchema, type PackageSchema } from "../../tools/generator-schema";
import type { SchemaFile } from "../../provider/tools/types-text";
import { schema } from "../provider/tools/schema-file";

const reference = (name: string) => ({ $ref: `#/types/quartet:a:${name}` });

/** Functions have inputs of `Shared`, with the object `Inner` and the enum `Color`. Settings have these, `Outer` which has a `Shared`, and `Own`. */
const sample = (): SchemaFile & PackageSchema => ({
  name: "quartet",
  version: "1.2.3",
  types: {
    "quartet:a:Shared": { type: "object", properties: { inner: { type: "array", items: reference("Inner") }, color: reference("Color") } },
    "quartet:a:Inner": { type: "object", properties: { again: reference("Shared") } },
    "quartet:a:Color": { type: "string", enum: [{ value: "red" }] },
    "quartet:a:Outer": { type: "object", properties: { shared: { type: "object", additionalProperties: reference("Shared") } } },
    "quartet:a:Own": { type: "object", properties: { color: reference("Color") } },
  },
  config: { variables: { servers: { type: "array", items: reference("Shared") }, outer: reference("Outer"), own: reference("Own") } },
  provider: { inputProperties: { servers: { type: "array", items: reference("Shared") } } },
  functions: { "quartet:a:get": { inputs: { properties: { server: reference("Shared") } } } },
});

describe("the schema for generators", () => {
  it("gives settings types of their own where functions have inputs of them", () => {
    const given = sample();
    const result = generatorSchema(given);
    expect(result.config?.variables).toEqual({
      servers: { type: "array", items: reference("SharedConfig") },
      outer: reference("OuterConfig"),
      own: reference("Own"),
    });
    expect(result.types).toEqual({
      ...given.types,
      "quartet:a:SharedConfig": {
        type: "object",
        properties: { inner: { type: "array", items: reference("InnerConfig") }, color: reference("Color") },
      },
      "quartet:a:InnerConfig": { type: "object", properties: { again: reference("SharedConfig") } },
      "quartet:a:OuterConfig": {
        type: "object",
        properties: { shared: { type: "object", additionalProperties: reference("SharedConfig") } },
      },
    });
    expect(result.provider).toEqual(given.provider);
    expect(result.functions).toEqual(given.functions);
    expect(given).toEqual(sample());
  });

  it("fails where the name of a new type is taken", () => {
    const given = sample();
    const types = { ...given.types, "quartet:a:InnerConfig": { type: "string", enum: [] } };
    expect(() => generatorSchema({ ...given, types })).toThrow("quartet:a:InnerConfig");
  });

  it("differs from schema.json in the type of one setting, and in one output", () => {
    const expected = structuredClone<SchemaFile & PackageSchema>(schema);
    const type = "quartet:search:SearchConnection";
    expected.types![`${type}Config`] = expected.types![type]!;
    expected.config!.variables!["searchServers"]!.items = { $ref: `#/types/${type}Config` };
    const { outputs } = expected.functions!["quartet:search:checkSearchPrivileges"]!;
    const { additionalProperties: perApplication } = outputs!.properties!["applicationPrivileges"]!;
    perApplication!.additionalProperties = { $ref: "pulumi.json#/Any" };
    expect(generatorSchema(schema)).toEqual(expected);
  });
});
