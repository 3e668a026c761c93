// The requests that write the parts of a connector: each part has an endpoint of its own, which merges what it receives.
// See docs/modules/search.md#connector-create and docs/modules/search.md#connector-update. Pure.
import type { ChangedProperties } from "../../../../contract/resource";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { snakeCase } from "../../../../core/schema/snake-case";
import { omitUndefined } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { jsonOf, objectText } from "../../json/fields";
import { toRemote } from "../../mapping";

type Inputs = Search.SearchConnectorInputs;
type State = Search.SearchConnectorState;

/** A PUT to an endpoint below the connector. */
interface PartWrite {
  endpoint: string;
  body: string;
}

/** The parts of an update request that determine which parts of the connector are written. */
interface PartsRequest {
  inputs: Inputs;
  changed: ChangedProperties<Inputs>;
  /** The connector; only its {@link partsWithMembers} are read. */
  remote: Partial<State>;
}

const partNames = ["pipeline", "scheduling", "features"] as const;

/** The inputs whose endpoints take members together, also those that did not change. */
export const partsWithMembers = [...partNames, "apiKeyId", "apiKeySecretId"] as const;

const inputsOfBody = ["name", "description", "indexName", "isNative", "language", "serviceType"] as const;

/** Returns the body that creates a connector. */
export function createBody(inputs: Inputs): string {
  return objectText(toRemote(inputs, inputsOfBody));
}

/** Returns the inputs that {@link createBody} writes. */
export function inputsOfCreate(inputs: Inputs): Partial<Inputs> {
  const { connectorId, name, description, indexName, isNative = false, language, serviceType } = inputs;
  return omitUndefined({ connectorId, name, description, indexName, isNative, language, serviceType });
}

/** Returns the writes after the connector was created. */
export function partsOfCreate(inputs: Inputs): PartWrite[] {
  return [...partNames.flatMap((key) => partWrite(key, inputs[key])), ...keyWrite(inputs)];
}

/** Returns the writes of an update: only what changed, in the order of the endpoints. A removed input is left as it is, except `description`. */
export function changedParts(request: PartsRequest): PartWrite[] {
  const { inputs, changed } = request;
  const isNative = changed.has("isNative") ? (inputs.isNative ?? false) : undefined;
  return [
    ...nameWrite(request),
    ...partWrite("indexName", changed.has("indexName") ? inputs.indexName : undefined),
    ...partWrite("serviceType", changed.has("serviceType") ? inputs.serviceType : undefined),
    ...(isNative === undefined ? [] : [{ endpoint: "_native", body: objectText({ is_native: jsonOf(isNative) }) }]),
    ...partNames.flatMap((key) => partWrite(key, changedMembers(request, key))),
    ...changedKeyWrite(request),
  ];
}

/** Returns the write of name and description. A name can be changed but not removed; a removed description is emptied. */
function nameWrite({ inputs: { name, description = "" }, changed }: PartsRequest): PartWrite[] {
  const body = objectText({
    name: changed.has("name") ? jsonOf(name) : undefined,
    description: changed.has("description") ? jsonOf(description) : undefined,
  });
  return body === "{}" ? [] : [{ endpoint: "_name", body }];
}

/** Returns the write of one input; none for an empty object, which changes nothing. */
function partWrite(key: keyof Inputs & string, value: Plain | undefined): PartWrite[] {
  if (value === undefined || (isObject(value) && Object.keys(value).length === 0)) return [];
  const name = snakeCase(key);
  return [{ endpoint: `_${name}`, body: objectText({ [name]: jsonOf(withRemoteNames(value)) }) }];
}

function changedMembers({ inputs, remote, changed }: PartsRequest, key: (typeof partNames)[number]): Plain | undefined {
  const declared = inputs[key];
  if (declared === undefined || !changed.has(key)) return undefined;
  return membersBelow(declared, remote[key] ?? {}, (path) => changed.has(`${key}.${path}`));
}

/**
 * Returns the members to write. Objects that did not change are left out. Scalars of a changed object are written together, because the server requires all of
 * them.
 */
function membersBelow(declared: PlainMap, remote: Plain, hasChanged: (path: string) => boolean): PlainMap {
  const other = isObject(remote) ? remote : {};
  const result: PlainMap = {};
  for (const [key, value] of Object.entries(declared)) {
    const isChanged = hasChanged(key);
    if (isChanged && isObject(value)) result[key] = membersBelow(value, other[key] ?? {}, (path) => hasChanged(`${key}.${path}`));
    else if (!isObject(value)) result[key] = isChanged ? value : (other[key] ?? value);
  }
  return result;
}

type KeyIds = Pick<Inputs, "apiKeyId" | "apiKeySecretId">;

/** Returns the write of the IDs of the keys, which the endpoint takes together. */
function keyWrite(ids: KeyIds): PartWrite[] {
  if (ids.apiKeyId === undefined && ids.apiKeySecretId === undefined) return [];
  return [{ endpoint: "_api_key_id", body: objectText(toRemote(ids, ["apiKeyId", "apiKeySecretId"])) }];
}

function changedKeyWrite({ inputs, remote, changed }: PartsRequest): PartWrite[] {
  if (!changed.has("apiKeyId", "apiKeySecretId")) return [];
  const idOf = (key: keyof KeyIds): string | undefined => (changed.has(key) ? inputs[key] : (remote[key] ?? inputs[key]));
  return keyWrite({ apiKeyId: idOf("apiKeyId"), apiKeySecretId: idOf("apiKeySecretId") });
}

/** Returns the value with the member names of the server. */
function withRemoteNames(value: Plain): Plain {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snakeCase(name), withRemoteNames(member)]));
}
