// Aliases and their members as the server returns them. See docs/modules/search.md#aliases.
import type { ObjectCollection, ReadContext } from "../../../../contract/shared-reads";
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf, omitUndefined } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { listsOfNames } from "../../collections";
import { notFound } from "../../ids";
import { jsonParts } from "../../json/parts";
import { byCodePoint } from "../../json/writer";
import { fromRemote } from "../../mapping";
import { unexpectedResponse, type SearchResponse } from "../../response";

/** The membership of an index or data stream in an alias. */
export type Membership = Search.IndexAliasMembership;

/** Memberships by index, sorted. */
export type AliasMembers = ReadonlyMap<string, Membership>;

/** All aliases, by name. */
const aliases: ObjectCollection<SearchClient, AliasMembers> = {
  async several(names, client) {
    const found = new Map<string, AliasMembers>();
    for (const part of listsOfNames(names))
      for (const [name, members] of membersByAlias(await fetchMemberships(["_alias", part.join(",")], client))) found.set(name, members);
    return found;
  },
  async *all(_parent, client) {
    yield membersByAlias(await fetchMemberships(["_alias"], client));
  },
};

/** Returns the members of an alias; `undefined` if it does not exist. */
export async function readAlias(name: string, { client, load }: ReadContext<SearchClient>): Promise<AliasMembers | undefined> {
  return load(aliases, name, async () => membersByAlias(await fetchMemberships(["_alias", name], client)).get(name));
}

/** Returns the memberships at a path, sorted by alias and index. An alias that does not exist has none: the server states it beside those of the other aliases. Fails for an index that does not exist. */
export async function fetchMemberships(path: readonly string[], client: SearchClient): Promise<Membership[]> {
  const response = await client.fetch(path, { expects: "list", accepts: lacksAliases });
  if (!response) throw notFound("Index", path[0]!);
  return membershipsIn(response).sort((left, right) => byCodePoint(left.alias, right.alias) || byCodePoint(left.index, right.index));
}

function lacksAliases({ status, json }: SearchResponse): boolean {
  const { error } = objectOf(json);
  return status === 404 && typeof error === "string" && /^alias(es)? \[/.test(error);
}

function membershipsIn(response: SearchResponse): Membership[] {
  const { json, status, text } = response;
  const partAt = jsonParts(text);
  const { error: _error, status: _status, ...missing } = objectOf(json);
  const indices = Object.entries(status === 404 ? missing : objectOf(json));
  if (!isObject(json) || !indices.every(([, index]) => isObject(objectOf(index)["aliases"])))
    throw unexpectedResponse(response, "aliases by index");
  return indices.flatMap(([index, entry]) =>
    Object.entries(objectOf(objectOf(entry)["aliases"])).map(([alias, remote]): Membership => {
      const filter = partAt([index, "aliases", alias, "filter"]);
      const members = fromRemote(remote, ["indexRouting", "searchRouting", "isHidden", "isWriteIndex"]);
      return { alias, index, ...omitUndefined({ filter }), isHidden: false, ...members };
    }),
  );
}

function membersByAlias(memberships: readonly Membership[]): Map<string, AliasMembers> {
  const found = new Map<string, Map<string, Membership>>();
  for (const membership of memberships) {
    const members = found.get(membership.alias) ?? new Map<string, Membership>();
    found.set(membership.alias, members.set(membership.index, membership));
  }
  return found;
}
