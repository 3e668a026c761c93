// Names here and at the service: `apiKeyId` and `ApiKeyId`. The schema says which members there are, one rule how they are called, a table what breaks it. Pure.
import { isObject } from "../../core/json";
import type { ObjectSpec, PropertySpec, Schema, TypeSpec } from "../../core/schema";
import { typeToken } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";
import { emptyMap } from "../../core/value";

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
export type Names = Readonly<Record<string, string>>;

/** The word with its first letter in upper case. */
export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The members that the shape declares, read from a remote object. What is null there is left out where the shape allows it, and else the empty value of its type
 * (cloud-lookups.md 7). A list of objects takes a single one, too; lists are plural here though the service may name one in the singular.
 */
export function fromRemote(schema: Schema, shape: ObjectSpec, remote: PlainMap, names: Names = {}): PlainMap {
  const result = emptyMap<Plain>();
  for (const [key, spec] of Object.entries(shape.properties ?? {})) {
    const value = valueOf(schema, spec, memberOf(remote, key, spec, names));
    if (value !== undefined) result[key] = value;
    else if (shape.required?.includes(key)) result[key] = emptyOf(plainly(schema, spec));
  }
  return result;
}

/** A remote object read as the named type that the reference points to. */
export function readObject(schema: Schema, ref: string, remote: PlainMap): PlainMap {
  const name = typeToken(ref)?.split(":").pop() ?? "";
  return fromRemote(schema, schema.type(ref) ?? {}, remote, oddNamesOf[name]);
}

function memberOf(remote: PlainMap, key: string, { type }: PropertySpec, names: Names): Plain | undefined {
  const name = names[key] ?? oddNames[key] ?? pascal(key);
  const value = remote[name];
  return value === undefined && type === "array" && name.endsWith("s") ? remote[name.slice(0, -1)] : value;
}

/** The type itself where a reference points to an enumeration. */
function plainly(schema: Schema, spec: TypeSpec): TypeSpec {
  const named = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
  return named?.enum ? { type: named.type } : spec;
}

function valueOf(schema: Schema, given: TypeSpec, value: Plain | undefined): Plain | undefined {
  if (value === undefined || value === null) return undefined;
  const spec = plainly(schema, given);
  if (spec.$ref !== undefined) return isObject(value) ? readObject(schema, spec.$ref, value) : undefined;
  if (spec.type === "array") {
    const items = Array.isArray(value) ? value : [value];
    return items.map((item) => valueOf(schema, spec.items ?? {}, item)).filter((item) => item !== undefined);
  }
  return spec.type === undefined || spec.type === "object" ? value : scalarOf(spec.type, value);
}

/** The service writes some numbers as texts, and texts as numbers. */
function scalarOf(type: "string" | "number" | "integer" | "boolean", value: Plain): Plain | undefined {
  if (typeof value === "object") return undefined;
  if (type === "string") return String(value);
  if (type === "boolean") return value === true || value === 1 || value === "true";
  const number = typeof value === "string" && value.trim() === "" ? NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The value that stands for nothing where a value must be. */
export function emptyOf({ type }: TypeSpec): Plain {
  if (type === "array") return [];
  if (type === "boolean") return false;
  if (type === "number" || type === "integer") return 0;
  return type === "string" ? "" : {};
}

/** A value of ours with the members of its objects named as the service names them; null members and keys of maps are not passed on. */
export function toRemote(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(toRemote);
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(given.map(([key, member]) => [oddNames[key] ?? pascal(key), toRemote(member)]));
}
