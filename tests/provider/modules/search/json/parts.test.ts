// Parts of JSON texts, extracted without a change.
import fc from "fast-check";
import { jsonParts } from "../../../../../provider/modules/search/json/parts";

test.each([
  ['{"a":{"b":[1,{"c":null}]}}', ["a", "b", 1, "c"], "null"],
  ['{"a":{"b":[1,{"c":null}]}}', ["a"], '{"b":[1,{"c":null}]}'],
  [' { "a" : [ 1 , 2 ] } ', ["a"], "[1,2]"],
  ['{"n":12345678901234567890.10}', ["n"], "12345678901234567890.10"],
  ['{"m":{"10":1,"9":2,"a":3}}', ["m"], '{"10":1,"9":2,"a":3}'],
  ['{"a":1,"a":2}', ["a"], "2"],
  ['{"a.b":1,"a":{"b":2}}', ["a.b"], "1"],
  ['{"\\u0061":"\\u00e9\\n"}', ["a"], '"é\\n"'],
  ['{"a":"}]\\",{"}', ["a"], '"}]\\",{"'],
  ['{"a":[]}', ["a", 0], undefined],
  ['{"a":{}}', ["a", "b"], undefined],
  ['{"a":1}', ["a", "b"], undefined],
  ['{"a":"b"}', ["b"], undefined],
  ["[]", [], "[]"],
])("%s at %j: %s", (text, path, expected) => expect(jsonParts(text)(path)).toBe(expected));

test("each member of any text is found, with any white space", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1), (object, indent) => {
      const partAt = jsonParts(JSON.stringify(object, null, indent));
      for (const key of Object.keys(object)) expect(partAt([key])).toBe(JSON.stringify(object[key]));
    }),
  );
});

test("a long text does not exhaust the stack", () => {
  const long = "x".repeat(5_000_000);
  expect(jsonParts(JSON.stringify({ a: long, b: [1] }))(["b"])).toBe("[1]");
});
