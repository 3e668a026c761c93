/** Inputs that are accepted with a warning: values outside an open enum, deprecated inputs, inputs without effect. See docs/protocol.md#check. */
import { schemaOf, type ObjectSpec } from "../../../../provider/core/schema/schema";
import { validate } from "../../../../provider/core/validate/validate";
import { Secret, unknown, type ValueMap } from "../../../../provider/core/values/value";

const level = { oneOf: [{ type: "string" as const }, { $ref: "#/types/quartet:demo:Level" }] };
const schema = schemaOf({
  name: "quartet",
  version: "0.1.0",
  types: {
    "quartet:demo:Level": { type: "string", enum: [{ value: "low" }, { value: "medium" }, { value: "high" }] },
    "quartet:demo:Part": { type: "object", properties: { level } },
  },
});
const shape: ObjectSpec = {
  properties: {
    level,
    levels: { type: "array", items: level },
    parts: { type: "array", items: { $ref: "#/types/quartet:demo:Part" } },
    hidden: { ...level, secret: true },
    old: { type: "string", deprecationMessage: "Use level." },
    unused: { $ref: "pulumi.json#/Any", deprecationMessage: "unused has no effect." },
  },
};
const check = (given: ValueMap) => validate(shape, given, { schema, unknownReason: "unknown" });

test("another value is kept, and a warning names its path, the known values and a similar one", () => {
  const inputs = { level: "hihg", levels: ["low", "extreme"], parts: [{ level: "meduim" }] };
  const { failures, warnings, ...result } = check(inputs);
  expect(result).toEqual({ inputs });
  expect(failures).toEqual([]);
  expect(warnings).toEqual([
    'level: "hihg" is not one of the known values low, medium, high; it is sent unchanged; did you mean "high"?',
    'levels[1]: "extreme" is not one of the known values low, medium, high; it is sent unchanged',
    'parts[0].level: "meduim" is not one of the known values low, medium, high; it is sent unchanged; did you mean "medium"?',
  ]);
});

test("the warning about a secret value does not contain it; an empty text fails, except where it counts as absent", () => {
  const { warnings } = check({ hidden: "canary", level: new Secret("canary") });
  expect(warnings).toHaveLength(2);
  expect(warnings.join()).not.toContain("canary");
  expect(check({ level: "", levels: [""] }).failures).toMatchObject([{ property: "level" }, { property: "levels[0]" }]);
  expect(validate(shape, { level: "" }, { schema, rules: { emptyIsAbsent: true } })).toMatchObject({ failures: [], warnings: [] });
});

test.each<[given: ValueMap, inputs: ValueMap, warnings: string[]]>([
  [{ old: "x" }, { old: "x" }, ["old is deprecated: Use level."]],
  [{ old: "" }, { old: "" }, []],
  [{ unused: [[unknown]] }, {}, ["unused is deprecated: unused has no effect."]],
  [{ unused: new Secret("x") }, {}, ["unused is deprecated: unused has no effect."]],
  [{ unused: null }, {}, []],
])("a deprecated input is kept with a warning, one without effect is dropped whatever its value: %j", (given, inputs, warnings) => {
  expect(check(given)).toEqual({ inputs, failures: [], warnings });
});
