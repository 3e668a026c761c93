// Indices as the server returns them. See docs/modules/search.md#indices.
import type { ReadContext } from "../../../../contract/shared-reads";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { fetchFrom, indexCollection } from "../../collections";
import { quotedList } from "../../ids";
import { utcTime } from "../../times";
import { jsonParts } from "../../json/parts";
import { unexpectedResponse, type SearchResponse } from "../../response";
import { aliasesIn } from "../template/response";
import { remoteSettings, type IndexSettings } from "./settings";

/** An index of the server. */
export interface RemoteIndex {
  name: string;
  settings: IndexSettings;
  /** JSON, as it was received. */
  mappings: string;
  /** Sorted by name. */
  aliases: Search.IndexTemplateAlias[];
}

/** All indices, with their hidden and closed ones. */
export const indices = indexCollection(isIndex, { query: { flat_settings: "true", expand_wildcards: "all" } });

function isIndex(value: Plain): boolean {
  const { aliases, mappings, settings } = objectOf(value);
  return isObject(aliases) && isObject(mappings) && isObject(settings);
}

/** Returns the index of that name, or the one that was made for that date math; `undefined` if there is none, or if the name is an alias now, with a warning. */
export async function readIndex(name: string, reading: ReadContext<SearchClient>): Promise<RemoteIndex | undefined> {
  const response = await fetchFrom(indices, name, reading);
  const found = response && indicesIn(response);
  const index = found?.find((each) => each.name === name || isResolvedFrom(each, name));
  if (index || !found?.length) return index;
  warnOfReplacement(
    name,
    found.map((each) => each.name),
    reading.client,
  );
  return undefined;
}

/** Returns whether the index was created with this date math. A plain name is not compared: a restored or mounted index has the provided name of its original. */
export function isResolvedFrom(index: RemoteIndex, name: string): boolean {
  return name.startsWith("<") && settingText(index, "index.provided_name") === name;
}

/** Logs that a name, which was that of an index, means other indices now. */
export function warnOfReplacement(name: string, others: readonly string[], client: SearchClient): void {
  client.warnOnce(
    `"${name}" is an alias or data stream of ${quotedList(others)} now; another writer, such as ILM, has replaced the index.`,
  );
}

/** Reads an index for a write: never from a response for several. */
export async function readIndexAlone(name: string, client: SearchClient): Promise<RemoteIndex | undefined> {
  return readIndex(name, client.alone);
}

/** Returns the indices in a response. */
export function indicesIn(response: SearchResponse): RemoteIndex[] {
  const { json, text } = response;
  if (!isObject(json) || !Object.values(json).every(isIndex)) throw unexpectedResponse(response, "indices by name");
  const partAt = jsonParts(text);
  return Object.entries(json).map(([name, entry]) => {
    const { aliases, settings } = objectOf(entry);
    return {
      name,
      settings: remoteSettings(objectOf(settings)),
      mappings: partAt([name, "mappings"]) ?? "{}",
      aliases: aliasesIn(aliases, (alias) => partAt([name, "aliases", alias, "filter"])) ?? [],
    };
  });
}

/** Returns the text of a setting. */
export function settingText({ settings }: RemoteIndex, key: string): string {
  return textOf(settings.get(key) as Plain) ?? "";
}

/** Returns the time of creation, ISO 8601 in UTC; a value that is no time as received. */
export function creationDateOf(index: RemoteIndex): string {
  const text = settingText(index, "index.creation_date");
  return utcTime(text) ?? text;
}
