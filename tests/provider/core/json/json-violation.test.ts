// Position and excerpt of JSON text that does not parse. See docs/protocol.md#failure-messages.
import fc from "fast-check";
import { parseJson } from "../../../../provider/core/json/json";
import { jsonViolation, syntaxErrorAt } from "../../../../provider/core/json/json-violation";

const plain = (text: string) => text;

test("the position of a syntax error is undefined exactly for texts that JSON.parse accepts", () => {
  const punctuation = fc.constantFrom(...'{}[],:"a\\1- \n', "\\u00e9", "01", ".5", "1e3", "true", "nul");
  const texts = fc.oneof(
    fc.json(),
    fc.array(punctuation, { maxLength: 12 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => expect(syntaxErrorAt(text) === undefined).toBe(parseJson(text) !== undefined)),
    { numRuns: 2000 },
  );
});

test.each<[string, number]>([
  ['{"a" 1}', 5],
  ["[1] 2", 4],
  ['{"a":1', 6],
])("the position of a syntax error %s: %d", (text, at) => expect(syntaxErrorAt(text)).toBe(at));

test("the position of a syntax error is found in linear time and without deep recursion in a long list", () => {
  const text = `[${"[1],".repeat(200_000)}`;
  expect(syntaxErrorAt(text)).toBe(text.length);
});

describe("the reason", () => {
  test.each<[string, string | undefined]>([
    ["{}", undefined],
    ["[]", "not a JSON object: got a list"],
    ["null", "not a JSON object: got null"],
    ["1", "not a JSON object: got a number"],
    [" ", "not a JSON object: the text is empty"],
    ['{\n  "a": b\n}', 'not a JSON object: syntax error at line 2, column 8, near { "a": b }'],
  ])("%j: %s", (text, reason) => expect(jsonViolation("object", text, plain)).toBe(reason));

  test("a blank text counts as absent where the rule says so", () => expect(jsonViolation("objectOrBlank", " ", plain)).toBeUndefined());

  test("the excerpt is limited on both sides", () => {
    const reason = jsonViolation("any", `["${"x".repeat(100)}" "${"y".repeat(100)}"]`, plain);
    expect(reason).toMatch(/^not JSON: syntax error at line 1, column 105, near \.\.\.x{22}" "y{23}\.\.\.$/);
  });

  test("a secret text, and a text that contains a secret, are not quoted", () => {
    const place = "not a JSON object: syntax error at line 1, column 2";
    expect(jsonViolation("object", "{hunter22}", undefined)).toBe(place);
    expect(jsonViolation("object", "{hunter22}", (text) => text.replace("hunter22", "[secret]"))).toBe(place);
  });
});
