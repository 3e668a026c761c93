// The input `withoutSecrets` of functions: one secret member makes the engine and the SDKs hide a whole result. Pure. See docs/protocol.md#without-secrets.
import type { Value, ValueMap } from "../values/value";
import { isMap, mapMembers, Secret } from "../values/value";

/** The input that leaves the secret members out of a result. The implementations of functions do not receive it. */
export const withoutSecretsInput = "withoutSecrets";

/** Returns the members without the secret ones, at every depth. */
export function dropSecrets(members: ValueMap): ValueMap {
  return mapMembers<Value, Value>(members, (member) => (member instanceof Secret ? undefined : partWithoutSecrets(member)));
}

function partWithoutSecrets(value: Value): Value {
  if (Array.isArray(value)) return value.filter((item) => !(item instanceof Secret)).map(partWithoutSecrets);
  return isMap(value) ? dropSecrets(value) : value;
}
