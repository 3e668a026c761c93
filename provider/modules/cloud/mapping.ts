// Property names of the schema and member names of the services (`apiKeyId`, `AccessKeyId`): one rule, and tables of exceptions. Pure.
// See docs/modules/cloud.md#field-names.
import { isObject } from "../../core/json/json";
import { isBlank, objectOf } from "../../core/values/records";
import { oncePerSchema, Readers, type FindMember } from "../../kit/remote-object";
import type { ObjectSpec, Schema } from "../../core/schema/schema";
import type { Plain, PlainMap } from "../../core/values/value";

/** Exceptions. A dot separates the name of an object from that of its member. */
const exceptions: Readonly<Record<string, string>> = {
  addresses: "AddressSet",
  apiKeyId: "AccessKeyId",
  apiLists: "ApiIdStatusSet",
  attachApiKeys: "BindSecretIds",
  clbDatas: "CLBData",
  createTime: "CreatedTime",
  eiamAppId: "EIAMAppId",
  eiamAppType: "EIAMAppType",
  eiamAuthType: "EIAMAuthType",
  enableCors: "EnableCORS",
  filterInstanceIdLists: "FilterInstanceIdList",
  filterTags: "FilterTag",
  idLists: "IdList",
  ipList: "StrategyData",
  ipLists: "IpList",
  modifyTime: "ModifiedTime",
  periodPointCount: "Count",
  relationBusinessApiIds: "RelationBuniessApiIds",
  requestConfigMethod: "RequestConfig.Method",
  requestConfigPath: "RequestConfig.Path",
  serviceConfigCosConfig: "ServiceConfig.CosConfig",
  serviceConfigCosConfigs: "ServiceConfig.CosConfigs",
  serviceConfigMethod: "ServiceConfig.Method",
  serviceConfigPath: "ServiceConfig.Path",
  serviceConfigProduct: "ServiceConfig.Product",
  serviceConfigUpstreamId: "ServiceConfig.UpstreamId",
  serviceConfigUrl: "ServiceConfig.Url",
  serviceConfigVpcId: "ServiceConfig.UniqVpcId",
  strategyLists: "EnvironmentStrategySet",
  templateIds: "AddressTemplateIdSet",
  updateTime: "ModifiedTime",
};

/** Exceptions for the members of one type. */
const typeExceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AddressTemplateInfo: { id: "AddressTemplateId", name: "AddressTemplateName" },
  AddressTemplateGroupInfo: { id: "AddressTemplateGroupId", name: "AddressTemplateGroupName" },
};

/** Returns the remote name of a property. The settings of a back end are members of the API itself, unless they are exceptions. */
export function memberName(key: string): string {
  const name = key.replace(/^serviceConfig(?=[A-Z])/, "Service");
  return exceptions[key] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the selection of a remote member. A list is plural in the schema; the service may use the singular. */
const findMember: FindMember = (key, { type: kind }, type = "") => {
  const path = (typeExceptions[type]?.[key] ?? memberName(key)).split(".");
  const name = path.pop() ?? "";
  const other = kind === "array" ? name.replace(/s$/, "") : name;
  return (remote) => {
    const holder = path.reduce((object, step) => objectOf(object[step]), remote);
    return holder[name] === undefined ? holder[other] : holder[name];
  };
};

const readersOf = oncePerSchema((schema) => new Readers(schema, findMember));

/** Reads the members that the shape declares from a remote object. See docs/modules/cloud.md#null-values. */
export function fromRemote(schema: Schema, shape: ObjectSpec, remote: PlainMap): PlainMap {
  return readersOf(schema).members(shape)(remote);
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
  return Object.fromEntries(given.map(([key, member]) => [memberName(key), toRemote(member)]));
}

/** Returns whether an input is given: empty texts and lists count as absent. */
export function isGiven(value: Plain | undefined): value is NonNullable<Plain> {
  return !isBlank(value) && !(Array.isArray(value) && value.length === 0);
}

/** Returns the given inputs among these as parameters of a request. */
export function paramsOf(inputs: object, keys: readonly string[]): PlainMap {
  const values: Readonly<Record<string, Plain | undefined>> = { ...inputs };
  const params: PlainMap = {};
  for (const key of keys) {
    const value = values[key];
    if (!isGiven(value)) continue;
    const [name, inner] = memberName(key).split(".") as [string, string?];
    params[name] = inner === undefined ? toRemote(value) : { ...objectOf(params[name]), [inner]: toRemote(value) };
  }
  return params;
}

/** Returns the texts and numbers among these inputs that changed; a removed one as an empty text, which clears it. */
export function changedParams<Key extends string>(inputs: object, changed: { has(key: Key): boolean }, keys: readonly Key[]): PlainMap {
  const values: Readonly<Record<string, Plain | undefined>> = { ...inputs };
  return Object.fromEntries(keys.filter((key) => changed.has(key)).map((key) => [memberName(key), toRemote(values[key] ?? "")]));
}

/** Returns the word for the status of an API key, which is a number at the service; undefined for any other value. */
export function keyStatusOf(status: Plain | undefined): "off" | "on" | undefined {
  if (status === 1) return "on";
  return status === 0 ? "off" : undefined;
}
