// The module `search`: Elasticsearch. What it offers, and how it is reached.
import type { Host, LookupTable, Module, Operation, ResourceTable } from "../../core/contract";
import type { Send } from "../../http/message";
import { SearchClient } from "./client";
import type { Block } from "./connection";
import { laterLookup, laterResource } from "./later";
import { getSearchIndexTemplate } from "./lookups/getSearchIndexTemplate";
import { processors } from "./processors";
import { SearchIndexTemplate } from "./resources/SearchIndexTemplate";
import { SearchIngestPipeline } from "./resources/SearchIngestPipeline";
import { oneBlock, rules, settingRules } from "./rules";
import type { Servers } from "./servers";

const named = { minLength: 1, maxLength: 255 };
const filled = { minItems: 1 };

/** Makes the client of one call. Connections are looked up, and their code is loaded, when something is asked of the server. */
function connect(host: Host): (inputs: { searchConnections?: Block[] }, operation: Operation) => SearchClient {
  let servers: Promise<Servers> | undefined;
  const load = async (): Promise<Servers> => (await import("./servers")).createServers(host as Host<Send>);
  return (inputs, operation) =>
    new SearchClient(async () => (await (servers ??= load()))(inputs.searchConnections), operation, host.version);
}

/** The module. */
export const search: Module<SearchClient> = {
  name: "search",
  rules,
  settings: settingRules,
  connect,
  lookups: {
    ...processors,
    getSearchIndexTemplate,
    getSearchConnector: laterLookup("quartet:search:getSearchConnector", {
      properties: { connectorId: { minLength: 1 }, searchConnections: oneBlock },
    }),
    getSearchEnrichPolicy: laterLookup("quartet:search:getSearchEnrichPolicy", {
      properties: { name: { minLength: 1 }, searchConnections: oneBlock },
    }),
  } satisfies LookupTable<"search", SearchClient>,
  resources: {
    SearchIndexTemplate,
    SearchIngestPipeline,
    SearchConnector: laterResource("quartet:search:SearchConnector", { properties: { searchConnections: oneBlock } }),
    SearchEnrichPolicy: laterResource("quartet:search:SearchEnrichPolicy", {
      properties: {
        name: named,
        matchField: named,
        indices: filled,
        enrichFields: filled,
        query: { json: "object" },
        searchConnections: oneBlock,
      },
    }),
  } satisfies ResourceTable<"search", SearchClient>,
};
