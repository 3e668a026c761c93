/** Results of the verbs as messages. See docs/protocol.md#invoke and docs/protocol.md#check-messages. */
import type { Change, ChangeKind } from "../../../provider/core/compare/diff";
import { Secret, type ValueMap } from "../../../provider/core/values/value";
import { checkResponse, diffResponse } from "../../../provider/plugin/responses";
import { decode } from "../../../provider/plugin/codec";
import { DiffResponse_DiffChanges as Changes, PropertyDiff_Kind as Kind } from "../../../provider/plugin/gen/provider";
import { diffViolations } from "../../support/invariants";
import { shown } from "../../support/values";

const change = (path: string, kind: ChangeKind, replaces = false): Change => ({ path, key: path.split(/[.[]/)[0]!, kind, replaces });

it.each(["add", "delete", "update"] as const)("the response of Diff reports %s, alone and as a replacement, as its kind", (kind) => {
  const name = kind.toUpperCase() as "ADD";
  expect(diffResponse({ changes: [change("a.b", kind), change("c", kind, true)] })).toMatchObject({
    diffs: ["a", "c"],
    replaces: ["c"],
    detailedDiff: { "a.b": { kind: Kind[name], inputDiff: true }, c: { kind: Kind[`${name}_REPLACE`] } },
  });
});

it("111: the response of Diff is rejected by the checker of every response if it contradicts itself", () => {
  const valid = diffResponse({ changes: [change("a.b", "update", true)] });
  const invalid = [
    { ...valid, changes: Changes.DIFF_NONE },
    { ...valid, hasDetailedDiff: false },
    { ...valid, diffs: ["a", "b"] },
    { ...valid, replaces: [] },
    { ...valid, replaces: ["a", "b"] },
    { ...valid, detailedDiff: {} },
    { ...valid, detailedDiff: { "a.b": { kind: 9 } } },
    { ...valid, stables: ["x", "x"] },
    { ...diffResponse({ changes: [] }), deleteBeforeReplace: true },
  ];
  expect(diffViolations(valid)).toEqual([]);
  for (const response of invalid) expect(diffViolations(response)).not.toEqual([]);
});

it("the response of Check has the inputs beside failures, with sanitized reasons", () => {
  const inputs = { a: new Secret("x") };
  const response = checkResponse({ inputs, failures: [{ property: "b", reason: "<{%fg 1%}>\u0007bad" }] }, { b: 1 });
  expect(shown(decode(response.inputs))).toBe(shown(inputs));
  expect(response.failures).toEqual([{ property: "b", reason: "< {%fg 1%}>bad" }]);
});

it("the response of Check names a property that is secret, nested or absent in the reason alone, because the engine prints the value of the top-level property", () => {
  const inputs: ValueMap = { key: new Secret("x"), list: [{ word: new Secret("x") }], plain: "x" };
  const hidden = ["key", "list", "list[0].word", "absent"];
  const failures = [...hidden, "plain"].map((property) => ({ property, reason: "too short" }));
  expect(checkResponse({ inputs, failures }, inputs).failures).toEqual([
    ...hidden.map((property) => ({ property: "", reason: `${property}: too short` })),
    { property: "plain", reason: "too short" },
  ]);
  const missing = { property: "", reason: "missing required property 'absent'" };
  expect(checkResponse({ inputs, failures: [{ ...missing, property: "absent" }] }, inputs).failures).toEqual([missing]);
});

it("the response of Check reports the failure of a number that no response can contain", () => {
  const failures = [{ property: "n", reason: "expected a number; got the number NaN" }];
  expect(checkResponse({ inputs: { n: NaN }, failures }, { n: NaN })).toEqual({ inputs: undefined, failures });
});
