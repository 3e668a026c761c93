// Remote objects read by the types of the schema: members, types, defaults for null.
import { oncePerSchema, Readers, type FindMember } from "../../../provider/kit/remote-object";
import { schemaOf, type ObjectSpec, type TypeSpec } from "../../../provider/core/schema/schema";
import type { Plain, PlainMap } from "../../../provider/core/values/value";

const part = { $ref: "#/types/quartet:m:Part" };
const schema = schemaOf({
  name: "quartet",
  version: "1.0.0",
  types: {
    "quartet:m:Part": { type: "object", properties: { size: { type: "integer" }, label: { type: "string" } }, required: ["size"] },
    "quartet:m:Colour": { type: "string", enum: [{ value: "red" }] },
  },
});

const upper: FindMember = (key) => (remote) => remote[key.toUpperCase()];
const readers = new Readers(schema, upper);

/** Reads the member `it` of an object whose remote name is in capitals. */
function one(spec: TypeSpec, value: Plain | undefined, required = false) {
  const shape: ObjectSpec = { properties: { it: spec }, required: required ? ["it"] : [] };
  const remote: PlainMap = value === undefined ? {} : { IT: value, other: 1 };
  return readers.members(shape)(remote)["it"];
}

const list: TypeSpec = { type: "array", items: { type: "string" } };

test.each<[TypeSpec, given: Plain[], read: (Plain | undefined)[]]>([
  [{ type: "string" }, ["a", -1.25e22, -1.5e-7, true, {}], ["a", "-12500000000000000000000", "-0.00000015", "true", undefined]],
  [{ type: "integer" }, ["12", -1.9, " ", "x"], [12, -1, undefined, undefined]],
  [{ type: "number" }, ["1.5"], [1.5]],
  [{ type: "boolean" }, ["TRUE", "no", "", 1], [true, false, undefined, true]],
  [list, [["a", null, 2, {}], "a"], [["a", "2"], ["a"]]],
  [part, [{ SIZE: null, LABEL: null, NEW: 1 }, "x"], [{ size: 0 }, undefined]],
  [{ $ref: "#/types/quartet:m:Colour" }, ["blue"], ["blue"]],
  [{ $ref: "pulumi.json#/Any" }, [{ a: [1] }], [{ a: [1] }]],
  [{ type: "object" }, [{ "own-Key": 1, gone: null }, "x"], [{ "own-Key": "1" }, undefined]],
])("%j reads %j", (spec, given, read) => expect(given.map((value) => one(spec, value))).toEqual(read));

test("an object that is null or missing is left out, and has empty members where it must be", () => {
  for (const value of [null, undefined]) {
    expect(one(part, value)).toBeUndefined();
    expect(one(part, value, true)).toEqual({ size: 0 });
  }
  expect(readers.emptyValue(part)).toEqual({ size: 0 });
});

test("the callback is called once per property, with the short name of the type", () => {
  const types: (string | undefined)[] = [];
  const own = new Readers(schema, (key, _spec, type) => {
    types.push(type);
    return (remote) => remote[key];
  });
  for (const size of [1, 2]) expect(own.type(part.$ref)({ size })).toEqual({ size });
  expect(types).toEqual(["Part", "Part"]);
});

test("a value is computed once per schema", () => {
  const other = schemaOf({ name: "quartet", version: "2.0.0" });
  const compute = jest.fn(({ version }: { version: string }) => version);
  const versionOf = oncePerSchema(compute);
  expect([versionOf(schema), versionOf(other), versionOf(schema)]).toEqual(["1.0.0", "2.0.0", "1.0.0"]);
  expect(compute).toHaveBeenCalledTimes(2);
});
