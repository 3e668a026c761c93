// JSON texts compared by value with all digits of their numbers.
import fc from "fast-check";
import { exactText, parseDigitsAsText, parseExact } from "../../../../provider/core/json/exact-json";
import { equal, equalText, parseJson } from "../../../../provider/core/json/json";
import { isImmutable, ApiError } from "../../../../provider/modules/eventrouting/errors";
import { responseError } from "../../../../provider/modules/search/errors";
import { jsonParts } from "../../../../provider/modules/search/json/parts";
import { equalMappings } from "../../../../provider/modules/search/resources/template/mappings";
import { equalAliasLists, equalSets } from "../../../../provider/modules/search/equality";
import { fromRemote } from "../../../../provider/modules/search/mapping";
import { equalSettings } from "../../../../provider/modules/search/resources/template/settings";
import { equalProcessors } from "../../../../provider/modules/search/resources/ingest-pipeline/processors";
import type { SearchResponse } from "../../../../provider/modules/search/response";

test.each<[left: string, right: string, isEqual: boolean]>([
  ["1234567890123456788", "1234567890123456789", false],
  ["0.12345678901234567890", "0.12345678901234568", true],
  ["1.0", "100e-2", true],
])("%s and %s are equal in every comparison of texts: %s", (left, right, isEqual) => {
  const texts = [left, right].map((number) => `{"set":{"a":[${number},true]}}`) as [string, string];
  for (const compare of [equalText, equalProcessors, equalMappings, equalSettings]) expect(compare(...texts)).toBe(isEqual);
  const [one, other] = texts.map((filter) => [{ name: "a", filter }]);
  expect(equalAliasLists(one!, other!)).toBe(isEqual);
});

/** A decimal as integer digits and a power of ten, and one of its spellings. */
const decimal = fc
  .record({ digits: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), exponent: fc.integer({ min: -30, max: 30 }), zeros: fc.nat(5) })
  .map(({ digits, exponent, zeros }) => ({
    digits,
    exponent,
    text: `${digits}${zeros === 0 ? "" : `.${"0".repeat(zeros)}`}${exponent === 0 && zeros === 0 ? "" : `E${exponent}`}`,
  }));

const numberText = decimal.map(({ text }) => text);

test("whole numbers are equal exactly if all their digits are, and decimals if their doubles are", () => {
  fc.assert(
    fc.property(decimal, decimal, fc.nat(3), (left, right, shift) => {
      const scaled = ({ digits, exponent }: typeof left) => digits * 10n ** BigInt(exponent + 30);
      const isWhole = (number: typeof left) => scaled(number) % 10n ** 30n === 0n;
      const isEqual = [left, right].every(isWhole) ? scaled(left) === scaled(right) : Number(left.text) === Number(right.text);
      expect(equalText(left.text, right.text)).toBe(isEqual);
      const other = `${left.digits * 10n ** BigInt(shift)}e${left.exponent - shift}`;
      expect(equalText(`{"a":[${left.text}],"b":""}`, `{ "b" : "",\n"a": [ ${other} ] }`)).toBe(true);
    }),
  );
});

test("texts are equal exactly if their values are, also where a string looks like a number that is marked", () => {
  const value = fc.oneof(
    numberText,
    fc.constantFrom('"12345678901234567890"', '"\\u008012345678901234567890"', '"\u008012345678901234567890"', "null"),
    fc.json({ maxDepth: 2 }),
  );
  const members = fc.record({ a: value, b: value }).map(({ a, b }) => `{"a":${a},"b":[${b}]}`);
  fc.assert(
    fc.property(members, members, (left, right) => {
      expect(equalText(left, right)).toBe(equal(parseExact(left)!, parseExact(right)!));
    }),
  );
});

test("texts with every character that could mark a number are compared if no number is long", () => {
  const characters = [...Array(0x20).keys()].map((i) => 0x80 + i).concat([...Array(0x1900).keys()].map((i) => 0xe000 + i));
  const text = JSON.stringify([String.fromCharCode(...characters), 1]);
  expect(equalText(text, ` ${text}`)).toBe(true);
  expect(equalText(text, text.replace("1]", "2]"))).toBe(false);
});

test("a value written and read again is the same value", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.json(), numberText)), (members) => {
      const list = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
      const text = `{${list.join()}}`;
      expect(equalText(exactText(parseExact(text)!), text)).toBe(true);
      const partAt = jsonParts(text);
      for (const [key, value] of Object.entries(members)) expect(equalText(partAt([key])!, value)).toBe(true);
    }),
  );
});

test("numbers that a double cannot hold become texts of all digits", () => {
  expect(parseDigitsAsText('{"a":12345678901234567890,"b":[0.1000000000000000055],"c":1.5,"d":"1"}')).toEqual({
    a: "12345678901234567890",
    b: ["0.1000000000000000055"],
    c: 1.5,
    d: "1",
  });
  expect(parseDigitsAsText("1e400")).toBe(`1${"0".repeat(400)}`);
});

const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;

test("texts nested too deeply are rejected without a traversal", () => {
  expect(parseExact(deep)).toBeUndefined();
  expect(parseJson(deep)).toBeUndefined();
  expect(equalProcessors(deep, `${deep} `)).toBe(false);
});

const failedWith = (text: string): SearchResponse => ({
  method: "GET",
  server: "",
  path: "/_x",
  status: 404,
  headers: { "x-elastic-product": "Elasticsearch" },
  text,
  json: parseJson(text, Infinity),
  credentials: "none",
});

test("an error with 20,000 nested causes names the first ones", () => {
  const text = `{"error":{"type":"t","reason":"r","caused_by":${'{"type":"c","reason":"x","caused_by":'.repeat(20_000)}null${"}".repeat(20_000)}}}`;
  expect(responseError(failedWith(text), (line) => line).message).toContain("404: t: r\ncaused by: c: x");
});

test("a version that is no whole number is a clear error", () => {
  for (const version of ["abc", 1e19, [1], Infinity])
    expect(() => fromRemote({ version }, ["version"])).toThrow('member "version" of the response: expected a whole number');
});

// Quadratic work on these inputs takes minutes; the time limit of jest is the failure.
describe("linear work", () => {
  const count = 30_000;

  test("all parts of a text with 30,000 entries", () => {
    const partAt = jsonParts(`{"p":{"list":[${Array.from({ length: count }, (_, i) => `{"set":${i}}`).join(",")}]}}`);
    const found = Array.from({ length: count }, (_, i) => partAt(["p", "list", i]) === `{"set":${i}}`);
    expect(found.every(Boolean)).toBe(true);
  });

  test("sets of 30,000 entries", () => {
    const set = Array.from({ length: count }, (_, i) => `name-${i}`);
    expect(equalSets(set, [...set].reverse())).toBe(true);
    const aliases = set.map((name) => ({ name }));
    expect(equalAliasLists(aliases, [...aliases].reverse())).toBe(true);
  });

  test.each([" ", "at [Source: ", "; line: 1", "can"])("error reasons of 3 MB of %j", (part) => {
    const reason = part.repeat(3_000_000 / part.length);
    const text = JSON.stringify({ error: { type: "t", reason: `${reason}x` } });
    expect(responseError(failedWith(text), (line) => line).message).toContain("t");
    expect(isImmutable(new ApiError("INVALID_ARGUMENT", "failed_precondition", `INVALID_ARGUMENT ${reason}`))).toBe(false);
  });
});

describe("texts with long numbers", () => {
  const long = "12345678901234567890";

  test.each([
    ["a number before a colon and white space", `{${long} \n:1}`],
    ["two dots", `[1.2.${long}]`],
  ])("%s is not JSON", (_name, text) => expect(parseExact(text)).toBeUndefined());

  test.each([
    ["quotes and escapes in strings", `["\\"${long}","\\\\",${long},"\\\\\\"1e999"]`],
    ["private use characters", `["\ue000${long}","\\uE001${long}",${long}]`],
    ["a member that is called __proto__", `{"__proto__":{"n":${long}},"m":-0.${long}}`],
    ["numbers side by side", `[${long},-${long},1e400,-1E-400,2,${long}.5]`],
  ])("%s stay as they are", (_name, text) => {
    const value = parseExact(text)!;
    expect(parseExact(exactText(value))).toEqual(value);
    expect(exactText(value)).toContain(long);
    expect(JSON.parse(exactText(value))).toEqual(JSON.parse(text));
  });

  const nines = "9".repeat(20);
  const ten = `1${"0".repeat(20)}`;
  const million = "9".repeat(1_000_000);

  test.each([
    [`10e${nines}`, `1e${ten}`, true],
    [`10e${nines}`, `1e${nines}`, false],
    [`0.1e${ten}`, `1e${nines}`, true],
    [`0.1e-${nines}`, `1e-${ten}`, true],
    [`10e-${ten}`, `1e-${nines}`, true],
    [`1e${"0".repeat(100)}5`, "100000", true],
    [`1e${million}`, ` 1e${million}`, true],
    [`1e${million}`, `2e${million}`, false],
  ])("exponents of many digits are compared exactly, in linear time", (left, right, isEqual) => {
    expect(equalText(left, right)).toBe(isEqual);
  });
});

test.each(["12345678901234567890.5,", '"1234567890123456789",', "1e400,", "1234567890123456789e0,", '"a\\"1e999",'])(
  "a list that repeats %j is read in proportion to its length",
  (part) => {
    const work = (count: number) => {
      const reads = jest.spyOn(String.prototype, "charCodeAt");
      try {
        expect(parseExact(`[${part.repeat(count)}12345678901234567890]`)).toHaveLength(count + 1);
        return reads.mock.calls.length;
      } finally {
        reads.mockRestore();
      }
    };
    expect(work(2000)).toBeLessThanOrEqual(2 * work(1000) + 100);
  },
);
