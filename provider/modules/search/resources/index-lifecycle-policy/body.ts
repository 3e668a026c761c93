// Lifecycle policies of indices as they are written: typed members, JSON of the program as it was given, and what only the server has. Pure.
import type { Search } from "../../../../core/gen/types";
import { equal } from "../../../../core/json/json";
import { snakeCase } from "../../../../core/schema/snake-case";
import { objectOf, recordBy } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { objectText } from "../../json/fields";
import { memberTexts } from "../../json/parts";
import { unknownMembers, type UnknownMembers } from "../../json/unknown";
import { toRemote } from "../../mapping";
import type { SearchResponse } from "../../response";
import { actionDefaults, actionMembers, newerMembers, phaseActions, phaseNames, type PhaseName } from "./actions";

/** Returns the body of the PUT. `current`: the response with the policy that is replaced. */
export function policyText(
  { name, phases, metadata }: { name: string; phases: Search.IndexLifecyclePhases; metadata?: string },
  current?: SearchResponse,
): string {
  const inResponse = unknownMembers(current);
  const unknownAt: UnknownMembers = (path, known) => inResponse([name, "policy", ...path], known);
  const given: Readonly<Record<string, unknown>> = { ...phases };
  const declared = phaseNames.filter((phase) => given[phase] !== undefined);
  const policy = {
    phases: objectText({
      ...recordBy(declared, (phase) => phaseText(phase, objectOf(given[phase]), unknownAt)),
      ...unknownAt(["phases"], phaseNames),
    }),
    _meta: metadata,
    ...unknownAt([], ["phases", "_meta"]),
  };
  return objectText({ policy: objectText(policy) });
}

/** Returns the feature and the version of each member that is given, came with a later version, and has not its default. */
export function requiredVersions(phases: Search.IndexLifecyclePhases): { feature: string; version: string }[] {
  return Object.entries(phases).flatMap(([phase, given]) =>
    newerMembers
      .filter(([action, member]) => !isOmitted(action, member, objectOf(objectOf(objectOf(given)["actions"])[action])[member]))
      .map(([action, member, version]) => ({ feature: `phases.${phase}.actions.${action}.${member}`, version })),
  );
}

/** Returns whether a member is not sent: a server that does not know it rejects even its default. */
function isOmitted(action: string, member: string, value: Plain | undefined): boolean {
  const isNewer = newerMembers.some(([newer, name]) => newer === action && name === member);
  return value === undefined || (isNewer && equal(value, actionDefaults[action]?.[member]));
}

function phaseText(phase: PhaseName, { minAge, actions }: PlainMap, unknownAt: UnknownMembers): string {
  const given = objectOf(actions);
  const typed = phaseActions[phase].map((action): [string, string | undefined] => [
    snakeCase(action),
    actionText(action, given[action], (known) => unknownAt(["phases", phase, "actions", snakeCase(action)], known)),
  ]);
  const { otherActions } = given;
  const others = typeof otherActions === "string" ? memberTexts(otherActions) : {};
  return objectText({
    ...toRemote({ minAge }, ["minAge"]),
    actions: objectText({ ...Object.fromEntries(typed), ...others }),
    ...unknownAt(["phases", phase], ["min_age", "actions"]),
  });
}

function actionText(
  action: string,
  value: Plain | undefined,
  unknown: (known: readonly string[]) => Record<string, string | undefined>,
): string | undefined {
  if (value === undefined || value === false) return undefined;
  const members = objectOf(value);
  const names = actionMembers[action] ?? [];
  const sent = names.filter((name) => !isOmitted(action, name, members[name]));
  // Without a priority the server requires null.
  const required = action === "setPriority" ? { priority: "null" } : {};
  return objectText({ ...required, ...toRemote(members, sent), ...unknown(names.map(snakeCase)) });
}
