// Property names of the schema and member names of the services (`apiKeyId`, `ApiKeyId`): one rule, and tables of exceptions. Pure.
// See docs/modules/cloud.md#field-names.
import { isObject } from "../../core/json/json";
import { oncePerSchema, Readers, type FindMember } from "../../kit/remote-object";
import type { ObjectSpec, Schema } from "../../core/schema/schema";
import type { Plain, PlainMap } from "../../core/values/value";

/** Exceptions for all types. */
const exceptions: Readonly<Record<string, string>> = {
  enableCors: "EnableCORS",
  modifyTime: "ModifiedTime",
  createTime: "CreatedTime",
  relationBusinessApiIds: "RelationBuniessApiIds",
};

/** Exceptions for the members of one type. */
const typeExceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AddressTemplateInfo: { id: "AddressTemplateId", name: "AddressTemplateName", addresses: "AddressSet" },
  AddressTemplateGroupInfo: { id: "AddressTemplateGroupId", name: "AddressTemplateGroupName", templateIds: "AddressTemplateIdSet" },
  ApiGatewayApiThrottling: { strategyLists: "EnvironmentStrategySet" },
  ApiGatewayIpStrategyInfo: { ipList: "StrategyData" },
  ApiGatewayKeyInfo: { apiKeyId: "AccessKeyId" },
};

/** Remote names by property; the rule applies to all others. */
export type RemoteNames = Readonly<Record<string, string>>;

/** Returns the name with its first letter in upper case. */
export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the selection of remote members. A list is plural in the schema; the service may use the singular. */
function pickBy(names: RemoteNames): FindMember {
  return (key, { type: kind }, type) => {
    const name = (type === undefined ? names : typeExceptions[type])?.[key] ?? exceptions[key] ?? pascalCase(key);
    if (kind !== "array" || !name.endsWith("s")) return (remote) => remote[name];
    const singular = name.slice(0, -1);
    return (remote) => (remote[name] === undefined ? remote[singular] : remote[name]);
  };
}

const readersOf = oncePerSchema((schema) => new Readers(schema, pickBy({})));

/** Reads the members that the shape declares from a remote object. See docs/modules/cloud.md#null-values. */
export function fromRemote(schema: Schema, shape: ObjectSpec, remote: PlainMap, names: RemoteNames = {}): PlainMap {
  return readersOf(schema).members(shape, pickBy(names))(remote);
}

/** Reads a remote object as the type of the reference. */
export function typedFromRemote(schema: Schema, ref: string, remote: PlainMap): PlainMap {
  return readersOf(schema).type(ref)(remote);
}

/** Returns the value with remote member names, without null members. */
export function toRemote(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(toRemote);
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(given.map(([key, member]) => [exceptions[key] ?? pascalCase(key), toRemote(member)]));
}
