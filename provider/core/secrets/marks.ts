// Secret marks of outputs: where the schema declares them, where an input or a former output of the same path is secret (list elements: an equal one), and wherever a
// secret text occurs. Pure. See docs/protocol.md#secrets.
import type { Comparison, ComparedValue } from "../compare/equality";
import { placeBelow } from "../compare/equality";
import { FormerElements, maxCompared, type ElementComparison } from "../compare/former-elements";
import type { ObjectSpec, PropertySpec, Schema } from "../schema/schema";
import type { Plain, PlainMap, Value, ValueMap } from "../values/value";
import { emptyMap, hasSecret, isMap, mapMembers, Secret, secret } from "../values/value";
import { SortedTexts } from "./sorted-texts";

/** Values with secret marks, such as the inputs of a request. */
export type Marked = ValueMap | undefined;

/** Where marks come from, and how elements of lists are compared with former ones. */
export interface MarkOptions extends Comparison {
  shape: ObjectSpec;
  /** Former values with marks: what is secret at a path of one of them is secret in the result. Elements of lists are found by value, not by position. */
  like?: readonly Marked[];
  /** Texts that are secret wherever they occur. */
  texts?: ReadonlySet<string>;
}

/** Limits substring matching to longer secrets; short ones occur in unrelated text. */
const minSubstring = 6;

/** The beginning of a longer secret counts as the secret, so that the search takes time in proportion to the text. */
const minBeginning = 1024;

/** Up to this number, secrets are searched one by one, because the search of the runtime is much faster. */
const maxNative = 8;

/** The comparison, and the search for {@link MarkOptions.texts}. */
interface Marking extends ElementComparison {
  isSecretText(text: string): boolean;
}

const noMarks: readonly never[] = [];

/** Returns the object with its secret marks, at the narrowest paths. */
export function markSecrets(plain: PlainMap, { shape, like = noMarks, texts, ...comparison }: MarkOptions): ValueMap {
  const given = like.filter((map) => map !== undefined);
  const options: Marking = { ...comparison, left: maxCompared, isSecretText: secretSearch(texts) };
  const placeOf = (key: string): ComparedValue => ({ spec: shape.properties?.[key], at: key });
  return markMembers(plain, placeOf, given.some(hasSecret) ? given : noMarks, options);
}

function markMembers(plain: PlainMap, placeOf: (key: string) => ComparedValue, like: readonly ValueMap[], options: Marking): ValueMap {
  const result = emptyMap();
  for (const key of Object.keys(plain)) {
    const value = plain[key];
    const former = like.length === 0 ? noMarks : like.map((map) => map[key]).filter((member) => member !== undefined);
    if (value !== undefined) result[key] = markValue(value, placeOf(key), former, options);
  }
  return result;
}

function markValue(plain: Plain | undefined, place: ComparedValue, like: readonly Value[], options: Marking): Value {
  const { spec } = place;
  if (plain === null || plain === undefined) return null;
  if (spec?.secret === true || like.some((former) => isSecretAs(former, plain))) return secret(copy(plain));
  if (typeof plain === "string") return options.isSecretText(plain) ? secret(plain) : plain;
  if (typeof plain !== "object") return plain;
  if (Array.isArray(plain)) return markElements(plain, placeBelow(options, place, 0), like.filter(Array.isArray), options);
  const named = options.schema.type(spec?.$ref);
  // A key cannot be marked. Keys that the schema declares are not searched.
  const isDeclared = (key: string): boolean => named?.properties !== undefined && Object.hasOwn(named.properties, key);
  if (Object.keys(plain).some((key) => !isDeclared(key) && options.isSecretText(key))) return secret(copy(plain));
  return markMembers(plain, (key) => placeBelow(options, place, key), like.filter(isMap), options);
}

/** Returns whether a former value makes this one secret as a whole: it is secret, or has another form and a secret inside, whose place here is not known. */
function isSecretAs(former: Value, plain: Plain): boolean {
  if (former instanceof Secret) return true;
  const hasSameForm = Array.isArray(plain) ? Array.isArray(former) : isMap(plain) && isMap(former);
  return !hasSameForm && hasSecret(former);
}

/**
 * Elements keep the mark of the equal element of before. Where a list held a secret, an element that equals no former one is secret as a whole: it may be the
 * secret, rewritten by another writer.
 */
function markElements(plain: readonly Plain[], item: ComparedValue, lists: readonly (readonly Value[])[], options: Marking): Value[] {
  if (!lists.some((list) => list.some(hasSecret))) return plain.map((element) => markValue(element, item, noMarks, options));
  const formers = new FormerElements(lists.flat(), options, item);
  return plain.map((element) => {
    const equal = formers.equalTo(element);
    return equal.length === 0 ? secret(copy(element)) : markValue(element, item, equal, options);
  });
}

/** Copies the value: coalesced callers share the result of a module. */
function copy(plain: Plain | undefined): Value {
  if (plain === undefined) return null;
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
  const named = schema.type(spec.$ref);
  const each = spec.additionalProperties;
  return markSchemaSecrets(value, named?.properties ?? (each && mapMembers(value, () => each)), schema);
}

function neverSecret(): boolean {
  return false;
}

/** Returns whether a text is one of the secrets, or contains one of at least {@link minSubstring} characters. */
function secretSearch(secrets: ReadonlySet<string> | undefined): (text: string) => boolean {
  if (secrets === undefined || secrets.size === 0) return neverSecret;
  const long = [...secrets].filter((text) => text.length >= minSubstring);
  const beginnings = long.length > maxNative ? [] : long.map((text) => text.slice(0, minBeginning));
  let sorted: SortedTexts | undefined;
  return (text) => {
    if (secrets.has(text)) return true;
    if (long.length <= maxNative || text.length <= minSubstring) return beginnings.some((beginning) => text.includes(beginning));
    const texts = (sorted ??= new SortedTexts(long, () => minBeginning));
    for (let at = 0; at < text.length; at++) if (texts.lengthAt(text, at) > 0) return true;
    return false;
  };
}
