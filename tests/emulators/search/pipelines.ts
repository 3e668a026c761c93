/** `/_ingest/pipeline`: put, get, delete, with the checks of the real server. See docs/modules/search.md#ingest-pipelines. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Route } from "../router";
import { matches } from "../store";
import type { Api, Call, Endpoint, State } from "./api";
import { compareVersions, flag } from "./api";
import { bad, illegal, notFound, reply } from "./errors";
import { parseJson, plain } from "./json";
import { readProcessors } from "./processors";
import { configFailure, Options } from "./properties";
import { stamps } from "./stamps";
import { action, pipelineRead, pipelineWrite } from "./privileges";

const DATES = ["created_date", "created_date_millis", "modified_date", "modified_date_millis"];

/** The object of a body; every other JSON value counts as an empty one. */
export const readPipelineBody = (body: string): JsonObject => {
  if (body === "") throw bad("parse_exception", "request body or source parameter is required");
  const node = parseJson(body);
  return node.kind === "object" ? (plain(node) as JsonObject) : {};
};

/** Checks a pipeline in the order of the server: description, version, metadata, processors, handlers, unexpectedNames. */
export const checkPipeline = (name: string, sent: JsonObject, state: State): void => {
  const options = new Options(sent);
  options.text("description");
  options.int("version");
  options.map("_meta");
  options.bool("deprecated");
  if (compareVersions(state.version, "9.2.0") >= 0) checkNewMembers(options);
  readProcessors(options.required("processors", options.list("processors")), state);
  const handlers = options.list("on_failure");
  if (handlers) readProcessors(handlers, state);
  if (options.left.length > 0) {
    throw configFailure(
      {},
      undefined,
      `pipeline [${name}] doesn't support one or more provided configuration parameters [${options.left.sort().join(", ")}]`,
    );
  }
  if (handlers?.length === 0) throw configFailure({}, undefined, `pipeline [${name}] cannot have an empty on_failure option defined`);
};

const checkNewMembers = (options: Options): void => {
  for (const name of DATES) {
    if (options.has(name))
      throw configFailure({}, name, "Provided a pipeline property which is managed by the system, e.g. `created_date`.");
  }
  const pattern = options.text("field_access_pattern");
  if (pattern === undefined || pattern === "classic" || pattern === "flexible") return;
  throw configFailure({}, "field_access_pattern", `Invalid ingest pipeline access pattern [${pattern}]`);
};

/** The version that a caller demands, and what it becomes. */
const nextVersion = (name: string, sent: JsonObject, demanded: string | undefined, { pipelines }: State): Json | undefined => {
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

const put = (name: string, body: string, demanded: string | undefined, state: State): EmulatorReply => {
  const sent = readPipelineBody(body);
  checkPipeline(name, sent, state);
  const version = nextVersion(name, sent, demanded, state);
  state.pipelines.set(name, { ...sent, ...(version === undefined ? {} : { version }), ...stamps(state.pipelines.get(name), state) });
  return reply(200, { acknowledged: true });
};

const get = (expression: string, summary: boolean, { pipelines }: State): EmulatorReply => {
  const expected = expression.split(",");
  const names = pipelines.names().filter((name) => expected.some((part) => matches(part, name)));
  const found = Object.fromEntries(names.map((name) => [name, summary ? {} : (pipelines.get(name) ?? {})]));
  return reply(names.length > 0 ? 200 : 404, found);
};

/** Indices that use a pipeline hold it in place. */
const checkUse = (name: string, { indices }: State): void => {
  const users = (key: string): string[] =>
    indices
      .entries()
      .filter(([, { settings }]) => settings[key] === name)
      .map(([index]) => index)
      .sort();
  const phrase = (kind: string, names: string[]): string[] =>
    names.length > 0 ? [`the ${kind} pipeline for ${names.length} index(es) including [${names.slice(0, 3).join(",")}]`] : [];
  const uses = [...phrase("default", users("index.default_pipeline")), ...phrase("final", users("index.final_pipeline"))];
  if (uses.length > 0) throw illegal(`pipeline [${name}] cannot be deleted because it is ${uses.join(" and ")}`);
};

/** The expression is one name or one pattern; a comma is an ordinary character here. */
const remove = (expression: string, state: State): EmulatorReply => {
  const names = state.pipelines.matching(expression);
  if (names.length === 0 && expression !== "*") throw notFound(`pipeline [${expression}] is missing`);
  for (const name of names) checkUse(name, state);
  for (const name of names) state.pipelines.delete(name);
  return reply(200, { acknowledged: true });
};

/** The routes of ingest pipelines. */
export const pipelineApi: Api = (state) => {
  const name = ({ parts }: Call): string => parts.id ?? "*";
  const write: Endpoint = {
    query: { if_version: "int", master_timeout: "time", timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      if (call.body === "") readPipelineBody(call.body);
      return {
        action: action("cluster:admin/ingest/pipeline/put", pipelineWrite),
        run: () => put(name(call), call.body, call.query.get("if_version"), state),
      };
    },
  };
  const list: Endpoint = {
    query: { master_timeout: "time", summary: "bool" },
    prepare: (call) => {
      const summary = flag(call, "summary");
      return { action: action("cluster:admin/ingest/pipeline/get", pipelineRead), run: () => get(name(call), summary, state) };
    },
  };
  const erase: Endpoint = {
    query: { master_timeout: "time", timeout: "time" },
    prepare: (call) => ({ action: action("cluster:admin/ingest/pipeline/delete", pipelineWrite), run: () => remove(name(call), state) }),
  };
  const path = "/_ingest/pipeline/{id}";
  const routes: [string, string, Endpoint][] = [
    ["GET", "/_ingest/pipeline", list],
    ["GET", path, list],
    ["PUT", path, write],
    ["DELETE", path, erase],
  ];
  return routes.map(([method, at, handler]): Route<Endpoint> => ({ method, path: at, handler }));
};
