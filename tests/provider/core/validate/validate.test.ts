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
const defaults = { currency: "EUR", pin: new Secret("0000"), priority: 5, version: "v1" };
const box = (members: ValueMap = {}): ValueMap => ({ label: "l", weight: 1, fragile: false, ...members });
const asset = new Opaque("asset", {});

test("a value of the right shape is kept as it is", () => {
  const given: ValueMap = {
    name: "",
    amount: Number.MAX_SAFE_INTEGER,
    priority: 0,
    matrix: [[1, 2.5], []],
    either: 5,
    anything: { a: null },
    document: { a: 1 },
    box: { label: "", weight: 0, fragile: false },
    boxes: new Secret([box({ marks: [new Secret("m")] })]),
    shape: { kind: new Secret("square"), side: 2 },
    labels: mapFrom(["", "__proto__", "constructor", "__type", "a.b", "\u0000"].map((key) => [key, "v"] as const)),
  };
  const { inputs, failures } = check(given);
  expect(failures).toEqual([]);
  expect(shown(inputs)).toBe(shown({ ...defaults, ...given }));
});

test("a value is converted to the shape of the schema", () => {
  const given: ValueMap = {
    name: 1e-7,
    title: new ResourceReference("urn:x", ""),
    currency: new ResourceReference("urn:x", undefined),
    either: true,
    labels: { a: null, b: "c" },
    priority: null,
    password: unknown,
    keys: ["k"],
    vault: { label: new Secret("l") },
    shelves: { s: { label: new ResourceReference("urn:x", "id-1") } },
    shapes: [{ kind: "circle", radius: 1, key: "k" }],
  };
  const { inputs, failures } = check(given);
  expect(failures).toEqual([]);
  expect(shown(inputs)).toBe(
    shown({
      ...defaults,
      name: "0.0000001",
      title: unknown,
      currency: "urn:x",
      either: "true",
      labels: { b: "c" },
      password: new Secret(unknown),
      keys: new Secret(["k"]),
      vault: new Secret(box()),
      shelves: { s: box({ label: "id-1" }) },
      shapes: [{ kind: "circle", radius: 1, key: new Secret("k") }],
    }),
  );
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

  it("has a more precise message if the caller gives one, which is not for what excludes", () => {
    const missingHint = "; HINT";
    const rules: Rules = { exactlyOne: [["title", "tags"]], properties: { name: { needs: ["price"], excludes: ["gift"] } } };
    const found = check({ name: "n", gift: true }, { missingHint, rules }).failures;
    expect([...found, ...check({}, { missingHint }).failures].map(({ property, reason }) => [property, reason.includes("HINT")])).toEqual([
      ["name", false],
      ["name", true],
      ["title", true],
      ["name", true],
    ]);
  });
});

describe("a wrong value", () => {
  it.each<[given: ValueMap, expected: Record<string, string>]>([
    [
      {
        amount: 2 ** 53,
        anything: { a: [NaN] },
        box: box({ wieght: 1 }),
        color: "gren",
        either: { label: 1, weight: "x" },
        shape: { kind: "cube" },
        size: "4",
        tags: ["a", null],
        title: asset,
        vault: {},
        version: "v2",
      },
      {
        amount: "expected a whole number; got the number 9007199254740992",
        "anything.a[0]": "anything.a[0]: expected a value; got the number NaN",
        "box.wieght": 'box.wieght: unknown property "wieght"; did you mean "weight"?',
        color: 'expected one of red, green, dark-blue; got "gren"; did you mean "green"?',
        "either.weight": 'either.weight: expected a number; got "x"',
        "shape.kind": 'shape.kind: expected one of circle, square; got "cube"',
        size: 'expected one of 1, 2, 4; got "4"',
        "tags[1]": "tags[1]: expected a string; got null",
        title: "expected a string; got an asset",
        "vault.label": "vault.label: missing required property 'label'",
        version: 'expected "v1"; got "v2"',
      },
    ],
    [
      { anything: [{ a: asset }], box: new ResourceReference("urn:x", "i"), shape: "circle", shapes: [{ side: 1 }], tags: {} },
      {
        "anything[0].a": "anything[0].a: expected a value; got an asset",
        box: "expected an object (Box); got a resource",
        shape: "expected an object (Circle) or an object (Square); got a string",
        "shapes[0].kind": "shapes[0].kind: expected one of circle, square",
        tags: "expected a list; got an object",
      },
    ],
  ])("fails: %p", (given, expected) => {
    const { failures } = check({ name: "n", ...given });
    expect(Object.fromEntries(failures.map(({ property, reason }) => [property, reason]))).toEqual(expected);
  });

  it("of an unknown name fails, also of an inherited one", () => {
    const given = mapFrom<Value>([
      ["name", "n"],
      ["constructor", "x"],
      ["__proto__", {}],
    ]);
    expect(check(given).failures.map(({ property }) => property)).toEqual(["__proto__", "constructor"]);
    expect(check({ name: "n", titel: "x" }).failures).toEqual([
      { property: "titel", reason: 'unknown property "titel"; did you mean "title"?' },
    ]);
  });

  it("is reported with all others at once, in the order of the paths, and the rest is validated as well", () => {
    const { inputs, failures } = check({ title: [], password: "p", tags: ["a", 5, {}], box: { weight: "w" }, other: 1 });
    expect(failures.map(({ property }) => property)).toEqual(["box.label", "box.weight", "name", "other", "tags[2]", "title"]);
    expect(shown(inputs)).toBe(
      shown({ title: [], password: new Secret("p"), tags: ["a", "5", {}], box: { weight: "w", fragile: false }, ...defaults }),
    );
  });

  it.each<ValueMap>([
    { amount: new Secret("hunter2"), gift: new Secret(271828), limit: 2718.28, shape: { kind: new Secret("hunter2") } },
    { limit: "hunter2", matrix: new Secret([["hunter2"]]), vault: { label: "l", weight: "hunter2" } },
    { color: new Secret("hunter2"), shape: new Secret({ kind: "hunter2" }) },
  ])("is not quoted when it is secret: %p", (given) => {
    const { failures } = check({ name: "n", ...given });
    expect(failures.map(({ property }) => property.replace(/[.[].*/, ""))).toEqual(Object.keys(given));
    expect(failures.map(({ reason }) => reason).join()).not.toMatch(/hunter2|2718/);
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
