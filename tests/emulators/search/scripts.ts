/**
 * Scripts of processors and conditions: shape, language and stored ids are checked; `/_scripts`: stored scripts and search templates, and the part of the cluster
 * state that lists them. Painless itself is not compiled.
 */
import type { Json, JsonObject } from "../exchange";
import { type Api, bodyOf, type Call, endpoint, type Run, type State } from "./api";
import {
  acknowledged,
  bad,
  type Cause,
  illegal,
  illegalCause,
  notFound,
  notServerless,
  rejectProblems,
  reply,
  SearchFailure,
} from "./errors";
import { type At, plain, token } from "./json";
import { javaText } from "./mappings";
import { LongNumber } from "./numbers";
import { type Field, freeObject, readObject, string } from "./object-parser";
import { manage, monitor } from "./privileges";
import { configFailure, javaClass, javaFailure, named, type Owner } from "./processor-options";
import { didYouMean, near } from "./suggest";

const LANGUAGES = ["expression", "mustache", "painless"];
/** What a script may be compiled for; the last ones are those of modules. */
const CONTEXTS =
  `aggregation_selector aggs aggs_combine aggs_init aggs_map aggs_reduce analysis boolean_field bucket_aggregation bytesref_sort
  composite_field date_field double_field double_values field filter geo_point_field geometry_field ingest ingest_template interval ip_field keyword_field
  long_field number_sort painless_test processor_conditional reindex score script_heuristic similarity similarity_weight string_sort template terms_set update
  update_by_query moving-function watcher_condition watcher_transform xpack_template`.split(/\s+/);
/** The size of the request, as it is sent. */
const MAX_BYTES = 65_535;

const source: Field<Json> = { kinds: ["string", "object"], read: plain };
const FIELDS = { lang: string, source, options: freeObject };

const misplaced = (reason: string, { line, column }: At) => bad("parsing_exception", reason, { line, col: column });

/** Reads the script of a body; what follows it, and unknown members of it, are passed over. */
const parse = (call: Call) => {
  const node = bodyOf(call);
  if (node.kind !== "object") throw misplaced(`unexpected token [${token(node)}], expected [{]`, node.at);
  const [first] = node.fields;
  if (!first) throw misplaced("unexpected token [END_OBJECT, expected [script]", node.end);
  if (first.name !== "script") throw misplaced(`unexpected field [${first.name}], expected [script]`, first.at);
  if (first.value.kind !== "object") throw misplaced(`unexpected token [${token(first.value)}], expected [{, <source>]`, first.value.at);
  const known = { ...first.value, fields: first.value.fields.filter(({ name }) => name in FIELDS) };
  const script = readObject("stored script source", FIELDS, known);
  for (const name of ["lang", "source"] as const) {
    if (script[name] === undefined) throw illegal(`must specify ${name} for stored script`);
    if (script[name] === "") throw illegal(`${name} cannot be empty`);
  }
  const unknown = Object.entries(script.options ?? {}).filter(([name]) => name !== "content_type");
  if (unknown.length > 0)
    throw illegal(`illegal compiler options [{${unknown.map(([name, value]) => `${name}=${String(value)}`).join(", ")}}] specified`);
  return script as JsonObject;
};

/** The script as the server keeps it: a source that is an object becomes its text. */
const stored = ({ lang, source, options = {} }: JsonObject) => {
  const given = options as JsonObject;
  if (typeof source !== "object") return { lang, source, ...(Object.keys(given).length > 0 && { options }) } as JsonObject;
  return { lang, source: JSON.stringify(source), options: { content_type: "application/json;charset=utf-8", ...given } } as JsonObject;
};

/** Only a script with a context is compiled. */
const put: Run<JsonObject> = ({ parts, body }, { scripts }, script) => {
  const { id = "", context } = parts;
  const { lang } = script as { lang: string };
  if (id.includes("#")) rejectProblems(["id cannot contain '#' for stored script"]);
  if (!LANGUAGES.includes(lang)) throw illegal(`unable to put stored script with unsupported lang [${lang}]`);
  const size = Buffer.byteLength(body);
  if (size > MAX_BYTES)
    throw illegal(`exceeded max allowed stored script size in bytes [${MAX_BYTES}] with size [${size}] for script [${id}]`);
  if (context !== undefined && !CONTEXTS.includes(context))
    throw illegal(`failed to parse/compile stored script [${id}]`, illegalCause(`Unknown context [${context}]`));
  if (context !== undefined) compileStored(script);
  scripts.set(id, stored(script));
  return acknowledged();
};

/** The routes of stored scripts. */
export const storedScriptApi: Api = [
  endpoint("PUT|POST /_scripts/{id}[/{context}]?context&master_timeout&timeout", ["cluster:admin/script/put", manage], put, parse),
  /** The part of the cluster state that the only supported filter selects; without scripts the filter leaves nothing. */
  endpoint(
    "GET /_cluster/state/metadata?filter_path&local&master_timeout",
    ["cluster:monitor/state", monitor],
    ({ query }, { scripts, buildFlavor }) => {
      if (buildFlavor === "serverless") throw notServerless();
      if (query.get("filter_path") !== "metadata.stored_scripts")
        throw illegal("the emulator lists stored scripts only: [filter_path] must be [metadata.stored_scripts]");
      const found = Object.fromEntries(scripts.entries());
      return reply(200, scripts.size === 0 ? {} : { metadata: { stored_scripts: found } });
    },
  ),
  endpoint("GET /_scripts/{id}?master_timeout", ["cluster:admin/script/get", manage], ({ parts: { id = "" } }, { scripts }) => {
    const script = scripts.get(id);
    return script ? reply(200, { _id: id, found: true, script }) : reply(404, { _id: id, found: false });
  }),
  endpoint(
    "DELETE /_scripts/{id}?master_timeout&timeout",
    ["cluster:admin/script/delete", manage],
    ({ parts: { id = "" } }, { scripts }) => {
      if (!scripts.delete(id)) throw notFound(`stored script [${id}] does not exist and cannot be deleted`);
      return acknowledged();
    },
  ),
];

const NEITHER = "must specify either [source] for an inline script or [id] for a stored script";
const isEmpty = ({ source, id }: JsonObject) => source === undefined && id === undefined;

/** The members of a script and the kinds of value that each takes. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  source: ["VALUE_STRING", "START_OBJECT"],
  id: ["VALUE_STRING"],
  lang: ["VALUE_STRING"],
  params: ["START_OBJECT"],
  options: ["START_OBJECT"],
};

const parseFailure = (reason: string, causedBy?: Cause) =>
  new SearchFailure(400, { type: "x_content_parse_exception", reason: `[1:2] [script] ${reason}`, causedBy });

/** What is wrong with the members of a script, in the words of the server's parser. The place is a guess. */
const shapeProblem = (script: JsonObject) => {
  for (const [name, value] of Object.entries(script)) {
    const kinds = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
    if (!kinds) return parseFailure(`unknown field [${name}]${didYouMean(near(name, Object.keys(MEMBERS), 0.5))}`);
    if (!kinds.includes(kind(value))) return parseFailure(`${name} doesn't support values of type: ${kind(value)}`);
  }
  if (script.source === undefined || script.id === undefined) return undefined;
  return parseFailure("failed to parse field [id]", illegalCause("must only use one of [source, id] when specifying a script"));
};

const kind = (value: Json) => {
  if (value === null) return "VALUE_NULL";
  if (Array.isArray(value)) return "START_ARRAY";
  if (value instanceof LongNumber) return "VALUE_NUMBER";
  return typeof value === "object" ? "START_OBJECT" : `VALUE_${typeof value}`.toUpperCase();
};

/** `parameters` is how many the server gives to a condition (1) or to a script (0). */
const compile = (source: string, { type }: Owner, parameters: number) => {
  if (source.trim() !== "") return;
  const extra: JsonObject = {
    script_stack: [source, `${source}^---- HERE`],
    script: source,
    lang: "painless",
    position: { offset: source.length, start: 0, end: source.length },
    ...named({ type }),
  };
  const reason = `invalid function definition: found no statements for function [execute] with [${parameters}] parameters`;
  throw new SearchFailure(400, { type: "script_exception", reason: "compile error", extra, causedBy: illegalCause(reason) });
};

/** A source that is an object is for template languages; painless does not take it. */
const rejectObject = (source: Json, { type }: Owner) => {
  const reason = `Failed to compile inline script [${JSON.stringify(source)}] using lang [painless]`;
  const causedBy = illegalCause("Unrecognized compile-time parameter(s): {content_type=application/json;charset=utf-8}");
  throw new SearchFailure(500, { type: "general_script_exception", reason, extra: named({ type }), causedBy });
};

const check = ({ lang, id, source, options }: JsonObject, owner: Owner, { scripts }: State, parameters: number) => {
  const rejected = (reason: string): Error => javaFailure(owner, "java.lang.IllegalArgumentException", illegalCause(reason));
  if (lang !== undefined && lang !== "painless" && lang !== "expression") throw rejected(`script_lang not supported [${lang as string}]`);
  if (typeof id === "string" && !scripts.has(id)) {
    const reason = `unable to find script [${id}] in cluster state`;
    throw new SearchFailure(404, { type: "resource_not_found_exception", reason, extra: named({ type: owner.type }) });
  }
  if (typeof source === "string") compile(source, owner, parameters);
  if (typeof source === "object") rejectObject(source, owner);
  if (Object.keys((options ?? {}) as JsonObject).length > 0) throw rejected(`illegal compiler options [${javaText(options!)}] specified`);
};

/** Checks a condition: a text, or an object that names or holds a script. */
export const checkScript = (condition: Json, owner: Owner, state: State): void => {
  if (typeof condition === "string") return compile(condition, owner, 1);
  if (condition === null || javaClass(condition) !== "java.util.HashMap") {
    throw configFailure({ type: "conditional" }, "script", `property isn't a map or string, but of type [${javaClass(condition)}]`);
  }
  const problem = shapeProblem(condition as JsonObject);
  if (problem) throw problem;
  if (isEmpty(condition as JsonObject)) throw illegal(NEITHER);
  check(condition as JsonObject, owner, state, 1);
};

/** Checks the body of a script processor; its failures of shape are wrapped as Java exceptions. */
export const checkScriptProcessor = (script: JsonObject, owner: Owner, state: State): void => {
  const problem = shapeProblem(script);
  if (problem) throw javaFailure(owner, "org.elasticsearch.xcontent.XContentParseException", problem.cause_);
  if (isEmpty(script)) throw javaFailure(owner, "java.lang.IllegalArgumentException", illegalCause(NEITHER));
  check(script, owner, state, 0);
};

/** Compiles a script before it is stored. A template in the form of an object is for the language mustache. */
const compileStored = ({ lang, source }: JsonObject) => {
  if (lang !== "painless") return;
  if (typeof source === "string") compile(source, {}, 0);
  else rejectObject(source ?? null, {});
};
