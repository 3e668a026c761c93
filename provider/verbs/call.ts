// Call: a method of the provider resource, computed from the configuration in force. See docs/protocol.md#call.
import { validate } from "../core/validate/validate";
import { truncateFailures } from "../core/validate/value-rules";
import type { RpcContext } from "../contract/context";
import type { Failure } from "../core/errors/errors";
import { ProviderError } from "../core/errors/errors";
import { markSecrets } from "../core/secrets/marks";
import { describeValue } from "../core/schema/shape";
import { typeOfUrn } from "../core/values/urn";
import type { Value, ValueMap } from "../core/values/value";
import { isMap, mapMembers, unwrapSecret, ResourceReference, secret, Unknown } from "../core/values/value";
import { loadAlone } from "../core/concurrency/load-alone";
import { CallContext } from "./call-context";
import type { InvokeResponse } from "./invoke";
import { withRedaction } from "./redaction";
import type { Runtime } from "./runtime";

/** A method of the provider resource and its arguments. */
export interface CallRequest {
  token: string;
  args: ValueMap;
}

/** Calls a method. Wrong arguments are failures; a setting that is unknown fails with `failed_precondition`. */
export async function callMethod(runtime: Runtime, { token, args }: CallRequest, rpc: RpcContext): Promise<InvokeResponse> {
  const { registry, configuration } = runtime;
  const { spec, implementation, module } = await registry.method(token);
  const validated = validate(spec.inputs ?? {}, args, { schema: registry.schema });
  const failures = validated.failures.length > 0 ? validated.failures : selfFailures(token, validated.inputs);
  if (failures.length > 0) return { failures: truncateFailures(failures) };
  configuration.required();
  if (configuration.unknownSettings.length > 0) throw unknownSettingsError(token, configuration.unknownSettings);
  const outputs = await withRedaction(configuration, new Set(), rpc, async () => {
    return implementation.read({}, new CallContext(rpc, configuration.client(module, {}, rpc), loadAlone));
  });
  const result = markSecrets(outputs, { schema: registry.schema, shape: spec.outputs ?? {} });
  return { result: mapMembers(result, withSecretMembers), failures: [] };
}

function unknownSettingsError(token: string, settings: readonly string[]): ProviderError {
  const names = settings.map((name) => `quartet:${name}`).join(", ");
  return new ProviderError(
    "failed_precondition",
    `Call failed: ${token}: all inputs of the provider must be known; unknown during this preview: ${names}.`,
  );
}

/**
 * Returns the failures of `__self__`. This process serves one provider resource, so any reference to a provider of this package is valid; old engines send its
 * id or URN as a text.
 */
function selfFailures(token: string, { __self__: given }: ValueMap): Failure[] {
  const self = unwrapSecret(given);
  const type = token.slice(0, token.lastIndexOf("/"));
  if (self instanceof Unknown || (typeof self === "string" && self !== "")) return [];
  if (self instanceof ResourceReference && (self.urn === "" || typeOfUrn(self.urn) === type)) return [];
  const got = self instanceof ResourceReference ? `a resource of the type ${typeOfUrn(self.urn)}` : describeValue(given ?? null, false);
  return [{ property: "__self__", reason: `expected a reference to the provider (${type}); got ${got}` }];
}

/** Returns a map with each member as a secret, so that its keys stay readable; other outputs are as the schema marks them. */
function withSecretMembers(output: Value): Value {
  return isMap(output) ? mapMembers(output, (member) => (member === null ? undefined : secret(member))) : output;
}
