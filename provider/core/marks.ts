// Secret marks of outputs: where the schema declares them, where an input or a former output of the same path is secret, and wherever a secret text occurs. Pure.
// See docs/protocol.md#secrets.
import { codesOf, LiteralIndex } from "./literal-index";
import type { ObjectSpec, PropertySpec, Schema, TypeSpec } from "./schema";
import type { Plain, PlainMap, Value, ValueMap } from "./value";
import { emptyMap, hasSecret, isMap, mapMembers, Secret, secret } from "./value";

/** Values with secret marks, such as the inputs of a request. */
export type Marked = ValueMap | undefined;

/** Where marks come from. */
export interface MarkOptions {
  schema: Schema;
  shape: ObjectSpec;
  /** Marked values of the same paths: what is secret in one of them is secret in the result. */
  like?: readonly Marked[];
  /** Texts that are secret wherever they occur. */
  texts?: ReadonlySet<string>;
}

/** Limits substring matching to longer secrets; short ones occur in unrelated text. */
const minSubstring = 6;

/** The schema, and the search for {@link MarkOptions.texts}. */
interface Marking {
  schema: Schema;
  isSecretText(text: string): boolean;
}

const noMarks: readonly never[] = [];

/** Returns the object with its secret marks, at the narrowest paths. */
export function markSecrets(plain: PlainMap, options: MarkOptions): ValueMap {
  const { schema, shape, like = noMarks, texts } = options;
  const marked = like.length === 0 ? noMarks : like.filter((map) => map !== undefined).filter(hasSecret);
  return markMembers(plain, shape.properties, marked, { schema, isSecretText: secretSearch(texts) });
}

function markMembers(
  plain: PlainMap,
  properties: Record<string, PropertySpec> | undefined,
  like: readonly ValueMap[],
  options: Marking,
): ValueMap {
  const result = emptyMap();
  for (const key of Object.keys(plain)) {
    const value = plain[key];
    const marked = like.length === 0 ? noMarks : like.map((map) => map[key]).filter((member) => member !== undefined);
    if (value !== undefined) result[key] = markValue(value, properties?.[key], marked, options);
  }
  return result;
}

function markValue(plain: Plain | undefined, spec: (PropertySpec & TypeSpec) | undefined, like: readonly Value[], options: Marking): Value {
  if (plain === null || plain === undefined) return null;
  if (spec?.secret === true || like.some((value) => value instanceof Secret)) return secret(copy(plain));
  if (typeof plain === "string") return options.isSecretText(plain) ? secret(plain) : plain;
  if (typeof plain !== "object") return plain;
  if (Array.isArray(plain)) {
    const lists = like.filter((value) => Array.isArray(value));
    const elements = (i: number): Value[] => lists.map((list) => list[i]).filter((item) => item !== undefined);
    return plain.map((item, i) => markValue(item, spec?.items, elements(i), options));
  }
  const named = spec?.$ref === undefined ? undefined : options.schema.type(spec.$ref);
  // A key cannot be marked. Keys that the schema declares are not searched.
  const isDeclared = (key: string): boolean => named?.properties !== undefined && Object.hasOwn(named.properties, key);
  if (Object.keys(plain).some((key) => !isDeclared(key) && options.isSecretText(key))) return secret(copy(plain));
  const each = spec?.additionalProperties;
  const properties = named?.properties ?? (each ? Object.fromEntries(Object.keys(plain).map((key) => [key, each])) : undefined);
  return markMembers(plain, properties, like.filter(isMap), options);
}

/** Copies the value: coalesced callers share the result of a module. */
function copy(plain: Plain): Value {
  if (plain === null || typeof plain !== "object") return plain;
  return Array.isArray(plain)
    ? plain.map(copy)
    : mapMembers<Plain | undefined, Value>(plain, (member) => (member === undefined ? undefined : copy(member)));
}

/** Returns members that may be unknown or marked already, with the marks that the schema declares, at the narrowest paths. */
export function markSchemaSecrets(members: ValueMap, properties: Record<string, PropertySpec> | undefined, schema: Schema): ValueMap {
  return mapMembers(members, (member, key) => markBySchema(member, properties?.[key], schema));
}

function markBySchema(value: Value, spec: PropertySpec | undefined, schema: Schema): Value {
  if (spec?.secret === true) return secret(value);
  if (Array.isArray(value)) return value.map((item) => markBySchema(item, spec?.items, schema));
  if (!isMap(value) || spec === undefined) return value;
  const named = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
  const each = spec.additionalProperties;
  return markSchemaSecrets(value, named?.properties ?? (each && mapMembers(value, () => each)), schema);
}

function neverSecret(): boolean {
  return false;
}

/** Returns whether a text is one of the secrets, or contains one of at least {@link minSubstring} characters. Linear in the texts and the secrets. */
function secretSearch(secrets: ReadonlySet<string> | undefined): (text: string) => boolean {
  if (secrets === undefined || secrets.size === 0) return neverSecret;
  let index: LiteralIndex | undefined;
  const long = [...secrets].filter((text) => text.length >= minSubstring);
  return (text) => {
    if (secrets.has(text)) return true;
    if (long.length === 0 || text.length <= minSubstring) return false;
    index ??= LiteralIndex.of(
      long.map((one) => ({ codes: codesOf(one), minRun: one.length })),
      minSubstring,
    );
    let isFound = false;
    index.search(codesOf(text), () => (isFound = true));
    return isFound;
  };
}
