// The environment variables of the settings of this module. See docs/modules/datapipeline.md#settings. Pure.
import type { Environment } from "../../core/schema/environment";

/** The variables of each setting, in the order of their precedence. */
export const variables = {
  apiKey: ["FIVETRAN_APIKEY", "FIVETRAN_API_KEY"],
  apiSecret: ["FIVETRAN_APISECRET", "FIVETRAN_API_SECRET"],
  apiUrl: ["FIVETRAN_API_URL", "FIVETRAN_APIURL"],
} as const;

/** A setting that has variables. */
export type SettingName = keyof typeof variables;

/** A value and its source, for messages. */
export interface FoundValue {
  value: string;
  source: string;
}

/** Returns the value of the first variable of the setting that is not empty. */
export function fromEnvironment(name: SettingName, env: Environment): FoundValue | undefined {
  const variable = variables[name].find((each) => env[each]);
  return variable === undefined ? undefined : { value: env[variable] ?? "", source: variable };
}
