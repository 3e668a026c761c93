// Secret marks put on outputs: where the schema says so, where the input of the same path bore one, and wherever a secret text shows up again. Pure.
import { codesOf, LiteralIndex } from "./literal-index";
import type { ObjectSpec, PropertySpec, Schema, TypeSpec } from "./schema";
import type { Plain, PlainMap, Value, ValueMap } from "./value";
import { emptyMap, isMap, mapMembers, unwrapSecret, Secret, secret } from "./value";

/** Where marks come from. */
export interface MarkOptions {
  schema: Schema;
  shape: ObjectSpec;
  /** Marked values of the same paths: the inputs, the former state. */
  like?: ValueMap | undefined;
  /** Texts that are secret wherever they stand. */
  texts?: ReadonlySet<string>;
}

/** Limits substring matching to longer secrets; short ones occur in unrelated text. */
const shortest = 6;

/** Options with the search for {@link MarkOptions.texts}. */
interface Marking extends MarkOptions {
  isSecretText(text: string): boolean;
}

/** The plain object with its marks on, at the narrowest path. */
export function markSecrets(plain: PlainMap, options: MarkOptions): ValueMap {
  return object(plain, options.shape.properties, options.like, { ...options, isSecretText: secretSearch(options.texts ?? new Set()) });
}

function object(
  plain: PlainMap,
  properties: Record<string, PropertySpec> | undefined,
  like: ValueMap | undefined,
  options: Marking,
): ValueMap {
  const result = emptyMap();
  for (const key of Object.keys(plain)) {
    const value = plain[key];
    if (value !== undefined) result[key] = one(value, properties?.[key], like?.[key], options);
  }
  return result;
}

function one(plain: Plain | undefined, spec: (PropertySpec & TypeSpec) | undefined, like: Value | undefined, options: Marking): Value {
  if (plain === null || plain === undefined) return null;
  if (spec?.secret === true || like instanceof Secret) return secret(copied(plain));
  if (typeof plain === "string") return options.isSecretText(plain) ? secret(plain) : plain;
  if (typeof plain !== "object") return plain;
  if (Array.isArray(plain)) return plain.map((item, i) => one(item, spec?.items, Array.isArray(like) ? like[i] : undefined, options));
  const named = spec?.$ref === undefined ? undefined : options.schema.type(spec.$ref);
  const known = unwrapSecret(like);
  const each = spec?.additionalProperties;
  const properties = named?.properties ?? (each ? Object.fromEntries(Object.keys(plain).map((key) => [key, each])) : undefined);
  return object(plain, properties, isMap(known) ? known : undefined, options);
}

/** A value of its own: several callers may be handed the same answer of a module. */
function copied(plain: Plain): Value {
  if (plain === null || typeof plain !== "object") return plain;
  return Array.isArray(plain)
    ? plain.map(copied)
    : mapMembers<Plain | undefined, Value>(plain, (member) => (member === undefined ? undefined : copied(member)));
}

/** Members that may be unknown or marked already, with the marks that the schema demands, at the narrowest path. */
export function markSchemaSecrets(members: ValueMap, properties: Record<string, PropertySpec> | undefined, schema: Schema): ValueMap {
  return mapMembers(members, (member, key) => concealed(member, properties?.[key], schema));
}

function concealed(value: Value, spec: PropertySpec | undefined, schema: Schema): Value {
  if (spec?.secret === true) return secret(value);
  if (Array.isArray(value)) return value.map((item) => concealed(item, spec?.items, schema));
  if (!isMap(value) || spec === undefined) return value;
  const named = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
  const each = spec.additionalProperties;
  return markSchemaSecrets(value, named?.properties ?? (each && mapMembers(value, () => each)), schema);
}

/** Returns whether a text is one of the secrets, or contains one of at least {@link shortest} characters. Linear in the texts and the secrets. */
function secretSearch(secrets: ReadonlySet<string>): (text: string) => boolean {
  let index: LiteralIndex | undefined;
  const long = [...secrets].filter((text) => text.length >= shortest);
  return (text) => {
    if (secrets.has(text)) return true;
    if (long.length === 0 || text.length <= shortest) return false;
    index ??= new LiteralIndex(
      long.map((one) => ({ codes: codesOf(one), least: one.length })),
      shortest,
    );
    let isFound = false;
    index.search(codesOf(text), () => (isFound = true));
    return isFound;
  };
}
