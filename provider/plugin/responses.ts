// Converts the results of the verbs to response messages. Pure.
import type { Change, ChangeKind } from "../core/compare/diff";
import { shownFailures } from "../core/validate/failures";
import type { Failure } from "../core/errors/errors";
import type { ValueMap } from "../core/values/value";
import { emptyMap } from "../core/values/value";
import { encode, encodeKnown, encodeKnownMessage } from "./codec";
import type { CallRequest, CallResponse, CallResponse_ReturnDependencies, CheckResponse, DiffResponse, PropertyDiff } from "./gen/provider";
import { DiffResponse_DiffChanges, InvokeResponse, PropertyDiff_Kind } from "./gen/provider";
import { sanitizeForTerminal } from "./status";

const kinds: Record<ChangeKind, [update: PropertyDiff_Kind, replace: PropertyDiff_Kind]> = {
  add: [PropertyDiff_Kind.ADD, PropertyDiff_Kind.ADD_REPLACE],
  delete: [PropertyDiff_Kind.DELETE, PropertyDiff_Kind.DELETE_REPLACE],
  update: [PropertyDiff_Kind.UPDATE, PropertyDiff_Kind.UPDATE_REPLACE],
};

/** Returns the checked inputs and their failures; `given` are the inputs of the request, with their secret marks. */
export function checkResponse({ inputs, failures }: { inputs: ValueMap; failures: Failure[] }, given: ValueMap): CheckResponse {
  const shown = shownFailures(failures, given);
  return { inputs: failures.length > 0 ? encodeIfPossible(inputs) : encode(inputs), failures: shown.map(cleanFailure) };
}

/** Returns undefined for inputs that cannot be encoded, such as NaN: the engine ignores the inputs of a response with failures. */
function encodeIfPossible(inputs: ValueMap): Buffer | undefined {
  try {
    return encode(inputs);
  } catch {
    return undefined;
  }
}

/** Returns the encoded InvokeResponse. A result is encoded in one pass, because functions are called most. */
export function invokeMessage(outcome: { result?: ValueMap; failures: Failure[] }): Uint8Array {
  if (outcome.result && outcome.failures.length === 0) return encodeKnownMessage(outcome.result);
  return InvokeResponse.encode(invokeResponse(outcome)).finish();
}

/** Returns the result of a function, or the failures of its arguments. */
function invokeResponse({ result, failures }: { result?: ValueMap; failures: Failure[] }): InvokeResponse {
  return { return: result && encodeKnown(result), failures: failures.map(cleanFailure) };
}

/** Returns the result of a method, or the failures of its arguments. Each output depends on everything that the arguments depend on. */
export function callResponse(
  outcome: { result?: ValueMap; failures: Failure[] },
  dependencies: CallRequest["argDependencies"],
): CallResponse {
  const urns = distinct(Object.values(dependencies).flatMap((argument) => argument.urns));
  const returnDependencies = emptyMap<CallResponse_ReturnDependencies>();
  for (const key of Object.keys(outcome.result ?? {})) returnDependencies[key] = { urns };
  return { ...invokeResponse(outcome), returnDependencies };
}

/** Returns changes as the four fields that must agree with each other. See docs/protocol.md#diff-invariants. */
export function diffResponse({
  changes,
  deleteBeforeReplace = false,
  stables = [],
}: {
  changes: Change[];
  deleteBeforeReplace?: boolean;
  stables?: readonly string[];
}): DiffResponse {
  // Without a prototype, because a path may be `__proto__`.
  const detailedDiff = emptyMap<PropertyDiff>();
  for (const { path, kind, replaces } of changes) detailedDiff[path] = { kind: kinds[kind][replaces ? 1 : 0], inputDiff: true };
  return {
    changes: changes.length > 0 ? DiffResponse_DiffChanges.DIFF_SOME : DiffResponse_DiffChanges.DIFF_NONE,
    diffs: distinct(changes.map(({ key }) => key)),
    replaces: distinct(changes.filter(({ replaces }) => replaces).map(({ key }) => key)),
    detailedDiff,
    hasDetailedDiff: true,
    deleteBeforeReplace,
    stables: [...stables],
  };
}

function cleanFailure({ property, reason }: Failure): Failure {
  return { property, reason: sanitizeForTerminal(reason) };
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)];
}
