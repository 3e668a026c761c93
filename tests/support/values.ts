/** Arbitrary property values for fast-check: JSON with all marks of the engine, at any depth. */
import fc from "fast-check";
import {
  emptyMap,
  Opaque,
  ResourceReference,
  Secret,
  secret,
  Unknown,
  unknown,
  type Value,
  type ValueMap,
} from "../../provider/core/values/value";
import { sentinels, signatureKey, signatures } from "./structs";

export { sentinels, signatureKey, signatures } from "./structs";

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

const mapping = <T>(member: fc.Arbitrary<T>, maxLength = 4) => fc.array(fc.tuple(keys, member), { maxLength }).map(mapFrom);

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
