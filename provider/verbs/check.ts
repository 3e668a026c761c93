// Check and Diff: answered by the schema and the module's tables, without a remote (protocol 4.2 and 4.5).
import { check as judge } from "../core/check";
import { diff as compare } from "../core/diff";
import type { Change } from "../core/diff";
import type { Failure } from "../core/errors";
import type { PlainMap, ValueMap } from "../core/value";
import { bareMap, emptyMap, hasUnknown, mapMembers } from "../core/value";
import type { FoundResource, House } from "./house";

/** The inputs with defaults and secret marks, and all that is wrong with them. */
export async function check(house: House, type: string, news: ValueMap): Promise<{ inputs: ValueMap; failures: Failure[] }> {
  const { spec, resource, module } = await house.resource(type);
  const shape = { properties: spec.inputProperties ?? {}, required: spec.requiredInputs ?? [] };
  return judge(shape, news, { schema: house.schema, rules: resource.rules, rulesOf: house.rulesOf(module) });
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

/** Compares the old inputs with the new ones. */
export async function diff(house: House, { type, olds, oldInputs, news, ignoreChanges }: DiffRequest): Promise<Differences> {
  const found = await house.resource(type);
  const before = oldInputs ?? inputsOf(found, olds);
  const changes = changed(house, found, { before, news, ignore: ignoreChanges });
  const replaced = changes.some((change) => change.replaces);
  return { changes, deleteBeforeReplace: replaced && deletesFirst(found, before, news), stables: found.resource.stables ?? [] };
}

/** Two sets of inputs, and the paths that do not count. */
export interface Step {
  before: ValueMap;
  news: ValueMap;
  ignore?: readonly string[];
}

/** The changes from one set of inputs to another. An input that the service fills in and the program leaves out is none. */
export function changed(house: House, found: FoundResource, { before, news, ignore = [] }: Step): Change[] {
  const properties = found.spec.inputProperties ?? {};
  const { same, serverDefaults, filled = [] } = found.resource;
  const changes = compare(before, news, { schema: house.schema, properties, same, serverDefaults, ignore });
  return changes.filter(
    ({ path, key, kind }) => !(filled.includes(key) && !(key in news)) && !(kind === "delete" && filled.includes(path)),
  );
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

/** The plain inputs that surely stand at the service: as the state tells them, also after an update that stopped half-way (protocol, case 125). */
export function standingInputs(found: FoundResource, inputs: ValueMap, state: ValueMap): PlainMap {
  const told = inputsOf(found, state);
  if (Object.keys(told).length === 0) return knownPart(inputs);
  // What no output tells has the last known value: the input.
  const untold = mapMembers(inputs, (value, key) => (Object.hasOwn(found.spec.properties ?? {}, key) ? undefined : value));
  return knownPart({ ...untold, ...told });
}

function deletesFirst({ resource }: FoundResource, before: ValueMap, news: ValueMap): boolean {
  const rule = resource.deleteBeforeReplace;
  if (typeof rule !== "function") return rule === true;
  return rule(knownPart(before), knownPart(news));
}

function knownPart(inputs: ValueMap): PlainMap {
  const known = emptyMap();
  for (const key of Object.keys(inputs)) if (!hasUnknown(inputs[key])) known[key] = inputs[key]!;
  return bareMap(known);
}
