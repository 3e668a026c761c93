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
function one(spec: TypeSpec, value: Plain | undefined, required = false): Plain | undefined {
  const shape: ObjectSpec = { properties: { it: spec }, required: required ? ["it"] : [] };
  const remote: PlainMap = value === undefined ? {} : { IT: value, other: 1 };
  return readers.members(shape)(remote)["it"];
}

test.each<[TypeSpec, Plain, Plain | undefined]>([
  [{ type: "string" }, "a", "a"],
  [{ type: "string" }, 1e21, "1000000000000000000000"],
  [{ type: "string" }, -1.25e22, "-12500000000000000000000"],
  [{ type: "string" }, 12345678901234567000, "12345678901234567000"],
  [{ type: "string" }, -0.5, "-0.5"],
  [{ type: "string" }, 1e-7, "0.0000001"],
  [{ type: "string" }, -1.5e-7, "-0.00000015"],
  [{ type: "string" }, true, "true"],
  [{ type: "string" }, {}, undefined],
  [{ type: "integer" }, "12", 12],
  [{ type: "integer" }, -1.9, -1],
  [{ type: "integer" }, " ", undefined],
  [{ type: "integer" }, "x", undefined],
  [{ type: "number" }, "1.5", 1.5],
  [{ type: "boolean" }, "TRUE", true],
  [{ type: "boolean" }, "no", false],
  [{ type: "boolean" }, "", undefined],
  [{ type: "boolean" }, 1, true],
  [{ type: "array", items: { type: "string" } }, ["a", null, 2, {}], ["a", "2"]],
  [{ type: "array", items: { type: "string" } }, "a", ["a"]],
  [{ type: "array", items: part }, [{ SIZE: "3" }, null, "x"], [{ size: 3 }]],
  [part, { SIZE: null, LABEL: null, NEW: 1 }, { size: 0 }],
  [part, "x", undefined],
  [{ $ref: "#/types/quartet:m:Colour" }, "blue", "blue"],
  [{ $ref: "pulumi.json#/Any" }, { a: [1] }, { a: [1] }],
  [{ type: "object" }, { "own-Key": 1, gone: null }, { "own-Key": "1" }],
  [{ type: "object", additionalProperties: part }, { a: { SIZE: 1 } }, { a: { size: 1 } }],
  [{ type: "object" }, "x", undefined],
])("%j reads %j as %j", (spec, value, read) => expect(one(spec, value)).toEqual(read));

test.each<[TypeSpec, Plain]>([
  [{ type: "string" }, ""],
  [{ type: "integer" }, 0],
  [{ type: "boolean" }, false],
  [{ type: "array", items: part }, []],
  [{ type: "object" }, {}],
  [part, { size: 0 }],
])("%j that is null or missing is left out, and %j where it must be", (spec, empty) => {
  for (const value of [null, undefined]) {
    expect(one(spec, value)).toBeUndefined();
    expect(one(spec, value, true)).toEqual(empty);
  }
  expect(readers.emptyValue(spec)).toEqual(empty);
});

test("the callback is called once per property, with the short name of the type, and without one for the members of a token", () => {
  const calls: (string | undefined)[] = [];
  const own = new Readers(schema, (key, _spec, type) => {
    calls.push(type);
    return (remote) => remote[key];
  });
  const read = own.members({ properties: { it: part, other: part } });
  expect(read({ it: { size: 1 }, other: { size: 2 } })).toEqual({ it: { size: 1 }, other: { size: 2 } });
  expect(own.type(part.$ref)({ label: "a" })).toEqual({ size: 0, label: "a" });
  expect(calls).toEqual([undefined, undefined, "Part", "Part"]);
});

test("a type that contains itself is read at every depth", () => {
  const ref = "#/types/quartet:m:Node";
  const recursive = schemaOf({
    name: "quartet",
    version: "1.0.0",
    types: { "quartet:m:Node": { type: "object", properties: { next: { $ref: ref }, size: { type: "integer" } } } },
  });
  const read = new Readers(recursive, (key) => (remote) => remote[key]).type(ref);
  expect(read({ size: "1", next: { size: "2", next: { size: "3" } } })).toEqual({ size: 1, next: { size: 2, next: { size: 3 } } });
});

test("a value is computed once per schema", () => {
  const other = schemaOf({ name: "quartet", version: "2.0.0" });
  const compute = jest.fn(({ version }: { version: string }) => version);
  const versionOf = oncePerSchema(compute);
  expect([versionOf(schema), versionOf(other), versionOf(schema)]).toEqual(["1.0.0", "2.0.0", "1.0.0"]);
  expect(compute).toHaveBeenCalledTimes(2);
});
