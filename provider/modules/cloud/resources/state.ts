// The state of a resource from a remote object; the schema defines its members. See docs/modules/cloud.md#ids and docs/modules/cloud.md#null-values.
import { isObject } from "../../../core/json/json";
import type { ReadResult } from "../../../contract/resource";
import { isBlank } from "../../../core/values/records";
import { mapMembers, type Plain, type PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { isEmpty } from "../equality";
import { fromRemote } from "../mapping";

/** What else than the remote object a state depends on. */
interface StateOptions {
  /** Outputs that the resource computes itself. */
  own?: PlainMap;
  /** Substitutes for required outputs that the service returns as null or as an empty text. */
  priorInputs?: object | undefined;
}

/** Returns the name of the output that repeats the ID. */
export function idOutput(kind: string): string {
  return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}Id`;
}

/**
 * Returns the resource that a remote object describes: the outputs that it contains, the one that repeats the ID, and `own`, which takes precedence. Empty
 * optional members are left out.
 */
export function resultOf<State>(
  client: CloudClient,
  { kind, id }: { kind: string; id: string },
  remote: PlainMap,
  options: StateOptions = {},
): ReadResult<State> {
  const { priorInputs = {} } = options;
  const own: PlainMap = { [idOutput(kind)]: id, ...options.own };
  const prior: Readonly<Record<string, Plain | undefined>> = { ...priorInputs };
  const { schema } = client.configuration;
  const { properties = {}, inputProperties = {}, required = [] } = schema.resource(`quartet:cloud:${kind}`) ?? {};
  const mapped = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in own)));
  // An empty value of a map entry is a value: a tag may have one.
  const maps = Object.keys(own).filter(
    (key) => properties[key]?.additionalProperties && isObject(own[key]) && Object.keys(own[key]).length > 0,
  );
  const requiredKeys = required.filter((key) => key in mapped);
  // An import has no prior inputs; the default of the schema is the best substitute.
  const substitute = (key: string): Plain | undefined => prior[key] ?? inputProperties[key]?.default;
  const returned = fromRemote(
    schema,
    { properties: mapped, required: requiredKeys.filter((key) => substitute(key) === undefined) },
    remote,
  );
  const substituted = Object.fromEntries(
    requiredKeys.filter((key) => isBlank(returned[key])).map((key) => [key, substitute(key) ?? returned[key]!]),
  );
  const state = { ...returned, ...substituted, ...own };
  return { id, state: withoutBlanks(state, [...required, ...maps]) as State };
}

/** Returns the members that are not empty, and those to keep: empty texts and lists are not stored. See docs/modules/cloud.md#equality. */
function withoutBlanks(members: PlainMap, keep: readonly string[] = []): PlainMap {
  const isUnset = (value: Plain): boolean => isBlank(value) || (typeof value === "object" && isEmpty(value));
  return Object.fromEntries(Object.entries(members).filter(([key, value]) => keep.includes(key) || !isUnset(value)));
}

/** Returns a remote object whose parts, objects and lists of objects, have no empty members. An object without a value is null. */
export function trimParts(remote: PlainMap): PlainMap {
  return mapMembers(remote, (part) => {
    if (Array.isArray(part)) return part.map((item) => (isObject(item) ? withoutBlanks(item) : item));
    if (!isObject(part)) return part;
    return isEmpty(part) ? null : withoutBlanks(trimParts(part));
  });
}

/** Returns a secret of the service; where the service masks it with asterisks or leaves it out, the known one or "". A mask is never stored. */
export function secretOf(returned: Plain | undefined, known: Plain | undefined): string {
  if (typeof returned === "string" && returned !== "" && !returned.includes("*")) return returned;
  return typeof known === "string" ? known : "";
}
