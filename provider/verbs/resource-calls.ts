// Calls of a resource's verbs: their context, their time limit, and the reads around a write.
import type { Context, RequestContext, RpcContext } from "../contract/context";
import type { PriorState, ReadResult } from "../contract/resource";
import { parseDuration } from "../core/values/duration";
import { InvalidInputsError, ProviderError } from "../core/errors/errors";
import { isObject } from "../core/json/json";
import { withWriteOnly } from "../core/compare/traits";
import { validate } from "../core/validate/validate";
import type { PlainMap, ValueMap } from "../core/values/value";
import { dropInvalid } from "./stored-values";
import { CallContext } from "./call-context";
import { loadFor, type ReadScope } from "./loader";
import type { RegisteredResource } from "./registry";
import type { Runtime } from "./runtime";

/** The verbs of a resource that have a time limit. */
type TimedVerb = "create" | "read" | "update" | "delete";

/** The share of a read after a write, see {@link ObjectRead.waitShare}: no request waits for it. */
const readBackWaitShare = 0.1;

/** Returns the context for a resource's verb: the request, the client for these inputs, the comparison. */
export function resourceContext(
  runtime: Runtime,
  resource: RegisteredResource,
  inputs: PlainMap,
  context: RequestContext & Partial<Pick<RpcContext, "hasWritten">>,
): Context<unknown> {
  const waitShare = (): number => (context.hasWritten === true ? readBackWaitShare : 0);
  return contextOf(runtime, resource, inputs, { context, maximumAgeMs: 0, waitShare });
}

/** How old, in ms, an object may be in a refresh: the engine reads all objects of a stack, so that a list serves the reads that follow it. */
const refreshedAgeMs = 10_000;

/** Returns the context for Read, see {@link resourceContext}. */
export function readContext(
  runtime: Runtime,
  resource: RegisteredResource,
  inputs: PlainMap,
  { context, isRefresh }: { context: RequestContext; isRefresh: boolean },
): Context<unknown> {
  return contextOf(runtime, resource, inputs, { context, maximumAgeMs: isRefresh ? refreshedAgeMs : 0 });
}

function contextOf(
  runtime: Runtime,
  { module }: RegisteredResource,
  inputs: PlainMap,
  reads: Pick<ReadScope, "context" | "maximumAgeMs" | "waitShare">,
): Context<unknown> {
  const client = runtime.configuration.client(module, inputs, reads.context);
  return new CallContext(reads.context, client, loadFor(runtime, { module, inputs, client, ...reads }));
}

/** Reads the object and adds the write-only values that were written last; undefined when the service does not have it. */
export async function readObject(
  { implementation: resource, traits }: RegisteredResource,
  id: string,
  context: Context<unknown>,
  prior?: PriorState<PlainMap, PlainMap>,
): Promise<ReadResult<PlainMap> | undefined> {
  await resource.verifyPlace?.({ id, inputs: prior?.inputs ?? {}, state: prior?.state ?? {} }, context.client);
  const found = await resource.read({ id, ...(prior && { prior }) }, context);
  return found && { ...found, state: withWriteOnly(found.state, (prior?.state ?? {}) as PlainMap, traits) };
}

/** Returns the object after a write: as the service returned it with the write, else as {@link readBack}. */
export async function reachedObject(
  written: ReadResult<PlainMap> | void,
  ...read: Parameters<typeof readBack>
): Promise<ReadResult<PlainMap>> {
  if (!written) return readBack(...read);
  const [{ traits }, , , { state }] = read;
  return { ...written, state: withWriteOnly(written.state, state as PlainMap, traits) };
}

/** Reads the object after a write, as {@link readObject}. Fails with `not_found` when the service does not return it. */
export async function readBack(
  resource: RegisteredResource,
  id: string,
  context: Context<unknown>,
  prior: PriorState<PlainMap, PlainMap>,
): Promise<ReadResult<PlainMap>> {
  const found = await readObject(resource, id, context, prior);
  if (found) return found;
  throw new ProviderError(
    "not_found",
    `Read after the write failed: ${resource.token} ${id}: the service does not return the object. Run \`pulumi refresh\`.`,
  );
}

/**
 * Returns old inputs for a request to the service. Fails with {@link InvalidInputsError} when a connection in them cannot be read: without it the request would
 * go to another server.
 */
export function usableInputs({ registry }: Runtime, resource: RegisteredResource, old: ValueMap): ValueMap {
  const inputs = dropInvalid(registry, resource, old);
  const [dropped] = [...resource.traits.local].filter((key) => key !== "timeouts" && key in old && !(key in inputs));
  if (dropped === undefined) return inputs;
  // Validation converts some forms of other versions, such as a number in the place of a text.
  const shape = { properties: { [dropped]: resource.spec.inputProperties![dropped]! } };
  const converted = validate(shape, { [dropped]: old[dropped]! }, { schema: registry.schema });
  if (converted.failures.length > 0) throw new InvalidInputsError(converted.failures);
  return { ...inputs, ...converted.inputs };
}

const defaultLimitSeconds = 1200;
/** A tenth of the limit, at most ten seconds: reserved for reading the object after the limit has aborted a write. */
const reservedShare = 0.1;
const maximumReservedSeconds = 10;
/** Time after the limit that a write may use for its last read. See docs/protocol.md#timeouts. */
const graceSeconds = 0.4;

/** The time that is left to a write once its limit has aborted it. */
export interface WriteReserve {
  lastReadSeconds: number;
}

/** Sets the time limit of a verb: the resource option `customTimeouts`, else the input `timeouts`, else the default of the resource. */
export function limitTime(
  context: RpcContext,
  verb: TimedVerb,
  resource: RegisteredResource,
  requested: { timeout: number; inputs: PlainMap },
): WriteReserve {
  const { timeouts } = requested.inputs;
  const own = isObject(timeouts) && typeof timeouts[verb] === "string" ? parseDuration(timeouts[verb]) : undefined;
  const limit = requested.timeout > 0 ? requested.timeout : (own ?? resource.implementation.timeouts?.[verb] ?? defaultLimitSeconds);
  const isWrite = verb === "create" || verb === "update";
  const reserved = isWrite ? Math.min(limit * reservedShare, maximumReservedSeconds) : 0;
  context.limit(limit - reserved, () => timeLimitExceeded(verb, resource, limit, requested.timeout > 0));
  return { lastReadSeconds: reserved + graceSeconds };
}

/** The option takes precedence over the input, and a read or delete has those of the last update. */
function timeLimitExceeded(verb: TimedVerb, { token, spec }: RegisteredResource, limit: number, isOption: boolean): ProviderError {
  const input = !isOption && "timeouts" in (spec.inputProperties ?? {}) ? ` or the input \`timeouts.${verb}\`` : "";
  const update = verb === "read" || verb === "delete" ? ", and run `pulumi up` first" : "";
  const name = `${verb[0]!.toUpperCase()}${verb.slice(1)}`;
  const message = `${name} failed: ${token}: time limit of ${limit} s exceeded. Increase \`customTimeouts.${verb}\`${input}${update}.`;
  return new ProviderError("deadline_exceeded", message);
}
