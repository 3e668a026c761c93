// From what a module answers to what the engine keeps: inputs in the user's words, outputs with their marks.
import type { RpcContext, RequestContext, PriorState, ReadResult, Context } from "../core/contract";
import { ProviderError } from "../core/errors";
import { parseDuration } from "../core/duration";
import { isObject } from "../core/json";
import { markSchemaSecrets, markSecrets } from "../core/marks";
import { reconcile } from "../core/reconcile";
import { withWriteOnly } from "../core/traits";
import type { PlainMap, ValueMap } from "../core/value";
import { emptyMap, secretTexts } from "../core/value";
import { changed } from "./check";
import type { FoundResource, House } from "./house";

/** The plain inputs that describe what the service holds; `user` is empty on import. */
export function describedInputs(house: House, { spec, traits }: FoundResource, user: PlainMap, service: PlainMap): PlainMap {
  const fresh = Object.keys(user).length === 0;
  const omitted = [...traits.omits].filter(
    ([key, omits]) => service[key] !== undefined && service[key] !== null && omits(service[key], service),
  );
  return reconcile(user, service, {
    schema: house.schema,
    properties: spec.inputProperties ?? {},
    served: traits.equals.refresh,
    serverDefaults: traits.defaults,
    local: traits.local,
    filled: fresh ? new Set(omitted.map(([key]) => key)) : traits.computed,
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
  const { computed, reported } = found.traits;
  for (const key of Object.keys(properties)) {
    const told = !(key in inputProperties) || computed.has(key) || required.includes(key);
    const served = reported.has(key) ? service[key] : undefined;
    const value = served ?? inputs[key] ?? (told ? service[key] : undefined);
    if (value !== undefined && value !== null) result[key] = value;
  }
  return result;
}

/** Marks by the schema's outputs and by what the inputs bore. */
export function markOutputs(house: House, { spec }: FoundResource, plain: PlainMap, like: ValueMap): ValueMap {
  return markSecrets(plain, { schema: house.schema, shape: spec, like, texts: secretTexts(like) });
}

/** Marks by the schema's inputs and by what the former inputs bore. */
export function markInputs(house: House, { spec }: FoundResource, plain: PlainMap, like: ValueMap): ValueMap {
  return markSecrets(plain, { schema: house.schema, shape: { properties: spec.inputProperties ?? {} }, like });
}

/** Inputs of a preview, which may be unknown, with the marks that the schema demands. */
export function concealedInputs(house: House, { spec }: FoundResource, inputs: ValueMap): ValueMap {
  return markSchemaSecrets(inputs, spec.inputProperties, house.schema);
}

/** The object as it is, with the write-only values that were written last; nothing when it is gone. */
export async function readObject(
  { resource, traits }: FoundResource,
  id: string,
  context: Context<unknown>,
  prior?: PriorState<PlainMap, PlainMap>,
): Promise<ReadResult<PlainMap> | undefined> {
  const found = await resource.read({ id, ...(prior && { prior }) }, context);
  return found && { ...found, state: withWriteOnly(found.state, (prior?.state ?? {}) as PlainMap, traits) };
}

/** {@link readObject} after a write. Fails with `not_found` when the object is gone. */
export async function readBack(
  found: FoundResource,
  id: string,
  context: Context<unknown>,
  prior: PriorState<PlainMap, PlainMap>,
): Promise<ReadResult<PlainMap>> {
  const now = await readObject(found, id, context, prior);
  if (now) return now;
  throw new ProviderError("not_found", `Resource not found: ${found.token} ${id} was written, but the service does not have it`);
}

/** What a module's verb is given: the operation, the client for these inputs, the comparison. */
export function contextOf(house: House, found: FoundResource, inputs: PlainMap, operation: RequestContext): Context<unknown> {
  return {
    signal: operation.signal,
    status: (message) => operation.status(message),
    log: (severity, message) => operation.log(severity, message),
    redact: (text) => operation.redact(text),
    client: house.client(found.module, inputs, operation),
    differences: (wanted, state) => differences(house, found, wanted as PlainMap, state as PlainMap),
  };
}

/** The names of the inputs in which the object differs from these; local ones are none, nor are write-only ones that the service does not return. */
export function differences(house: House, found: FoundResource, wanted: PlainMap, state: PlainMap): string[] {
  const { local, writeOnly } = found.traits;
  const before = describedInputs(house, found, wanted, state);
  const changes = changed(house, found, { before: before as ValueMap, news: wanted as ValueMap });
  return [...new Set(changes.map(({ key }) => key))].filter((key) => !local.has(key) && !(writeOnly.has(key) && !(key in state)));
}

const fallbackSeconds = 1200;

/** Sets the time limit of an operation: the resource option `customTimeouts`, else the input `timeouts`, else the default of the resource (protocol 2.21). */
export function limitTime(
  call: RpcContext,
  verb: "create" | "read" | "update" | "delete",
  found: FoundResource,
  wanted: { timeout: number; inputs: PlainMap },
): void {
  const { timeouts } = wanted.inputs;
  const own = isObject(timeouts) && typeof timeouts[verb] === "string" ? parseDuration(timeouts[verb]) : undefined;
  const limit = wanted.timeout > 0 ? wanted.timeout : (own ?? found.resource.timeouts?.[verb] ?? fallbackSeconds);
  const raise = `raise it with the resource option customTimeouts.${verb}${"timeouts" in (found.spec.inputProperties ?? {}) ? ` or the input timeouts.${verb}` : ""}`;
  call.limit(
    limit,
    new ProviderError("deadline_exceeded", `${verb} of ${found.token} did not end within its time limit of ${limit} s; ${raise}`),
  );
}
