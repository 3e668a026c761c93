// An API as DescribeApi returns it, in the shape of the outputs of two resources. Pure. See docs/modules/cloud.md#api-definition.
import { isObject } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { isEmpty } from "../../equality";
import type { RemoteNames } from "../../mapping";
import { pascalCase } from "../../mapping";
import type { RemoteApi, RemoteErrorCode, RemoteFrontEnd } from "../../remote";
import { configNames, definitionNames } from "./definition";

/** Remote names of the outputs that do not follow the rule, for the result of `flattenApi`. */
export const apiNames: RemoteNames = { ...definitionNames, updateTime: "ModifiedTime" };

const objectMembers = ["ServiceTsfLoadBalanceConf", "ServiceTsfHealthCheckConf", "OauthConfig"];
const listMembers = ["RequestParameters", "ConstantParameters", "MicroServices", "ServiceParameters", "ResponseErrorCodes"];

/** Returns the response with the members of its two objects beside the others, without unused objects and without empty texts in lists. */
export function flattenApi(api: RemoteApi): PlainMap {
  const { RequestConfig, ServiceConfig, ...rest } = api;
  const front: RemoteFrontEnd = objectOf(RequestConfig);
  const back = objectOf(ServiceConfig);
  const config = Object.entries(configNames).map(([key, name]): [string, Plain] => [pascalCase(key), valueOrNull(back[name])]);
  return {
    ...rest,
    ...Object.fromEntries(objectMembers.map((name) => [name, valueOrNull(rest[name])])),
    ...Object.fromEntries(listMembers.map((name) => [name, trimRows(rest[name])])),
    RequestConfigPath: front.Path ?? null,
    RequestConfigMethod: front.Method ?? null,
    ...Object.fromEntries(config),
  };
}

/** Returns the value, or null for an object without values. */
function valueOrNull(value: Plain | undefined): Plain {
  if (!isObject(value)) return value ?? null;
  return isEmpty(value) ? null : trimMembers(value);
}

function trimRows(value: Plain | undefined): Plain {
  return Array.isArray(value) ? value.filter(isObject).map(trimMembers) : null;
}

/** Removes empty texts, and the converted code of a response that is not converted. */
function trimMembers(row: RemoteErrorCode): PlainMap {
  const isUnused = (name: string, value: Plain): boolean => name === "ConvertedCode" && value === 0 && row.NeedConvert !== true;
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== "" && value !== null && !isUnused(name, value)));
}
