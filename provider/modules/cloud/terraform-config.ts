// The settings as the arguments of the vendor's Terraform provider (cloud-lookups.md 5). Pure: nothing comes from files, metadata or STS.
import type { Settings } from "../../core/gen/types";
import { isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";
import { mapMembers } from "../../core/value";
import type { Environment } from "./env";
import { givenSettings } from "./settings";

/**
 * One entry for each setting that has a value, explicitly or by the environment, names in snake_case; a nested object is a list of exactly one. Of the
 * defaults only that of `protocol` is told. Every entry is to be handled as a secret. Fails as `givenSettings` does.
 */
export function terraformConfig(settings: Settings, env: Environment): PlainMap {
  const given: object = { protocol: "HTTPS", ...givenSettings(settings, env) };
  return snakeKeys(mapMembers<Plain, Plain>(given as PlainMap, (value) => (isObject(value) ? [snakeKeys(value)] : value)));
}

function snakeKeys(map: PlainMap): PlainMap {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}
