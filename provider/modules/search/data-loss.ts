// Refuses to delete indices and data streams that contain documents. See docs/modules/search.md#data-loss.
import type { Context, RequestContext } from "../../contract/context";
import { hasCode, messageOf, ProviderError, type Failure } from "../../core/errors/errors";
import { isObject } from "../../core/json/json";
import { numberOf, objectOf } from "../../core/values/records";
import type { Plain, PlainMap } from "../../core/values/value";
import { poll } from "../../kit/polling";
import type { SearchClient } from "./client";
import { variables } from "./env";

/** What would be deleted. */
export interface Container {
  kind: "index" | "data stream";
  /** The name that messages contain and that a setting permits. */
  name: string;
  /** What the statistics are read of: the name; for a data stream with failed documents `<name>::failures`, too. */
  targets: readonly string[];
  /** The indices that have to be in the statistics. One that is not, such as a closed one, counts as not empty. */
  indices: readonly string[];
  /** `forceDestroy` of the last update. */
  forceDestroy: boolean;
}

/** Documents in primary shards, and bytes of all shards; `undefined` where the server does not return them. */
interface Contents {
  documents: number | undefined;
  bytes: number | undefined;
}

type Caller = Pick<RequestContext, "log"> & { client: SearchClient };

/** Fails with `failed_precondition` if a deletion would lose documents that neither `forceDestroy` nor a setting gives up. To be called right before the delete. */
export async function requireDestroyable(container: Container, { client, log }: Caller): Promise<void> {
  const { kind, name, targets } = container;
  for (const target of targets) await client.simulate([target, "_refresh"], undefined, { accepts: () => true }).catch(() => undefined);
  const contents = await contentsOf(container, client);
  if (contents.documents === 0) return;
  const what = `${kind} "${name}"`;
  if (isPermitted(container, client)) return log("info", `Deleting ${what}, which ${contentsText(contents)}.`);
  const permission = `Set forceDestroy and run \`pulumi up\`, or permit it for one run with ${variables.searchForceDestroy[0]}=${name}.`;
  const advice = `${permission} For a replacement, set forceDestroy in an update before it.`;
  throw new ProviderError("failed_precondition", `Delete failed: ${what}: it ${contentsText(contents)}. ${advice}`);
}

const snapshotPauses = { first: 10_000, factor: 1, longest: 10_000 };

/** Deletes an index or data stream. The server rejects that while a snapshot contains it: the deletion is repeated until the time limit. */
export async function deleteAfterSnapshot(path: readonly string[], { client, signal, status }: Context<SearchClient>): Promise<void> {
  let rejection: unknown;
  const isRepeated = (error: unknown): boolean => {
    const isBusy = messageOf(error).includes("snapshot_in_progress_exception");
    if (isBusy) rejection = error;
    return isBusy;
  };
  const read = async (): Promise<true> => {
    await client.delete(path);
    return true;
  };
  const onPause = (): void => status("waiting for the end of a snapshot");
  await poll({ read, pauses: snapshotPauses, isRepeated, onPause }, signal).catch((error: unknown) => {
    throw hasCode(error, "deadline_exceeded") ? (rejection ?? error) : error;
  });
}

/** Returns the failure of the preview of a create whose name has documents, or logs what a permitted replacement deletes. Nothing if there is no such object. */
export async function previewDestruction(container: Container, { client, log }: Caller): Promise<Failure[]> {
  const contents = await contentsOf(container, client).catch((error: unknown) => {
    if (hasCode(error, "not_found")) return { documents: 0, bytes: 0 };
    throw error;
  });
  if (contents.documents === 0) return [];
  const what = `the ${container.kind} "${container.name}" exists and ${contentsText(contents)}`;
  if (isPermitted(container, client)) {
    const advice = `Its replacement deletes them. forceDestroy counts only if the last update had it.`;
    log("warning", `${what[0]!.toUpperCase()}${what.slice(1)}. ${advice}`);
    return [];
  }
  const advice = `A replacement would delete them, and a new object cannot have this name. Use another name, or permit the deletion with ${variables.searchForceDestroy[0]}=${container.name}.`;
  return [{ property: "name", reason: `${what}. ${advice}` }];
}

/** Returns how many documents an index or alias contains, and a text such as `contains 3 documents (5 KB)`; undefined if it does not exist or the request fails. */
export async function contentsOfIndex(
  name: string,
  client: SearchClient,
): Promise<{ documents: number | undefined; text: string } | undefined> {
  const container: Container = { kind: "index", name, targets: [name], indices: [], forceDestroy: false };
  const contents = await contentsOf(container, client).catch(() => undefined);
  return contents && { documents: contents.documents, text: contentsText(contents) };
}

function isPermitted({ name, forceDestroy }: Container, { forceDestroy: permitted }: SearchClient): boolean {
  return forceDestroy || permitted.has(name) || permitted.has("*");
}

async function contentsOf({ targets, indices }: Container, client: SearchClient): Promise<Contents> {
  const isServerless = (await client.cluster()).flavor === "serverless";
  const parts: Contents[] = [];
  const counted = new Set<string>();
  for (const target of targets) {
    const part = isServerless ? await countOf(target, client) : await statisticsOf(target, client, counted);
    parts.push(part);
  }
  const isComplete = isServerless || indices.every((index) => counted.has(index));
  return { documents: isComplete ? sum(parts.map(({ documents }) => documents)) : undefined, bytes: sum(parts.map(({ bytes }) => bytes)) };
}

const unknownContents: Contents = { documents: undefined, bytes: undefined };

/** Reads the statistics, and adds the indices that they cover. */
async function statisticsOf(target: string, client: SearchClient, counted: Set<string>): Promise<Contents> {
  const query = { forbid_closed_indices: "false", expand_wildcards: "all" };
  const response = await readable(client.get([target, "_stats", "docs,store"], { query, expects: "list" }));
  if (response === undefined) return unknownContents;
  const { _shards: shards, _all: all, indices } = objectOf(response);
  if (!isObject(indices) || objectOf(shards)["failed"] !== 0 || !hasAllPrimaries(objectOf(shards), indices)) return unknownContents;
  for (const index of Object.keys(indices)) counted.add(index);
  const { primaries, total } = objectOf(all);
  return { documents: numberAt(primaries, "docs", "count"), bytes: numberAt(total, "store", "size_in_bytes") };
}

/** Shards that are not available are in the total alone. A primary is one of them only if its index is red; servers before 8.1 do not return the health. */
function hasAllPrimaries({ total, successful }: PlainMap, indices: PlainMap): boolean {
  const isHealthy = (index: Plain): boolean => ["green", "yellow"].includes(String(objectOf(index)["health"]));
  return total === successful || Object.values(indices).every(isHealthy);
}

async function countOf(target: string, client: SearchClient): Promise<Contents> {
  const { count } = objectOf(await readable(client.get([target, "_count"], { query: { expand_wildcards: "all" } })));
  return { documents: numberOf(count), bytes: undefined };
}

/** Returns the response; `undefined` if the server does not permit to read it. Fails with `not_found` if there is no such object. */
async function readable(response: Promise<Plain | undefined>): Promise<Plain | undefined> {
  try {
    const value = await response;
    if (value === undefined) throw new ProviderError("not_found", "the object does not exist");
    return value;
  } catch (error) {
    if (hasCode(error, "permission_denied")) return undefined;
    throw error;
  }
}

function numberAt(part: Plain | undefined, group: string, member: string): number | undefined {
  return numberOf(objectOf(objectOf(part)[group])[member]);
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>((all, value) => (all === undefined || value === undefined ? undefined : all + value), 0);
}

function contentsText({ documents, bytes }: Contents): string {
  if (documents === undefined) return "may contain documents: their number is unknown";
  const size = bytes === undefined ? "" : ` (${sizeText(bytes)})`;
  return `contains ${documents.toLocaleString("en-US")} ${documents === 1 ? "document" : "documents"}${size}`;
}

const units = ["B", "KB", "MB", "GB", "TB"];

function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]!}`;
}
