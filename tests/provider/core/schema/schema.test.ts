/** Reading of the schema, as a whole or in parts. */
import { createSchema, partFile, sectionOf, splitPackage, typeToken, type PackageSpec } from "../../../../provider/core/schema/schema";
import { shopSchema } from "../../../support/packages";

const spec: PackageSpec = {
  name: "quartet",
  version: "0.1.0",
  types: { "quartet:a:T": { type: "object" }, "quartet:b/v1:T": { type: "string" } },
  resources: { "quartet:a:R": {} },
  functions: { "quartet:b/v1:getX": {}, "pulumi:providers:quartet/method": {} },
};

test("a schema has no token or type of another name", () => {
  const tokens = ["", "quartet:shop", "quartet:shop:getNothing", "quartet:shop:constructor", "quartet:other:getNote", "constructor"];
  for (const token of tokens)
    expect([shopSchema.function(token), shopSchema.method(token), shopSchema.resource(token)]).toEqual([undefined, undefined, undefined]);
  const refs = ["pulumi.json#/Any", "#/resources/quartet:shop:Order", "#/types/quartet:shop:None"];
  expect(refs.map((ref) => shopSchema.type(ref))).toEqual([undefined, undefined, undefined]);
});

test("references are read with their percent-encoding, and tokens name their section", () => {
  expect(typeToken("#/types/quartet:eventrouting%2Fv1:Trigger")).toBe("quartet:eventrouting/v1:Trigger");
  expect(typeToken("pulumi.json#/Any")).toBeUndefined();
  expect([sectionOf("quartet:b/v1:getX"), sectionOf("pulumi:providers:quartet/method")]).toEqual(["b/v1", "pulumi"]);
  expect([partFile(""), partFile("b/v1")]).toEqual(["package.json", "b-v1.json"]);
});

it("a schema in parts is divided by module without a loss, and loaded part by part, each once, on first use", () => {
  const parts = splitPackage(spec);
  expect(Object.keys(parts).sort()).toEqual(["", "a", "b/v1"]);
  const { name, version, resources } = spec;
  expect(parts["a"]).toEqual({ name, version, types: { "quartet:a:T": { type: "object" } }, resources });
  expect(Object.keys(parts["b/v1"]!.functions!)).toEqual(["quartet:b/v1:getX"]);
  expect(Object.keys(parts[""]!.functions!)).toEqual(["pulumi:providers:quartet/method"]);
  const sections: string[] = [];
  const schema = createSchema(
    (section) => {
      sections.push(section);
      return parts[section];
    },
    ["a", "b/v1"],
  );
  expect(sections).toEqual([""]);
  schema.resource("quartet:a:R");
  schema.type("#/types/quartet:a:T");
  schema.function("quartet:nowhere:getX");
  expect(sections).toEqual(["", "a"]);
  expect(schema.functionTokens()).toEqual(["quartet:b/v1:getX"]);
  expect(schema.methodTokens()).toEqual(["pulumi:providers:quartet/method"]);
  expect(schema.function("pulumi:providers:quartet/method")).toBeUndefined();
  expect(sections).toEqual(["", "a", "b/v1"]);
});

it("a schema in parts fails without its head", () => expect(() => createSchema(() => undefined, [])).toThrow("no head"));
