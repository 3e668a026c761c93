/** Comparison of declared inputs with the remote object. See docs/protocol.md#refresh and docs/modules/search.md#resources. */
import fc from "fast-check";
import { validate } from "../../../../provider/core/validate/validate";
import { changesBetween } from "../../../../provider/core/compare/diff";
import { equalText } from "../../../../provider/core/json/json";
import { reconcile, type ReconcileOptions } from "../../../../provider/core/compare/reconcile";
import type { Plain, PlainMap, Value, ValueMap } from "../../../../provider/core/values/value";
import { toPlainMap } from "../../../../provider/core/values/value";
import { orderInputs, orderShape, shopSchema } from "../../../support/packages";
import { json, shown } from "../../../support/values";

const options: ReconcileOptions = { schema: shopSchema, properties: orderInputs };
const inputs = (user: PlainMap, service: PlainMap, more: Partial<ReconcileOptions> = {}): string =>
  shown(reconcile(user, service, { ...options, ...more }) as ValueMap);
const sameSet = (left: Plain, right: Plain): boolean => [...(left as string[])].sort().join() === [...(right as string[])].sort().join();
/** Whether the remote object contains every member of the declared one; it may have more. */
const part = (left: Plain, right: Plain): boolean =>
  Object.entries(left as PlainMap).every(([key, value]) => (right as PlainMap)[key] === value);

describe("a refresh", () => {
  const cases: [name: string, user: PlainMap, service: PlainMap, expected: PlainMap, more?: Partial<ReconcileOptions>][] = [
    ["keeps what is the same", { name: "n", tags: ["a"] }, { name: "n", tags: ["a"] }, { name: "n", tags: ["a"] }],
    ["shows what differs", { name: "n", title: "t" }, { name: "n", title: "u" }, { name: "n", title: "u" }],
    ["shows what is gone", { name: "n", title: "t" }, { name: "n" }, { name: "n" }],
    ["shows what came", { name: "n" }, { name: "n", title: "t" }, { name: "n", title: "t" }],
    ["takes null for absent on both sides", { name: "n", title: null }, { name: "n", amount: null }, { name: "n" }],
    ["leaves out what is no input", { name: "n" }, { name: "n", createdAt: "now" }, { name: "n" }],
    [
      "leaves out what is no member of an input, at every depth",
      { name: "n" },
      { name: "n", box: { label: "l", serial: "s" }, boxes: [{ label: "m", serial: "t" }] },
      { name: "n", box: { label: "l" }, boxes: [{ label: "m" }] },
    ],
    ["does not add a default that the user never gave", { name: "n" }, { name: "n", priority: 5, currency: "EUR" }, { name: "n" }],
    [
      "keeps a default that the user gave and the service does not report",
      { name: "n", priority: 5 },
      { name: "n" },
      { name: "n", priority: 5 },
    ],
    ["shows that a default was changed", { name: "n" }, { name: "n", priority: 6 }, { name: "n", priority: 6 }],
    [
      "looks into objects",
      { box: { label: "l" } },
      { box: { label: "m", weight: 1, fragile: true } },
      { box: { label: "m", fragile: true } },
    ],
    [
      "looks into lists",
      { boxes: [{ label: "l" }] },
      { boxes: [{ label: "l", weight: 1 }, { label: "n" }] },
      { boxes: [{ label: "l" }, { label: "n" }] },
    ],
    ["shows a shorter list", { tags: ["a", "b"] }, { tags: ["a"] }, { tags: ["a"] }],
    [
      "looks into maps",
      { shelves: { a: { label: "l" }, b: { label: "b" } } },
      { shelves: { a: { label: "l", weight: 1 }, c: { label: "c" } } },
      { shelves: { a: { label: "l" }, c: { label: "c" } } },
    ],
    ["shows another type", { either: "x" }, { either: { label: "l" } }, { either: { label: "l" } }],
    [
      "shows the value in the place of one of another form",
      { tags: "a,b" },
      { tags: ["a", "b"] },
      { tags: ["a", "b"] },
      { equals: { tags: sameSet } },
    ],
    ["keeps the user's order of a set", { tags: ["b", "a"] }, { tags: ["a", "b"] }, { tags: ["b", "a"] }, { equals: { tags: sameSet } }],
    [
      "keeps the user's layout of a text",
      { document: '{ "a": 1 }' },
      { document: '{"a":1}' },
      { document: '{ "a": 1 }' },
      { equals: { document: equalText } },
    ],
    [
      "hands the user's value to a comparer first",
      { anything: { a: 1 } },
      { anything: { a: 1, b: 2 } },
      { anything: { a: 1 } },
      { equals: { anything: part } },
    ],
    [
      "does not find less than the user's to be the same",
      { anything: { a: 1, b: 2 } },
      { anything: { a: 1 } },
      { anything: { a: 1 } },
      { equals: { anything: part } },
    ],
    [
      "compares any element",
      { boxes: [{ label: "l", marks: ["b", "a"] }] },
      { boxes: [{ label: "l", marks: ["a", "b"] }] },
      { boxes: [{ label: "l", marks: ["b", "a"] }] },
      { equals: { "boxes[*].marks": sameSet } },
    ],
    [
      "compares below any key",
      { shelves: { "x.y": { label: "l", marks: ["b", "a"] } } },
      { shelves: { "x.y": { label: "l", marks: ["a", "b"] } } },
      { shelves: { "x.y": { label: "l", marks: ["b", "a"] } } },
      { equals: { "shelves.*.marks": sameSet } },
    ],
    [
      "does not add what the service takes by itself",
      { name: "n" },
      { name: "n", title: "none", tags: [] },
      { name: "n" },
      { defaults: { title: "none", tags: [] } },
    ],
    [
      "does not add it deep inside either",
      { box: { label: "l" } },
      { box: { label: "l", material: "wood" } },
      { box: { label: "l" } },
      { defaults: { "box.material": "wood" } },
    ],
    ["keeps it when the user gave it", { tags: [] }, {}, { tags: [] }, { defaults: { tags: [] } }],
    [
      "keeps what the service does not report",
      { name: "n", password: "p" },
      { name: "n" },
      { name: "n", password: "p" },
      { local: ["password"] },
    ],
    [
      "does not believe what the service says of it",
      { name: "n", password: "p" },
      { name: "n", password: "****" },
      { name: "n", password: "p" },
      { local: ["password"] },
    ],
    ["does not add it", { name: "n" }, { name: "n", password: "****" }, { name: "n" }, { local: ["password"] }],
    [
      "does not add what the service fills in",
      { name: "n" },
      { name: "n", title: "made up" },
      { name: "n" },
      { computed: new Set(["title"]) },
    ],
    [
      "shows that what it fills in was changed after the user gave it",
      { title: "t" },
      { title: "u" },
      { title: "u" },
      { computed: new Set(["title"]) },
    ],
  ];

  const full = cases.map(([name, user, service, expected, more = {}]) => ({ name, user, service, expected, more }));

  it.each(full)("$name", ({ user, service, expected, more }) => expect(inputs(user, service, more)).toBe(shown(expected as ValueMap)));
});

describe("an import", () => {
  it("returns all inputs that the service reports, except its defaults and local ones", () => {
    const service = { name: "n", priority: 5, title: "none", tags: ["a"], password: "****", amount: null, createdAt: "now" };
    expect(inputs({}, service, { defaults: { title: "none" }, local: ["password"] })).toBe(shown({ name: "n", tags: ["a"] }));
  });
});

/** Inputs as Check returns them, without marks. */
const valid = fc
  .record(
    {
      name: fc.string(),
      title: fc.string(),
      amount: fc.integer(),
      priority: fc.integer({ min: 4, max: 6 }),
      gift: fc.boolean(),
      tags: fc.array(fc.string(), { maxLength: 3 }),
      labels: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
      box: fc.record(
        { label: fc.string(), weight: fc.integer({ min: 0, max: 2 }), marks: fc.array(fc.string(), { maxLength: 2 }) },
        { requiredKeys: ["label"] },
      ),
      boxes: fc.array(fc.record({ label: fc.string(), note: fc.string() }, { requiredKeys: ["label"] }), { maxLength: 2 }),
      anything: json.filter((value) => value !== null),
    },
    { requiredKeys: ["name"] },
  )
  .map((given) => toPlainMap(validate(orderShape, given as { [key: string]: Value }, { schema: shopSchema }).inputs));
const tables = { defaults: { title: "none", tags: [] }, local: ["amount"], computed: new Set(["gift"]) };

describe("any input", () => {
  it("stays if the service returns the same", () => {
    fc.assert(fc.property(valid, (user) => expect(inputs(user, user, tables)).toBe(shown(user as ValueMap))));
  });

  it("differs exactly in the drift of the service", () => {
    fc.assert(
      fc.property(valid, valid, (user, service) => {
        const described = reconcile(user, service, { ...options, defaults: tables.defaults });
        const compared = { ...options, defaults: tables.defaults };
        const drift = changesBetween(described as ValueMap, user as ValueMap, compared);
        const real = changesBetween(service as ValueMap, user as ValueMap, compared);
        expect(drift.map(({ path }) => path)).toEqual(real.map(({ path }) => path));
      }),
    );
  });

  it("is the same when it is read again", () => {
    fc.assert(
      fc.property(valid, valid, (user, service) => {
        const once = reconcile(user, service, options);
        expect(inputs(once, service)).toBe(shown(once as ValueMap));
      }),
    );
  });
});
