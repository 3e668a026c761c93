/** `/_ingest/pipeline`: put, get, delete, with the checks of the real server. See docs/modules/search.md#ingest-pipelines. */
import type { JsonObject } from "../exchange";
import { matches } from "../store";
import { byName } from "../objects";
import { type Api, bodyOf, type Call, endpoint, flag, isSince, type Run, stamps, type State } from "./api";
import { acknowledged, bad, illegal, notFound, reply } from "./errors";
import { plain } from "./json";
import { pipelineRead, pipelineWrite } from "./privileges";
import { readProcessors } from "./processors";
import { configFailure, Options } from "./processor-options";

const DATES = ["created_date", "created_date_millis", "modified_date", "modified_date_millis"];

/** Fails if there is no body; it is read after the rights are checked. */
export const requireBody = ({ body }: Call): void => {
  if (body === "") throw bad("parse_exception", "request body or source parameter is required");
};

/** The object of a body; every other JSON value counts as an empty one. */
export const readPipelineBody = (call: Call): JsonObject => {
  const node = bodyOf(call);
  return node.kind === "object" ? (plain(node) as JsonObject) : {};
};

/** Checks a pipeline in the order of the server: description, version, metadata, processors, handlers, unexpectedNames. */
export const checkPipeline = (name: string, sent: JsonObject, state: State): void => {
  const options = new Options(sent);
  options.text("description");
  options.int("version");
  options.map("_meta");
  options.bool("deprecated");
  if (isSince(state.version, "9.2.0")) checkNewMembers(options);
  readProcessors(options.required("processors", options.list("processors")), state);
  const handlers = options.list("on_failure");
  if (handlers) readProcessors(handlers, state);
  options.rejectLeft(`pipeline [${name}]`);
  if (handlers?.length === 0) throw configFailure({}, undefined, `pipeline [${name}] cannot have an empty on_failure option defined`);
};

const checkNewMembers = (options: Options) => {
  for (const name of DATES) {
    if (options.has(name))
      throw configFailure({}, name, "Provided a pipeline property which is managed by the system, e.g. `created_date`.");
  }
  const pattern = options.text("field_access_pattern");
  if (pattern === undefined || pattern === "classic" || pattern === "flexible") return;
  throw configFailure({}, "field_access_pattern", `Invalid ingest pipeline access pattern [${pattern}]`);
};

/** The version that a caller demands, and what it becomes. */
const nextVersion = (name: string, sent: JsonObject, demanded: string | undefined, { pipelines }: State) => {
  if (demanded === undefined) return sent.version;
  const stored = pipelines.get(name);
  const current = stored?.version ?? null;
  const conflict = `version conflict, required version [${demanded}] for pipeline [${name}] but`;
  if (!stored) throw illegal(`${conflict} no pipeline was found`);
  if (current === null || Number(current) !== Number(demanded)) throw illegal(`${conflict} current version is [${current as string}]`);
  if (sent.version === undefined || sent.version === null) return Number(current) + 1;
  if (Number(sent.version) === Number(current))
    throw illegal(`cannot update pipeline [${name}] with the same version [${sent.version as string}]`);
  return sent.version;
};

const idOf = ({ parts }: Call) => parts.id ?? "*";

const put: Run = (call, state) => {
  const name = idOf(call);
  const sent = readPipelineBody(call);
  checkPipeline(name, sent, state);
  const version = nextVersion(name, sent, call.query.get("if_version"), state);
  state.pipelines.set(name, { ...sent, ...(version !== undefined && { version }), ...stamps(state.pipelines.get(name), state) });
  return acknowledged();
};

/** Indices that use a pipeline hold it in place. */
const checkUse = (name: string, { indices }: State) => {
  const users = (key: string) =>
    indices
      .entries()
      .filter(([, { settings }]) => settings[key] === name)
      .map(([index]) => index)
      .sort();
  const phrase = (kind: string, names: string[]) =>
    names.length > 0 ? [`the ${kind} pipeline for ${names.length} index(es) including [${names.slice(0, 3).join(",")}]`] : [];
  const uses = [...phrase("default", users("index.default_pipeline")), ...phrase("final", users("index.final_pipeline"))];
  if (uses.length > 0) throw illegal(`pipeline [${name}] cannot be deleted because it is ${uses.join(" and ")}`);
};

/** The routes of ingest pipelines. */
export const pipelineApi: Api = [
  endpoint(
    "GET /_ingest/pipeline[/{id}]?master_timeout&summary",
    ["cluster:admin/ingest/pipeline/get", pipelineRead],
    (call, { pipelines }) => {
      const expected = idOf(call).split(",");
      const names = pipelines.names().filter((name) => expected.some((part) => matches(part, name)));
      const found = byName(names, (name) => (flag(call, "summary") ? {} : (pipelines.get(name) ?? {})));
      return reply(names.length > 0 ? 200 : 404, found);
    },
  ),
  endpoint(
    "PUT /_ingest/pipeline/{id}?if_version:int&master_timeout&timeout",
    ["cluster:admin/ingest/pipeline/put", pipelineWrite],
    put,
    requireBody,
  ),
  /** The expression is one name or one pattern; a comma is an ordinary character here. */
  endpoint(
    "DELETE /_ingest/pipeline/{id}?master_timeout&timeout",
    ["cluster:admin/ingest/pipeline/delete", pipelineWrite],
    (call, state) => {
      const expression = idOf(call);
      const names = state.pipelines.matching(expression);
      if (names.length === 0 && expression !== "*") throw notFound(`pipeline [${expression}] is missing`);
      for (const name of names) checkUse(name, state);
      for (const name of names) state.pipelines.delete(name);
      return acknowledged();
    },
  ),
];
