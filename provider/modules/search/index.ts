// The module `search`: Elasticsearch. See docs/modules/search.md.
import type { ModuleConfiguration, RequestContext } from "../../contract/context";
import type { Module } from "../../contract/module";
import { hasUnknown, mapMembers, toPlainMap } from "../../core/values/value";
import { booleanVariable } from "../../kit/variables";
import { SearchClient } from "./client";
import type { ConnectionBlock } from "./connection";
import { environmentBlock, forceDestroyNames, hasEndpoint, noEndpoint, variables } from "./env";
import { functions } from "./functions";
import { resources } from "./resources";
import { inputTypeRules } from "./resources/type-rules";
import { withVisibleWrites } from "./resources/visible-writes";
import { settingRules, typeRules } from "./settings";
import type { TransportPool } from "./transport/pool";

/** Creates the client of one RPC. The connection is resolved, and its code is loaded, with the first request. */
function connect(
  configuration: ModuleConfiguration,
): (inputs: { searchConnections?: ConnectionBlock[] }, context: RequestContext) => SearchClient {
  let pool: Promise<TransportPool> | undefined;
  const permitted = forceDestroyNames(configuration);
  const load = async (): Promise<TransportPool> => (await import("./transport/pool")).createTransportPool(configuration);
  return (inputs, context) => new SearchClient(async () => (await (pool ??= load()))(inputs.searchConnections), context, permitted);
}

/** The module. */
export const search: Module<SearchClient> = {
  name: "search",
  rules: { ...typeRules, ...inputTypeRules },
  settings: settingRules,
  previewChecks: ({ settings, env }) => settings.searchPreviewChecks ?? booleanVariable(variables.searchPreviewChecks, env) ?? false,
  rejectsWrites({ settings, env }, { searchConnections = [] }) {
    if (hasUnknown(searchConnections)) return undefined;
    const { call } = toPlainMap({ call: searchConnections }) as { call: ConnectionBlock[] };
    const blocks = [call[0], settings.searchServers?.[0], environmentBlock(env)];
    return blocks.some(hasEndpoint) ? undefined : noEndpoint();
  },
  connect,
  connectionOf: async (client) => client.connection(),
  functions,
  resources: mapMembers(resources as Module<SearchClient>["resources"], withVisibleWrites),
};
