// Encodes and decodes property values; the engine's signature keys are used only here. Pure. See docs/protocol.md#property-values.
import { internalError, ProviderError } from "../core/errors/errors";
import { format, type Step } from "../core/values/path";
import type { Value, ValueMap } from "../core/values/value";
import { emptyMap, isMap, Opaque, unwrapSecret, ResourceReference, Secret, secret, unknown, Unknown } from "../core/values/value";
import type { StructMembers } from "./wire";
import { readStruct, writeMessageOfStruct, writeStruct } from "./wire";

const signatureKey = "4dabf18193072939515e22adb298388d";
const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
  bytes: "803fd3297a5875dc03ca845dda5d2a98",
} as const;

const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** One for each type, but each may be used for a value of any type. See docs/protocol.md#unknowns. */
const unknownTexts = new Set([
  unknownText,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Marks a text or key of a service that equals a reserved one. */
const reservedSuffix = " (reserved by Pulumi)";

/** Returns an unknown for the text of a sentinel. All sentinels have 36 characters. */
function decodeText(value: string): Value {
  return value.length === 36 && unknownTexts.has(value) ? unknown : value;
}

function decodeObject(members: ValueMap): Value {
  const signature = members[signatureKey];
  return signature === undefined ? members : decodeSigned(signature, members);
}

function decodeSigned(signature: Value, members: ValueMap): Value {
  switch (signature) {
    case signatures.secret:
      return secret(members.value ?? null);
    case signatures.output:
      return decodeOutput(members);
    case signatures.resource:
      return referenceOf(members);
    case signatures.asset:
      return new Opaque("asset", members);
    case signatures.archive:
      return new Opaque("archive", members);
    case signatures.bytes:
      return new Opaque("byte string", members);
    default:
      throw new ProviderError("invalid_argument", "malformed request: a property value has an unknown signature. Update the provider.");
  }
}

function referenceOf({ urn, id, packageVersion }: ValueMap): ResourceReference {
  return new ResourceReference(stringOf(urn), idOf(id), stringOf(packageVersion));
}

/** Returns the value of an output, unknown without one; its dependencies are not used by the provider. */
function decodeOutput(members: ValueMap): Value {
  const value = members.value ?? ("value" in members ? null : unknown);
  return members.secret === true ? secret(value) : value;
}

/** Returns the ID of a resource reference, which may be unknown. Fails if it is not a string. */
function idOf(id: Value | undefined): Value | undefined {
  if (id === undefined || id === null) return undefined;
  const known = unwrapSecret(id);
  if (typeof known === "string" || known instanceof Unknown) return id;
  throw new ProviderError("invalid_argument", "malformed request: the ID of a resource reference is not a string");
}

function stringOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Decodes the properties of a request; absent bytes are an empty object. Fails with `invalid_argument`. */
export function decode(bytes: Uint8Array | undefined): ValueMap {
  return bytes === undefined || bytes.byteLength === 0 ? emptyMap() : readStruct<Value>(bytes, { object: decodeObject, text: decodeText });
}

/** Decodes a JSON value from a text, with signatures and sentinels at every depth. See docs/protocol.md#decoding-settings. */
export function fromJson(value: unknown): Value {
  if (typeof value === "string") return decodeText(value);
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== "object" || value === null) return value as Value;
  const members = emptyMap();
  for (const [key, member] of Object.entries(value)) members[key] = fromJson(member);
  return decodeObject(members);
}

/** Encodes properties that may contain unknowns, for previews. */
export function encode(properties: ValueMap): Buffer {
  return writeStruct(properties, wireForm);
}

/** Encodes properties without unknowns; see {@link escapeReserved}. Fails with the path of an unknown. */
export function encodeKnown(properties: ValueMap): Buffer {
  return encode(knownProperties(properties));
}

/** Encodes a message whose only field is {@link encodeKnown} of the properties in field 1. */
export function encodeKnownMessage(properties: ValueMap): Buffer {
  return writeMessageOfStruct(knownProperties(properties), wireForm);
}

function knownProperties(properties: ValueMap): ValueMap {
  if (findPart(properties, (part) => part instanceof Unknown || isReserved(part)) === undefined) return properties;
  const path = findPart(properties, (part) => part instanceof Unknown);
  if (path !== undefined) throw internalError(`the value of ${format(path)} is unknown and cannot be stored`);
  return escapeReserved(properties) as ValueMap;
}

/** Returns whether the engine would not decode the value as the data that it is. */
function isReserved(value: Value): boolean {
  return typeof value === "string" ? decodeText(value) !== value : isMap(value) && signatureKey in value;
}

/**
 * Returns the value with a suffix on texts and keys that the engine reserves. The engine would reject the response, and a text that another writer stored at the
 * service must not make every refresh fail. See docs/protocol.md#unknowns.
 */
function escapeReserved(value: Value): Value {
  if (typeof value === "string") return isReserved(value) ? `${value}${reservedSuffix}` : value;
  if (value instanceof Secret) return secret(escapeReserved(value.value));
  if (Array.isArray(value)) return value.map(escapeReserved);
  if (!isMap(value)) return value;
  const escaped = emptyMap();
  for (const [key, member] of Object.entries(value))
    escaped[key === signatureKey ? `${key}${reservedSuffix}` : key] = escapeReserved(member);
  return escaped;
}

/** Returns the path of the first part for which the test holds. */
function findPart(value: Value | undefined, test: (part: Value) => boolean): Step[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (test(value)) return [];
  if (typeof value !== "object" || value instanceof Opaque) return undefined;
  if (value instanceof Secret) return findPart(value.value, test);
  if (value instanceof ResourceReference) return findPart(value.id, test);
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const below = findPart((value as ValueMap)[key], test);
    if (below) return [key, ...below];
  }
  return undefined;
}

/** Returns the wire form of an object: its members, a sentinel, or a signature object. */
function wireForm(value: object): string | StructMembers {
  if (value instanceof Secret) return { [signatureKey]: signatures.secret, value: value.value };
  if (value instanceof Unknown) return unknownText;
  if (value instanceof ResourceReference)
    return { [signatureKey]: signatures.resource, urn: value.urn, packageVersion: value.packageVersion, id: value.id };
  if (value instanceof Opaque) return value.wire;
  if (!isMap(value)) throw internalError("a value of an unsupported class cannot be encoded");
  if (signatureKey in value) throw internalError("a value with the engine's signature key cannot be encoded");
  return value;
}
