// What a restore would overwrite. See docs/modules/search-access.md#restores.
import type { Search } from "../../../../core/gen/types";
import { rowsOf, scalarText, textOf } from "../../../../core/values/records";
import type { PlainMap } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { variables } from "../../env";
import { lacksApi } from "../../gone";
import { listIn, unexpectedResponse } from "../../response";
import { shortList } from "../listing";
import type { Snapshot } from "../snapshot/response";
import { targetsOf, type Targets } from "./targets";

type Inputs = Partial<Search.SearchSnapshotRestoreInputs>;

/** Returns why the restore must not be carried out; undefined if it overwrites nothing that has to stay. */
export async function conflictOf(snapshot: Snapshot, inputs: Inputs, client: SearchClient): Promise<string | undefined> {
  const targets = targetsOf(snapshot, inputs);
  const equal = [...targets.indices, ...targets.dataStreams].filter(([, sources]) => sources.length > 1);
  if (equal.length > 0) {
    const names = equal.map(([target, sources]) => `${sources.join(" and ")} as "${target}"`);
    return `it would restore several indices under one name: ${shortList(names)}. Change renamePattern or renameReplacement.`;
  }
  const rows = await indicesOf(client);
  const streams = await streamsAmong(targets, rows, client);
  const existing = rows.filter(({ index }) => targets.indices.has(scalarText(index)));
  const open = existing.filter(({ status }) => status !== "close").map((row) => `"${scalarText(row["index"])}" ${contentsText([row])}`);
  const closed = existing.filter(({ status }) => status === "close").map(({ index }) => scalarText(index));
  const kept = inputs.overwriteClosedIndices
    ? []
    : closed.filter((name) => !client.forceDestroy.has(name) && !client.forceDestroy.has("*"));
  const parts = [
    ...(open.length > 0 ? [`open indices: ${shortList(open)}`] : []),
    ...(streams.length > 0 ? [`data streams: ${shortList(streams)}`] : []),
    ...(kept.length > 0 ? [`closed indices: ${shortList(kept.map((name) => `"${name}"`))}`] : []),
  ];
  if (parts.length === 0) return undefined;
  const permission = `set overwriteClosedIndices or ${variables.searchForceDestroy[0]} for closed indices`;
  const advice = `Delete them, restore under other names with renamePattern and renameReplacement${kept.length > 0 ? `, or ${permission}` : ""}.`;
  return `it would overwrite ${parts.join("; ")}. ${advice}`;
}

/** Returns all indices with their documents. A lack of privileges is an error: the restore must not be sent without this check. */
async function indicesOf(client: SearchClient): Promise<PlainMap[]> {
  const query = { format: "json", h: "index,status,docs.count,store.size", expand_wildcards: "all" };
  const response = (await client.fetch(["_cat", "indices"], { query, expects: "list" }))!;
  const rows = rowsOf(response.json);
  if (!Array.isArray(response.json) || rows.length < response.json.length || rows.some(({ index }) => typeof index !== "string"))
    throw unexpectedResponse(response, "a list of indices");
  return rows;
}

/** Returns the existing data streams that have the name of a target, with their documents. */
async function streamsAmong({ indices, dataStreams }: Targets, rows: readonly PlainMap[], client: SearchClient): Promise<string[]> {
  const response = await client.fetch(["_data_stream", "*"], { query: { expand_wildcards: "all" }, expects: "list", accepts: lacksApi });
  if (!response || response.status >= 300) return [];
  const existing = rowsOf(listIn(response, "data_streams")).filter(
    ({ name }) => indices.has(scalarText(name)) || dataStreams.has(scalarText(name)),
  );
  return existing.map(({ name, indices: own }) => {
    const backing = new Set(rowsOf(own).map((each) => scalarText(each["index_name"])));
    return `"${scalarText(name)}" ${contentsText(rows.filter(({ index }) => backing.has(scalarText(index))))}`;
  });
}

/** Returns the documents of indices and their size, as the server writes it. */
function contentsText(rows: readonly PlainMap[]): string {
  const documents = rows.reduce((sum, row) => sum + Number(row["docs.count"] ?? 0), 0);
  const sizes = rows.flatMap((row) => textOf(row["store.size"]) ?? []);
  const count = `${documents.toLocaleString("en-US")} ${documents === 1 ? "document" : "documents"}`;
  return `(${[count, ...sizes].join(", ")})`;
}
