// The JSON layout of the helpers, rule by rule. See docs/modules/search.md#processor-json.
import { byCodePoint, isEmptyJson, jsonText, OrderedObject } from "../../../../../provider/modules/search/json/writer";

test("one blank for each level, one element a line, empty containers on one, no line end after the last brace", () => {
  const members = [
    ["field", "file.size"],
    ["list", [null, true, false]],
    ["none", []],
    ["nothing", {}],
  ];
  expect(jsonText(new OrderedObject([["bytes", new OrderedObject(members as never)]]))).toBe(
    '{\n "bytes": {\n  "field": "file.size",\n  "list": [\n   null,\n   true,\n   false\n  ],\n  "none": [],\n  "nothing": {}\n }\n}',
  );
});

test("embedded keys are sorted at every depth, those that look like numbers too", () => {
  const text = jsonText({ params: JSON.parse('{"b":1,"a":{"z":1,"10":2,"9":3},"10":4,"9":5}') });
  expect([...text.matchAll(/"(\w+)":/g)].map(([, key]) => key)).toEqual(["params", "10", "9", "a", "10", "9", "z", "b"]);
});

test("a key __proto__ is data", () => {
  expect(jsonText(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{\n "__proto__": {\n  "a": 1\n }\n}');
});

test.each([
  ["<b>&", '"\\u003cb\\u003e\\u0026"'],
  ["\u2028\u2029", '"\\u2028\\u2029"'],
  ['"\\', '"\\"\\\\"'],
  ["\b\f\n\r\t\u0001\u001f", '"\\b\\f\\n\\r\\t\\u0001\\u001f"'],
  ["é€😀\u007f/'", '"é€😀\u007f/\'"'],
  ["a\ud800b", '"a\ufffdb"'],
])("the text %j is escaped", (text, expected) => expect(jsonText(text)).toBe(expected));

test.each([
  [28, "28"],
  [28.1, "28.1"],
  [1e20, "100000000000000000000"],
  [1e21, "1e+21"],
  [0.000001, "0.000001"],
  [1e-7, "1e-7"],
  [-0.5, "-0.5"],
])("the number %p is written %s", (number, expected) => expect(jsonText(number)).toBe(expected));

test("texts are ordered by code point, not by UTF-16 unit", () => {
  expect(["😀", "\ufffd", "b", "a", "ab", "B", ""].sort(byCodePoint)).toEqual(["", "B", "a", "ab", "b", "\ufffd", "😀"]);
});

test("what counts as empty", () => {
  expect(["", [], {}, new OrderedObject([])].map(isEmptyJson)).toEqual([true, true, true, true]);
  expect([0, false, null, " ", [0], { a: 1 }, new OrderedObject([["a", 1]])].map(isEmptyJson)).toEqual(Array(7).fill(false));
});
