/** Types of values and their names. See docs/protocol.md#failure-messages. */
import type { TypeSpec } from "../../../../provider/core/schema/schema";
import { describeValue as named, describeType, conforms, holdsSecret, hasForm } from "../../../../provider/core/schema/shape";
import { Opaque, ResourceReference, Secret, unknown, type Value } from "../../../../provider/core/values/value";
import { shopSchema } from "../../../support/packages";

const box: TypeSpec = { $ref: "#/types/quartet:shop:Box" };

it.each<[type: string, spec: TypeSpec, fits: Value[], not: Value[]]>([
  ["string", { type: "string" }, ["", "x"], [1, null, [], unknown, new Secret("x")]],
  ["number", { type: "number" }, [0, 1.5], ["1", NaN, Infinity]],
  ["integer", { type: "integer" }, [0, -3, 2 ** 53 - 1], [1.5, 2 ** 53, NaN, "1"]],
  ["enum of texts", { $ref: "#/types/quartet:shop:Color" }, ["other"], [1]],
  ["anything", { $ref: "pulumi.json#/Any" }, [null, [], "x", new Opaque("asset", {})], []],
])("an expected form: %s", (_type, spec, fits, not) => {
  expect(fits.filter((value) => !hasForm(spec, value, shopSchema))).toEqual([]);
  expect(not.filter((value) => hasForm(spec, value, shopSchema))).toEqual([]);
});

const reference = new ResourceReference("u", "i");

it.each<[type: string, spec: TypeSpec, right: Value[], wrong: Value[]]>([
  ["string", { type: "string" }, ["x", unknown, new Secret(unknown), reference], [1, null, new Secret(1)]],
  ["list", { type: "array", items: { type: "string" } }, [[], ["a", unknown, new Secret("b")]], ["a", ["a", 1], [null], [["a"]]]],
  ["map", { type: "object", additionalProperties: { type: "number" } }, [{}, { a: 1, b: null }], [[], { a: "1" }]],
  ["map of anything", { type: "object" }, [{ a: { b: [1] } }], ["x"]],
  [
    "named object",
    box,
    [{}, { label: "l", weight: null, unexpected: 1 }, { inner: { inner: { marks: ["m"] } } }],
    ["x", { label: 1 }, { inner: { inner: { marks: [1] } } }, { note: new Secret({}) }],
  ],
  ["union", { oneOf: [{ type: "string" }, box] }, ["x", { label: "l" }], [1, { label: 1 }, ["x"]]],
  ["anything", { $ref: "pulumi.json#/Any" }, [null, [{}], "x"], [new Opaque("asset", {})]],
])("an expected form at every depth: %s", (_type, spec, right, wrong) => {
  expect(right.filter((value) => !conforms(spec, value, shopSchema))).toEqual([]);
  expect(wrong.filter((value) => conforms(spec, value, shopSchema))).toEqual([]);
});

test("a secret may be inside an object with secret members, in a list, a map and a union of such, and in nothing else", () => {
  const deep: TypeSpec = { oneOf: [{ type: "string" }, { type: "object", additionalProperties: { type: "array", items: box } }] };
  const plain = ["#/types/quartet:shop:Color", "pulumi.json#/Any"].map(($ref): TypeSpec => ({ type: "array", items: { $ref } }));
  expect([deep, ...plain].map((spec) => holdsSecret(spec, shopSchema))).toEqual([true, false, false]);
});

test.each<[TypeSpec, string]>([
  [{ type: "integer" }, "a whole number"],
  [{ type: "object" }, "a map"],
  [{ $ref: "#/types/quartet:shop:Color" }, "one of red, green, dark-blue"],
])("%j is described as %s", (spec, text) => expect(describeType(spec, shopSchema)).toBe(text));

test.each<[value: Value, open: string, hidden: string]>([
  ['quo"te\n', '"quo\\"te\\n"', "a string"],
  ["x".repeat(100), "a string of 100 characters", "a string"],
  [NaN, "the number NaN", "a number"],
  [unknown, "an unknown value", "an unknown value"],
  [new Secret(5), "a number", "a number"],
])("%p is described as %s, or as %s if it is secret", (value, open, hidden) => {
  expect([named(value, false), named(value, true)]).toEqual([open, hidden]);
});
