/** Arbitrary property values for fast-check: JSON with all marks of the engine, at any depth. */
import fc from "fast-check";
import type { Value, ValueMap } from "../../provider/core/values/value";
import { emptyMap, Opaque, ResourceReference, Secret, secret, Unknown, unknown } from "../../provider/core/values/value";

/** The key that makes an object special on the wire; no map of a user bears it. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
/** The signatures of the wire, as the protocol names them (3.2). */
export const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
  bytes: "803fd3297a5875dc03ca845dda5d2a98",
} as const;
/** One sentinel for each type (3.3). */
export const sentinels = {
  boolean: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  number: "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  string: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  array: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  asset: "030794c1-ac77-496b-92df-f27374a8bd58",
  archive: "e48ece36-62e2-4504-bad9-02848725956a",
  object: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
} as const;

const oddKeys = [
  "",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "__type",
  "__internal",
  "a.b",
  'a"b',
  "a[0]",
  "\u0000\u001f",
  "\ud800",
  "😀",
  "value",
  "id",
];

/** Keys of maps: ordinary ones, and those that trip readers up. */
export const keys = fc.oneof(
  fc.constantFrom("a", "b", "c", "name"),
  fc.constantFrom(...oddKeys),
  fc.string({ maxLength: 6, unit: "binary" }),
);

/** Texts, among them empty, long, astral and broken ones. */
export const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 8, unit: "binary" }),
  fc.constantFrom("", "\ud83d", "\udc00x", "\ufeff", "a\u0000b", `x${sentinels.string}`, "ü".repeat(200), "{}", '"42"', "true"),
);

/** Numbers that JSON has. */
export const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1.5, 2 ** 53, 9007199254740993),
);

const scalars = fc.oneof(fc.constant(null), fc.boolean(), numbers, texts);

/** An object without prototype, as the decoder makes them. */
export function mapFrom<T>(entries: readonly (readonly [string, T])[]): { [key: string]: T } {
  const map = emptyMap<T>();
  for (const [key, value] of entries) map[key] = value;
  return map;
}

const mapping = <T>(member: fc.Arbitrary<T>, maxLength = 4): fc.Arbitrary<{ [key: string]: T }> =>
  fc.array(fc.tuple(keys, member), { maxLength }).map(mapFrom);

const asset = texts.map((content) =>
  mapFrom<Value>([
    [signatureKey, signatures.asset],
    ["hash", "00"],
    ["text", content],
  ]),
);
const opaques: fc.Arbitrary<Value> = fc.oneof(
  asset.map((wire) => new Opaque("asset", wire)),
  asset.map(
    (inner) =>
      new Opaque(
        "archive",
        mapFrom<Value>([
          [signatureKey, signatures.archive],
          ["assets", mapFrom<Value>([["f", new Opaque("asset", inner)]])],
        ]),
      ),
  ),
  fc.base64String({ maxLength: 8 }).map(
    (value) =>
      new Opaque(
        "byte string",
        mapFrom<Value>([
          [signatureKey, signatures.bytes],
          ["value", value],
        ]),
      ),
  ),
);
const ids = fc.constantFrom<Value | undefined>(undefined, "", "id-1", unknown, new Secret("id-2"));
const references: fc.Arbitrary<Value> = fc
  .tuple(fc.webPath(), ids, fc.constantFrom("", "1.0.0"))
  .map(([urn, id, version]) => new ResourceReference(`urn:pulumi:${urn}`, id, version));

/** JSON values of the runtime's own kind: objects without prototype. */
export const { json, jsonMap } = fc.letrec<{ json: Value; jsonMap: ValueMap }>((tie) => ({
  json: fc.oneof({ depthSize: "small", withCrossShrink: true }, scalars, fc.array(tie("json"), { maxLength: 4 }), tie("jsonMap")),
  jsonMap: mapping(tie("json")),
}));

/** Any value tree that can come over the wire. */
export const { tree, treeMap } = fc.letrec<{ tree: Value; treeMap: ValueMap }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc.constant(unknown),
    references,
    opaques,
    fc.array(tie("tree"), { maxLength: 4 }),
    tie("treeMap"),
    tie("tree").map(secret),
  ),
  treeMap: mapping(tie("tree")),
}));

/** Returns a value as text that distinguishes all marks, keys sorted: equal texts mean equal trees, whatever prototype or odd key they have. */
export function shown(value: Value | undefined): string {
  if (value === undefined) return "absent";
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (value instanceof Secret) return `secret(${shown(value.value)})`;
  if (value instanceof Unknown) return "unknown";
  if (value instanceof ResourceReference) return `reference(${JSON.stringify(value.urn)}, ${shown(value.id)}, ${value.packageVersion})`;
  if (value instanceof Opaque) return `${value.kind}(${shown(value.wire)})`;
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}: ${shown(value[key])}`).join(", ")}}`;
}

/** The value with broken UTF-16 replaced in keys and texts, as every encoder of UTF-8 does. */
export function wellFormed(value: Value): Value {
  if (typeof value === "string") return value.toWellFormed();
  if (value === null || typeof value !== "object" || value instanceof Unknown) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value instanceof Secret) return new Secret(wellFormed(value.value));
  if (value instanceof Opaque) return new Opaque(value.kind, wellFormed(value.wire) as ValueMap);
  if (value instanceof ResourceReference) return new ResourceReference(value.urn.toWellFormed(), value.id, value.packageVersion);
  return mapFrom(Object.keys(value).map((key) => [key.toWellFormed(), wellFormed(value[key]!)] as const));
}
