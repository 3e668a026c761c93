/** Write-only members in the state. See docs/protocol.md#read. */
import { withWriteOnly } from "../../../../provider/core/compare/traits";
import type { PlainMap } from "../../../../provider/core/values/value";

const traits = { writeOnly: new Set(["key", "rules[*].type"]) };
const rule = (name: string, type?: string): PlainMap => ({ name, ...(type !== undefined && { type }) });
const written = { key: "k", rules: [rule("a", "A"), rule("b", "B"), rule("c", "C")] };

it.each<[what: string, found: PlainMap, expected: PlainMap]>([
  ["a value that is not returned", {}, { key: "k" }],
  ["members of moved elements", { rules: [rule("c"), rule("a")] }, { rules: [rule("c", "C"), rule("a", "A")] }],
  ["nothing of another element", { rules: [rule("x"), rule("b"), {}] }, { rules: [rule("x"), rule("b", "B"), {}] }],
])("the state keeps %s", (_what, found, expected) => expect(withWriteOnly(found, written, traits)).toEqual({ key: "k", ...expected }));

it("members of a written element are kept once, at its own position first", () => {
  const rules = [rule("a", "1"), rule("a", "2"), rule("b", "3")];
  const found = { rules: [rule("b"), rule("a"), rule("a")] };
  expect(withWriteOnly(found, { rules }, traits)).toEqual({ rules: [rule("b", "3"), rule("a", "2"), rule("a", "1")] });
});
