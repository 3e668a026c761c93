/** Encoding of property values with all marks of the engine. See docs/protocol.md#property-values. */
import fc from "fast-check";
import type { Value, ValueMap } from "../../../provider/core/values/value";
import { Opaque, ResourceReference, Secret, unknown } from "../../../provider/core/values/value";
import { decode, encode, encodeKnown, fromJson } from "../../../provider/plugin/codec";
import { official, type Json, type JsonMap } from "../../support/struct";
import { sentinels, shown, signatureKey, signatures, treeMap, wellFormed } from "../../support/values";

const signed = (kind: keyof typeof signatures, members: JsonMap = {}): JsonMap => ({ [signatureKey]: signatures[kind], ...members });
const fromWire = (json: Json): Value => decode(official.write({ it: json }))["it"]!;
const toWire = (value: Value): Json => official.read(encode({ it: value }))["it"]!;
const text = "a text";

describe("a value tree", () => {
  it("is decoded with every mark", () => {
    fc.assert(fc.property(treeMap, (members) => expect(shown(decode(encode(members)))).toBe(shown(wellFormed(members)))));
  });

  it("never reaches the wire as a Value without kind, nor with a nested mark doubled", () => {
    const doubled = `"${signatureKey}":"${signatures.secret}","value":{"${signatureKey}":"${signatures.secret}"`;
    fc.assert(
      fc.property(treeMap, (members) => {
        const read = official.read(encode(members)); // Throws for a kind that is not set.
        expect(JSON.stringify(read)).not.toContain(doubled);
      }),
    );
  });
});

describe("decoding", () => {
  const unknowns = Object.entries(sentinels).map(([type, sentinel]) => [`the sentinel of ${type}`, sentinel, unknown] as const);
  const cases: (readonly [name: string, wire: Json, expected: Value])[] = [
    ...unknowns,
    ["a secret unknown", signed("secret", { value: sentinels.number }), new Secret(unknown)],
    ["a secret null, which is no secret", signed("secret", { value: null }), null],
    ["a secret of a secret", signed("secret", { value: signed("secret", { value: text }) }), new Secret(text)],
    [
      "a secret object with secrets inside",
      signed("secret", { value: { a: signed("secret", { value: 1 }), b: [2] } }),
      new Secret({ a: new Secret(1), b: [2] }),
    ],
    ["an output that is null", signed("output", { value: null }), null],
    ["an output without a value", signed("output"), unknown],
    ["a secret output without a value", signed("output", { secret: true }), new Secret(unknown)],
    ["a secret output of a secret", signed("output", { value: signed("secret", { value: 1 }), secret: true }), new Secret(1)],
    ["a reference", signed("resource", { urn: "urn:x", id: "i", packageVersion: "1.0.0" }), new ResourceReference("urn:x", "i", "1.0.0")],
    [
      "a reference whose id is unknown",
      signed("resource", { urn: "urn:x", id: sentinels.string }),
      new ResourceReference("urn:x", unknown),
    ],
    [
      "a reference whose id is secret",
      signed("resource", { urn: "urn:x", id: signed("secret", { value: "i" }) }),
      new ResourceReference("urn:x", new Secret("i")),
    ],
    ["a reference without urn", signed("resource"), new ResourceReference("", undefined)],
    [
      "an archive of assets",
      signed("archive", { hash: "h", assets: { f: signed("asset", { path: "p" }) } }),
      new Opaque("archive", {
        ...(signed("archive", { hash: "h" }) as ValueMap),
        assets: { f: new Opaque("asset", signed("asset", { path: "p" }) as ValueMap) },
      }),
    ],
  ];

  it.each(cases)("recognises %s", (_name, wire, expected) => {
    expect(shown(fromWire(wire))).toBe(shown(expected));
    expect(shown(fromJson(wire))).toBe(shown(expected));
    expect(shown(fromWire({ deep: [wire] }))).toBe(shown({ deep: [expected] }));
  });

  const malformed: [name: string, signature: Json][] = [
    ["not known", "00000000000000000000000000000000"],
    ["itself a secret", signed("secret", { value: signatures.secret })],
  ];

  it.each(malformed)("rejects a signature that is %s, and does not quote the value", (_name, signature) => {
    const invalid = { code: "invalid_argument", message: expect.not.stringContaining("hunter2") as string };
    const wire = { [signatureKey]: signature, value: "hunter2" };
    expect(() => fromWire(wire)).toThrow(expect.objectContaining(invalid) as Error);
    expect(() => fromJson([wire])).toThrow(expect.objectContaining(invalid) as Error);
  });

  it.each([5, {}, signed("secret", { value: {} })] as Json[])("rejects a reference whose id is %j", (id) => {
    expect(() => fromWire(signed("resource", { urn: "urn:x", id }))).toThrow(
      expect.objectContaining({ code: "invalid_argument" }) as Error,
    );
  });

  it("reads JSON texts with unusual keys as data", () => {
    const value = fromJson(JSON.parse('{"__proto__":{"a":1},"constructor":2}'));
    expect(shown(value)).toBe('{"__proto__": {"a": 1}, "constructor": 2}');
  });
});

describe("encoding", () => {
  it("writes an unknown as the sentinel of texts, the only one that the Node SDK knows", () => {
    expect(toWire([unknown, new Secret(unknown)])).toEqual([sentinels.string, signed("secret", { value: sentinels.string })]);
  });

  it.each<[name: string, value: unknown]>([
    ["an object of a foreign class", new Date(0)],
    ["a map that bears the signature key", { [signatureKey]: "x" }],
    ["NaN under a secret", new Secret(NaN)],
  ])("rejects %s", (_name, value) => {
    expect(() => encode({ it: value as Value })).toThrow(expect.objectContaining({ code: "internal" }) as Error);
  });
});

describe("encoding what must be known", () => {
  const rejected: [name: string, properties: ValueMap, path: string][] = [
    ["an unknown at any depth", { a: { b: [1, new Secret({ c: unknown })] } }, "a.b[1].c"],
    ["a reference whose id is unknown", { a: [new ResourceReference("urn:x", unknown)] }, "a[0]"],
  ];

  it.each(rejected)("rejects %s and names the path", (_name, properties, path) => {
    expect(() => encodeKnown(properties)).toThrow(
      expect.objectContaining({ code: "internal", message: expect.stringContaining(`of ${path} `) as string }) as Error,
    );
  });

  it("marks texts and keys of a service that the engine would take for its own", () => {
    const own = " (reserved by Pulumi)";
    for (const sentinel of Object.values(sentinels)) {
      const properties = { a: sentinel, b: { "b.c": [new Secret(sentinel)] } };
      const expected = { a: `${sentinel}${own}`, b: { "b.c": [new Secret(`${sentinel}${own}`)] } };
      expect(shown(decode(encodeKnown(properties)))).toBe(shown(expected));
    }
    for (const value of ["x", signatures.secret])
      expect(shown(decode(encodeKnown({ a: { [signatureKey]: value, value: 1 } })))).toBe(
        shown({ a: { [`${signatureKey}${own}`]: value, value: 1 } }),
      );
  });
});

describe("encoded values", () => {
  it("stay as they are when others are encoded, and after a value that cannot be encoded", () => {
    const first = encode({ name: "first" });
    expect(() => encode({ list: [1, Number.NaN], name: "broken" })).toThrow();
    const large = encode({ text: "x".repeat(100_000) });
    const second = encode({ name: "second" });
    expect(decode(first)).toEqual({ name: "first" });
    expect(decode(second)).toEqual({ name: "second" });
    expect(decode(large)).toEqual({ text: "x".repeat(100_000) });
  });
});
