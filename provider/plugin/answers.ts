// Answers of the verbs as messages of the protocol. Pure.
import type { Change, ChangeKind } from "../core/diff";
import { hideSecretProperties } from "../core/failures";
import type { Failure } from "../core/errors";
import type { ValueMap } from "../core/value";
import { hasSecret } from "../core/value";
import { encode, encodeKnown } from "./codec";
import type { CallRequest, CallResponse, CheckResponse, DiffResponse, InvokeResponse } from "./gen/provider";
import { DiffResponse_DiffChanges, PropertyDiff_Kind } from "./gen/provider";
import { sanitizeForTerminal } from "./status";

const kinds: Record<ChangeKind, [update: PropertyDiff_Kind, replace: PropertyDiff_Kind]> = {
  add: [PropertyDiff_Kind.ADD, PropertyDiff_Kind.ADD_REPLACE],
  delete: [PropertyDiff_Kind.DELETE, PropertyDiff_Kind.DELETE_REPLACE],
  update: [PropertyDiff_Kind.UPDATE, PropertyDiff_Kind.UPDATE_REPLACE],
};

/** Checked inputs with what is wrong with them; `given` is what was checked, with the marks that it came with. */
export function checkAnswer({ inputs, failures }: { inputs: ValueMap; failures: Failure[] }, given: ValueMap): CheckResponse {
  const shown = hideSecretProperties(failures, (key) => Object.hasOwn(given, key) && hasSecret(given[key]));
  return { inputs: failures.length > 0 ? echo(inputs) : encode(inputs), failures: shown.map(cleanFailure) };
}

/** Beside failures the engine does not use the inputs, and they may hold what cannot be sent, such as a number that is none. */
function echo(inputs: ValueMap): Buffer | undefined {
  try {
    return encode(inputs);
  } catch {
    return undefined;
  }
}

/** The result of a function, or what is wrong with its arguments. */
export function invokeAnswer({ result, failures }: { result?: ValueMap; failures: Failure[] }): InvokeResponse {
  return { return: result && encodeKnown(result), failures: failures.map(cleanFailure) };
}

/** The result of a method, or what is wrong with its arguments. Each output depends on all that the arguments depend on. */
export function callAnswer(answer: { result?: ValueMap; failures: Failure[] }, dependencies: CallRequest["argDependencies"]): CallResponse {
  const urns = distinct(Object.values(dependencies).flatMap((argument) => argument.urns));
  const returnDependencies = Object.create(null) as CallResponse["returnDependencies"];
  for (const key of Object.keys(answer.result ?? {})) returnDependencies[key] = { urns };
  return { ...invokeAnswer(answer), returnDependencies };
}

/** Changes as the four fields that must agree with each other (protocol 2.12). */
export function diffAnswer({
  changes,
  deleteBeforeReplace = false,
  stables = [],
}: {
  changes: Change[];
  deleteBeforeReplace?: boolean;
  stables?: readonly string[];
}): DiffResponse {
  // A path may be `__proto__`.
  const detailedDiff = Object.create(null) as DiffResponse["detailedDiff"];
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
