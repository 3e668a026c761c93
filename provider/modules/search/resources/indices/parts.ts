// Parts of an index that others own: its settings, and its mappings or those of a data stream. See docs/modules/search.md#settings-of-an-index.
import type { ReadContext } from "../../../../contract/shared-reads";
import type { Context } from "../../../../contract/context";
import type { ImportIdFormat, Resource } from "../../../../contract/resource";
import { createKeyedMutex } from "../../../../core/concurrency/keyed-mutex";
import { ProviderError, type Failure } from "../../../../core/errors/errors";
import { isObject } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import { mapMembers, type Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { fetchFrom, indexCollection } from "../../collections";
import { jsonParts } from "../../json/parts";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { readStream } from "../data-stream/response";
import { idIn, quotedList, resolveId } from "../../ids";
import { warnOfReplacement } from "./response";
import { remoteSettings, type IndexSettings } from "./settings";
import { clusterObject } from "../cluster-object";

/** Writes to one index of a cluster run one after the other, from the read before them. */
export const indexMutex = createKeyedMutex();

/** The members that the resources of parts have in common: several of them may own different settings or fields of one index. */
export const partOfIndex = {
  ...clusterObject,
  identity: { inputs: ["index"], id: async ({ index }, client) => idIn(client, index), takesOver: "parts" },
} satisfies Pick<Resource<SearchClient, { index: string }, object>, "timeouts" | "identity" | "verifyPlace">;

/** Returns the format of import IDs: an index, and what `rest` matches and `advice` describes. */
export function importOfIndex(rest = "$", advice = ""): ImportIdFormat<SearchClient> {
  const matches = new RegExp(String.raw`^(?:[A-Za-z0-9_-]{22}/)?[^-_+*,\s<:/][^*,\s:/]*${rest}`);
  return {
    validate: (id) => (matches.test(id) ? undefined : `use <cluster_uuid>/<index> or <index>${advice}.`),
    resolve: resolveId,
  };
}

/** What a name means. */
interface Target<Part> {
  /** The part of the index of that name; of a data stream that of its write index. Absent: the name has no such part. */
  part?: Part;
  /** The indices that the name means. */
  indices: string[];
}

/** A part of an index. */
interface IndexPart<Part> {
  /** Reads the part; `undefined` if the name means nothing. */
  read(name: string, reading: ReadContext<SearchClient>): Promise<Target<Part> | undefined>;
  /** What a name without the part is, and what to use in its place. */
  others: { kind: string; advice: string };
}

/** The settings of an index. */
export const indexSettings: IndexPart<IndexSettings> = {
  read: readSettings,
  others: {
    kind: "an alias or data stream",
    advice: "Use the name of an index; for a data stream, the input settings of SearchDataStream, or an index template.",
  },
};

/** The mappings of an index or data stream, as JSON. */
export const indexMappings: IndexPart<string> = {
  read: readMappings,
  others: { kind: "an alias", advice: "Use the name of the index or data stream: a rollover moves the write index of an alias." },
};

/** Returns the part for a write. Fails if the name has none. */
export async function requirePart<Part>(part: IndexPart<Part>, name: string, client: SearchClient): Promise<Part> {
  const target = await part.read(name, client.alone);
  if (!target) {
    const advice = "Create it first and pass its name, or run `pulumi refresh`.";
    throw new ProviderError("not_found", `The index "${name}" does not exist. ${advice}`);
  }
  return target.part ?? failOther(part, name, target);
}

/** Returns the part for a refresh, or for an import, which fails if the name has none; `undefined` if the index is gone. */
export async function findPart<Part>(
  part: IndexPart<Part>,
  name: string,
  { isImport, reading }: { isImport: boolean; reading: ReadContext<SearchClient> },
): Promise<Part | undefined> {
  const target = await part.read(name, reading);
  if (!target || target.part !== undefined) return target?.part;
  if (isImport) failOther(part, name, target);
  warnOfReplacement(name, target.indices, reading.client);
  return undefined;
}

/** Returns the part for a preview, and the failure of a name that has none. An index that does not exist is a warning: the update may create it. */
export async function previewPart<Part>(
  part: IndexPart<Part>,
  name: string,
  context: Context<SearchClient>,
): Promise<{ part?: Part; failures: Failure[] }> {
  const target = await part.read(name, context);
  if (!target) context.client.warnOnce(`The index "${name}" does not exist now; this update may create it.`);
  if (!target || target.part !== undefined) return { failures: [], ...target };
  return { failures: [{ property: "index", reason: otherReason(part, name, target) }] };
}

function failOther<Part>(part: IndexPart<Part>, name: string, target: Target<Part>): never {
  throw new ProviderError("failed_precondition", otherReason(part, name, target));
}

function otherReason<Part>({ others: { kind, advice } }: IndexPart<Part>, name: string, { indices }: Target<Part>): string {
  return `"${name}" is ${kind} of ${quotedList(indices)}. ${advice}`;
}

const settingsCollection = indexCollection(hasMember("settings"), { query: { flat_settings: "true" }, suffix: ["_settings"] });
const mappingsCollection = indexCollection(hasMember("mappings"), { query: { features: "mappings" }, groupOf: streamOf });

function hasMember(name: string): (value: Plain) => boolean {
  return (value) => isObject(objectOf(value)[name]);
}

function streamOf(index: Plain): string | undefined {
  const { data_stream: stream } = objectOf(index);
  return typeof stream === "string" ? stream : undefined;
}

async function readSettings(name: string, reading: ReadContext<SearchClient>): Promise<Target<IndexSettings> | undefined> {
  const response = await fetchFrom(settingsCollection, name, reading);
  const found = response && partsIn(response, "settings");
  if (!found) return undefined;
  const own = found[name];
  return { indices: Object.keys(found), ...(own && { part: remoteSettings(objectOf(own)) }) };
}

async function readMappings(name: string, reading: ReadContext<SearchClient>): Promise<Target<string> | undefined> {
  const response = await fetchFrom(mappingsCollection, name, reading);
  const found = response && partsIn(response, "mappings");
  if (!found) return undefined;
  const names = Object.keys(found);
  const isStream = !(name in found) && names.every((index) => streamOf(objectOf(response.json)[index]!) === name);
  const source = isStream ? (await readStream(name, reading))?.backingIndices.at(-1)?.indexName : name;
  if (source === undefined || (!isStream && !(name in found))) return { indices: names };
  const text = jsonParts(response.text)([source, "mappings"]);
  // A rollover between the two requests has added the write index.
  if (text === undefined) return readMappings(source, reading.client.alone);
  return { indices: names, part: text };
}

/** Returns the part of each index in a response; `undefined` if there is none. */
function partsIn(response: SearchResponse, part: "settings" | "mappings"): Record<string, Plain> | undefined {
  const { json } = response;
  if (!isObject(json) || !Object.values(json).every(hasMember(part))) throw unexpectedResponse(response, `${part} of indices by name`);
  return Object.keys(json).length === 0 ? undefined : mapMembers(json, (index) => objectOf(index)[part]);
}
