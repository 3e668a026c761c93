/** `/_synonyms`: synonym sets with the checks of the real server. Analyzers are not run: an index uses a set that one of its filters names. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Route } from "../router";
import { Store } from "../store";
import type { Call, Endpoint, State } from "./api";
import { compareVersions, flag, wholeNumber } from "./api";
import { bad, illegal, notFound, numbered, reply, SearchFailure } from "./errors";
import type { Node } from "./json";
import { parseJson } from "./json";
import { nullable, type Field } from "./object-parser";
import { action } from "./privileges";
import { readShape, string } from "./shapes";

const access = ["manage_search_synonyms", "manage", "all"];
const MAX_RESULTS = 10_000;

/** A rule as the server returns it. */
export interface StoredRule extends JsonObject {
  id: string;
  synonyms: string;
}

/** What tests see of synonym sets. */
export interface Synonyms {
  /** The rules of each set, in the order in which they were sent. */
  synonymSets: Store<StoredRule[]>;
  /** Indices whose analyzers cannot be reloaded. */
  brokenAnalyzers: Set<string>;
}

const rule = { name: "synonym_rule", fields: { id: nullable(string), synonyms: string }, required: ["synonyms"] as const };

/** A single rule is read as a list of one. */
const rulesField: Field<{ id?: string | null; synonyms?: string }[]> = {
  kinds: ["array", "object"],
  read: (node: Node) =>
    (node.kind === "array" ? node.items : [node]).map((item) => readShape({ ...rule, required: [...rule.required] }, item)),
};

/** The parts between separators, as the server divides them: a backslash escapes a character, empty parts are left out. */
const split = (text: string, separator: string): string[] => {
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at < text.length;) {
    if (text.startsWith(separator, at)) {
      parts.push(part);
      part = "";
      at += separator.length;
      continue;
    }
    const length = text[at] === "\\" ? 2 : 1;
    part += text.slice(at, at + length);
    at += length;
  }
  return [...parts, part].filter((each) => each !== "");
};

const problemOf = (synonyms: string): string | undefined => {
  if (synonyms === "") return "[synonyms] field can't be empty";
  const sides = split(synonyms, "=>");
  if (sides.length > 2) return `More than one explicit mapping specified in the same synonyms rule: [${synonyms}]`;
  const terms = sides.flatMap((side) => split(side, ","));
  return terms.some((term) => term.trim() === "") ? `Incorrect syntax for [synonyms]: [${synonyms}]` : undefined;
};

/** The failures of a request, together. */
const validate = (problems: readonly (string | undefined)[]): void => {
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw bad("action_request_validation_exception", numbered(found));
};

/** The sets of one server. */
class SynonymSets {
  readonly synonymSets = new Store<StoredRule[]>();
  readonly brokenAnalyzers = new Set<string>();
  constructor(readonly state: State) {}

  put(name: string, rules: { id?: string | null; synonyms?: string }[], reloads: boolean): EmulatorReply {
    const limit = this.isLater("9.5.0") ? 100_000 : MAX_RESULTS;
    if (rules.length > limit) throw illegal(`The number of synonyms rules in a synonym set cannot exceed ${limit}`);
    const isNew = !this.synonymSets.has(name);
    const stored = new Map<string, StoredRule>();
    for (const { id, synonyms = "" } of rules) {
      const own = id ?? this.state.randomBytes(15).toString("base64url");
      stored.set(own, { id: own, synonyms });
    }
    this.synonymSets.set(name, [...stored.values()]);
    const result = isNew ? "created" : "updated";
    return reply(isNew ? 201 : 200, { result, ...(reloads && { reload_analyzers_details: this.reload(name) }) });
  }

  get(name: string, { query }: Call): EmulatorReply {
    const from = wholeNumber(query, "from", 0);
    const size = wholeNumber(query, "size", 10);
    validate(pageProblems(from, size, "synonyms"));
    const rules = this.sorted(name);
    const after = query.get("search_after");
    const begin = after === undefined ? from : rules.filter(({ id }) => id <= after).length;
    return reply(200, { count: rules.length, synonyms_set: rules.slice(begin, begin + size) });
  }

  list({ query }: Call): EmulatorReply {
    const from = wholeNumber(query, "from", 0);
    const size = wholeNumber(query, "size", 10);
    validate(pageProblems(from, size, "results"));
    const all = this.synonymSets
      .entries()
      .map(([name, rules]) => ({ synonyms_set: name, count: rules.length }))
      .sort((a, b) => (a.synonyms_set < b.synonyms_set ? -1 : 1));
    return reply(200, { count: all.length, results: all.slice(from, from + size) });
  }

  delete(name: string): EmulatorReply {
    const users = this.users(name);
    if (users.length > 0)
      throw illegal(`synonyms set [${name}] cannot be deleted as it is used in the following indices: ${users.join(", ")}`);
    if (!this.synonymSets.delete(name)) throw notFound(`synonyms set [${name}] not found`);
    return reply(200, { acknowledged: true });
  }

  isLater(version: string): boolean {
    return this.state.buildFlavor === "serverless" || compareVersions(this.state.version, version) >= 0;
  }

  private sorted(name: string): StoredRule[] {
    const rules = this.synonymSets.get(name);
    if (!rules) throw notFound(`synonyms set [${name}] not found`);
    return [...rules].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  private users(name: string): string[] {
    const names = (value: Json | undefined): boolean => (Array.isArray(value) ? value : [value]).includes(name);
    const isUser = (settings: Record<string, Json>): boolean =>
      Object.entries(settings).some(([key, value]) => /^index\.analysis\.filter\..+\.synonyms_set$/.test(key) && names(value));
    return this.state.indices
      .entries()
      .filter(([, { settings }]) => isUser(settings))
      .map(([index]) => index);
  }

  private reload(name: string): JsonObject {
    const users = this.users(name);
    const failed = users.filter((index) => this.brokenAnalyzers.has(index));
    const failures = failed.map((index) => ({ shard: 0, index, status: "INTERNAL_SERVER_ERROR", reason: { type: "parse_exception" } }));
    const shards = { total: users.length, successful: users.length - failed.length, failed: failed.length };
    const details = users
      .filter((index) => !failed.includes(index))
      .map((index) => ({ index, reloaded_analyzers: [], reloaded_node_ids: [] }));
    return { _shards: { ...shards, ...(failed.length > 0 && { failures }) }, reload_details: details } as JsonObject;
  }
}

const pageProblems = (from: number, size: number, what: string): (string | undefined)[] => [
  from < 0 ? "[from] must be a positive integer" : undefined,
  size < 0 ? "[size] must be a positive integer" : undefined,
  from + size > MAX_RESULTS ? `Too many ${what} to retrieve. [from] + [size] must be less than or equal to ${MAX_RESULTS}` : undefined,
];

const readBody = (body: string): { id?: string | null; synonyms?: string }[] => {
  try {
    const fields = { synonyms_set: rulesField };
    return readShape({ name: "synonyms_set", fields, required: ["synonyms_set"] }, parseJson(body)).synonyms_set ?? [];
  } catch (failure) {
    if (!(failure instanceof SearchFailure)) throw failure;
    throw illegal(`Failed to parse: ${body}`, failure.cause_);
  }
};

/** The routes of synonym sets, and what tests hold of them. */
export const createSynonyms = (state: State): { routes: Route<Endpoint>[]; synonyms: Synonyms } => {
  const sets = new SynonymSets(state);
  const name = ({ parts }: Call): string => parts.name ?? "";
  const put: Endpoint = {
    query: sets.isLater("9.1.0") ? { refresh: "bool" } : {},
    takesBody: true,
    prepare: (call) => {
      const rules = readBody(call.body);
      validate(rules.map(({ synonyms = "" }) => problemOf(synonyms)));
      const reloads = !call.query.has("refresh") || flag(call, "refresh");
      return { action: action("cluster:admin/synonyms/put", access), run: () => sets.put(name(call), rules, reloads) };
    },
  };
  const show: Endpoint = {
    query: { from: "text", size: "text", ...(sets.isLater("9.5.0") && { search_after: "text" as const }) },
    prepare: (call) => ({ action: action("cluster:admin/synonyms/get", access), run: () => sets.get(name(call), call) }),
  };
  const showAll: Endpoint = {
    query: { from: "text", size: "text" },
    prepare: (call) => ({ action: action("cluster:admin/synonyms_sets/get", access), run: () => sets.list(call) }),
  };
  const erase: Endpoint = {
    query: {},
    prepare: (call) => ({ action: action("cluster:admin/synonyms/delete", access), run: () => sets.delete(name(call)) }),
  };
  const one = "/_synonyms/{name}";
  const routes = [
    { method: "PUT", path: one, handler: put },
    { method: "GET", path: one, handler: show },
    { method: "DELETE", path: one, handler: erase },
    { method: "GET", path: "/_synonyms", handler: showAll },
  ];
  return { routes, synonyms: sets };
};
