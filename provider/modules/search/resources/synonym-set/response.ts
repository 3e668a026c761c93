// Synonym sets as the server returns them. See docs/modules/search-access.md#synonym-sets.
import type { Search } from "../../../../core/gen/types";
import { objectOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { hasVersion } from "../../cluster";
import { pagesOf, type EntryPage } from "../../pages";
import { unexpectedResponse } from "../../response";

/** The path of all sets. */
export const synonymsPath = ["_synonyms"];

/** The rules of a set, and how many it has: an older server does not return all rules of a very large one. */
interface SynonymSet {
  rules: Search.SynonymRule[];
  count: number;
}

const pageSize = 1000;
/** The server returns no page beyond this position. */
const maximumPosition = 10_000;
/** Since this version it returns the rules that follow an ID. */
const cursorVersion = "9.5.0";

/** Returns the set, or `undefined` if there is none. */
export async function readSynonymSet(name: string, client: SearchClient): Promise<SynonymSet | undefined> {
  const hasCursor = hasVersion(await client.cluster(), cursorVersion);
  const queryAt = (from: number, last: string | undefined): Record<string, string> | undefined => {
    if (from < maximumPosition) return { from: String(from) };
    return hasCursor && last !== undefined ? { search_after: last } : undefined;
  };
  const request = { path: [...synonymsPath, name], list: "synonyms_set", key: "id", size: pageSize, queryAt };
  let found: SynonymSet | undefined;
  for await (const page of pagesOf(client, request)) {
    const { rules, count } = rulesOf(page);
    found = { rules: [...(found?.rules ?? []), ...rules], count };
  }
  return found;
}

/** Returns the names of all sets. */
export async function synonymSetNames(client: SearchClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { response, rows } of pagesOf(client, { path: synonymsPath, list: "results", key: "synonyms_set", size: pageSize })) {
    const listed = rows.map((entry) => objectOf(entry)["synonyms_set"]);
    if (!listed.every((name) => typeof name === "string")) throw unexpectedResponse(response, "names of synonym sets");
    names.push(...listed);
  }
  return names;
}

function rulesOf({ response, rows }: EntryPage): SynonymSet {
  const { count }: { count?: Plain } = objectOf(response.json);
  const rules = rows.map((entry) => {
    const { id: ruleId, synonyms } = objectOf(entry);
    if (typeof ruleId !== "string" || typeof synonyms !== "string") throw unexpectedResponse(response, "rules of a synonym set");
    return { ruleId, synonyms };
  });
  if (typeof count !== "number") throw unexpectedResponse(response, "the number of rules");
  return { rules, count };
}
