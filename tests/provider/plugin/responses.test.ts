/** Results of the verbs as messages. See docs/protocol.md#invoke and docs/protocol.md#check-messages. */
import fc from "fast-check";
import type { Change, ChangeKind } from "../../../provider/core/compare/diff";
import { changesBetween } from "../../../provider/core/compare/diff";
import type { ValueMap } from "../../../provider/core/values/value";
import { Secret } from "../../../provider/core/values/value";
import { checkResponse, diffResponse } from "../../../provider/plugin/responses";
import { decode } from "../../../provider/plugin/codec";
import { DiffResponse_DiffChanges as Changes, PropertyDiff_Kind as Kind } from "../../../provider/plugin/gen/provider";
import { diffViolations } from "../../support/invariants";
import { orderInputs, shopSchema } from "../../support/packages";
import { shown, treeMap } from "../../support/values";

const change = (path: string, kind: ChangeKind, replaces = false): Change => ({ path, key: path.split(/[.[]/)[0]!, kind, replaces });

describe("the response of Diff", () => {
  it.each<[kind: ChangeKind, replaces: boolean, expected: Kind]>([
    ["add", false, Kind.ADD],
    ["add", true, Kind.ADD_REPLACE],
    ["delete", false, Kind.DELETE],
    ["delete", true, Kind.DELETE_REPLACE],
    ["update", false, Kind.UPDATE],
    ["update", true, Kind.UPDATE_REPLACE],
  ])("reports %s (replaces: %s) as kind %i", (kind, replaces, expected) => {
    expect(diffResponse({ changes: [change("a.b", kind, replaces)] })).toEqual({
      changes: Changes.DIFF_SOME,
      diffs: ["a"],
      replaces: replaces ? ["a"] : [],
      detailedDiff: { "a.b": { kind: expected, inputDiff: true } },
      hasDetailedDiff: true,
      deleteBeforeReplace: false,
      stables: [],
    });
  });

  it("agrees with itself for any two sets of inputs", () => {
    fc.assert(
      fc.property(treeMap, treeMap, (old, next) => {
        const changes = changesBetween({ ...old, box: old }, { ...next, box: next }, { schema: shopSchema, properties: orderInputs });
        expect(diffViolations(diffResponse({ changes, deleteBeforeReplace: changes.some(({ replaces }) => replaces) }))).toEqual([]);
      }),
    );
  });

  it("111: is rejected by the checker of every response if it contradicts itself", () => {
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
});

describe("the response of Check", () => {
  it("returns them beside failures, with sanitized reasons", () => {
    const response = checkResponse(
      { inputs: { a: new Secret("x") }, failures: [{ property: "b", reason: "<{%fg 1%}>\u0007bad" }] },
      { b: 1 },
    );
    expect(shown(decode(response.inputs))).toBe(shown({ a: new Secret("x") }));
    expect(response.failures).toEqual([{ property: "b", reason: "< {%fg 1%}>bad" }]);
  });

  it("names a property that is secret, nested or absent in the reason alone, because the engine prints the value of the top-level property", () => {
    const inputs: ValueMap = { key: new Secret("x"), list: [{ word: new Secret("x") }], plain: "x" };
    const failures = ["key", "list", "plain", "list[0].word", "absent"].map((property) => ({ property, reason: "too short" }));
    expect(checkResponse({ inputs, failures }, inputs).failures).toEqual([
      { property: "", reason: "key: too short" },
      { property: "", reason: "list: too short" },
      { property: "plain", reason: "too short" },
      { property: "", reason: "list[0].word: too short" },
      { property: "", reason: "absent: too short" },
    ]);
    const missing = { property: "", reason: "missing required property 'absent'" };
    expect(checkResponse({ inputs, failures: [{ ...missing, property: "absent" }] }, inputs).failures).toEqual([missing]);
  });

  it("reports the failure of a number that no response can contain", () => {
    const failures = [{ property: "n", reason: "expected a number; got the number NaN" }];
    expect(checkResponse({ inputs: { n: NaN }, failures }, { n: NaN })).toEqual({ inputs: undefined, failures });
  });
});
