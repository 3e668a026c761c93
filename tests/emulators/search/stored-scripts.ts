/** `/_scripts`: stored scripts and search templates, and the part of the cluster state that lists them. Painless itself is not compiled. */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Api, Call, Endpoint, State } from "./api";
import { bad, illegal, notFound, reply, SearchFailure } from "./errors";
import { parseJson, plain } from "./json";
import { action, monitor } from "./privileges";
import { compileStored } from "./scripts";

const write = ["manage", "all"];
const LANGUAGES = ["expression", "mustache", "painless"];
const CONTEXTS = ["aggs", "field", "filter", "ingest", "processor_conditional", "score", "search", "template", "update"];
const MAX_ID_BYTES = 512;
const MAX_SOURCE = 65_535;

const parse = (body: string): JsonObject => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const { script, ...rest } = plain(parseJson(body)) as { script?: JsonObject };
  if (script === undefined || Object.keys(rest).length > 0)
    throw bad("parsing_exception", "must specify [script] as the only member of a stored script");
  if (typeof script !== "object") throw bad("parsing_exception", "unexpected token [VALUE_STRING], expected [{]");
  if (typeof script.lang !== "string" || script.lang === "") throw illegal("must specify lang for stored script");
  if (script.source === undefined || script.source === "") throw illegal("must specify source for stored script");
  return script;
};

/** The script as the server keeps it: a source that is an object becomes its text. */
const stored = ({ lang, source, options }: JsonObject): JsonObject => {
  if (typeof source !== "object") return { lang, source, ...(options && { options }) } as JsonObject;
  return {
    lang,
    source: JSON.stringify(source),
    options: { content_type: "application/json;charset=utf-8", ...(options as JsonObject) },
  } as JsonObject;
};

const put = (id: string, context: string | undefined, script: JsonObject, { scripts }: State): EmulatorReply => {
  if (Buffer.byteLength(id) > MAX_ID_BYTES)
    throw illegal(`id [${id}] is too long, must be no longer than 512 bytes but was: ${Buffer.byteLength(id)}`);
  const { lang, source } = script as { lang: string; source: unknown };
  if (!LANGUAGES.includes(lang)) throw illegal(`unable to put stored script with unsupported lang [${lang}]`);
  if (String(source).length > MAX_SOURCE)
    throw illegal(
      `exceeded max allowed stored script size in bytes [${MAX_SOURCE}] with size [${String(source).length}] for script [${id}]`,
    );
  if (context !== undefined && !CONTEXTS.includes(context)) throw illegal(`Unknown context name [${context}]`);
  compileStored(script);
  scripts.set(id, stored(script));
  return reply(200, { acknowledged: true });
};

const get = (id: string, { scripts }: State): EmulatorReply => {
  const script = scripts.get(id);
  return script ? reply(200, { _id: id, found: true, script }) : reply(404, { _id: id, found: false });
};

/** The part of the cluster state that the only supported filter selects; without scripts the filter leaves nothing. */
const listed = (filter: string | undefined, { scripts, buildFlavor }: State): EmulatorReply => {
  if (buildFlavor === "serverless")
    throw new SearchFailure(410, { type: "api_not_available_exception", reason: "not available in serverless mode" });
  if (filter !== "metadata.stored_scripts")
    throw illegal("the emulator lists stored scripts only: [filter_path] must be [metadata.stored_scripts]");
  const found = Object.fromEntries(scripts.entries());
  return reply(200, scripts.size === 0 ? {} : { metadata: { stored_scripts: found } });
};

const remove = (id: string, { scripts }: State): EmulatorReply => {
  if (!scripts.has(id)) throw notFound(`stored script [${id}] does not exist and cannot be deleted`);
  scripts.delete(id);
  return reply(200, { acknowledged: true });
};

/** The routes of stored scripts. */
export const storedScriptApi: Api = (state) => {
  const id = ({ parts }: Call): string => parts.id ?? "";
  const writing: Endpoint = {
    query: { master_timeout: "time", timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const script = parse(call.body);
      return { action: action("cluster:admin/script/put", write), run: () => put(id(call), call.parts.context, script, state) };
    },
  };
  const show: Endpoint = {
    query: { master_timeout: "time" },
    prepare: (call) => ({ action: action("cluster:admin/script/get", write), run: () => get(id(call), state) }),
  };
  const erase: Endpoint = {
    query: { master_timeout: "time", timeout: "time" },
    prepare: (call) => ({ action: action("cluster:admin/script/delete", write), run: () => remove(id(call), state) }),
  };
  const metadata: Endpoint = {
    query: { filter_path: "text", local: "bool", master_timeout: "time" },
    prepare: (call) => ({ action: action("cluster:monitor/state", monitor), run: () => listed(call.query.get("filter_path"), state) }),
  };
  const one = "/_scripts/{id}";
  const withContext = "/_scripts/{id}/{context}";
  return [
    ...["PUT", "POST"].flatMap((method) => [one, withContext].map((path) => ({ method, path, handler: writing }))),
    { method: "GET", path: "/_cluster/state/metadata", handler: metadata },
    { method: "GET", path: one, handler: show },
    { method: "DELETE", path: one, handler: erase },
  ];
};
