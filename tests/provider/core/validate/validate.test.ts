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
    ["a text", "title", "t"],
    ["an empty text", "title", ""],
    ["a text that looks like JSON", "title", "{}"],
    ["a whole number", "amount", 7],
    ["a whole number as large as a double holds", "amount", Number.MAX_SAFE_INTEGER],
    ["a number with a fraction", "price", 1.5],
    ["0 where the default is another", "priority", 0],
    ["false", "gift", false],
    ["a list", "tags", ["b", "a"]],
    ["an empty list", "tags", []],
    ["lists in lists", "matrix", [[1, 2.5], []]],
    ["a map", "labels", { "a.b": "c" }],
    ["an enum value", "color", "dark-blue"],
    ["an enum number", "size", 4],
    ["a member of a union that is a number", "either", 5],
    ["a member of a union that is a text", "either", "5"],
    ["any JSON for Any", "anything", [{ a: [null, 1, { b: "c" }] }, "x"]],
    ["null inside Any", "anything", { a: null }],
    ["a document for Json", "document", { a: 1 }],
    ["an unknown", "tags", unknown],
    ["an unknown element", "tags", ["a", unknown]],
    ["a secret", "title", new Secret("s")],
    ["a secret unknown", "title", new Secret(unknown)],
    ["a secret element", "tags", ["a", new Secret("b")]],
    ["a secret list with a secret element", "tags", new Secret([new Secret("a")])],
    ["a secret around an object with secrets", "box", new Secret(box({ marks: [new Secret("m")] }))],
  ];

  it.each(accepted)("%s is kept as it is", (_name, key, value) => {
    const { value: checked, failures } = one(key, value);
    expect(failures).toEqual([]);
    expect(shown(checked)).toBe(shown(value));
  });

  const changed: [name: string, key: string, given: Value, expected: Value | undefined][] = [
    ["1.0 is a whole number", "amount", 1.0, 1],
    ["a boolean for a union with texts becomes its text", "either", true, "true"],
    ["a number for a text becomes its text", "title", 5, "5"],
    ["a small number for a text becomes its text without an exponent", "title", 1e-7, "0.0000001"],
    ["a large number for a text becomes its text without an exponent", "title", 1e21, "1000000000000000000000"],
    ["a boolean for a text becomes its text", "title", true, "true"],
    ["null is absent", "title", null, undefined],
    ["a null entry of a map is absent", "labels", { a: null, b: "c" }, { b: "c" }],
    ["null takes the default", "priority", null, 5],
    ["a plain text becomes secret where the schema says so", "password", "p", new Secret("p")],
    ["a secret is not made secret twice", "password", new Secret("p"), new Secret("p")],
    ["under a secret of the schema inner marks go", "vault", { label: new Secret("l") }, new Secret(box())],
    ["a secret list of the schema is one secret", "keys", ["a", new Secret("b")], new Secret(["a", "b"])],
    ["an unknown becomes a secret unknown where the schema says so", "password", unknown, new Secret(unknown)],
    ["a reference is the id of its resource", "title", new ResourceReference("urn:x", "id-1"), "id-1"],
    ["a reference without id is its urn", "title", new ResourceReference("urn:x", undefined), "urn:x"],
    ["a reference whose id is not known yet is unknown", "title", new ResourceReference("urn:x", ""), unknown],
    ["a reference whose id is an unknown is unknown", "tags", [new ResourceReference("urn:x", unknown)], [unknown]],
    ["members of an object take their defaults", "box", { label: "l" }, box()],
    ["falsy members of an object stay", "box", { label: "", weight: 0, fragile: false }, { label: "", weight: 0, fragile: false }],
    ["an object inside takes its defaults, too", "box", { label: "l", inner: { label: "i" } }, box({ inner: box({ label: "i" }) })],
    ["objects in lists take them", "boxes", [{ label: "l" }], [box()]],
    ["objects in maps take them", "shelves", { s: { label: "l" } }, { s: box() }],
    ["secret members are marked at the leaf", "box", { label: "l", note: "n" }, box({ note: new Secret("n") })],
    ["a union takes an object in", "either", { label: "l" }, box()],
    ["a discriminator chooses", "shape", { kind: "square", side: 2 }, { kind: "square", side: 2 }],
    [
      "a discriminator without mapping chooses by the constants",
      "shapes",
      [{ kind: "circle", radius: 1, key: "k" }],
      [{ kind: "circle", radius: 1, key: new Secret("k") }],
    ],
    ["a secret discriminator chooses", "shape", { kind: new Secret("square"), side: 2 }, { kind: new Secret("square"), side: 2 }],
    ["an unknown discriminator leaves the choice open", "shape", { kind: unknown, sides: 2 }, { kind: unknown, sides: 2 }],
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
    ["a text for a whole number", "amount", "7", "amount", /^expected a whole number; got "7"$/],
    ["a fraction for a whole number", "amount", 1.5, "amount", /^expected a whole number; got the number 1.5$/],
    ["a number beyond what a double holds", "amount", 2 ** 53, "amount", /whole number; got the number 9007199254740992/],
    ["a number that is none", "price", NaN, "price", /^expected a number; got the number NaN$/],
    ["an infinity for a text", "title", Infinity, "title", /^expected a string; got the number Infinity$/],
    ["NaN inside Any", "anything", { a: [NaN] }, "anything.a[0]", /the number NaN/],
    ["a text for a boolean", "gift", "maybe", "gift", /^expected a boolean; got "maybe"$/],
    ["a list for a text", "title", [], "title", /^expected a string; got a list$/],
    ["an object for a list", "tags", {}, "tags", /^expected a list; got an object$/],
    ["a text for an object", "box", "b", "box", /^expected an object \(Box\); got a string$/],
    ["a text for a map", "labels", "b", "labels", /^expected a map; got "b"$/],
    ["a null element", "tags", ["a", null], "tags[1]", /^tags\[1\]: expected a string; got null$/],
    ["an object as element", "tags", [{}], "tags[0]", /expected a string; got an object/],
    ["a wrong entry of a map", "labels", { "a.b": ["x"] }, 'labels["a.b"]', /expected a string; got a list/],
    ["a long text, which is not quoted", "amount", "x".repeat(200), "amount", /got a string of 200 characters$/],
    [
      "a value outside an enum, with the nearest",
      "color",
      "gren",
      "color",
      /^expected one of red, green, dark-blue; got "gren"; did you mean "green"\?$/,
    ],
    ["a number outside an enum", "size", 3, "size", /^expected one of 1, 2, 4; got the number 3$/],
    ["a text for an enum of numbers", "size", "4", "size", /^expected one of 1, 2, 4; got "4"/],
    ["a missing member", "box", {}, "box.label", /^box.label: missing required property 'label'$/],
    ["a missing member deep inside", "boxes", [box({ inner: {} })], "boxes[0].inner.label", /required/],
    ["a missing member under a secret", "vault", {}, "vault.label", /required/],
    ["an unknown member, with the nearest", "box", box({ wieght: 1 }), "box.wieght", /unknown property "wieght"; did you mean "weight"\?/],
    ["a constant of another value", "version", "v2", "version", /^expected "v1"; got "v2"$/],
    ["an asset", "title", asset, "title", /^expected a string; got an asset$/],
    ["an archive", "box", new Opaque("archive", {}), "box", /got an archive$/],
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
    ["a missing member of the chosen one", "shape", { kind: "circle" }, "shape.radius", /required/],
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
