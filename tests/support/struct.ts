/** Structs through the two other codecs: the one ts-proto generates, and google-protobuf's, which the official client uses. */
import { ListValue, NullValue, Struct as Official, Value as OfficialValue } from "google-protobuf/google/protobuf/struct_pb";
import { Struct as Generated } from "./gen/google/protobuf/struct";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A JSON object. */
export type JsonMap = { [key: string]: Json };

/** By the codec that ts-proto generates. Its maps are ordinary objects, so it cannot carry the key `__proto__`. */
export const generated = {
  write: (members: JsonMap): Uint8Array => Generated.encode(Generated.wrap(members)).finish(),
  read: (bytes: Uint8Array): JsonMap => Generated.unwrap(Generated.decode(bytes)) as JsonMap,
};

/** By google-protobuf. Its maps cannot carry the key `__proto__` either. Reading fails on a Value whose kind is not set. */
export const official = {
  write: (members: JsonMap): Uint8Array => structOf(members).serializeBinary(),
  read: (bytes: Uint8Array): JsonMap => membersOf(Official.deserializeBinary(bytes)),
};

/** A JSON object as the official class. */
export function structOf(members: JsonMap): Official {
  const struct = new Official();
  for (const key of Object.keys(members)) struct.getFieldsMap().set(key, valueOf(members[key]!));
  return struct;
}

function valueOf(json: Json): OfficialValue {
  const value = new OfficialValue();
  if (json === null) value.setNullValue(NullValue.NULL_VALUE);
  else if (typeof json === "boolean") value.setBoolValue(json);
  else if (typeof json === "number") value.setNumberValue(json);
  else if (typeof json === "string") value.setStringValue(json);
  else if (Array.isArray(json)) value.setListValue(new ListValue().setValuesList(json.map(valueOf)));
  else value.setStructValue(structOf(json));
  return value;
}

/** The JSON object that an official Struct holds. */
export function membersOf(struct: Official): JsonMap {
  const members = Object.create(null) as JsonMap;
  struct.getFieldsMap().forEach((value, key) => (members[key] = jsonOf(value)));
  return members;
}

function jsonOf(value: OfficialValue): Json {
  switch (value.getKindCase()) {
    case OfficialValue.KindCase.NULL_VALUE:
      return null;
    case OfficialValue.KindCase.BOOL_VALUE:
      return value.getBoolValue();
    case OfficialValue.KindCase.NUMBER_VALUE:
      return value.getNumberValue();
    case OfficialValue.KindCase.STRING_VALUE:
      return value.getStringValue();
    case OfficialValue.KindCase.LIST_VALUE:
      return value.getListValue()!.getValuesList().map(jsonOf);
    case OfficialValue.KindCase.STRUCT_VALUE:
      return membersOf(value.getStructValue()!);
    default:
      throw new Error("a Value without kind");
  }
}
