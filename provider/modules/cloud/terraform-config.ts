// The settings as arguments of the vendor's Terraform provider, without files, metadata and STS. Pure. See docs/modules/cloud.md#terraformconfig.
import type { Settings } from "../../core/gen/types";
import { isObject } from "../../core/json/json";
import { snakeCase } from "../../core/schema/snake-case";
import type { Plain, PlainMap } from "../../core/values/value";
import { mapMembers } from "../../core/values/value";
import type { Environment } from "./env";
import { givenSettings } from "./settings";

/**
 * Returns an entry in snake_case for each setting that has a value in the configuration or the environment; a nested object is a list with one element.
 * `protocol` is the only setting with its default. Each entry is a secret. Fails as `givenSettings`.
 */
export function terraformConfig(settings: Settings, env: Environment): PlainMap {
  const given: PlainMap = { protocol: "HTTPS", ...givenSettings(settings, env) };
  return snakeKeys(mapMembers<Plain, Plain>(given, (value) => (isObject(value) ? [snakeKeys(value)] : value)));
}

function snakeKeys(map: PlainMap): PlainMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [snakeCase(key), value]));
}
