// Reads the data streams that names or patterns match. See docs/modules/search.md#getsearchdatastreams.
import type { Search } from "../../../core/gen/types";
import { numberOf, omitUndefined, rowsOf, textOf } from "../../../core/values/records";
import { mapConcurrently } from "../../../kit/concurrency";
import type { SearchClient } from "../client";
import { notFound } from "../ids";
import { byCodePoint } from "../json/writer";
import { fromRemote } from "../mapping";
import { streamsIn, type ListedStream } from "../resources/data-stream/response";
import { listIn } from "../response";
import { timeIfSet } from "../times";
import { clusterFunction } from "./cluster-function";

type Statistics = Pick<Search.SearchDataStreamState, "storeBytes" | "maximumTimestamp">;

const expansions = ["all", "closed", "hidden", "none", "open"];

/** Reads data streams, sorted by name. Fails if a name without wildcard does not exist. */
export const getSearchDataStreams = clusterFunction<"getSearchDataStreams">({
  rules: {
    properties: {
      target: { minLength: 1 },
      expandWildcards: {
        pattern: { matches: new RegExp(`^(?:${expansions.join("|")})$`), reason: `expected one of ${expansions.join(", ")}` },
      },
    },
  },
  async read({ target = "*", expandWildcards = [], includeStatistics, ignoreUnavailable }, { client }) {
    const query = expandWildcards.length === 0 ? {} : { query: { expand_wildcards: expandWildcards.join(",") } };
    const read = async (names: string): Promise<Search.SearchDataStreamState[]> => {
      const response = await client.fetch(["_data_stream", names], { ...query, expects: "list" });
      if (!response) {
        if (!ignoreUnavailable) throw notFound("Data stream", names);
        // The server fails for all names if one does not exist. An exclusion belongs to the pattern before it.
        const parts = names.split(/,(?!-)/);
        return parts.length === 1 ? [] : (await mapConcurrently(parts, read)).flat();
      }
      const statistics = includeStatistics ? await statisticsOf(names, query, client) : new Map<string, Statistics>();
      return streamsIn(response).map((stream) => ({ ...stateOf(stream), ...statistics.get(stream.name) }));
    };
    const found = new Map((await read(target)).map((stream) => [stream.name, stream]));
    return { id: target, target, dataStreamStates: [...found.values()].sort((left, right) => byCodePoint(left.name, right.name)) };
  },
});

function stateOf({ lifecycle, rolloverOnWrite, ...description }: ListedStream): Search.SearchDataStreamState {
  const { enabled } = lifecycle;
  const isPresent = Object.keys(lifecycle).length > 0;
  return {
    ...description,
    ...omitUndefined({ rolloverOnWrite, lifecycleEnabled: isPresent ? enabled !== false : undefined }),
    ...fromRemote(lifecycle, ["dataRetention", "effectiveRetention", "retentionDeterminedBy"]),
  };
}

async function statisticsOf(
  target: string,
  query: { query?: Record<string, string> },
  client: SearchClient,
): Promise<Map<string, Statistics>> {
  const response = await client.fetch(["_data_stream", target, "_stats"], { ...query, expects: "list" });
  const rows = response ? rowsOf(listIn(response, "data_streams")) : [];
  return new Map(
    rows.map(({ data_stream: name, store_size_bytes: bytes, maximum_timestamp: latest }) => [
      textOf(name) ?? "",
      omitUndefined({
        storeBytes: numberOf(bytes),
        maximumTimestamp: timeIfSet(latest),
      }),
    ]),
  );
}
