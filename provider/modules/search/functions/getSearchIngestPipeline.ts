// Reads one ingest pipeline. See docs/modules/search.md#getsearchingestpipeline.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { awaitBoth } from "../../../kit/concurrency";
import { objectNameRule } from "../ids";
import { readPipeline } from "../resources/ingest-pipeline/response";
import { oneBlock } from "../settings";

type Outputs = Search.GetSearchIngestPipelineOutputs;

/** Reads one ingest pipeline. Fails if there is none. */
export const getSearchIngestPipeline: ProviderFunction<SearchClient, Search.GetSearchIngestPipelineInputs, Outputs> = {
  rules: { properties: { name: objectNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client, load }) {
    const [{ uuid }, found] = await awaitBoth(client.cluster(), readPipeline(name, { client, load }));
    if (!found) throw new ProviderError("not_found", `Ingest pipeline not found: "${name}". Check the name and the endpoint.`);
    return { onFailures: [], ...found, id: `${uuid}/${name}`, ...omitUndefined({ searchConnections }) };
  },
};
