/** `/_synonyms`: synonym sets with the checks of the real server. Analyzers are not run: an index uses a set that one of its filters names. */
import type { Json, JsonObject } from "../exchange";
import { type Api, type Call, endpoint, flag, nameOf, type Run, type State, supports, wholeNumber } from "./api";
import { acknowledged, illegal, notFound, problemsOf, rejectProblems, reply, wrapping } from "./errors";
import { parseJson } from "./json";
import { listOf, nullable, readShape, string } from "./object-parser";

const access = ["manage_search_synonyms", "manage", "all"];
const MAX_RESULTS = 10_000;

/** A rule as the server returns it. */
export interface StoredRule extends JsonObject {
  id: string;
  synonyms: string;
}

interface Rule {
  id?: string | null;
  synonyms?: string;
}

const rule = { name: "synonym_rule", fields: { id: nullable(string), synonyms: string }, required: ["synonyms"] };

/** A single rule is read as a list of one. */
const rulesField = listOf((node): Rule => readShape(rule, node), "object");

/** The parts between separators, as the server divides them: a backslash escapes a character, empty parts are left out. */
const split = (text: string, separator: string) => {
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

const problemsIn = ({ synonyms = "" }: Rule) => {
  const sides = split(synonyms, "=>");
  const terms = sides.flatMap((side) => split(side, ","));
  return problemsOf(
    [synonyms === "", "[synonyms] field can't be empty"],
    [sides.length > 2, `More than one explicit mapping specified in the same synonyms rule: [${synonyms}]`],
    [terms.some((term) => term.trim() === ""), `Incorrect syntax for [synonyms]: [${synonyms}]`],
  ).slice(0, 1);
};

/** The indices whose filters name a set. */
const usersOf = (name: string, { indices }: State) => {
  const names = (value: Json | undefined) => (Array.isArray(value) ? value : [value]).includes(name);
  const isUser = (settings: Record<string, Json>) =>
    Object.entries(settings).some(([key, value]) => /^index\.analysis\.filter\..+\.synonyms_set$/.test(key) && names(value));
  return indices
    .entries()
    .filter(([, { settings }]) => isUser(settings))
    .map(([index]) => index);
};

const reload = (name: string, state: State) => {
  const users = usersOf(name, state);
  const failed = users.filter((index) => state.synonyms.brokenAnalyzers.has(index));
  const failures = failed.map((index) => ({ shard: 0, index, status: "INTERNAL_SERVER_ERROR", reason: { type: "parse_exception" } }));
  const shards = { total: users.length, successful: users.length - failed.length, failed: failed.length };
  const details = users
    .filter((index) => !failed.includes(index))
    .map((index) => ({ index, reloaded_analyzers: [], reloaded_node_ids: [] }));
  return { _shards: { ...shards, ...(failed.length > 0 && { failures }) }, reload_details: details };
};

const missing = (name: string) => notFound(`synonyms set [${name}] not found`);

const put: Run<Rule[]> = (call, state, rules) => {
  const name = nameOf(call);
  const { synonymSets } = state.synonyms;
  const limit = supports(state, "9.5.0") ? 100_000 : MAX_RESULTS;
  if (rules.length > limit) throw illegal(`The number of synonyms rules in a synonym set cannot exceed ${limit}`);
  const isNew = !synonymSets.has(name);
  const stored = new Map<string, StoredRule>();
  for (const { id, synonyms = "" } of rules) {
    const own = id ?? state.randomBytes(15).toString("base64url");
    stored.set(own, { id: own, synonyms });
  }
  synonymSets.set(name, [...stored.values()]);
  const details = flag(call, "refresh", true) ? reload(name, state) : undefined;
  return reply(isNew ? 201 : 200, { result: isNew ? "created" : "updated", reload_analyzers_details: details });
};

/** Position and size of a page. */
const pageOf = (call: Call, what: string): [from: number, size: number] => {
  const from = wholeNumber(call, "from", 0);
  const size = wholeNumber(call, "size", 10);
  rejectProblems(
    problemsOf(
      [from < 0, "[from] must be a positive integer"],
      [size < 0, "[size] must be a positive integer"],
      [from + size > MAX_RESULTS, `Too many ${what} to retrieve. [from] + [size] must be less than or equal to ${MAX_RESULTS}`],
    ),
  );
  return [from, size];
};

const readBody = ({ body }: Call): Rule[] => {
  const shape = { name: "synonyms_set", fields: { synonyms_set: rulesField }, required: ["synonyms_set"] };
  const { synonyms_set: rules = [] } = wrapping(
    () => readShape(shape, parseJson(body)),
    ({ cause_ }) => illegal(`Failed to parse: ${body}`, cause_),
  );
  rejectProblems(rules.flatMap(problemsIn));
  return rules;
};

/** The routes of synonym sets. */
export const synonymApi = (server: State): Api => {
  const one = "/_synonyms/{name}";
  const refresh = supports(server, "9.1.0") ? "refresh:bool" : "";
  const after = supports(server, "9.5.0") ? "search_after" : "";
  return [
    endpoint(`PUT ${one}?${refresh}`, ["cluster:admin/synonyms/put", access], put, readBody),
    endpoint(`GET ${one}?from&size&${after}`, ["cluster:admin/synonyms/get", access], (call, { synonyms }) => {
      const [from, size] = pageOf(call, "synonyms");
      const rules = synonyms.synonymSets.get(nameOf(call))?.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      if (!rules) throw missing(nameOf(call));
      const after = call.query.get("search_after");
      const begin = after === undefined ? from : rules.filter(({ id }) => id <= after).length;
      return reply(200, { count: rules.length, synonyms_set: rules.slice(begin, begin + size) });
    }),
    endpoint("GET /_synonyms?from&size", ["cluster:admin/synonyms_sets/get", access], (call, { synonyms }) => {
      const [from, size] = pageOf(call, "results");
      const all = synonyms.synonymSets
        .entries()
        .map(([name, rules]) => ({ synonyms_set: name, count: rules.length }))
        .sort((a, b) => (a.synonyms_set < b.synonyms_set ? -1 : 1));
      return reply(200, { count: all.length, results: all.slice(from, from + size) });
    }),
    endpoint("DELETE /_synonyms/{name}", ["cluster:admin/synonyms/delete", access], (call, state) => {
      const name = nameOf(call);
      const users = usersOf(name, state);
      if (users.length > 0)
        throw illegal(`synonyms set [${name}] cannot be deleted as it is used in the following indices: ${users.join(", ")}`);
      if (!state.synonyms.synonymSets.delete(name)) throw missing(name);
      return acknowledged();
    }),
  ];
};
