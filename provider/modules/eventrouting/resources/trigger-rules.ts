// Rules of a trigger that the schema cannot state, and the equality of references. See docs/modules/eventrouting.md#triggers. Pure.
import { equalFilters, equalReferences, equalDeclaredReferences } from "../equality";
import { isObject } from "../../../core/json/json";
import { isBlank, objectOf, rowsOf } from "../../../core/values/records";
import { sameTraits } from "../../../core/compare/traits";
import type { ObjectTest, Rules } from "../../../contract/rules";
import type { Plain, PlainMap } from "../../../core/values/value";

const targets = ["containerService", "kubernetesService", "httpEndpoint", "workflow"];
const workflowForm = /^projects\/[^/]+\/locations\/[^/]+\/workflows\/[^/]+$/;

type Violations = ReturnType<ObjectTest>;
const violation = (property: string, reason: string): Violations => [{ property, reason }];

function targetsIn(destination: PlainMap): string[] {
  return targets.filter((target) => !isBlank(destination[target]));
}

/** Returns the destination with the declared target alone: where another writer has set another target, both would be rejected. A warning names the other one. */
export function declaredTarget(destination: PlainMap, declared: Plain | undefined, warn: (message: string) => void): PlainMap {
  const kept = targetsIn(objectOf(declared));
  if (kept.includes("httpEndpoint")) kept.push("networkConfig");
  const others = Object.keys(destination).filter((key) => !kept.includes(key) && !isBlank(destination[key]));
  if (others.length > 0) {
    const paths = others.map((key) => `destination.${key}`).join(", ");
    warn(`Another writer changed ${paths} since the last update. A trigger has one destination, so this update writes the declared one.`);
  }
  return Object.fromEntries(Object.entries(destination).filter(([key]) => kept.includes(key)));
}

const destinationTest: ObjectTest = ({ destination: given }) => {
  if (given === undefined) return [];
  const all = objectOf(given);
  if (all.cloudFunction)
    return violation("destination", "cloudFunction cannot be set: the service for functions creates such triggers. Remove it.");
  const found = targetsIn(all);
  if (found.length !== 1) {
    const got = found.length === 0 ? "none" : found.join(" and ");
    return violation("destination", `expected exactly one of ${targets.join(", ")}; got ${got}. Set one of them.`);
  }
  if (all.networkConfig !== undefined && found[0] !== "httpEndpoint")
    return violation("destination", "networkConfig has an effect for httpEndpoint only. Remove it, or set httpEndpoint.");
  return [...uriViolations(all.httpEndpoint), ...workflowViolations(all.workflow)];
};

function uriViolations(endpoint: Plain | undefined): Violations {
  const { uri: given } = objectOf(endpoint);
  const text = isObject(endpoint) ? String(given ?? "") : undefined;
  if (text === undefined || (/^https?:\/\//i.test(text) && URL.canParse(text))) return [];
  return violation("destination", "httpEndpoint.uri: expected an absolute http or https URI");
}

function workflowViolations(name: Plain | undefined): Violations {
  if (typeof name !== "string" || name === "" || !name.includes("/") || workflowForm.test(name)) return [];
  return violation("destination", "workflow: expected a name, or projects/{project}/locations/{location}/workflows/{workflow}");
}

const filterTest: ObjectTest = ({ eventFilters }) => {
  const all = rowsOf(eventFilters);
  if (all.length === 0) return [];
  const types = all.filter(({ attribute }) => attribute === "type");
  const found = types.length === 0 ? violation("eventFilters", 'expected a filter with the attribute "type". Add one.') : [];
  if (types.some(({ operator }) => operator !== undefined && operator !== ""))
    found.push(...violation("eventFilters", 'the filter of the attribute "type" takes no operator. Remove it.'));
  if (all.some(({ operator }) => operator === "path_pattern"))
    found.push(...violation("eventFilters", "the operator path_pattern is valid for functions only. Use match-path-pattern."));
  return found;
};

/** Rules for the inputs of a trigger. */
export const triggerTests: readonly ObjectTest[] = [destinationTest, filterTest];

/** Rules of the types in the inputs of a trigger. */
export const triggerTypeRules: Readonly<Record<string, Rules>> = {
  // An empty operator counts as absent.
  "quartet:eventrouting/v1:EventFilter": { emptyIsAbsent: true },
  "quartet:eventrouting/v1:RetryPolicy": {
    properties: {
      maxAttempts: { whole: true },
    },
  },
};

const references = [
  "channel",
  "serviceAccount",
  "transport.pubsub.topic",
  "destination.workflow",
  "destination.containerService.service",
  "destination.kubernetesService.cluster",
  "destination.kubernetesService.service",
  "destination.networkConfig.networkAttachment",
] as const;

/** Members with several spellings. A declared short name may be another object than an older full one; a short name of the service is not. */
export const triggerTraits = {
  eventFilters: { equals: equalFilters },
  ...sameTraits(references, { equals: { diff: (next, prior) => equalDeclaredReferences(prior, next), refresh: equalReferences } }),
};

/** Returns the event type of the filters. */
export function typeOf(filters: Plain | undefined): Plain | undefined {
  const { value } = rowsOf(filters).find(({ attribute }) => attribute === "type") ?? {};
  return value;
}
