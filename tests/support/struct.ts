/** Structs through the two other codecs: the one ts-proto generates, and google-protobuf's, which the official client uses. */
import { Struct as Official } from "google-protobuf/google/protobuf/struct_pb";
import { Struct as Generated } from "./gen/google/protobuf/struct";
import type { Json } from "./protobuf";
import { fromStruct, toStruct } from "./structs";

export type { Json } from "./protobuf";
/** A JSON object. */
export type JsonMap = { [key: string]: Json };

/** By the codec that ts-proto generates. Its maps are ordinary objects, so it cannot carry the key `__proto__`. */
export const generated = {
  write: (members: JsonMap): Uint8Array => Generated.encode(Generated.wrap(members)).finish(),
  read: (bytes: Uint8Array): JsonMap => Generated.unwrap(Generated.decode(bytes)) as JsonMap,
};

/** By google-protobuf. Its maps cannot carry the key `__proto__` either. Reading fails on a Value whose kind is not set. */
export const official = {
  write: (members: JsonMap): Uint8Array => toStruct(members).serializeBinary(),
  read: (bytes: Uint8Array): JsonMap => fromStruct(Official.deserializeBinary(bytes)),
};
