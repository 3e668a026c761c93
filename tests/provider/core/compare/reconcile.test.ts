/** Comparison of declared inputs with the remote object. See docs/protocol.md#refresh and docs/modules/search.md#resources. */
import fc from "fast-check";
import { validate } from "../../../../provider/core/validate/validate";
import { changesBetween } from "../../../../provider/core/compare/diff";
import { equalText } from "../../../../provider/core/json/json";
import { reconcile, type ReconcileOptions } from "../../../../provider/core/compare/reconcile";
import { toPlainMap, type Plain, type PlainMap } from "../../../../provider/core/values/value";
import { membersOf } from "../../../invariants/random-values";
import { orderInputs, orderShape, shopSchema } from "../../../support/packages";
import { shown } from "../../../support/values";

const options: ReconcileOptions = { schema: shopSchema, properties: orderInputs };
const inputs = (user: PlainMap, service: PlainMap, more: Partial<ReconcileOptions> = {}) =>
  shown(reconcile(user, service, { ...options, ...more }));
const sameSet = (left: Plain, right: Plain) => [...(left as string[])].sort().join() === [...(right as string[])].sort().join();
const defaults = { title: "none", tags: [], "box.material": "wood" };
/** Whether the remote object contains every member of the declared one; it may have more. */
const part = (left: Plain, right: Plain) => Object.entries(left as PlainMap).every(([key, value]) => (right as PlainMap)[key] === value);
const equals = { tags: sameSet, document: equalText, anything: part, "boxes[*].marks": sameSet, "shelves.*.marks": sameSet };

test.each<[what: string, user: PlainMap, service: PlainMap, more?: Partial<ReconcileOptions>]>([
  [
    "the user's order of a set at any place, and the user's layout of a text",
    { tags: ["b", "a"], document: '{ "a": 1 }', boxes: [{ marks: ["b", "a"] }], shelves: { "x.y": { marks: ["b", "a"] } } },
    { tags: ["a", "b"], document: '{"a":1}', boxes: [{ marks: ["a", "b"] }], shelves: { "x.y": { marks: ["a", "b"] } } },
    { equals },
  ],
  ["what a comparer finds equal, which receives the user's value first", { anything: { a: 1 } }, { anything: { a: 1, b: 2 } }, { equals }],
  [
    "defaults of schema and service that the user never gave",
    { box: { label: "l" } },
    { priority: 5, title: "none", tags: [], box: { label: "l", material: "wood" } },
    { defaults },
  ],
  ["what the service does not report", { password: "p" }, {}, { local: ["password"] }],
  ["the absence of what the service fills in", {}, { title: "made up" }, { computed: new Set(["title"]) }],
])("a refresh keeps the inputs of the program: %s", (...[, user, service, more]) => {
  expect(inputs(user, service, more)).toBe(shown(user));
});

test.each<[what: string, user: PlainMap, service: PlainMap, expected?: PlainMap, more?: Partial<ReconcileOptions>]>([
  ["without what is null", { name: "n", title: null }, { name: "n", amount: null }, { name: "n" }],
  [
    "without what is no input, or no member of one, at every depth",
    { name: "n" },
    { name: "n", createdAt: "now", box: { label: "l", serial: "s" }, boxes: [{ label: "m", serial: "t" }] },
    { name: "n", box: { label: "l" }, boxes: [{ label: "m" }] },
  ],
  ["in the place of one of another form", { tags: "a,b" }, { tags: ["a", "b"] }, undefined, { equals }],
  ["that is less", { anything: { a: 1, b: 2 } }, { anything: { a: 1 } }, undefined, { equals }],
  ["that was changed after the user gave it", { title: "t" }, { title: "u" }, undefined, { computed: new Set(["title"]) }],
])("a refresh shows the value of the service %s", (...[, user, service, expected = service, more]) => {
  expect(inputs(user, service, more)).toBe(shown(expected));
});

/** Inputs as Check returns them, without marks. */
const valid = fc.gen().map((draw) => {
  const given = membersOf({ draw, schema: shopSchema, canary: "text" }, orderShape, true);
  return toPlainMap(validate(orderShape, given, { schema: shopSchema }).inputs);
});

it("any input stays if the service returns the same", () => {
  const tables = { defaults, local: ["amount"], computed: new Set(["gift"]) };
  fc.assert(fc.property(valid, (user) => expect(inputs(user, user, tables)).toBe(shown(user))));
});

it("any input differs exactly in the drift of the service, and is the same when it is read again", () => {
  fc.assert(
    fc.property(valid, valid, (user, service) => {
      const compared = { ...options, defaults };
      const once = reconcile(user, service, compared);
      const drift = changesBetween(once, user, compared);
      const real = changesBetween(service, user, compared);
      expect(drift.map(({ path }) => path)).toEqual(real.map(({ path }) => path));
      expect(inputs(once, service, { defaults })).toBe(shown(once));
    }),
  );
});
