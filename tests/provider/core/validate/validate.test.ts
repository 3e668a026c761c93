/** Validation of inputs by the schema. See docs/protocol.md#check. */
import { validate, type ValidateOptions } from "../../../../provider/core/validate/validate";
import { formatFailure, type Failure } from "../../../../provider/core/errors/errors";
import type { Rules } from "../../../../provider/contract/rules";
import { Opaque, ResourceReference, Secret, unknown, type ValueMap } from "../../../../provider/core/values/value";
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

it("an absent value fails where it is required, null and secret null likewise", () => {
  for (const given of [{}, { name: null }, { name: new Secret(null) }] as ValueMap[]) {
    expect(check(given).failures).toEqual([{ property: "name", reason: "missing required property 'name'" }]);
  }
});

it("an absent value has a more precise message if the caller gives one, which is not for what excludes", () => {
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

it.each<[given: ValueMap, expected: string[]]>([
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
    [
      "amount: expected a whole number; got the number 9007199254740992",
      "anything.a[0]: expected a value; got the number NaN",
      'box.wieght: unknown property "wieght"; did you mean "weight"?',
      'color: expected one of red, green, dark-blue; got "gren"; did you mean "green"?',
      'either.weight: expected a number; got "x"',
      'shape.kind: expected one of circle, square; got "cube"',
      'size: expected one of 1, 2, 4; got "4"',
      "tags[1]: expected a string; got null",
      "title: expected a string; got an asset",
      "vault.label: missing required property 'label'",
      'version: expected "v1"; got "v2"',
    ],
  ],
  [
    { anything: [{ a: asset }], box: new ResourceReference("urn:x", "i"), shape: "circle", shapes: [{ side: 1 }], tags: {} },
    [
      "anything[0].a: expected a value; got an asset",
      "box: expected an object (Box); got a resource",
      "shape: expected an object (Circle) or an object (Square); got a string",
      "shapes[0].kind: expected one of circle, square",
      "tags: expected a list; got an object",
    ],
  ],
])("a wrong value fails: %p", (given, expected) => {
  const { failures } = check({ name: "n", ...given });
  expect(failures.map(formatFailure)).toEqual(expected);
});

it("a wrong value of an unknown name fails, also of an inherited one", () => {
  const given = JSON.parse('{"name":"n","constructor":"x","__proto__":{},"titel":"x"}');
  const { failures } = check(given);
  expect(failures.map(({ property }) => property)).toEqual(["__proto__", "constructor", "titel"]);
  expect(failures[2]!.reason).toBe('unknown property "titel"; did you mean "title"?');
});

test("each unknown is a failure where none is allowed, in types without a shape as well", () => {
  const given = { name: unknown, tags: ["a", unknown], anything: { a: unknown }, password: new Secret(unknown), labels: { k: unknown } };
  const { failures } = check(given, { unknownReason: "not known yet" });
  expect(failures.map(({ property }) => property)).toEqual(["anything.a", "labels.k", "name", "password", "tags[1]"]);
  expect(failures.at(-1)!.reason).toBe("tags[1]: not known yet");
});
