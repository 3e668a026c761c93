// The requests that bring the parts of a connector to the wished state: each part has an endpoint of its own (search spec 12.2 and 12.4). Pure.
import type { Search } from "../../../../core/gen/types";
import type { ChangedProperties } from "../../../../core/contract";
import { isObject } from "../../../../core/json";
import type { Plain, PlainMap } from "../../../../core/value";
import { objectText, textOf } from "../../json/fields";
import { snake, toRemote } from "../../mapping";

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

/** The parts that are to be written, in the order in which they are; after the making of the bare connector without `changed`. What is not given is left as it is. */
export function partsToWrite(inputs: Inputs, changed?: ChangedProperties<Inputs>): Write[] {
  const isNew = (key: keyof Inputs): boolean => inputs[key] !== undefined && !(born as readonly string[]).includes(key);
  const writes = (key: keyof Inputs): boolean => changed?.has(key) ?? isNew(key);
  const parts: [endpoint: string, body: string | undefined][] = [
    ["_name", naming(inputs, writes)],
    ...single.map((key): [string, string | undefined] => [endpointOf(key), writes(key) ? partBody(key, inputs) : undefined]),
    ["_api_key_id", keyIds.some(writes) ? idsBody(inputs) : undefined],
  ];
  return parts.flatMap(([endpoint, body]) => (body === undefined ? [] : [{ endpoint, body }]));
}

const single = ["indexName", "serviceType", "isNative", "pipeline", "scheduling", "features"] as const;
const keyIds = ["apiKeyId", "apiKeySecretId"] as const;

/** A name can be changed but not cleared, so one that is no longer given stays; a description is emptied then. */
function naming({ name, description = "" }: Inputs, writes: (key: keyof Inputs) => boolean): string | undefined {
  const renamed = writes("name") && name !== undefined;
  const redescribed = writes("description");
  if (!renamed && !redescribed) return undefined;
  return objectText({ name: renamed ? textOf(name) : undefined, description: redescribed ? textOf(description) : undefined });
}

/** The body with that one input as a whole; an empty object asks for nothing. */
function partBody(key: (typeof single)[number], inputs: Inputs): string | undefined {
  const wanted = (inputs[key] ?? (key === "isNative" ? false : undefined)) as Plain | undefined;
  if (wanted === undefined || (isObject(wanted) && Object.keys(wanted).length === 0)) return undefined;
  return objectText({ [snake(key)]: textOf(inServerWords(wanted)) });
}

/** Both ids of the key go together. */
function idsBody(inputs: Inputs): string | undefined {
  return keyIds.some((key) => inputs[key] !== undefined) ? objectText(toRemote(inputs, keyIds)) : undefined;
}

/** The value with the names of its members as the server spells them; all of them are ours, none the user's. */
function inServerWords(value: Plain): Plain {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), inServerWords(member)])) as PlainMap;
}

function endpointOf(key: (typeof single)[number]): string {
  return key === "isNative" ? "_native" : `_${snake(key)}`;
}
