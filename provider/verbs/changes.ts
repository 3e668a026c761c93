// What changed between two sets of inputs. Diff reports it and Update writes it, so both use this file alone. See docs/protocol.md#diff.
import type { Comparison } from "../core/compare/equality";
import { changesBetween, type Change } from "../core/compare/diff";
import { inFormOf } from "../core/compare/forms";
import type { PlainMap, Value, ValueMap } from "../core/values/value";
import { hasUnknown, isMap, mapMembers, Secret, toPlainMap, unwrapSecret } from "../core/values/value";
import type { RegisteredResource, Registry } from "./registry";
import { dropInvalid, inputsOf, plainPart } from "./stored-values";

/** The internal output that names the inputs which a failed operation was writing. The CLI does not display names that begin with two underscores. */
export const partialOutput = "__partial";

/** The internal output that contains the reason why the service did not carry out inputs that it had accepted. */
export const incompleteOutput = "__incomplete";

/** The inputs that Diff and Update compare the new ones with. */
interface AppliedInputs {
  before: ValueMap;
  /** Inputs that a failed operation was writing. */
  partial: ReadonlySet<string>;
}

/** Returns the applied inputs: the old ones, with the values of the state for those that a failed operation was writing. */
export function appliedInputs({ spec }: RegisteredResource, oldInputs: ValueMap, state: ValueMap): AppliedInputs {
  const marked = unwrapSecret(state[partialOutput]);
  const names = (Array.isArray(marked) ? marked : []).filter((key): key is string => typeof key === "string");
  const partial = new Set(names.filter((key) => Object.hasOwn(spec.inputProperties ?? {}, key)));
  if (partial.size === 0) return { before: oldInputs, partial };
  return { before: replaceMembers(oldInputs, partial, state), partial };
}

/** Returns the values with these members as they are in the other values: one that is absent or null there is left out. */
export function replaceMembers(values: ValueMap, keys: ReadonlySet<string>, others: ValueMap): ValueMap {
  const replaced = mapMembers<Value, Value>(values, (value, key) => (keys.has(key) ? undefined : value));
  for (const key of keys) if ((others[key] ?? null) !== null) replaced[key] = others[key]!;
  return replaced;
}

/** Old and new inputs as the engine sends them to Diff and Update. */
interface EngineRequest {
  olds: ValueMap;
  oldInputs: ValueMap | undefined;
  news: ValueMap;
  ignore: readonly string[];
}

/** What a request changes. */
interface RequestedChanges extends AppliedInputs {
  oldInputs: ValueMap;
  changes: Change[];
}

/** Returns the changes of a request. Diff reports exactly these, and Update writes exactly these. */
export function requestedChanges(registry: Registry, resource: RegisteredResource, request: EngineRequest): RequestedChanges {
  const { olds: state, news, ignore } = request;
  const oldInputs = request.oldInputs ?? inputsOf(resource, state);
  const applied = appliedInputs(resource, oldInputs, state);
  const changes = computeChanges(registry, resource, { before: applied.before, news, state, ignore });
  if (applied.partial.size === 0) return { ...applied, oldInputs, changes };
  // A retry never replaces the object that it completes: only changes of the program since then can replace it.
  const sinceLast = computeChanges(registry, resource, { before: oldInputs, news, state, ignore });
  const replacing = new Set(sinceLast.filter(({ replaces }) => replaces).map(({ path }) => path));
  const retried = changes.map((change) => (applied.partial.has(change.key) ? { ...change, replaces: replacing.has(change.path) } : change));
  return { ...applied, oldInputs, changes: retried };
}

/** Two sets of inputs, the state that belongs to the first, and the paths that do not count. */
interface ChangeRequest {
  before: ValueMap;
  news: ValueMap;
  state?: ValueMap;
  ignore?: readonly string[];
}

/** Returns the changes from one set of inputs to another. */
export function computeChanges({ schema }: Registry, resource: RegisteredResource, request: ChangeRequest): Change[] {
  const { news, state, ignore = [] } = request;
  const before = inFormOf(request.before, [news], resource.traits.forms);
  const properties = resource.spec.inputProperties ?? {};
  const changes = changesBetween(before, news, { ...comparisonOf({ schema }, resource, "diff"), properties, state, ignore });
  const replaces = replacementRule({ schema }, resource, { before, news, state });
  return changes.map((change) => (change.replaces || !replaces(change.key) ? change : { ...change, replaces: true }));
}

/** Returns whether a changed input replaces the object, beyond those that the schema marks. Without `update` each input does that the service stores. */
function replacementRule(
  registry: Pick<Registry, "schema">,
  resource: RegisteredResource,
  { before, news, state = {} }: ChangeRequest,
): (key: string) => boolean {
  const { traits } = resource;
  if (!resource.implementation.update) return (key) => !traits.local.has(key);
  const known = (values: ValueMap): PlainMap => toPlainMap(mapMembers(values, unknownsToEmpty));
  const compared = (): { prior: PlainMap; inputs: PlainMap; state: PlainMap } => ({
    prior: known(dropInvalid(registry, resource, before)),
    inputs: known(news),
    state: plainPart(dropInvalid(registry, resource, state)),
  });
  // Most requests change nothing that has a rule.
  let values: ReturnType<typeof compared> | undefined;
  return (key) => {
    const replaces = traits.replacesIf.get(key);
    if (!replaces) return false;
    const { prior, ...context } = (values ??= compared());
    return replaces(prior[key], context.inputs[key], context);
  };
}

/** Returns how inputs are compared: new ones with older ones (`diff`), or with the values of the service (`refresh`). */
export function comparisonOf(
  { schema }: Pick<Registry, "schema">,
  { traits }: RegisteredResource,
  side: keyof RegisteredResource["traits"]["equals"],
): Comparison {
  return { schema, equals: traits.equals[side], defaults: traits.defaults, computed: traits.computed };
}

/** Returns the changes that the service has to carry out: local inputs are not stored by it. */
export function remoteChanges({ traits }: RegisteredResource, changes: readonly Change[]): Change[] {
  return changes.filter(({ key }) => !traits.local.has(key));
}

/** Returns the names of the changed inputs. */
export function changedNames(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ key }) => key))];
}

/** Returns the value with empty strings for its unknown parts: a replacement rule has to find them different from every old value. */
function unknownsToEmpty(value: Value): Value {
  if (value instanceof Secret) return unknownsToEmpty(value.value);
  if (Array.isArray(value)) return value.map(unknownsToEmpty);
  if (isMap(value)) return mapMembers(value, unknownsToEmpty);
  return hasUnknown(value) ? "" : value;
}
