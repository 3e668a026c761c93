/** `/_scripts`: stored scripts and search templates, and the part of the cluster state that lists them. Painless itself is not compiled. */
import type { Json, JsonObject } from "../exchange";
import { type Api, bodyOf, type Call, endpoint, type Run } from "./api";
import { acknowledged, bad, illegal, illegalCause, notFound, notServerless, rejectProblems, reply } from "./errors";
import { type At, plain, token } from "./json";
import { type Field, freeObject, readObject, string } from "./object-parser";
import { manage, monitor } from "./privileges";
import { compileStored } from "./scripts";

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
