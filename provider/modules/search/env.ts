// The environment variables of the settings, the connection block that they describe, and whether there is an endpoint at all. Pure.
// See docs/modules/search.md#connection-settings.
import type { ModuleConfiguration } from "../../contract/context";
import { configCommand, settingsNote } from "../../core/errors/config-command";
import { parseBoolean, type Environment } from "../../core/schema/environment";
import { ProviderError } from "../../core/errors/errors";
import type { Search } from "../../core/gen/types";
import { mapMembers } from "../../core/values/value";
import { firstVariable } from "../../kit/variables";

/** The variables of each setting. `searchForceDestroy` names indices and data streams that may be deleted with their documents. */
export const variables = {
  searchForceDestroy: ["QUARTET_SEARCH_FORCE_DESTROY"],
  searchPreviewChecks: ["QUARTET_SEARCH_PREVIEW_CHECKS"],
} as const;

/** The variables of each field of a connection block that has one. */
export const blockVariables = {
  endpoints: ["ELASTICSEARCH_ENDPOINTS"],
  username: ["ELASTICSEARCH_USERNAME"],
  password: ["ELASTICSEARCH_PASSWORD"],
  apiKey: ["ELASTICSEARCH_API_KEY"],
  bearerToken: ["ELASTICSEARCH_BEARER_TOKEN"],
  esClientAuthentication: ["ELASTICSEARCH_ES_CLIENT_AUTHENTICATION"],
  insecure: ["ELASTICSEARCH_INSECURE"],
  caFingerprint: ["ELASTICSEARCH_CA_FINGERPRINT"],
} as const;

/** A connection block whose `insecure` may be a word that means neither true nor false, which validation rejects. */
export type EnvironmentBlock = Omit<Search.SearchConnection, "insecure"> & { insecure: boolean | string };

/** Returns the block of the environment. */
export function environmentBlock(env: Environment): EnvironmentBlock {
  const { endpoints, insecure, ...texts } = mapMembers(blockVariables, (names) => firstVariable(names, env)?.text);
  return { ...texts, endpoints: listOf(endpoints), insecure: parseBoolean(insecure ?? "") ?? insecure ?? "" };
}

function listOf(text = ""): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

/** Returns the names of setting and variable: the variable permits more for one run, and `*` permits all. */
export function forceDestroyNames({ settings, env }: Pick<ModuleConfiguration, "settings" | "env">): ReadonlySet<string> {
  return new Set([...(settings.searchForceDestroy ?? []), ...listOf(firstVariable(variables.searchForceDestroy, env)?.text)]);
}

/** Returns whether a block has an endpoint; empty texts count as absent. */
export function hasEndpoint(block: Pick<Search.SearchConnection, "endpoints"> | undefined): boolean {
  return block?.endpoints?.some((text) => text !== "") ?? false;
}

/** Creates the error for a connection without an endpoint in inputs, settings and environment. */
export function noEndpoint(): ProviderError {
  const command = configCommand("searchServers[0].endpoints[0]", { value: "https://search.example.com:9200" });
  const advice = `Run ${command}, or set the input searchConnections or the environment variable ${blockVariables.endpoints.join(" or ")}. ${settingsNote}`;
  return new ProviderError("failed_precondition", `No Elasticsearch endpoint is configured. ${advice}`);
}
