/** Aliases of templates: what the server reads of one, what it rejects, and how it splits `routing`. See docs/modules/search.md#index-templates. */
import type { Json, JsonObject } from "../exchange";
import { bad, illegal, SearchFailure } from "./errors";
import { type Node, plain } from "./json";
import { aliasNameProblem } from "./names";
import { checkQuery } from "./queries";

/** An alias as the server gives it back. */
export interface Alias extends JsonObject {
  [member: string]: Json;
}

/** Other spellings of members. */
const SPELLINGS: Record<string, string> = {
  indexRouting: "index_routing",
  "index-routing": "index_routing",
  searchRouting: "search_routing",
  "search-routing": "search_routing",
};
const ROUTINGS = ["index_routing", "search_routing"];

/** Members are taken in the order in which they are written; those of another kind, and unknown ones, are passed over. */
const readAlias = (node: Node) => {
  const alias: Alias = {};
  if (node.kind !== "object") return alias;
  for (const { name, value } of node.fields) {
    if (name === "filter" && value.kind === "string") {
      const { line, column } = value.at;
      const reason = `Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): Illegal character '${value.text[0] ?? '"'}' in base64 content`;
      const causedBy = { type: "json_parse_exception", reason };
      throw new SearchFailure(400, { type: "x_content_parse_exception", reason: `[${line}:${column}] ${reason}`, causedBy }, {}, value.at);
    }
    if (name === "filter" && value.kind === "object" && value.fields.length > 0) alias.filter = plain(value);
    const targets = ROUTINGS.filter((each) => name === "routing" || (SPELLINGS[name] ?? name) === each);
    if (value.kind === "string") for (const target of targets) alias[target] = value.text;
    if ((name === "is_hidden" || name === "is_write_index") && value.kind === "boolean") alias[name] = value.text === "true";
  }
  return alias;
};

/** Reads the aliases of a template, by name. */
export const readAliases = (node: Node): Record<string, Alias> => {
  if (node.kind !== "object") return {};
  return Object.fromEntries(node.fields.map(({ name, value }) => [name, readAlias(value)]));
};

/** Rejects bad names and routings of several values. Patterns are those of the template: no alias may be spelled like one of them. */
export const checkAliases = (aliases: Record<string, Alias>, patterns: readonly string[]): void => {
  for (const [name, alias] of Object.entries(aliases)) {
    if (name.trim() === "") throw illegal("alias name is required");
    const problem = aliasNameProblem(name);
    if (problem) throw bad("invalid_alias_name_exception", `Invalid alias name [${name}]: ${problem}`);
    if (typeof alias.index_routing === "string" && alias.index_routing.includes(",")) {
      throw illegal(`alias [${name}] has several index routing values associated with it`);
    }
    if (patterns.includes(name)) throw illegal(`alias [${name}] cannot be the same as any pattern in [${patterns.join(", ")}]`);
  }
};

/** Rejects filters that are no query. Returns the cause, for the caller to wrap. */
export const checkFilters = (aliases: Record<string, Alias>): void => {
  for (const [name, { filter }] of Object.entries(aliases)) {
    if (filter === undefined) continue;
    const cause = checkQuery(filter);
    if (cause) throw illegal(`failed to parse filter for alias [${name}]`, cause);
  }
};
