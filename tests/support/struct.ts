/** Structs through google-protobuf's codec, which the official client uses. */
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Json } from "./protobuf";
import { fromStruct, toStruct } from "./structs";

export type { Json } from "./protobuf";
/** A JSON object. */
export type JsonMap = { [key: string]: Json };

/** Its maps are ordinary objects, which cannot contain the key `__proto__`, and are written in the order of their keys. Reading fails on a Value whose kind is not set. */
export const official = {
  write: (members: JsonMap): Uint8Array => toStruct(members).serializeBinary(),
  read: (bytes: Uint8Array): JsonMap => fromStruct(Struct.deserializeBinary(bytes)),
};
