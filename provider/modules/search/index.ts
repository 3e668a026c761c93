// The module `search`: Elasticsearch. See docs/modules/search.md.
import type { FunctionTable, Module, ModuleContext, RequestContext, ResourceTable } from "../../core/contract";
import { SearchClient } from "./client";
import type { ConnectionBlock } from "./connection";
import { getSearchConnector } from "./functions/getSearchConnector";
import { getSearchEnrichPolicy } from "./functions/getSearchEnrichPolicy";
import { getSearchIndexTemplate } from "./functions/getSearchIndexTemplate";
import { processors } from "./functions/processors";
import { simulateSearchIngestPipeline } from "./functions/simulateSearchIngestPipeline";
import { SearchConnector } from "./resources/connector";
import { SearchEnrichPolicy } from "./resources/enrich-policy";
import { SearchIndexTemplate } from "./resources/index-template";
import { SearchIngestPipeline } from "./resources/ingest-pipeline";
import { settingRules, typeRules } from "./settings";
import type { TransportPool } from "./transport/pool";

/** Creates the client of one RPC. The connection is resolved, and its code is loaded, with the first request. */
function connect(host: ModuleContext): (inputs: { searchConnections?: ConnectionBlock[] }, context: RequestContext) => SearchClient {
  let pool: Promise<TransportPool> | undefined;
  const load = async (): Promise<TransportPool> => (await import("./transport/pool")).createTransportPool(host);
  return (inputs, context) => new SearchClient(async () => (await (pool ??= load()))(inputs.searchConnections), context);
}

/** The module. */
export const search: Module<SearchClient> = {
  name: "search",
  rules: typeRules,
  settings: settingRules,
  previewChecks: ({ settings }) => settings.searchPreviewChecks === true,
  connect,
  functions: {
    ...processors,
    getSearchConnector,
    getSearchEnrichPolicy,
    getSearchIndexTemplate,
    simulateSearchIngestPipeline,
  } satisfies FunctionTable<"search", SearchClient>,
  resources: {
    SearchConnector,
    SearchEnrichPolicy,
    SearchIndexTemplate,
    SearchIngestPipeline,
  } satisfies ResourceTable<"search", SearchClient>,
};
