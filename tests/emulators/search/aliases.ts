/**
 * `/_alias` and `/_aliases`: the aliases of indices, data streams and templates. See docs/modules/search.md#index-templates. The response for a missing name is that of RestGetAliasesAction, the results of actions
 * are those of rest-api-spec/test/indices.update_aliases/40_must_exist.yml, what a data stream rejects is that of TransportIndicesAliasesAction.
 */
import type { Json, JsonObject } from "../exchange";
import { pickBy } from "../objects";
import { matches } from "../store";
import { type Api, bodyOf, type Call, endpoint, flag, type Run, type State } from "./api";
import { bad, failure, illegal, nested, reply, SearchFailure } from "./errors";
import { checkBlocks, missingIndex, selectIndices } from "./index-store";
import { type Node, type ObjectNode, plain } from "./json";
import { aliasNameProblem } from "./names";
import { bool, type Field, freeObject, listOf, object, readObject, texts } from "./object-parser";
import { superuser } from "./privileges";
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

/** An action as it was sent: every index and every alias of it. */
interface AliasAction {
  type: "add" | "remove";
  indices: string[];
  aliases: string[];
  alias: Alias;
  mustExist: boolean | undefined;
}

/** Names, none of them empty. */
const names = (field: string, ...kinds: Node["kind"][]): Field<string[]> => ({
  kinds,
  read: (node) => {
    const all = texts.read(node);
    if (all.includes("")) throw illegal(`[${field}] can't be empty string`);
    return all;
  },
});
const word: Field<unknown> = { kinds: ["string", "number"], read: () => undefined };
const targets = {
  index: names("index", "string"),
  indices: names("alias", "array", "string"),
  alias: names("alias", "string"),
  aliases: names("alias", "array", "string"),
};
const added = {
  ...targets,
  filter: freeObject,
  routing: word,
  index_routing: word,
  search_routing: word,
  is_write_index: bool,
  is_hidden: bool,
};
const removed = { ...targets, must_exist: bool };

/** An action is complete when the reader stands behind it. */
const incomplete = ({ end }: ObjectNode, field: string, plural: string) =>
  illegal(`One of [${field}] or [${plural}] is required`, undefined, { ...end, column: end.column + 1 });

const readAction = (node: Node): AliasAction => {
  const alias = (value: Node) => readAliases({ ...node, fields: [{ name: "alias", at: value.at, value }] } as ObjectNode).alias ?? {};
  const types = {
    add: object((value) => ({ ...readObject("add", added, value), own: alias(value) })),
    remove: object((value) => ({ ...readObject("remove", removed, value), own: {} })),
  };
  const { add: adding, remove: removing } = readObject("alias_action", types, node, (values) => {
    if (values.add && values.remove) throw illegal("Too many operations declared on operation entry");
  });
  const { index = [], indices = index, alias: one = [], aliases = one, own } = (adding ?? removing)!;
  if (indices.length === 0) throw incomplete(node as ObjectNode, "index", "indices");
  if (aliases.length === 0) throw incomplete(node as ObjectNode, "alias", "aliases");
  return { type: adding ? "add" : "remove", indices, aliases, alias: own, mustExist: removing?.must_exist };
};

const readActions = (call: Call): AliasAction[] => {
  const { actions = [] } = readObject("aliases", { actions: listOf(readAction) }, bodyOf(call));
  if (actions.length === 0) throw illegal("No action specified");
  return actions;
};

const notFound = (aliases: readonly string[]) =>
  failure(404, "aliases_not_found_exception", `aliases [${aliases.join(", ")}] missing`, {
    "resource.type": "aliases",
    "resource.id": aliases.length === 1 ? aliases[0]! : [...aliases],
  });

/** Aliases by the name of the index or data stream that has them. */
type Next = Map<string, Record<string, Alias>>;

const STREAM_REJECTS = ["index_routing", "search_routing", "is_hidden"];

const checkStreamAlias = (alias: Alias) => {
  const [rejected] = STREAM_REJECTS.filter((member) => alias[member] !== undefined);
  if (rejected !== undefined) throw illegal(`aliases that point to data streams don't support ${rejected}`);
};

/** The data streams that an action means, or else the indices; it may not mean both. Commas do not separate the names of an action. */
const ownersOf = ({ indices }: AliasAction, state: State) => {
  const joined = indices.find((name) => name.includes(","));
  if (joined !== undefined) throw missingIndex(joined);
  const streams = state.dataStreams.names().filter((name) => indices.some((part) => matches(part, name)));
  if (streams.length === 0) return selectIndices(indices.join(","), state, { indicesOnly: true });
  const plain = state.indices.entries().filter(([, { dataStream }]) => dataStream === undefined);
  if (plain.some(([name]) => indices.some((part) => matches(part, name))))
    throw illegal(`expressions [${indices.join(", ")}] that match with both data streams and regular indices are disallowed`);
  return streams;
};

const add = ({ aliases, alias }: AliasAction, index: string, next: Next, state: State) => {
  if (state.dataStreams.has(index)) checkStreamAlias(alias);
  for (const name of aliases) {
    const named = { [name]: alias };
    checkAliases(named, []);
    checkFilters(named);
    if (state.indices.has(name) || state.dataStreams.has(name))
      throw bad(
        "invalid_alias_name_exception",
        `Invalid alias name [${name}]: an index or data stream exists with the same name as the alias`,
      );
    next.set(index, { ...next.get(index), ...named });
  }
};

/** Returns whether an alias was removed. */
const remove = ({ aliases }: AliasAction, index: string, next: Next) => {
  const kept = Object.entries(next.get(index) ?? {}).filter(([name]) => !aliases.some((alias) => matches(alias, name)));
  const isRemoved = kept.length < Object.keys(next.get(index) ?? {}).length;
  next.set(index, Object.fromEntries(kept));
  return isRemoved;
};

/** An alias has one write index at most, and is hidden or not as a whole. */
const checkWhole = (next: Next) => {
  const members = new Map<string, [string, Alias][]>();
  for (const [index, aliases] of next)
    for (const [name, alias] of Object.entries(aliases)) members.set(name, [...(members.get(name) ?? []), [index, alias]]);
  for (const [name, all] of members) {
    const writing = all.filter(([, alias]) => alias.is_write_index === true).map(([index]) => index);
    const failed = (reason: string) => failure(500, "illegal_state_exception", reason);
    if (writing.length > 1) throw failed(`alias [${name}] has more than one write index [${writing.join(",")}]`);
    const [hidden, shown] = [true, false].map((isHidden) => all.filter(([, alias]) => (alias.is_hidden === true) === isHidden));
    if (hidden!.length > 0 && shown!.length > 0)
      throw failed(
        `alias [${name}] has is_hidden set to true on indices [${hidden!.map(([index]) => index).join(",")}] but does not have is_hidden set to true on indices [${shown!.map(([index]) => index).join(",")}]; alias must have the same is_hidden setting on all indices`,
      );
  }
};

/** All actions are carried out, or none; the removal of an alias that an index does not have is no failure unless `must_exist` is true. */
const update: Run<readonly AliasAction[]> = (_, state, actions) => {
  const all = [...state.indices.entries(), ...state.dataStreams.entries()];
  const next: Next = new Map(all.map(([owner, { aliases }]) => [owner, aliases]));
  const results = actions.map((sent) => {
    const indices = ownersOf(sent, state);
    for (const index of indices) checkBlocks(index, "change", state);
    if (sent.type === "add") for (const index of indices) add(sent, index, next, state);
    const isDone = sent.type === "add" || indices.map((index) => remove(sent, index, next)).includes(true);
    if (!isDone && sent.mustExist === true) throw notFound(sent.aliases);
    const shown = { type: sent.type, indices: sent.indices, aliases: sent.aliases };
    return isDone ? { action: shown, status: 200 } : { action: shown, status: 404, error: nested(notFound(sent.aliases).cause_) };
  });
  if (results.every(({ status }) => status === 404)) throw notFound(actions.flatMap(({ aliases }) => aliases));
  checkWhole(next);
  for (const [owner, stored] of all) stored.aliases = next.get(owner)!;
  const errors = results.some(({ status }) => status !== 200);
  return reply(200, { acknowledged: true, errors, action_results: errors ? results : undefined });
};

const isMeant = (name: string, expression = "_all") => expression.split(",").some((part) => part === "_all" || matches(part, name));

const get: Run = (call, state) => {
  const indices = selectIndices(call.parts.index ?? "_all", state, {
    expand: ["open", "closed", "hidden"],
    ignoreUnavailable: flag(call, "ignore_unavailable"),
  });
  const names = call.parts.name?.split(",");
  const fits = (alias: string) => !names || names.some((name) => name === "_all" || matches(name, alias));
  const found = indices.map((index) => {
    const aliases = Object.entries(state.indices.get(index)!.aliases).filter(([alias]) => fits(alias));
    return [index, { aliases: Object.fromEntries(aliases) }] as const;
  });
  const streams = state.dataStreams.entries().flatMap(([stream, { aliases: all }]) => {
    const aliases = pickBy(all, (_, alias) => fits(alias));
    return Object.keys(aliases).length > 0 && isMeant(stream, call.parts.index) ? [[stream, { aliases }] as const] : [];
  });
  const shown = [...found.filter(([, { aliases }]) => !names || Object.keys(aliases).length > 0), ...streams];
  const known = new Set(shown.flatMap(([, { aliases }]) => Object.keys(aliases)));
  const missing = (names ?? []).filter((name) => name !== "_all" && !name.includes("*") && !known.has(name)).sort();
  if (missing.length === 0) return reply(200, Object.fromEntries(shown));
  const error = `${missing.length === 1 ? "alias" : "aliases"} [${missing.join(",")}] missing`;
  return reply(404, { error, status: 404, ...Object.fromEntries(shown) });
};

const parameters = "local&expand_wildcards&allow_no_indices&ignore_unavailable&master_timeout";

/** The routes of aliases. */
export const indexAliasApi: Api = [
  endpoint("POST /_aliases?timeout&master_timeout", ["indices:admin/aliases", superuser], update, readActions),
  ...["/_aliases", "/_alias[/{name}]", "/{index}/_alias[/{name}]"].map((path) =>
    endpoint(`GET ${path}?${parameters}`, ["indices:admin/aliases/get", superuser], get),
  ),
];
