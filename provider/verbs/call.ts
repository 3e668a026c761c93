// Call: a method of the provider resource, answered from the configuration in force (protocol 2.9; cloud-lookups.md, section 5).
import { validate } from "../core/validate";
import { truncateFailures } from "../core/value-rules";
import type { RpcContext } from "../core/contract";
import type { Failure } from "../core/errors";
import { ProviderError } from "../core/errors";
import { markSecrets } from "../core/marks";
import { describeValue } from "../core/shape";
import { typeOfUrn } from "../core/urn";
import type { PlainMap, Value, ValueMap } from "../core/value";
import { isMap, mapMembers, unwrapSecret, ResourceReference, secret, Unknown } from "../core/value";
import type { FoundMethod, House } from "./house";
import { guarded } from "./house";
import type { Answer } from "./invoke";

/** What is asked. */
export interface CallRequest {
  token: string;
  args: ValueMap;
}

/** Answers a method. Wrong arguments come as failures; a configuration that is not wholly known fails with `failed_precondition`. */
export async function callMethod(house: House, { token, args }: CallRequest, call: RpcContext): Promise<Answer> {
  const found = await house.method(token);
  const checked = validate(found.spec.inputs ?? {}, args, { schema: house.schema });
  const failures = checked.failures.length > 0 ? checked.failures : selfFailures(token, checked.inputs);
  if (failures.length > 0) return { failures: truncateFailures(failures) };
  const host = house.inForce();
  if (house.unknownSettings.length > 0) throw notKnown(token, house.unknownSettings);
  const outputs = await guarded(house, new Set(), call, async () => found.method.answer(host));
  return { result: marked(house, found, outputs), failures: [] };
}

function notKnown(token: string, settings: readonly string[]): ProviderError {
  const names = settings.map((name) => `quartet:${name}`).join(", ");
  return new ProviderError("failed_precondition", `${token}: all inputs of the provider must be known; not known yet: ${names}`);
}

/** The process that answers is the provider's own, so any reference to a provider of this package will do; old engines send its id or URN as a text. */
function selfFailures(token: string, { __self__: given }: ValueMap): Failure[] {
  const self = unwrapSecret(given);
  const type = token.slice(0, token.lastIndexOf("/"));
  if (self instanceof Unknown || (typeof self === "string" && self !== "")) return [];
  if (self instanceof ResourceReference && (self.urn === "" || typeOfUrn(self.urn) === type)) return [];
  const got = self instanceof ResourceReference ? `a resource of the type ${typeOfUrn(self.urn)}` : describeValue(given ?? null, false);
  return [{ property: "__self__", reason: `expected a reference to the provider (${type}); got ${got}` }];
}

function marked(house: House, { spec, method }: FoundMethod, outputs: PlainMap): ValueMap {
  const result = markSecrets(outputs, { schema: house.schema, shape: spec.outputs ?? {} });
  for (const key of method.secretMembers ?? []) if (result[key] !== undefined) result[key] = withSecretMembers(result[key]);
  return result;
}

function withSecretMembers(map: Value): Value {
  return isMap(map) ? mapMembers(map, (member) => (member === null ? undefined : secret(member))) : secret(map);
}
