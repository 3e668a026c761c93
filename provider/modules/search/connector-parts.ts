// The requests that bring the parts of a connector to the wished state: each part has an endpoint of its own (search spec 12.2 and 12.4). Pure.
import type { Search } from "../../core/gen/types";
import { equal, isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";
import { givenMembers } from "./equal-forms";
import { objectText, textOf } from "./json-fields";
import { snake, toRemote } from "./names";

type Inputs = Search.SearchConnectorInputs;

/** A PUT to an endpoint below the connector. */
export interface Write {
  endpoint: string;
  body: string;
}

const born = ["name", "description", "indexName", "isNative", "language", "serviceType"] as const;

/** The body that makes a connector. */
export function birthBody(inputs: Inputs): string {
  return objectText(toRemote(inputs, born));
}

/** The inputs that {@link birthBody} brings to the server. */
export function bornWith(inputs: Inputs): Partial<Inputs> {
  const { connectorId, isNative = false } = inputs;
  const given = born.filter((key) => inputs[key] !== undefined).map((key) => [key, inputs[key]]);
  return { ...Object.fromEntries(given), isNative, ...(connectorId !== undefined && { connectorId }) } as Partial<Inputs>;
}

/** What is still to be written, in the order in which it is; an input that is not given is left as it is on the server. */
export function pendingWrites(inputs: Inputs, previous: Partial<Inputs>): Write[] {
  const parts: [endpoint: string, body: string | undefined][] = [
    ["_name", naming(inputs, previous)],
    ["_index_name", changedOne("indexName", inputs, previous)],
    ["_service_type", changedOne("serviceType", inputs, previous)],
    ["_native", changedOne("isNative", inputs, previous)],
    ["_pipeline", changedOne("pipeline", inputs, previous)],
    ["_scheduling", changedOne("scheduling", inputs, previous)],
    ["_features", changedOne("features", inputs, previous)],
    ["_api_key_id", keys(inputs, previous)],
  ];
  return parts.flatMap(([endpoint, body]) => (body === undefined ? [] : [{ endpoint, body }]));
}

/** A name can be changed but not cleared, so one that is no longer given stays; a description is emptied then. */
function naming(inputs: Inputs, previous: Partial<Inputs>): string | undefined {
  const { name, description = "" } = inputs;
  const renamed = name !== undefined && name !== (previous.name ?? "");
  const redescribed = description !== (previous.description ?? "");
  if (!renamed && !redescribed) return undefined;
  return objectText({ name: renamed ? textOf(name) : undefined, description: redescribed ? textOf(description) : undefined });
}

/** The body with that one input as a whole, when a member of it that is given differs from what stands. */
function changedOne(key: keyof Inputs, inputs: Inputs, previous: Partial<Inputs>): string | undefined {
  const [wanted, standing] = [inputs[key], previous[key]] as [Plain | undefined, Plain | undefined];
  if (wanted === undefined || givenMembers(wanted, standing ?? (isObject(wanted) ? {} : null))) return undefined;
  return objectText({ [snake(key)]: textOf(inServerWords(wanted)) });
}

/** Both ids of the key go together. */
function keys(inputs: Inputs, previous: Partial<Inputs>): string | undefined {
  const names = ["apiKeyId", "apiKeySecretId"] as const;
  const changed = names.some((name) => inputs[name] !== undefined && !equal(inputs[name], previous[name]));
  return changed ? objectText(toRemote(inputs, names)) : undefined;
}

/** The value with the names of its members as the server spells them; all of them are ours, none the user's. */
function inServerWords(value: Plain): Plain {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), inServerWords(member)])) as PlainMap;
}
