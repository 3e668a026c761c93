// The environment variables of the settings of this module. A table. See docs/modules/datapipeline.md#settings.

/** The variables of each setting, in the order of their precedence. */
export const variables = {
  apiKey: ["FIVETRAN_APIKEY", "FIVETRAN_API_KEY"],
  apiSecret: ["FIVETRAN_APISECRET", "FIVETRAN_API_SECRET"],
  apiUrl: ["FIVETRAN_API_URL", "FIVETRAN_APIURL"],
} as const;

/** A setting that has variables. */
export type SettingName = keyof typeof variables;
