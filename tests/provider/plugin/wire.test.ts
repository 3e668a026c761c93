/** The wire form of Structs, compared with the codec of google-protobuf. */
import fc from "fast-check";
import type { Value, ValueMap } from "../../../provider/core/values/value";
import { readStruct, writeStruct, type StructMembers } from "../../../provider/plugin/wire";
import { lengthDelimited } from "../../support/protobuf";
import { official, type Properties } from "../../support/structs";
import { jsonMap, mapFrom, shown, wellFormed } from "../../support/values";

const plain = { object: (members: ValueMap): Value => members, text: (text: string): Value => text };
const read = (bytes: Uint8Array): ValueMap => readStruct<Value>(bytes, plain);
const write = (members: StructMembers) => writeStruct(members, (object) => object as StructMembers);

/** The value as google-protobuf writes it: keys sorted, and without `__proto__`. */
const sorted = (value: Value): Value => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).filter((key) => key !== "__proto__");
  return mapFrom(keys.sort().map((key) => [key, sorted((value as ValueMap)[key]!)] as const));
};

test("a Struct has the bytes of google-protobuf's codec, and is read as the same value", () => {
  fc.assert(
    fc.property(jsonMap, (value) => {
      const members = sorted(wellFormed(value)) as ValueMap;
      const bytes = official.write(members as Properties);
      expect(write(members).equals(bytes)).toBe(true);
      expect(shown(read(bytes))).toBe(shown(members));
    }),
  );
});

describe("reading", () => {
  const entry = (...bytes: number[]) => [0x0a, bytes.length, ...bytes];
  const key = [0x0a, 1, 0x6b];
  const value = (...bytes: number[]) => [0x12, bytes.length, ...bytes];
  const cases: [name: string, bytes: number[], expected: Value][] = [
    ["an entry without key or value", entry(), { "": null }],
    ["a false that is written out", entry(...key, ...value(0x20, 0)), { k: false }],
    [
      "an empty list and an empty struct",
      [...entry(...key, ...value(0x32, 0)), ...entry(0x0a, 1, 0x6c, ...value(0x2a, 0))],
      { k: [], l: {} },
    ],
    ["the same key twice, the last one counts", [...entry(...key, ...value(0x20, 0)), ...entry(...key, ...value(0x20, 1))], { k: true }],
    [
      "unknown fields of every wire type",
      [...entry(...key, ...value(0x20, 1)), 0x50, 1, 0x51, 0, 0, 0, 0, 0, 0, 0, 0, 0x52, 1, 0, 0x55, 0, 0, 0, 0],
      { k: true },
    ],
    ["unknown fields inside an entry and a value", entry(...key, 0x50, 5, ...value(0x52, 1, 9, 0x20, 1)), { k: true }],
    ["a length in more bytes than needed", [0x0a, 0x89, 0x80, 0x00, ...key, 0x12, 0x83, 0x00, 0x20, 0x81, 0x00], { k: true }],
    ["a byte order mark as part of the text", entry(...key, ...value(0x1a, 4, 0xef, 0xbb, 0xbf, 0x61)), { k: "\ufeffa" }],
    ["the key __proto__ as data", entry(0x0a, 9, ...Buffer.from("__proto__"), ...value(0x2a, 0)), mapFrom([["__proto__", {}]])],
  ];

  it.each(cases)("takes %s", (_name, bytes, expected) => {
    expect(shown(read(Uint8Array.from(bytes)))).toBe(shown(expected));
    expect(({} as { k?: unknown }).k).toBeUndefined();
  });

  const broken: [name: string, bytes: number[]][] = [
    ["a part longer than its whole", entry(0x0a, 9, 0x6b)],
    ["an unknown field that is cut off", [0x51, 0, 0]],
  ];

  it.each(broken)("rejects %s", (_name, bytes) => {
    expect(() => read(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it("returns a value or fails as invalid for any bytes", () => {
    const mutilated = fc.tuple(jsonMap, fc.nat(), fc.nat(), fc.nat(255)).map(([members, cut, at, byte]) => {
      const bytes = Uint8Array.from(write(members));
      if (bytes.length > 0) bytes[at % bytes.length] = byte;
      return bytes.subarray(0, cut % (bytes.length + 1));
    });
    fc.assert(
      fc.property(fc.oneof(mutilated, fc.uint8Array({ maxLength: 64 })), (bytes) => {
        try {
          read(bytes);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_argument" });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("accepts deep values, and rejects those deeper than the stack", () => {
    expect(() => read(nestedLists(500))).not.toThrow();
    expect(() => read(nestedLists(20_000))).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });
});

/** A Struct whose only member is a list of nested lists, as a malicious peer could send it. */
function nestedLists(levels: number) {
  let value: Uint8Array = new Uint8Array();
  for (let i = 0; i < levels; i++) value = lengthDelimited(6, lengthDelimited(1, value));
  return lengthDelimited(1, lengthDelimited(2, value));
}

it.each([[NaN], [() => 1]])("writing rejects %p, which the engine cannot decode", (a) => {
  expect(() => write({ a })).toThrow(expect.objectContaining({ code: "internal" }));
});

it("writing grows with its content, and is read from the middle of a larger buffer", () => {
  const members = { long: "ü€😀".repeat(1_000_000), list: Array.from({ length: 50_000 }, (_, i) => i), [`${"k".repeat(5000)}`]: null };
  const bytes = write(members);
  const larger = Buffer.concat([Buffer.from("xxx"), bytes, Buffer.from("yyy")]);
  expect(shown(read(larger.subarray(3, -3)))).toBe(shown(members));
});
