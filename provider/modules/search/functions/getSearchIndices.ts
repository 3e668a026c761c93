// Reads indices by names and patterns. See docs/modules/search.md#getsearchindices.
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { numberOf, objectOf, omitUndefined } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { SearchClient } from "../client";
import { listsOfNames } from "../collections";
import { byCodePoint } from "../json/writer";
import { indicesIn, type RemoteIndex } from "../resources/indices/response";
import { settingsText } from "../resources/indices/settings";
import { clusterFunction } from "./cluster-function";

/** Reads indices. Fails for a name without wildcard that does not exist. */
export const getSearchIndices = clusterFunction<"getSearchIndices">({
  rules: { properties: { target: { minLength: 1 } } },
  async read({ target = "*", expandWildcards, includeStatistics, ignoreUnavailable }, { client }) {
    const wildcards = omitUndefined({ expand_wildcards: expandWildcards?.join(",") });
    const query = { flat_settings: "true", ...wildcards, ...(ignoreUnavailable && { ignore_unavailable: "true" }) };
    const response = await client.fetch([target], { query, expects: "list" });
    if (!response) throw missingIndexError(target);
    const found = indicesIn(response).sort((left, right) => byCodePoint(left.name, right.name));
    const members = objectOf(response.json);
    const statistics = includeStatistics ? await statisticsOf(found, client) : {};
    const indexStates = found.map((index) =>
      description(index, objectOf(members[index.name])["data_stream"], objectOf(statistics[index.name])),
    );
    return { id: target, target, indexStates };
  },
});

function missingIndexError(target: string): ProviderError {
  const advice = "Check the names and the endpoint, or set ignoreUnavailable.";
  return new ProviderError(
    "not_found",
    `Index not found: no index, alias or data stream has the name "${target}", or one of its names. ${advice}`,
  );
}

/** Returns the statistics of each index. */
async function statisticsOf(indices: readonly RemoteIndex[], client: SearchClient): Promise<PlainMap> {
  const query = { forbid_closed_indices: "false", expand_wildcards: "all" };
  const found: PlainMap = {};
  for (const names of listsOfNames(indices.map(({ name }) => name)))
    Object.assign(found, objectOf(await client.get([names.join(","), "_stats", "docs,store"], { query, expects: "list" }))["indices"]);
  return found;
}

function description(
  { name, settings, mappings, aliases }: RemoteIndex,
  stream: Plain | undefined,
  statistics: PlainMap,
): Search.SearchIndexState {
  const { docs } = objectOf(statistics["primaries"]);
  const { store } = objectOf(statistics["total"]);
  return {
    name,
    settings: settingsText(settings),
    mappings,
    aliases,
    ...omitUndefined({
      dataStreamName: typeof stream === "string" ? stream : undefined,
      documentCount: numberOf(objectOf(docs)["count"]),
      deletedDocumentCount: numberOf(objectOf(docs)["deleted"]),
      storeBytes: numberOf(objectOf(store)["size_in_bytes"]),
    }),
  };
}
