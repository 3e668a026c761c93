/** Validation of inputs by the schema. See docs/protocol.md#check. */
import { validate, type ValidateOptions } from "../../../../provider/core/validate/validate";
import type { Failure } from "../../../../provider/core/errors/errors";
import type { Rules } from "../../../../provider/contract/rules";
import type { Value, ValueMap } from "../../../../provider/core/values/value";
import { Opaque, ResourceReference, Secret, unknown } from "../../../../provider/core/values/value";
import { orderShape, shopSchema } from "../../../support/packages";
import { mapFrom, shown } from "../../../support/values";

const options: ValidateOptions = { schema: shopSchema };
const check = (given: ValueMap, more: Partial<ValidateOptions> = {}): { inputs: ValueMap; failures: Failure[] } =>
  validate(orderShape, given, { ...options, ...more });
/** Returns the checked value and the failures of one input; the required inputs are added. */
const one = (key: string, value: Value): { value: Value | undefined; failures: Failure[] } => {
  const { inputs, failures } = check({ name: "n", [key]: value });
  return { value: inputs[key], failures };
};
const defaults = { currency: "EUR", pin: new Secret("0000"), priority: 5, version: "v1" };
const box = (members: ValueMap = {}): ValueMap => ({ label: "l", weight: 1, fragile: false, ...members });
const asset = new Opaque("asset", {});

describe("a value of the right shape", () => {
  const accepted: [name: string, key: string, value: Value][] = [
    ["an empty text", "title", ""],
    ["a text that looks like JSON", "title", "{}"],
    ["a whole number as large as a double holds", "amount", Number.MAX_SAFE_INTEGER],
    ["0 where the default is another", "priority", 0],
    ["false", "gift", false],
    ["lists in lists", "matrix", [[1, 2.5], []]],
    ["a member of a union that is a number", "either", 5],
    ["a member of a union that is a text", "either", "5"],
    ["null inside Any", "anything", { a: null }],
    ["a document for Json", "document", { a: 1 }],
    ["a secret around an object with secrets", "box", new Secret(box({ marks: [new Secret("m")] }))],
  ];

  it.each(accepted)("%s is kept as it is", (_name, key, value) => {
    const { value: checked, failures } = one(key, value);
    expect(failures).toEqual([]);
    expect(shown(checked)).toBe(shown(value));
  });

  const changed: [name: string, key: string, given: Value, expected: Value | undefined][] = [
    ["a boolean for a union with texts becomes its text", "either", true, "true"],
    ["a small number for a text becomes its text without an exponent", "title", 1e-7, "0.0000001"],
    ["a large number for a text becomes its text without an exponent", "title", 1e21, "1000000000000000000000"],
    ["a null entry of a map is absent", "labels", { a: null, b: "c" }, { b: "c" }],
    ["null takes the default", "priority", null, 5],
    ["a plain text becomes secret where the schema says so", "password", "p", new Secret("p")],
    ["under a secret of the schema inner marks go", "vault", { label: new Secret("l") }, new Secret(box())],
    ["an unknown becomes a secret unknown where the schema says so", "password", unknown, new Secret(unknown)],
    ["a reference is the id of its resource", "title", new ResourceReference("urn:x", "id-1"), "id-1"],
    ["a reference without id is its urn", "title", new ResourceReference("urn:x", undefined), "urn:x"],
    ["a reference whose id is not known yet is unknown", "title", new ResourceReference("urn:x", ""), unknown],
    ["falsy members of an object stay", "box", { label: "", weight: 0, fragile: false }, { label: "", weight: 0, fragile: false }],
    ["objects in maps take them", "shelves", { s: { label: "l" } }, { s: box() }],
    ["a discriminator chooses", "shape", { kind: "square", side: 2 }, { kind: "square", side: 2 }],
    [
      "a discriminator without mapping chooses by the constants",
      "shapes",
      [{ kind: "circle", radius: 1, key: "k" }],
      [{ kind: "circle", radius: 1, key: new Secret("k") }],
    ],
    ["a secret discriminator chooses", "shape", { kind: new Secret("square"), side: 2 }, { kind: new Secret("square"), side: 2 }],
  ];

  it.each(changed)("%s", (_name, key, given, expected) => {
    const { value, failures } = one(key, given);
    expect(failures).toEqual([]);
    expect(shown(value)).toBe(shown(expected));
  });

  it("keeps every key of a map", () => {
    const labels = mapFrom(
      ["", "__proto__", "constructor", "__type", "__internal", "a.b", 'a"b', "\u0000\u001f"].map((key) => [key, "v"] as const),
    );
    expect(shown(one("labels", labels).value)).toBe(shown(labels));
  });
});

describe("an absent value", () => {
  it("takes the default of the schema, or stays absent; nested defaults need their object", () => {
    expect(shown(check({ name: "n" }).inputs)).toBe(shown({ name: "n", ...defaults }));
  });

  it("fails where it is required, null and secret null likewise", () => {
    for (const given of [{}, { name: null }, { name: new Secret(null) }] as ValueMap[]) {
      expect(check(given).failures).toEqual([{ property: "name", reason: "missing required property 'name'" }]);
    }
  });

  it("has a more precise message if the caller gives one", () => {
    const missingHint = "; it may be unknown during preview";
    expect(check({}, { missingHint }).failures[0]!.reason).toBe("missing required property 'name'; it may be unknown during preview");
    const rules: Rules = { exactlyOne: [["title", "tags"]], properties: { name: { needs: ["price"], excludes: ["gift"] } } };
    expect(check({ name: "n", gift: true }, { missingHint, rules }).failures.map(({ reason }) => reason)).toEqual([
      "name and gift exclude each other. Set only one of them.",
      "name requires price; it may be unknown during preview",
      "expected exactly one of title, tags; got none. Set one of them.; it may be unknown during preview",
    ]);
  });
});

describe("a wrong value", () => {
  const cases: [name: string, key: string, given: Value, property: string, reason: RegExp][] = [
    ["a number beyond what a double holds", "amount", 2 ** 53, "amount", /whole number; got the number 9007199254740992/],
    ["a number that is none", "price", NaN, "price", /^expected a number; got the number NaN$/],
    ["an infinity for a text", "title", Infinity, "title", /^expected a string; got the number Infinity$/],
    ["NaN inside Any", "anything", { a: [NaN] }, "anything.a[0]", /the number NaN/],
    ["an object for a list", "tags", {}, "tags", /^expected a list; got an object$/],
    ["a text for a map", "labels", "b", "labels", /^expected a map; got "b"$/],
    ["a null element", "tags", ["a", null], "tags[1]", /^tags\[1\]: expected a string; got null$/],
    ["a long text, which is not quoted", "amount", "x".repeat(200), "amount", /got a string of 200 characters$/],
    [
      "a value outside an enum, with the nearest",
      "color",
      "gren",
      "color",
      /^expected one of red, green, dark-blue; got "gren"; did you mean "green"\?$/,
    ],
    ["a text for an enum of numbers", "size", "4", "size", /^expected one of 1, 2, 4; got "4"/],
    ["a missing member under a secret", "vault", {}, "vault.label", /required/],
    ["an unknown member, with the nearest", "box", box({ wieght: 1 }), "box.wieght", /unknown property "wieght"; did you mean "weight"\?/],
    ["a constant of another value", "version", "v2", "version", /^expected "v1"; got "v2"$/],
    ["an asset", "title", asset, "title", /^expected a string; got an asset$/],
    ["a byte string", "tags", [new Opaque("byte string", {})], "tags[0]", /got a byte string$/],
    ["an asset inside Any", "anything", [{ a: asset }], "anything[0].a", /got an asset$/],
    ["a reference for an object", "box", new ResourceReference("urn:x", "i"), "box", /got a resource$/],

    ["a wrong object in a union", "either", { label: 1, weight: "x" }, "either.weight", /expected a number/],
    [
      "a discriminator that matches nothing",
      "shape",
      { kind: "cube" },
      "shape.kind",
      /^shape.kind: expected one of circle, square; got "cube"$/,
    ],
    ["a discriminator that is missing", "shape", { side: 1 }, "shape.kind", /^shape.kind: expected one of circle, square$/],
    [
      "no object for a union of objects",
      "shape",
      "circle",
      "shape",
      /^expected an object \(Circle\) or an object \(Square\); got a string$/,
    ],
  ];

  it.each(cases)("fails: %s", (...[, key, given, property, reason]) => {
    const { failures } = one(key, given);
    expect(failures).toEqual([{ property, reason: expect.stringMatching(reason) as string }]);
  });

  it("of an unknown name fails with the nearest", () => {
    expect(check({ name: "n", titel: "x" }).failures).toEqual([
      { property: "titel", reason: 'unknown property "titel"; did you mean "title"?' },
    ]);
    expect(check({ name: "n", constructor: "x" } as ValueMap).failures.map(({ property }) => property)).toEqual(["constructor"]);
    expect(
      check(
        mapFrom<Value>([
          ["name", "n"],
          ["__proto__", {}],
        ]),
      ).failures.map(({ property }) => property),
    ).toEqual(["__proto__"]);
  });

  it("is reported with all others at once, in the order of the paths, and the rest is validated as well", () => {
    const { inputs, failures } = check({ title: [], password: "p", tags: ["a", 5, {}], box: { weight: "w" }, other: 1 });
    expect(failures.map(({ property }) => property)).toEqual(["box.label", "box.weight", "name", "other", "tags[2]", "title"]);
    expect(shown(inputs)).toBe(
      shown({ title: [], password: new Secret("p"), tags: ["a", "5", {}], box: { weight: "w", fragile: false }, ...defaults }),
    );
  });

  const hidden: [name: string, key: string, given: Value][] = [
    ["a secret text", "amount", new Secret("hunter2")],
    ["a secret number", "gift", new Secret(271828)],
    ["a text where the schema says secret", "limit", "hunter2"],
    ["a fraction where the schema says secret", "limit", 2718.28],
    ["a text in a secret list", "matrix", new Secret([["hunter2"]])],
    ["a text in an object that is secret by schema", "vault", { label: "l", weight: "hunter2" }],
    ["a secret value outside an enum", "color", new Secret("hunter2")],
    ["a secret discriminator", "shape", { kind: new Secret("hunter2") }],
    ["a discriminator under a secret", "shape", new Secret({ kind: "hunter2" })],
  ];

  it.each(hidden)("is not quoted when it is secret: %s", (_name, key, given) => {
    const { failures } = one(key, given);
    expect(failures).toHaveLength(1);
    expect(failures[0]!.reason).not.toMatch(/hunter2|2718/);
  });
});

describe("unknowns where none is allowed", () => {
  it("each of them is a failure, in types without a shape as well", () => {
    const given: ValueMap = {
      name: unknown,
      tags: ["a", unknown],
      anything: { a: unknown },
      password: new Secret(unknown),
      labels: { k: unknown },
    };
    const { failures } = check(given, { unknownReason: "not known yet" });
    expect(failures.map(({ property }) => property)).toEqual(["anything.a", "labels.k", "name", "password", "tags[1]"]);
    expect(failures.at(-1)!.reason).toBe("tags[1]: not known yet");
  });
});

describe("the given inputs", () => {
  it("are not changed", () => {
    const given: ValueMap = { name: "n", box: { label: 1, inner: { note: "x" } }, tags: [1, null], labels: { a: null } };
    const before = shown(given);
    check(given);
    expect(shown(given)).toBe(before);
  });
});
