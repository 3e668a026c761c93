// The module `search`: Elasticsearch. What it offers, and how it is reached.
import type { ModuleContext, FunctionTable, Module, RequestContext, ResourceTable } from "../../core/contract";
import type { Send } from "../../http/message";
import { SearchClient } from "./client";
import type { Block } from "./connection";
import { getSearchConnector } from "./functions/getSearchConnector";
import { getSearchEnrichPolicy } from "./functions/getSearchEnrichPolicy";
import { getSearchIndexTemplate } from "./functions/getSearchIndexTemplate";
import { processors } from "./functions/processors";
import { SearchConnector } from "./resources/connector";
import { SearchEnrichPolicy } from "./resources/enrich-policy";
import { SearchIndexTemplate } from "./resources/index-template";
import { SearchIngestPipeline } from "./resources/SearchIngestPipeline";
import { rules, settingRules } from "./type-rules";
import type { Servers } from "./transport/pool";

/** Makes the client of one call. Connections are looked up, and their code is loaded, when something is asked of the server. */
function connect(host: ModuleContext): (inputs: { searchConnections?: Block[] }, operation: RequestContext) => SearchClient {
  let servers: Promise<Servers> | undefined;
  const load = async (): Promise<Servers> => (await import("./transport/pool")).createServers(host as ModuleContext<Send>);
  return (inputs, operation) =>
    new SearchClient(async () => (await (servers ??= load()))(inputs.searchConnections), operation, host.version);
}

/** The module. */
export const search: Module<SearchClient> = {
  name: "search",
  rules,
  settings: settingRules,
  connect,
  functions: {
    ...processors,
    getSearchConnector,
    getSearchEnrichPolicy,
    getSearchIndexTemplate,
  } satisfies FunctionTable<"search", SearchClient>,
  resources: {
    SearchConnector,
    SearchEnrichPolicy,
    SearchIndexTemplate,
    SearchIngestPipeline,
  } satisfies ResourceTable<"search", SearchClient>,
};
