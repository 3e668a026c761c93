// Names here and at the service: `apiKeyId` and `ApiKeyId`. The schema says which members there are, one rule how they are called, a table what breaks it. Pure.
import { isObject } from "../../core/json";
import { fromRemote as read, readObject as readNamed, type Pick } from "../../core/naming";
import type { ObjectSpec, Schema } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";

/** Members whose remote name is another word, whatever they belong to. */
const oddNames: Readonly<Record<string, string>> = {
  enableCors: "EnableCORS",
  modifyTime: "ModifiedTime",
  createTime: "CreatedTime",
  relationBusinessApiIds: "RelationBuniessApiIds",
};

/** The same for the members of one type. */
const oddNamesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AddressTemplateInfo: { id: "AddressTemplateId", name: "AddressTemplateName", addresses: "AddressSet" },
  AddressTemplateGroupInfo: { id: "AddressTemplateGroupId", name: "AddressTemplateGroupName", templateIds: "AddressTemplateIdSet" },
  ApiGatewayApiThrottling: { strategyLists: "EnvironmentStrategySet" },
  ApiGatewayIpStrategyInfo: { ipList: "StrategyData" },
  ApiGatewayKeyInfo: { apiKeyId: "AccessKeyId" },
};

/** Remote names by property, where they are not the rule's. */
export type RemoteNames = Readonly<Record<string, string>>;

/** The word with its first letter in upper case. */
export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Lists are plural here, though the service may name one in the singular. */
function picking(names: RemoteNames): Pick {
  return (remote, key, { type: kind }, type) => {
    const name = (type === undefined ? names : oddNamesOf[type])?.[key] ?? oddNames[key] ?? pascalCase(key);
    const value = remote[name];
    return value === undefined && kind === "array" && name.endsWith("s") ? remote[name.slice(0, -1)] : value;
  };
}

/** The members that the shape declares, read from a remote object; what is null there follows cloud-lookups.md 7. */
export function fromRemote(schema: Schema, shape: ObjectSpec, remote: PlainMap, names: RemoteNames = {}): PlainMap {
  return read({ schema, pick: picking(names) }, shape, remote);
}

/** A remote object read as the named type that the reference points to. */
export function readObject(schema: Schema, ref: string, remote: PlainMap): PlainMap {
  return readNamed({ schema, pick: picking({}) }, ref, remote);
}

/** A value of ours with the members of its objects named as the service names them; null members and keys of maps are not passed on. */
export function toRemote(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(toRemote);
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(given.map(([key, member]) => [oddNames[key] ?? pascalCase(key), toRemote(member)]));
}
