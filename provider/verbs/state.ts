// From what a module answers to what the engine keeps: inputs in the user's words, outputs with their marks.
import type { Call, Found, Known } from "../core/contract";
import { ProviderError } from "../core/errors";
import { seconds } from "../core/duration";
import { isObject } from "../core/json";
import { conceal, mark } from "../core/marks";
import { reconcile } from "../core/reconcile";
import type { PlainMap, ValueMap } from "../core/value";
import { emptyMap, secretTexts } from "../core/value";
import type { FoundResource, House } from "./house";

/** The plain inputs that describe what the service holds; `user` is empty on import. */
export function describedInputs(house: House, { spec, resource }: FoundResource, user: PlainMap, service: PlainMap): PlainMap {
  const { served, same, serverDefaults, local } = resource;
  const fresh = Object.keys(user).length === 0;
  const properties = spec.inputProperties ?? {};
  return reconcile(user, service, {
    schema: house.schema,
    properties,
    served: served ?? same,
    serverDefaults,
    local,
    filled: fresh ? resource.leaves?.(service) : resource.filled,
  });
}

/**
 * The plain outputs: properties that are inputs as {@link describedInputs} has them, or as the service filled them in, also where the schema promises a value;
 * the rest as the service answers.
 */
export function outputs(house: House, found: FoundResource, user: PlainMap, service: PlainMap): PlainMap {
  const inputs = describedInputs(house, found, user, service);
  const result = emptyMap<PlainMap[string]>();
  const { properties = {}, inputProperties = {}, required = [] } = found.spec;
  for (const key of Object.keys(properties)) {
    const told = !(key in inputProperties) || found.resource.filled?.includes(key) || required.includes(key);
    const served = found.resource.asServed?.includes(key) ? service[key] : undefined;
    const value = served ?? inputs[key] ?? (told ? service[key] : undefined);
    if (value !== undefined && value !== null) result[key] = value;
  }
  return result;
}

/** Marks by the schema's outputs and by what the inputs bore. */
export function markOutputs(house: House, { spec }: FoundResource, plain: PlainMap, like: ValueMap): ValueMap {
  return mark(plain, { schema: house.schema, shape: spec, like, texts: secretTexts(like) });
}

/** Marks by the schema's inputs and by what the former inputs bore. */
export function markInputs(house: House, { spec }: FoundResource, plain: PlainMap, like: ValueMap): ValueMap {
  return mark(plain, { schema: house.schema, shape: { properties: spec.inputProperties ?? {} }, like });
}

/** Inputs of a preview, which may be unknown, with the marks that the schema demands. */
export function concealedInputs(house: House, { spec }: FoundResource, inputs: ValueMap): ValueMap {
  return conceal(inputs, spec.inputProperties, house.schema);
}

/** The object as the service holds it. Fails with kind "missing" when it is gone. */
export async function readBack(
  { resource, token }: FoundResource,
  id: string,
  client: unknown,
  known: Known<PlainMap>,
): Promise<Found<PlainMap>> {
  const found = await resource.read(id, client, known);
  if (!found) throw new ProviderError("missing", `Resource not found: ${token} ${id} was written, but the service does not have it`);
  return found;
}

const fallbackSeconds = 1200;

/** Sets the time limit of an operation: the resource option `customTimeouts`, else the input `timeouts`, else the default of the resource (protocol 2.21). */
export function limitTime(
  call: Call,
  verb: "create" | "read" | "update" | "delete",
  found: FoundResource,
  wanted: { timeout: number; inputs: PlainMap },
): void {
  const { timeouts } = wanted.inputs;
  const own = isObject(timeouts) && typeof timeouts[verb] === "string" ? seconds(timeouts[verb]) : undefined;
  const limit = wanted.timeout > 0 ? wanted.timeout : (own ?? found.resource.timeouts?.[verb] ?? fallbackSeconds);
  const raise = `raise it with the resource option customTimeouts.${verb}${"timeouts" in (found.spec.inputProperties ?? {}) ? ` or the input timeouts.${verb}` : ""}`;
  call.limit(limit, new ProviderError("timeout", `${verb} of ${found.token} did not end within its time limit of ${limit} s; ${raise}`));
}
