// Property values as tests write and read them: plain JSON with the engine's special objects in it, through the official Struct class.
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Json } from "./protobuf";

export type { Json } from "./protobuf";

/** Properties of a request or a response. */
export interface Properties {
  [key: string]: Json;
}

/** The key that makes an object special. See docs/protocol.md#special-objects. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
/** Its values, as the protocol names them. */
export const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
  bytes: "803fd3297a5875dc03ca845dda5d2a98",
} as const;

/** The texts that represent unknown values, by type. See docs/protocol.md#unknowns. */
export const sentinels = {
  boolean: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  number: "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  string: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  array: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  asset: "030794c1-ac77-496b-92df-f27374a8bd58",
  archive: "e48ece36-62e2-4504-bad9-02848725956a",
  object: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
} as const;

/** The one that SDKs send for every type. */
export const unknown = sentinels.string;

/** A secret. */
export const secret = (value: Json): Json => ({ [signatureKey]: signatures.secret, value });
/** A reference to a resource. */
export const reference = (urn: string, id?: string): Json => ({
  [signatureKey]: signatures.resource,
  urn,
  packageVersion: "",
  ...(id === undefined ? {} : { id }),
});
/** An asset of a text. */
export const asset = (text: string): Json => ({ [signatureKey]: signatures.asset, hash: "00", text });
/** An archive of nothing. */
export const archive = (): Json => ({ [signatureKey]: signatures.archive, hash: "00", assets: {} });
/** Bytes that are no text. */
export const byteString = (base64: string): Json => ({ [signatureKey]: signatures.bytes, value: base64 });

/** Whether the value is a secret. */
export function isSecret(value: Json | undefined): value is { value: Json } {
  return isObject(value) && value[signatureKey] === signatures.secret;
}

/** The value with all secret marks taken off, at every depth. */
export function reveal<T extends Json>(value: T): T;
export function reveal(value: Json): Json {
  if (isSecret(value)) return reveal(value.value);
  if (Array.isArray(value)) return value.map((item) => reveal(item));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, reveal(member)])) : value;
}

/** The items of a list or the members of an object, each with its path. */
function partsOf(value: Json, at: string): [part: Json, path: string][] {
  if (Array.isArray(value)) return value.map((item, i) => [item, `${at}[${i}]`]);
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, member]) => [member, at === "" ? key : `${at}.${key}`]);
}

/** The paths of all secrets, `a.b[0]`; what is inside a secret is left out. */
export function secretPaths(value: Json, at = ""): string[] {
  return isSecret(value) ? [at] : partsOf(value, at).flatMap(([part, path]) => secretPaths(part, path));
}

/** What can be read without opening a secret, as one text. */
export function plainTexts(value: Json): string {
  if (isSecret(value)) return "";
  if (Array.isArray(value)) return value.map(plainTexts).join("\n");
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}\n${plainTexts(member)}`)
    .join("\n");
}

/** The paths of all unknowns, those inside secrets too. */
export function unknownPaths(value: Json, at = ""): string[] {
  if (typeof value === "string") return (Object.values(sentinels) as string[]).includes(value) ? [at] : [];
  return partsOf(value, at).flatMap(([part, path]) => unknownPaths(part, path));
}

/** The members as the official Struct. */
export function toStruct(members: Properties): Struct {
  return Struct.fromJavaScript(members);
}

/** The members of an official Struct. */
export function fromStruct(struct: Struct): Properties {
  return struct.toJavaScript();
}

/**
 * The codec of google-protobuf, which the official client uses. Its maps are ordinary objects, which cannot contain the key `__proto__`, and are written in the
 * order of their keys. Reading fails on a Value whose kind is not set.
 */
export const official = {
  write: (members: Properties): Uint8Array => toStruct(members).serializeBinary(),
  read: (bytes: Uint8Array): Properties => fromStruct(Struct.deserializeBinary(bytes)),
};

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
