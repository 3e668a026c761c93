/** Encoding of property values with all marks of the engine. See docs/protocol.md#property-values. */
import fc from "fast-check";
import { ResourceReference, Secret, unknown, type Value } from "../../../provider/core/values/value";
import { decode, encode, encodeKnown, fromJson } from "../../../provider/plugin/codec";
import { official, type Json, type Properties } from "../../support/structs";
import { sentinels, shown, signatureKey, signatures, treeMap, wellFormed } from "../../support/values";

const signed = (kind: keyof typeof signatures, members: Properties = {}): Properties => ({ [signatureKey]: signatures[kind], ...members });
const fromWire = (json: Json): Value => decode(official.write({ it: json }))["it"]!;
const toWire = (value: Value): Json => official.read(encode({ it: value }))["it"]!;

test("a value tree is decoded with every mark, and never reaches the wire as a Value without kind, nor with a nested mark doubled", () => {
  const doubled = `"${signatureKey}":"${signatures.secret}","value":{"${signatureKey}":"${signatures.secret}"`;
  fc.assert(
    fc.property(treeMap, (members) => {
      const bytes = encode(members);
      expect(shown(decode(bytes))).toBe(shown(wellFormed(members)));
      expect(JSON.stringify(official.read(bytes))).not.toContain(doubled); // Throws for a kind that is not set.
    }),
  );
});

describe("decoding", () => {
  const unknowns = Object.entries(sentinels).map(([type, sentinel]) => [`the sentinel of ${type}`, sentinel, unknown] as const);
  const cases: (readonly [name: string, wire: Json, expected: Value])[] = [
    ...unknowns,
    ["a secret null, which is no secret", signed("secret", { value: null }), null],
    ["a list", [signed("secret", { value: 1 }), 2], [new Secret(1), 2]],
    ["an output that is null", signed("output", { value: null }), null],
    ["an output without a value", signed("output"), unknown],
    ["a secret output without a value", signed("output", { secret: true }), new Secret(unknown)],
    ["a reference without urn", signed("resource"), new ResourceReference("", undefined)],
  ];

  it.each(cases)("recognises %s", (_name, wire, expected) => {
    expect(shown(fromWire(wire))).toBe(shown(expected));
    expect(shown(fromJson(wire))).toBe(shown(expected));
    expect(shown(fromWire({ deep: [wire] }))).toBe(shown({ deep: [expected] }));
  });

  it.each<[what: string, wire: Json]>([
    ["a signature that is not known", { [signatureKey]: "00000000000000000000000000000000", value: "hunter2" }],
    ["a signature that is itself a secret", { [signatureKey]: signed("secret", { value: signatures.secret }), value: "hunter2" }],
    ["a reference whose id is a secret object", signed("resource", { urn: "urn:x", id: signed("secret", { value: {} }) })],
  ])("rejects %s, and does not quote the value", (_what, wire) => {
    const invalid = expect.objectContaining({
      code: "invalid_argument",
      message: expect.not.stringContaining("hunter2"),
    });
    expect(() => fromWire(wire)).toThrow(invalid);
    expect(() => fromJson([wire])).toThrow(invalid);
  });
});

it("encoding writes an unknown as the sentinel of texts, the only one that the Node SDK knows", () => {
  expect(toWire([unknown, new Secret(unknown)])).toEqual([sentinels.string, signed("secret", { value: sentinels.string })]);
});

it("encoding rejects an object of a foreign class, a map that bears the signature key, and NaN under a secret", () => {
  for (const value of [new Date(0), { [signatureKey]: "x" }, new Secret(NaN)])
    expect(() => encode({ it: value as Value })).toThrow(expect.objectContaining({ code: "internal" }));
});

it("encoding what must be known rejects an unknown at any depth, also as the id of a reference, and names the path", () => {
  expect(() => encodeKnown({ a: { b: [1, new Secret({ c: unknown })] } })).toThrow("of a.b[1].c ");
  expect(() => encodeKnown({ a: [new ResourceReference("urn:x", unknown)] })).toThrow("of a[0] ");
});

it("encoding what must be known marks texts and keys of a service that the engine would take for its own", () => {
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
