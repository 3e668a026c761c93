// Lists in two forms: which form is chosen, and what becomes of marks. See docs/protocol.md#two-forms.
import {
  inFormOf,
  requiredForms,
  withoutOtherForms,
  withoutUsualForms,
  withUsualForms,
  type Forms,
} from "../../../../provider/core/compare/forms";
import { secret, Secret, unknown, type Plain, type ValueMap } from "../../../../provider/core/values/value";

const forms: Forms = new Map([
  [
    "objects",
    { of: "texts", write: (element: Plain) => JSON.stringify(element), read: (text: Plain) => JSON.parse(String(text)) as Plain },
  ],
]);
const objects = { objects: [{ a: 1 }] };
const texts = { texts: ['{"a":1}'] };

test.each<[name: string, values: ValueMap, declared: ValueMap[], expected: ValueMap]>([
  ["objects in the form of texts", { ...objects, other: 1 }, [texts], { ...texts, other: 1 }],
  ["the first that declares one decides", texts, [{}, objects, texts], objects],
  ["a list that is null is not declared", texts, [{ objects: null }], texts],
  ["both forms: the declared one remains", { ...texts, objects: [{ a: 2 }] }, [objects], { objects: [{ a: 2 }] }],
  ["an unknown list", { objects: unknown }, [texts], { texts: unknown }],
])("inFormOf: %s", (_name, values, declared, expected) => {
  expect(inFormOf(values, declared, forms)).toEqual(expected);
});

test("an element with a secret part is secret, one with an unknown part is unknown, and others keep their content", () => {
  const given: ValueMap = { objects: [{ a: secret("s") }, { a: unknown }, secret({ a: secret(unknown) }), { a: 1 }] };
  expect(withUsualForms(given, forms)["texts"]).toEqual([new Secret('{"a":"s"}'), unknown, new Secret(unknown), '{"a":1}']);
  expect(withUsualForms({ objects: secret([{ a: 1 }]) }, forms)["texts"]).toEqual(new Secret(['{"a":1}']));
});

test("outputs have the usual form, inputs from a state have the form of the program", () => {
  expect(withUsualForms(objects, forms)).toEqual({ ...objects, ...texts });
  expect(withoutUsualForms({ ...objects, ...texts, other: 1 }, forms)).toEqual({ ...objects, other: 1 });
  expect(withoutUsualForms({ ...texts, objects: null }, forms)).toEqual({ ...texts, objects: null });
});

test("the usual form is required while the other one is absent", () => {
  const required: Forms = new Map([...forms].map(([name, form]) => [name, { ...form, required: true }]));
  expect([requiredForms({}, required), requiredForms(objects, required), requiredForms({}, forms)]).toEqual([["texts"], [], []]);
  expect(requiredForms({ objects: secret(null) }, required)).toEqual(["texts"]);
});

test("a preview has no output for a form that the program does not use", () => {
  expect(withoutOtherForms({ texts: unknown, objects: unknown }, texts, forms)).toEqual({ texts: unknown });
  expect(withoutOtherForms({ texts: unknown, objects: unknown }, objects, forms)).toEqual({ texts: unknown, objects: unknown });
});
