// The module `search`: Elasticsearch. See docs/modules/search.md.
import type { ModuleContext, RequestContext } from "../../contract/context";
import type { Module } from "../../contract/module";
import type { FunctionTable, ResourceTable } from "../../kit/tables";
import { booleanVariable } from "../../core/schema/environment";
import { hasUnknown, toPlainMap } from "../../core/values/value";
import { SearchClient } from "./client";
import type { ConnectionBlock } from "./connection";
import { environmentBlock, forceDestroyNames, hasEndpoint, noEndpoint } from "./env";
import { explainSearchIndexLifecycle } from "./functions/explainSearchIndexLifecycle";
import { getSearchClusterInfo } from "./functions/getSearchClusterInfo";
import { getSearchComponentTemplate } from "./functions/getSearchComponentTemplate";
import { getSearchConnector } from "./functions/getSearchConnector";
import { getSearchEnrichPolicy } from "./functions/getSearchEnrichPolicy";
import { getSearchIndexLifecyclePolicy } from "./functions/getSearchIndexLifecyclePolicy";
import { getSearchIndexTemplate } from "./functions/getSearchIndexTemplate";
import { getSearchIngestPipeline } from "./functions/getSearchIngestPipeline";
import { getSearchLicense } from "./functions/getSearchLicense";
import { processors } from "./functions/processors";
import { simulateSearchIngestPipeline } from "./functions/simulateSearchIngestPipeline";
import { SearchClusterSettings } from "./resources/SearchClusterSettings";
import { SearchComponentTemplate } from "./resources/component-template";
import { SearchConnector } from "./resources/connector";
import { SearchEnrichPolicy } from "./resources/enrich-policy";
import { SearchIndexLifecyclePolicy } from "./resources/index-lifecycle-policy";
import { SearchIndexTemplate } from "./resources/index-template";
import { SearchIngestPipeline } from "./resources/ingest-pipeline";
import { SearchStoredScript } from "./resources/SearchStoredScript";
import { settingRules, typeRules } from "./settings";
import type { TransportPool } from "./transport/pool";

/** Creates the client of one RPC. The connection is resolved, and its code is loaded, with the first request. */
function connect(
  configuration: ModuleContext,
): (inputs: { searchConnections?: ConnectionBlock[] }, context: RequestContext) => SearchClient {
  let pool: Promise<TransportPool> | undefined;
  const permitted = forceDestroyNames(configuration);
  const load = async (): Promise<TransportPool> => (await import("./transport/pool")).createTransportPool(configuration);
  return (inputs, context) => new SearchClient(async () => (await (pool ??= load()))(inputs.searchConnections), context, permitted);
}

/** The module. */
export const search: Module<SearchClient> = {
  name: "search",
  rules: typeRules,
  settings: settingRules,
  previewChecks: ({ settings, env }) => settings.searchPreviewChecks ?? booleanVariable("QUARTET_SEARCH_PREVIEW_CHECKS", env),
  rejectsWrites({ settings, env }, { searchConnections = [] }) {
    if (hasUnknown(searchConnections)) return undefined;
    const { call } = toPlainMap({ call: searchConnections }) as { call: ConnectionBlock[] };
    const blocks = [call[0], settings.searchServers?.[0], environmentBlock(env)];
    return blocks.some(hasEndpoint) ? undefined : noEndpoint();
  },
  connect,
  connectionOf: async (client) => client.connection(),
  functions: {
    ...processors,
    explainSearchIndexLifecycle,
    getSearchClusterInfo,
    getSearchComponentTemplate,
    getSearchConnector,
    getSearchEnrichPolicy,
    getSearchIndexLifecyclePolicy,
    getSearchIndexTemplate,
    getSearchIngestPipeline,
    getSearchLicense,
    simulateSearchIngestPipeline,
  } satisfies FunctionTable<"search", SearchClient>,
  resources: {
    SearchClusterSettings,
    SearchComponentTemplate,
    SearchConnector,
    SearchEnrichPolicy,
    SearchIndexLifecyclePolicy,
    SearchIndexTemplate,
    SearchIngestPipeline,
    SearchStoredScript,
  } satisfies ResourceTable<"search", SearchClient>,
};
