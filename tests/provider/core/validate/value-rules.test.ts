/** Rules of modules, applied to values that match the schema. See docs/protocol.md#check. */
import { validate } from "../../../../provider/core/validate/validate";
import type { Failure } from "../../../../provider/core/errors/errors";
import { truncateFailures } from "../../../../provider/core/validate/value-rules";
import type { Rules, ValueRule } from "../../../../provider/contract/rules";
import type { Value, ValueMap } from "../../../../provider/core/values/value";
import { Secret, unknown } from "../../../../provider/core/values/value";
import { orderInputs, shopSchema } from "../../../support/packages";

const optional = { properties: orderInputs };
const failures = (given: ValueMap, rules: Rules, types: Record<string, Rules> = {}): Failure[] =>
  validate(optional, given, { schema: shopSchema, rules, rulesOf: (token) => types[token] }).failures;
const reasons = (given: ValueMap, rules: Rules): string[] => failures(given, rules).map(({ property, reason }) => `${property} ${reason}`);

describe("a rule for one value", () => {
  const even: ValueRule = { test: (value) => ((value as number) % 2 === 0 ? undefined : "is odd") };
  const cases: [name: string, key: string, rule: ValueRule, value: Value, reason: string | undefined][] = [
    ["whole, kept", "price", { whole: true }, 2, undefined],
    ["whole, beyond a double", "price", { whole: true }, 1e300, "price expected a whole number; got 1e+300"],
    ["least, kept", "amount", { minimum: 1 }, 1, undefined],
    ["range", "amount", { minimum: 1, maximum: 5 }, 6, "amount expected a number from 1 to 5; got 6"],
    ["range, of a secret", "amount", { minimum: 1, maximum: 5 }, new Secret(6), "amount expected a number from 1 to 5"],
    ["most, of a secret by schema", "limit", { maximum: 5 }, 6, "limit expected at most 5"],
    ["entries", "tags", { minItems: 1 }, [], "tags expected at least one entry; got none"],
    ["more entries", "tags", { minItems: 2 }, ["a"], "tags expected at least 2 entries; got 1"],
    ["one entry at most", "tags", { maxItems: 1 }, ["a", "b"], "tags[1] tags[1]: expected at most 1 entry; got 2"],
    ["no text", "title", { minLength: 1 }, "", "title must not be empty"],
    ["shortest, of characters that take two units", "title", { minLength: 2 }, "😀", "title expected at least 2 characters; got 1"],
    ["longest, of such", "title", { maxLength: 3 }, "😀😀😀😀", "title expected at most 3 characters; got 4"],
    ["pattern", "title", { pattern: { matches: /^a/, reason: "must begin with a" } }, "b", "title must begin with a"],
    ["JSON, kept", "title", { json: "any" }, "[1]", undefined],
    ["JSON object, kept", "title", { json: "object" }, ' {"a":1} ', undefined],
    ["text rules for entries", "tags", { minLength: 1 }, ["a", ""], "tags[1] tags[1]: must not be empty"],
    ["the same, beside an unknown", "labels", { maxLength: 1 }, { a: unknown, c: "de" }, "labels.c: expected at most 1 characters"],
    ["keys of a map", "labels", { keys: { pattern: { matches: /^a/, reason: "no" } } }, { a: "b", c: "d" }, "labels.c: no"],
    ["entries of a map", "labels", { maxItems: 1 }, { a: "b", c: "d" }, "labels expected at most 1 entries; got 2"],
    ["a test", "amount", even, 3, "amount is odd"],
    ["a test, of a secret", "amount", even, new Secret(3), "amount is odd"],
    ["nothing, for an unknown", "amount", { minimum: 5, test: () => "never" }, unknown, undefined],
    ["nothing, for a secret unknown", "amount", { minimum: 5, test: () => "never" }, new Secret(unknown), undefined],
    ["no test, where a part is unknown", "tags", { test: () => "never" }, ["a", unknown], undefined],
    ["no test, where another rule is broken", "amount", { minimum: 5, test: () => "never" }, 1, "amount expected at least 5; got 1"],
  ];

  it.each(cases)("%s", (...[, key, rule, value, reason]) => {
    const found = reasons({ [key]: value }, { properties: { [key]: rule } });
    if (reason === undefined) expect(found).toEqual([]);
    else expect(found).toEqual([expect.stringContaining(reason)]);
  });

  it("is not called for values of the wrong shape, at any depth", () => {
    const nosy: ValueRule = { test: (value) => (value as { label: string }[]).map(({ label }) => label.trim()).join() };
    const rules: Rules = {
      properties: { boxes: nosy },
      test: ({ boxes }) => (boxes === undefined ? [] : [{ property: "boxes", reason: "called" }]),
    };
    for (const boxes of [[null], "text", [{ label: ["x"] }], [{}]] as Value[]) {
      expect(reasons({ boxes }, rules).join()).not.toMatch(/called|undefined|TypeError/);
    }
  });

  it("does not quote a secret", () => {
    const quoting: ValueRule = { test: (value) => `is wrong: ${JSON.stringify(value)}` };
    const given = { boxes: new Secret([{ label: "hunter2hunter2" }]) };
    expect(reasons(given, { properties: { boxes: quoting } }).join()).toMatch(/is wrong: .*\[secret\]/);
    const whole: Rules = { test: (object) => [{ property: "", reason: JSON.stringify(object) }] };
    expect(reasons(given, whole).join()).not.toContain("hunter2");
    expect(reasons({ vault: { label: "hunter2hunter2" } }, whole).join()).not.toContain("hunter2");
  });
});

describe("required companions", () => {
  const rules: Rules = { properties: { title: { excludes: ["tags", "amount"] }, currency: { needs: ["price"] } } };
  const cases: [name: string, given: ValueMap, expected: string[]][] = [
    ["two that exclude each other", { title: "t", tags: ["a"] }, ["title title and tags exclude each other. Set only one of them."]],
    [
      "one that excludes two",
      { title: "t", tags: ["a"], amount: 1 },
      [
        "title title and tags exclude each other. Set only one of them.",
        "title title and amount exclude each other. Set only one of them.",
      ],
    ],
    ["empty ones count, too", { title: "", tags: [] }, ["title title and tags exclude each other. Set only one of them."]],
    ["an unknown one excludes none", { title: unknown, tags: ["a"] }, []],
    ["nor does it exclude an unknown one", { title: "t", tags: unknown }, []],
    ["a lack", { currency: "USD" }, ["currency currency requires price"]],
    ["an unknown companion is enough", { currency: "USD", price: unknown }, []],
    [
      "secrets count",
      { title: new Secret("t"), tags: new Secret(["a"]) },
      ["title title and tags exclude each other. Set only one of them."],
    ],
  ];

  it.each(cases)("%s", (_name, given, expected) => {
    const enough: ValueMap = given["currency"] === undefined ? { price: 1 } : {};
    expect(reasons({ ...given, ...enough }, rules)).toEqual(expected);
  });

  it("are not required by empty values where these count as absent", () => {
    expect(reasons({ title: "", tags: ["a"], price: 1 }, { ...rules, emptyIsAbsent: true })).toEqual([]);
    expect(reasons({ title: "t", tags: [], price: 1 }, { ...rules, emptyIsAbsent: true })).toEqual([]);
  });
});

describe("groups", () => {
  const cases: [name: string, rules: Rules, given: ValueMap, expected: string[]][] = [
    ["exactly one of them", { exactlyOne: [["title", "tags"]] }, { tags: ["a"] }, []],
    ["none of them", { exactlyOne: [["title", "tags"]] }, {}, ["title expected exactly one of title, tags; got none. Set one of them."]],
    [
      "two of them",
      { exactlyOne: [["title", "tags"]] },
      { title: "t", tags: ["a"] },
      ["title expected exactly one of title, tags; got 2. Set only one of them."],
    ],
    ["an unknown one may be the one", { exactlyOne: [["title", "tags"]] }, { tags: unknown }, []],
    ["one and an unknown one", { exactlyOne: [["title", "tags"]] }, { title: "t", tags: unknown }, []],
    ["at least one", { atLeastOne: [["title", "tags"]] }, { title: "t", tags: ["a"] }, []],
    ["not even one", { atLeastOne: [["title", "tags"]] }, {}, ["title expected at least one of title, tags; got none. Set one of them."]],
    ["an empty one counts", { atLeastOne: [["title", "tags"]] }, { title: "" }, []],
    [
      "an empty one does not count",
      { atLeastOne: [["title", "tags"]], emptyIsAbsent: true },
      { title: "" },
      ["title expected at least one of title, tags; got none. Set one of them."],
    ],
  ];

  it.each(cases)("%s", (_name, rules, given, expected) => expect(reasons(given, rules)).toEqual(expected));
});

describe("a rule for a whole object", () => {
  const rules: Rules = {
    test: (object) => [
      { property: "title", reason: Object.keys(object).sort().join() },
      { property: "", reason: "whole" },
    ],
  };

  it("receives plain values, and returns the path of the failure", () => {
    const found = failures({ title: new Secret("t"), tags: [] }, rules);
    expect(found.map(({ property }) => property)).toEqual(["", "title"]);
    expect(found[1]!.reason).toContain("tags,title");
  });

  it("is undecided if it reads all members and one is unknown", () => expect(failures({ title: "t", tags: [unknown] }, rules)).toEqual([]));

  it("is evaluated if it reads known members only, each of several rules separately", () => {
    const several: Rules = {
      test: [
        ({ title }) => [{ property: "title", reason: `is ${String(title)}` }],
        ({ tags }) => [{ property: "tags", reason: `are ${String(tags)}` }],
        (object) => ("tags" in object ? [] : [{ property: "tags", reason: "lack" }]),
      ],
    };
    expect(failures({ title: "t", tags: unknown }, several)).toEqual([{ property: "title", reason: "is t" }]);
  });

  it("does not receive members that have failed already", () => {
    expect(failures({ title: "t", tags: [{}] }, rules).find(({ property }) => property === "title")!.reason).not.toContain("tags");
  });

  it("applies to types at any place, with paths from the root", () => {
    const types = { "quartet:shop:Box": { properties: { label: { minLength: 2 } }, test: () => [{ property: "note", reason: "odd" }] } };
    const found = failures({ boxes: [{ label: "ok" }, { label: "l", inner: { label: "x" } }], vault: { label: "v" } }, {}, types);
    expect(found.map(({ property }) => property)).toEqual([
      "boxes[0].note",
      "boxes[1].inner.label",
      "boxes[1].inner.note",
      "boxes[1].label",
      "boxes[1].note",
      "vault.label",
      "vault.note",
    ]);
    expect(found[1]!.reason).toBe("boxes[1].inner.label: expected at least 2 characters; got 1");
  });
});

describe("the list of failures", () => {
  it("is sorted by path, each failure once", () => {
    const a = { property: "a", reason: "x" };
    const b = { property: "b", reason: "x" };
    expect(truncateFailures([b, a, { ...b }, { property: "a", reason: "y" }])).toEqual([a, { property: "a", reason: "y" }, b]);
  });
});

describe("a list of failures", () => {
  const many = (count: number): Failure[] => Array.from({ length: count }, (_, i) => ({ property: `p${100 - i}`, reason: "no" }));

  it("has at most fifty, and the number of the others", () => {
    expect(truncateFailures(many(50))).toHaveLength(50);
    expect(truncateFailures(many(51)).slice(49)).toEqual([
      { property: "p98", reason: "no" },
      { property: "", reason: "1 more failure omitted. Fix the failures above and run again." },
    ]);
    expect(truncateFailures(many(60))[50]!.reason).toBe("10 more failures omitted. Fix the failures above and run again.");
  });
});
