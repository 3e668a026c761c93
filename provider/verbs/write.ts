// What Create and Update share: the work at hand, and the error that keeps id and state of an object whose write failed.
// See docs/protocol.md#partial-failures.
import type { Context, RpcContext } from "../contract/context";
import type { ReadResult } from "../contract/resource";
import { hasCode } from "../core/errors/errors";
import type { Marked } from "../core/secrets/marks";
import type { Plain, PlainMap, ValueMap } from "../core/values/value";
import { mapMembers } from "../core/values/value";
import { declaredPart } from "../core/compare/reconcile";
import { comparisonOf, incompleteOutput, partialOutput } from "./changes";
import { differences, markOutputs, outputsOf } from "./outputs";
import type { RegisteredResource } from "./registry";
import { readObject, resourceContext, type WriteReserve } from "./resource-calls";
import type { Runtime } from "./runtime";

/** What every step of a write needs. */
export interface Write {
  runtime: Runtime;
  resource: RegisteredResource;
  /** The new inputs, without marks. */
  inputs: PlainMap;
  /** Inputs and states whose secrets stay secret in the outputs. */
  marks: Marked[];
  rpc: RpcContext;
  context: Context<unknown>;
  reserve: WriteReserve;
}

/** An object after a failed write. */
interface ReachedState {
  /** The outputs. Objects and maps have the members that the program declares, or declared before: the next update keeps those of other writers. */
  state: PlainMap;
  incomplete?: string | undefined;
  /** The names of the inputs that no longer have their prior values. */
  changed: readonly string[];
}

/** Seconds for a read after a request failed before its time limit, or was cancelled. */
const readAfterFailureSeconds = 10;

/** Returns a context that outlives the failed or aborted request: it is for reading what the request has created. */
export function contextAfterFailure({ runtime, resource, inputs, rpc, reserve }: Write): Context<unknown> {
  const isTimedOut = rpc.signal.aborted && hasCode(rpc.signal.reason, "deadline_exceeded");
  const left = rpc.signal.aborted
    ? readAfterFailureSeconds
    : Math.min(readAfterFailureSeconds, rpc.secondsLeft() + reserve.lastReadSeconds);
  return resourceContext(runtime, resource, inputs, rpc.detached(isTimedOut ? reserve.lastReadSeconds : left));
}

/** Reads the object after a failure; null when it does not exist, undefined when it cannot be read. The caller reports the original error. */
export async function readAfterFailure(
  write: Write,
  id: string,
  prior: { inputs: PlainMap; state: PlainMap },
): Promise<ReachedState | null | undefined> {
  const { resource, inputs } = write;
  try {
    const found = await readObject(resource, id, contextAfterFailure(write), { ...prior, planned: inputs });
    return found ? reachedState(write, found, prior.inputs) : null;
  } catch {
    return undefined;
  }
}

/** Describes the object: values that still equal the prior ones are spelled as these, so that what the update has not removed yet remains a change. `former`: inputs of which members may be left, too. */
export function reachedState(
  { runtime: { registry }, resource, inputs }: Write,
  { state: remote, incomplete }: ReadResult<PlainMap>,
  prior: PlainMap,
  former: PlainMap = {},
): ReachedState {
  const properties = resource.spec.inputProperties ?? {};
  const own = mapMembers<Plain, Plain>(remote, (value, key) =>
    declaredPart(comparisonOf(registry, resource, "refresh"), { spec: properties[key], at: key }, value, [
      prior[key],
      inputs[key],
      former[key],
    ]),
  );
  const changed = differences(registry, resource, prior, own);
  const unchanged = mapMembers<Plain, Plain>(prior, (value, key) => (changed.includes(key) ? undefined : value));
  return { state: outputsOf(registry, resource, { ...inputs, ...unchanged }, own), incomplete, changed };
}

/** Returns the outputs with their secret marks. */
export function markedState({ runtime, resource, inputs, marks }: Write, remote: PlainMap): ValueMap {
  return markOutputs(runtime.registry, resource, outputsOf(runtime.registry, resource, inputs, remote), marks);
}

/** Returns the state after a failed write: the outputs, the inputs that were being written, and why the object is incomplete. */
export function partialState(
  { runtime, resource, marks }: Write,
  { state, incomplete }: Omit<ReachedState, "changed">,
  writing: readonly string[],
): ValueMap {
  const outputs = markOutputs(runtime.registry, resource, state, marks);
  if (incomplete !== undefined) outputs[incompleteOutput] = incomplete;
  if (writing.length > 0) outputs[partialOutput] = [...writing];
  return outputs;
}
