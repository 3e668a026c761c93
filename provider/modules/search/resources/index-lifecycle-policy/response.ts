// Lifecycle policies of indices as the server returns them. See docs/modules/search.md#index-lifecycle-policies. Pure.
import { isObject } from "../../../../core/json/json";
import { snakeCase } from "../../../../core/schema/snake-case";
import { objectOf, omitUndefined } from "../../../../core/values/records";
import type { Search } from "../../../../core/gen/types";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { wholeCollection } from "../../collections";
import { utcTime } from "../../times";
import { objectText } from "../../json/fields";
import { jsonParts, type JsonPartAt } from "../../json/parts";
import { fromRemote } from "../../mapping";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { actionMembers, flagActions, phaseActions, phaseNames, type PhaseName } from "./actions";

/** All policies. */
export const lifecyclePolicies = wholeCollection(["_ilm", "policy"], isPolicy);

/** A policy of a response. */
interface LifecyclePolicy {
  name: string;
  phases: Search.IndexLifecyclePhases;
  metadata?: string;
  version: number;
  /** ISO 8601. */
  modifiedDate: string;
}

/** Returns the policy of that name. Fails for a response without it, and for a member of another type. */
export function lifecyclePolicyIn(response: SearchResponse, name: string): LifecyclePolicy {
  const entry = objectOf(response.json)[name];
  if (!isPolicy(entry)) throw unexpectedResponse(response, `the lifecycle policy "${name}"`);
  const { policy, version, modified_date: modified } = objectOf(entry);
  const { phases } = objectOf(policy);
  if (typeof version !== "number" || !["string", "number"].includes(typeof modified) || !isObject(phases))
    throw unexpectedResponse(response, `version, date and phases of the lifecycle policy "${name}"`);
  const partAt = jsonParts(response.text);
  const read = phaseNames.filter((phase) => isObject(phases[phase]));
  const at =
    (phase: PhaseName): JsonPartAt =>
    (path) =>
      partAt([name, "policy", "phases", phase, ...path]);
  return {
    name,
    phases: Object.fromEntries(read.map((phase) => [phase, phaseOf(phase, objectOf(phases[phase]), at(phase))])),
    ...omitUndefined({ metadata: metadataOf(partAt([name, "policy", "_meta"])) }),
    version,
    modifiedDate: typeof modified === "number" ? (utcTime(modified) ?? String(modified)) : String(modified),
  };
}

/** What uses a policy. */
export function usageOf(response: SearchResponse, name: string): Search.IndexLifecycleUsage {
  const { in_use_by: usage } = objectOf(objectOf(response.json)[name]);
  const { indices, data_streams: streams, composable_templates: templates } = objectOf(usage);
  return { indices: userNamesIn(indices), dataStreams: userNamesIn(streams), composableTemplates: userNamesIn(templates) };
}

function userNamesIn(value: Plain | undefined): string[] {
  return (Array.isArray(value) ? value : []).map(String).sort();
}

function isPolicy(entry: Plain | undefined): boolean {
  return isObject(entry) && isObject(entry["policy"]);
}

function metadataOf(text: string | undefined): string | undefined {
  return text === "null" ? undefined : text;
}

function phaseOf(phase: PhaseName, remote: PlainMap, partAt: JsonPartAt): PlainMap {
  const actions = objectOf(remote["actions"]);
  const typed = phaseActions[phase].flatMap((action): [string, Plain][] => {
    const value = actions[snakeCase(action)];
    if (value === undefined || value === null) return [];
    return [[action, flagActions.includes(action) ? true : actionOf(action, value)]];
  });
  const names = new Set(phaseActions[phase].map(snakeCase));
  const others = Object.keys(actions).filter((key) => !names.has(key));
  const otherActions = others.length > 0 && objectText(Object.fromEntries(others.map((key) => [key, partAt(["actions", key])])));
  const found = { ...Object.fromEntries(typed), ...(otherActions && { otherActions }) };
  return { ...fromRemote(remote, ["minAge"]), ...(Object.keys(found).length > 0 && { actions: found }) };
}

/** Returns the members of an action. The server adds empty maps to allocation rules. */
function actionOf(action: string, remote: Plain): PlainMap {
  const members = fromRemote(remote, actionMembers[action] ?? []);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0));
}
