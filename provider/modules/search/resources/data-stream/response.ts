// Data streams as the server returns them. See docs/modules/search.md#data-streams.
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf, omitUndefined, rowsOf } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { readerOf, streamCollection } from "../../collections";
import { jsonParts, type JsonPartAt } from "../../json/parts";
import { fromRemote } from "../../mapping";
import { listIn, unexpectedResponse, type SearchResponse } from "../../response";

/** What a response states of a data stream. */
type StreamDescription = Omit<Search.SearchDataStreamState, "forceDestroy" | "searchConnections" | "timeouts">;

/** All data streams, with the hidden ones. */
export const streams = streamCollection();

/** Outputs that the server always has, and those that it may leave out. */
const required = ["generation", "status"];
const others = ["hidden", "system", "replicated", "allowCustomRouting", "ilmPolicy", "nextGenerationManagedBy", "preferIlm", "indexMode"];

/** A data stream of a response. */
export interface ListedStream extends StreamDescription {
  lifecycle: PlainMap;
  rolloverOnWrite: boolean | undefined;
}

/** Reads a data stream; `undefined` if it does not exist. */
export const readStream = readerOf(streams, (response, name) => streamsIn(response).find((each) => each.name === name));

/** Returns the data streams in a response. Fails for an entry of another form. */
export function streamsIn(response: SearchResponse): ListedStream[] {
  const partAt = jsonParts(response.text);
  return listIn(response, "data_streams").map((entry, i) => {
    const stream = objectOf(entry);
    const { name, template, timestamp_field: timestamp, indices, failure_store: store, lifecycle } = stream;
    const { name: field } = objectOf(timestamp);
    const known = fromRemote(stream, required);
    if (
      ![name, template, field].every((text) => typeof text === "string") ||
      !Array.isArray(indices) ||
      Object.keys(known).length < required.length
    )
      throw unexpectedResponse(response, "data streams with name, template, generation and indices");
    const { enabled, indices: failures } = objectOf(store);
    const at: JsonPartAt = (path) => partAt(["data_streams", i, ...path]);
    return {
      name: String(name),
      templateName: String(template),
      timestampField: String(field),
      generation: Number(known["generation"]),
      status: String(known["status"]),
      hidden: false,
      system: false,
      ...fromRemote(stream, others),
      backingIndices: indicesOf(indices),
      ...omitUndefined({
        metadata: textAt(at, "_meta"),
        failureStoreEnabled: typeof enabled === "boolean" ? enabled : undefined,
        failureIndices: Array.isArray(failures) ? indicesOf(failures) : undefined,
        settings: textAt(at, "settings"),
        mappings: textAt(at, "mappings"),
      }),
      lifecycle: objectOf(lifecycle),
      rolloverOnWrite: rolloverOf(stream),
    };
  });
}

function rolloverOf(stream: PlainMap): boolean | undefined {
  const value = stream["rollover_on_write"];
  return typeof value === "boolean" ? value : undefined;
}

/** Returns the JSON text of a member; undefined if it is absent, null or empty. */
function textAt(partAt: JsonPartAt, member: string): string | undefined {
  const text = partAt([member]);
  return text === undefined || text === "null" || text === "{}" ? undefined : text;
}

function indicesOf(value: Plain): Search.DataStreamIndex[] {
  return rowsOf(value)
    .filter(isObject)
    .map((row) => {
      const { indexName, indexUuid, ...rest } = fromRemote(row, [
        "indexName",
        "indexUuid",
        "ilmPolicy",
        "managedBy",
        "preferIlm",
        "indexMode",
      ]);
      return { indexName: String(indexName ?? ""), indexUuid: String(indexUuid ?? ""), ...rest };
    });
}
