// An API as DescribeApi tells it, in the shape of the outputs that two resources have in common (cloud-resources.md 4.2, 4.19). Pure.
import { isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import { isEmpty } from "../equal-forms";
import type { Names } from "../naming";
import { pascal } from "../naming";
import { configNames, definitionNames } from "./api-definition";

/** Remote names of the outputs that do not follow the rule; for `flatApi`. */
export const apiNames: Names = { ...definitionNames, updateTime: "ModifiedTime" };

const objects = ["ServiceTsfLoadBalanceConf", "ServiceTsfHealthCheckConf", "OauthConfig"];
const lists = ["RequestParameters", "ConstantParameters", "MicroServices", "ServiceParameters", "ResponseErrorCodes"];

/** The answer with the members of its two objects beside the others, and without what is empty: unused objects, and empty texts inside lists. */
export function flatApi(api: PlainMap): PlainMap {
  const { RequestConfig, ServiceConfig, ...rest } = api;
  const [front, back] = [RequestConfig, ServiceConfig].map((value) => (isObject(value) ? value : {})) as [PlainMap, PlainMap];
  const config = Object.entries(configNames).map(([key, name]): [string, Plain] => [pascal(key), filled(back[name])]);
  return {
    ...rest,
    ...Object.fromEntries(objects.map((name) => [name, filled(rest[name])])),
    ...Object.fromEntries(lists.map((name) => [name, rowsOf(rest[name])])),
    RequestConfigPath: front["Path"] ?? null,
    RequestConfigMethod: front["Method"] ?? null,
    ...Object.fromEntries(config),
  };
}

/** The value, or null where an object says nothing. */
function filled(value: Plain | undefined): Plain {
  if (!isObject(value)) return value ?? null;
  return isEmpty(value) ? null : withoutBlanks(value);
}

function rowsOf(value: Plain | undefined): Plain {
  return Array.isArray(value) ? value.filter(isObject).map(withoutBlanks) : null;
}

/** Without empty texts, and without the code that a response is not converted to. */
function withoutBlanks(row: PlainMap): PlainMap {
  const idle = (name: string, value: Plain): boolean => name === "ConvertedCode" && value === 0 && row["NeedConvert"] !== true;
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== "" && value !== null && !idle(name, value)));
}
