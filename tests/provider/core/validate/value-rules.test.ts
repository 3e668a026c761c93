/** Rules of modules, applied to values that match the schema. See docs/protocol.md#check. */
import { validate } from "../../../../provider/core/validate/validate";
import { truncateFailures, violations } from "../../../../provider/core/validate/value-rules";
import type { Rules, ValueRule } from "../../../../provider/contract/rules";
import { Secret, unknown, type ValueMap } from "../../../../provider/core/values/value";
import { orderInputs, shopSchema } from "../../../support/packages";

const optional = { properties: orderInputs };
const failures = (given: ValueMap, rules: Rules, types: Record<string, Rules> = {}) =>
  validate(optional, given, { schema: shopSchema, rules, rulesOf: (token) => types[token] }).failures;
const reasons = (given: ValueMap, rules: Rules) => failures(given, rules).map(({ property, reason }) => `${property} ${reason}`);

const exclusive: Rules = { properties: { title: { excludes: ["tags", "amount"] } } };

describe("a rule for one value", () => {
  const matches = (matches: RegExp) => ({ pattern: { matches, reason: "no match" } });
  const never = () => "never";

  it.each<[given: ValueMap, rules: Record<string, ValueRule>, expected: string[]]>([
    [
      { amount: 6, labels: { a: "b", c: "d" }, limit: 6, price: 1e300, tags: [], title: "" },
      {
        amount: { minimum: 1, maximum: 5 },
        labels: { keys: matches(/^a/) },
        limit: { maximum: 5 },
        price: { whole: true },
        tags: { minItems: 1 },
        title: { minLength: 1 },
      },
      [
        "expected a number from 1 to 5; got 6",
        "labels.c: no match",
        "expected at most 5",
        "expected a whole number; got 1e+300",
        "expected at least one entry; got none",
        "must not be empty",
      ],
    ],
    [
      { amount: new Secret(6), labels: { a: unknown, c: "de" }, price: 1, tags: ["a"], title: "😀" },
      {
        amount: { minimum: 1, maximum: 5 },
        labels: { maxLength: 1 },
        price: { minimum: 5, test: never },
        tags: { minItems: 2 },
        title: { minLength: 2 },
      },
      [
        "expected a number from 1 to 5",
        "labels.c: expected at most 1 characters; got 2",
        "expected at least 5; got 1",
        "expected at least 2 entries; got 1",
        "expected at least 2 characters; got 1",
      ],
    ],
    [
      { price: 3, tags: ["a", "b"], title: "😀😀😀😀" },
      { price: { test: () => "is odd" }, tags: { maxItems: 1 }, title: { maxLength: 3 } },
      ["is odd", "tags[1]: expected at most 1 entry; got 2", "expected at most 3 characters; got 4"],
    ],
    [{ tags: ["a", ""], title: "b" }, { tags: { minLength: 1 }, title: matches(/^a/) }, ["tags[1]: must not be empty", "no match"]],
    [
      { amount: new Secret(unknown), price: 1, tags: ["a", unknown], title: ' {"a":1} ' },
      {
        amount: { minimum: 5, test: never },
        price: { whole: true, minimum: 1, maximum: 1 },
        tags: { test: never },
        title: { json: "object" },
      },
      [],
    ],
  ])("%p", (given, properties, expected) => {
    expect(failures(given, { properties }).map(({ reason }) => reason)).toEqual(expected);
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

const needing: Rules = { properties: { currency: { needs: ["price"] } } };
const one: Rules = { exactlyOne: [["title", "tags"]] };
const some: Rules = { atLeastOne: [["title", "tags"]] };

test.each<[what: string, given: ValueMap, rules: Rules, expected?: string[]]>([
  ["one that excludes two", { title: "", tags: [], amount: 1 }, exclusive, ["title tags", "title amount"]],
  ["an unknown one excludes none", { title: unknown, tags: ["a"] }, exclusive],
  ["secrets exclude", { title: new Secret("t"), tags: new Secret(["a"]) }, exclusive, ["title tags"]],
  ["an empty one is not excluded", { title: "t", tags: [] }, { ...exclusive, emptyIsAbsent: true }],
  ["one that needs another", { currency: "USD" }, needing, ["currency price"]],
  ["an unknown companion", { currency: "USD", price: unknown }, needing],
  ["exactly one", { tags: ["a"] }, one],
  ["none instead of one", {}, one, ["title none"]],
  ["two instead of one", { title: "t", tags: ["a"] }, one, ["title 2"]],
  ["an unknown one may be the one", { tags: unknown }, one],
  ["an empty one of at least one", { title: "" }, some],
  ["an empty one that is absent", { title: "" }, { ...some, emptyIsAbsent: true }, ["title none"]],
])("a rule for several values: %s", (_what, given, rules, expected = []) => {
  const found = reasons(given, rules);
  // What the sentence names: the other property, or how many there are.
  expect(found.map((reason) => reason.replace(/ .*(?: and | requires |got )(\w+).*/, " $1"))).toEqual(expected);
});

describe("a rule for a whole object", () => {
  const rules: Rules = {
    test: (object) => [
      { property: "title", reason: Object.keys(object).sort().join() },
      { property: "", reason: "whole" },
    ],
  };

  it("receives plain values without those that have failed already; is undecided if it reads all members and one is unknown", () => {
    const found = failures({ title: new Secret("t"), tags: [] }, rules);
    expect(found).toEqual([
      { property: "", reason: "whole" },
      { property: "title", reason: expect.stringContaining("tags,title") },
    ]);
    expect(reasons({ title: "t", tags: [{}] }, rules).join()).not.toContain("tags,title");
    expect(failures({ title: "t", tags: [unknown] }, rules)).toEqual([]);
  });

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

  it("searches the object for secrets once, however many failures it finds", () => {
    const many: Rules = { test: () => Array.from({ length: 100 }, () => ({ property: "title", reason: "no" })) };
    const read = jest.fn(() => "t");
    const object = { title: Object.defineProperty(new Secret("t"), "value", { get: read }) };
    expect(violations(many, orderInputs, object, () => false)).toHaveLength(100);
    expect(read.mock.calls.length).toBeLessThan(20);
  });

  it("applies to types at any place, with paths from the root", () => {
    const types = { "quartet:shop:Box": { properties: { label: { minLength: 2 } }, test: () => [{ property: "note", reason: "odd" }] } };
    const given: ValueMap = { boxes: [{ label: "ok" }, { label: "l", inner: { label: "x" } }], vault: { label: "v" } };
    const short = "expected at least 2 characters; got 1";
    expect(failures(given, {}, types).map(({ reason }) => reason)).toEqual([
      "boxes[0].note: odd",
      `boxes[1].inner.label: ${short}`,
      "boxes[1].inner.note: odd",
      `boxes[1].label: ${short}`,
      "boxes[1].note: odd",
      `vault.label: ${short}`,
      "vault.note: odd",
    ]);
  });
});

test("failures are sorted by path, each once, at most fifty and the number of the others", () => {
  const many = Array.from({ length: 52 }, (_, i) => ({ property: `p${99 - (i % 51)}`, reason: "no" }));
  expect(truncateFailures(many)).toEqual([
    ...many.slice(1, 51).reverse(),
    { property: "", reason: "1 more failure omitted. Fix the failures above and run again." },
  ]);
  expect(truncateFailures(many.slice(0, 50))).toHaveLength(50);
  const ofOne = Array.from({ length: 60 }, (_, i) => ({ property: "p", reason: `${i}` }));
  expect(truncateFailures(ofOne).at(-1)!.reason).toMatch(/^10 more failures/);
});
