// The connection block that environment variables describe. See docs/modules/search.md#connection-settings. Pure.
import { parseBoolean, type Environment } from "../../core/environment";
import type { Search } from "../../core/gen/types";

/** The variable of each field that has one. */
export const variables = {
  endpoints: "ELASTICSEARCH_ENDPOINTS",
  username: "ELASTICSEARCH_USERNAME",
  password: "ELASTICSEARCH_PASSWORD",
  apiKey: "ELASTICSEARCH_API_KEY",
  bearerToken: "ELASTICSEARCH_BEARER_TOKEN",
  esClientAuthentication: "ELASTICSEARCH_ES_CLIENT_AUTHENTICATION",
  insecure: "ELASTICSEARCH_INSECURE",
  caFingerprint: "ELASTICSEARCH_CA_FINGERPRINT",
} as const;

/** A connection block whose `insecure` may be a word that means neither true nor false, which validation rejects. */
export type EnvironmentBlock = Omit<Search.SearchConnection, "insecure"> & { insecure: boolean | string };

/** Returns the block of the environment. */
export function environmentBlock(env: Environment): EnvironmentBlock {
  const { endpoints, insecure, ...texts } = variables;
  const list = (env[endpoints] ?? "").split(",").map((part) => part.trim());
  const word = env[insecure] ?? "";
  const rest = Object.fromEntries(Object.entries(texts).map(([field, variable]) => [field, env[variable]]));
  return { ...rest, endpoints: list.filter((part) => part !== ""), insecure: parseBoolean(word) ?? word };
}
