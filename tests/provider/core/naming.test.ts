// Remote objects read by the shapes of the schema: members, types, what stands for null.
import { emptyOf, fromRemote, readObject, type Pick } from "../../../provider/core/naming";
import { schemaOf, type ObjectSpec, type TypeSpec } from "../../../provider/core/schema";
import type { Plain, PlainMap } from "../../../provider/core/value";

const part = { $ref: "#/types/quartet:m:Part" };
const schema = schemaOf({
  ...{ name: "quartet", version: "1.0.0" },
  types: {
    "quartet:m:Part": { type: "object", properties: { size: { type: "integer" }, label: { type: "string" } }, required: ["size"] },
    "quartet:m:Colour": { type: "string", enum: [{ value: "red" }] },
  },
});

const upper: Pick = (remote, key) => remote[key.toUpperCase()];

/** The member `it` of an object whose remote spells it in capitals. */
function one(spec: TypeSpec, value: Plain | undefined, required = false): Plain | undefined {
  const shape: ObjectSpec = { properties: { it: spec }, required: required ? ["it"] : [] };
  const remote: PlainMap = value === undefined ? {} : { IT: value, other: 1 };
  return { ...fromRemote({ schema, pick: upper }, shape, remote) }["it"];
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
  expect(emptyOf({ schema, pick: upper }, spec)).toEqual(empty);
});

test("the pick receives the short name of the type, and none for the sides of a token", () => {
  const heard: (string | undefined)[] = [];
  const pick: Pick = (remote, key, _spec, type) => {
    heard.push(type);
    return remote[key];
  };
  fromRemote({ schema, pick }, { properties: { it: part } }, { it: { size: 1 } });
  readObject({ schema, pick }, part.$ref, {});
  expect(heard).toEqual([undefined, "Part", "Part", "Part", "Part"]);
});
