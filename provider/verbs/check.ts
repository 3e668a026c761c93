// Check and Diff: answered by the schema and the module's tables, without a remote (protocol 4.2 and 4.5).
import type { Validated } from "../core/validate";
import { validate as judge } from "../core/validate";
import type { RpcContext } from "../core/contract";
import { diff as compare } from "../core/diff";
import type { Change } from "../core/diff";
import { InvalidInputsError } from "../core/errors";
import { truncateFailures } from "../core/value-rules";
import { markSecrets } from "../core/marks";
import { redactor } from "../core/redact";
import { conforms } from "../core/shape";
import type { PlainMap, Value, ValueMap } from "../core/value";
import { toPlain, toPlainMap, emptyMap, hasUnknown, isMap, isPlain, mapMembers, unwrapSecret, Secret, secretTexts } from "../core/value";
import type { FoundResource, House } from "./house";

/** The inputs with defaults and secret marks, and all that is wrong with them. Inputs that the schema calls deprecated are told as warnings (protocol 7). */
export async function check(house: House, type: string, news: ValueMap, call: Pick<RpcContext, "log">): Promise<Validated> {
  const found = await house.resource(type);
  for (const [key, { deprecationMessage }] of Object.entries(found.spec.inputProperties ?? {})) {
    const given = news[key] ?? "";
    if (deprecationMessage !== undefined && given !== "") call.log("warning", `${key} is deprecated: ${deprecationMessage}`);
  }
  return judged(house, found, news);
}

/** The inputs as Check answers them, for verbs that a caller may reach without Check. Fails with InvalidInputs. */
export function accepted(house: House, found: FoundResource, given: ValueMap): ValueMap {
  const { inputs, failures } = judged(house, found, given);
  if (failures.length > 0) throw new InvalidInputsError(failures);
  return inputs;
}

function judged(house: House, found: FoundResource, news: ValueMap): Validated {
  const { spec, resource, module, traits } = found;
  const shape = { properties: spec.inputProperties ?? {}, required: spec.requiredInputs ?? [] };
  const checked = judge(shape, news, { schema: house.schema, rules: traits.rules, rulesOf: house.rulesOf(module) });
  const { inputs, failures } = resource.normalize ? completed(house, found, checked) : checked;
  return { inputs, failures: truncateFailures(failures) };
}

/** The inputs in full; a member keeps the marks that it bore, and what is made of a secret is one. */
function completed(house: House, found: FoundResource, { inputs, failures }: Validated): Validated {
  const unknown = (key: string): boolean => hasUnknown(inputs[key]);
  const known = knownPart(sound(house, found, inputs));
  // A setting that is not known yet may be the one that fills a gap.
  const host = house.unknownSettings.length > 0 ? undefined : house.configured;
  const { inputs: full = {}, failures: more = [] } = found.resource.normalize!(known, { host, unknown });
  const settled = Object.fromEntries(Object.entries(full).filter(([key, value]) => value !== undefined && !unknown(key))) as PlainMap;
  const shape = { properties: found.spec.inputProperties ?? {} };
  const texts = secretTexts(inputs);
  const marked = markSecrets(settled, { schema: house.schema, shape, like: inputs, texts });
  const hide = redactor(texts) ?? ((text) => text);
  // What has failed already says enough; what is made of a secret is not quoted (protocol 4.2, rule 1).
  const fresh = more
    .filter(({ property }) => !failures.some((failure) => failure.property === property))
    .map(({ property, reason }) => ({ property, reason: hide(reason) }));
  return { inputs: { ...inputs, ...marked }, failures: [...failures, ...fresh] };
}

/** What is compared: states and inputs as the engine keeps them. */
export interface DiffRequest {
  type: string;
  olds: ValueMap;
  oldInputs: ValueMap | undefined;
  news: ValueMap;
  ignoreChanges: readonly string[];
}

/** The changes, and what they mean for the object. */
export interface Differences {
  changes: Change[];
  deleteBeforeReplace: boolean;
  stables: readonly string[];
}

/** Compares the old inputs with the new ones. What a failed operation left unwritten is shown, too; it does not replace the object that is to be completed. */
export async function diff(house: House, { type, olds, oldInputs, news, ignoreChanges }: DiffRequest): Promise<Differences> {
  const found = await house.resource(type);
  const last = oldInputs ?? inputsOf(found, olds);
  const { before, partial } = standing(found, last, olds);
  const step = { news, told: olds, ignore: ignoreChanges };
  const wanted = partial.size === 0 ? undefined : changed(house, found, { ...step, before: last }).filter(({ replaces }) => replaces);
  const changes = changed(house, found, { ...step, before }).map((change) =>
    !wanted || !partial.has(change.key) ? change : { ...change, replaces: wanted.some(({ path }) => path === change.path) },
  );
  const replaced = changes.some((change) => change.replaces);
  return {
    changes,
    deleteBeforeReplace: replaced && deletesFirst(found, sound(house, found, last), sound(house, found, news)),
    stables: [...found.traits.stable].filter(([, when]) => when === true).map(([key]) => key),
  };
}

/** The member of a state that names the inputs that a failed operation was writing. The CLI does not display names that begin with two underscores. */
export const partialMember = "__partial";

/** The inputs as they stand at the service: the old ones; those that a failed operation was writing as the state has them. */
export function standing({ spec }: FoundResource, last: ValueMap, state: ValueMap): { before: ValueMap; partial: ReadonlySet<string> } {
  const marked = unwrapSecret(state[partialMember]);
  const names = (Array.isArray(marked) ? marked : []).filter((key): key is string => typeof key === "string");
  const partial = new Set(names.filter((key) => Object.hasOwn(spec.inputProperties ?? {}, key)));
  if (partial.size === 0) return { before: last, partial };
  const before = mapMembers<Value, Value>(last, (value, key) => (partial.has(key) ? undefined : value));
  for (const key of partial) if ((state[key] ?? null) !== null) before[key] = state[key]!;
  return { before, partial };
}

/** Two sets of inputs, the state that belongs to the first, and the paths that do not count. */
export interface Step {
  before: ValueMap;
  news: ValueMap;
  told?: ValueMap;
  ignore?: readonly string[];
}

/** The changes from one set of inputs to another. */
export function changed(house: House, found: FoundResource, { before, news, told, ignore = [] }: Step): Change[] {
  const properties = found.spec.inputProperties ?? {};
  const { equals, defaults, computed } = found.traits;
  const changes = compare(before, news, {
    schema: house.schema,
    properties,
    same: equals.diff,
    serverDefaults: defaults,
    computed,
    told,
    ignore,
  });
  return changes.map((change) =>
    change.replaces ? change : { ...change, replaces: replacesHere(found, change.key, { before: sound(house, found, before), news }) },
  );
}

/** Whether the module says that this change replaces. A part that is not known yet may be any other one. */
function replacesHere({ traits }: FoundResource, key: string, { before, news }: Step): boolean {
  const rule = traits.replacesIf.get(key);
  if (!rule) return false;
  const [old, next] = [before[key], news[key]].map((value) => (value === undefined ? undefined : toPlain(emptied(value))));
  return rule(old, next);
}

/** The value with an empty text for each part that is not known yet. */
function emptied(value: Value): Value {
  if (value instanceof Secret) return emptied(value.value);
  if (Array.isArray(value)) return value.map(emptied);
  if (isMap(value)) return mapMembers(value, emptied);
  return hasUnknown(value) ? "" : value;
}

/**
 * Old inputs, or a state, without those members that are not of the declared form: another version may have written them, and the code of the modules relies
 * on the form.
 */
export function sound({ schema }: House, { spec }: FoundResource, old: ValueMap): ValueMap {
  const properties = { ...spec.properties, ...spec.inputProperties };
  const fitting = (value: Value, key: string): boolean =>
    value === null || !Object.hasOwn(properties, key) || conforms(properties[key]!, value, schema);
  return mapMembers(old, (value, key) => (fitting(value, key) ? value : undefined));
}

/** As {@link sound}, for an operation at the service. Without a connection that cannot be read another server would be asked: then it fails with InvalidInputs. */
export function reachable(house: House, found: FoundResource, old: ValueMap): ValueMap {
  const inputs = sound(house, found, old);
  const [lost] = [...found.traits.local].filter((key) => key !== "timeouts" && key in old && !(key in inputs));
  if (lost === undefined) return inputs;
  // A number in the place of a text can be read all the same.
  const shape = { properties: { [lost]: found.spec.inputProperties![lost]! } };
  const read = judge(shape, { [lost]: old[lost]! }, { schema: house.schema });
  if (read.failures.length > 0) throw new InvalidInputsError(read.failures);
  return { ...inputs, ...read.inputs };
}

/** The part of a state that is inputs: what stands in for old inputs where an engine sends none (protocol 4.5, rule 2). */
export function inputsOf({ spec }: FoundResource, state: ValueMap): ValueMap {
  const inputs = emptyMap();
  for (const key of Object.keys(spec.inputProperties ?? {})) {
    const value = state[key];
    if (value !== undefined && value !== null) inputs[key] = value;
  }
  return inputs;
}

function deletesFirst({ resource }: FoundResource, before: ValueMap, news: ValueMap): boolean {
  const rule = resource.deleteBeforeReplace;
  if (typeof rule !== "function") return rule === true;
  return rule(knownPart(before), knownPart(news));
}

/** The members that are plain: neither unknown nor of a kind that no property takes. */
export function knownPart(values: ValueMap): PlainMap {
  return toPlainMap(mapMembers(values, (value) => (isPlain(value) ? value : undefined)));
}
