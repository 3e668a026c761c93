/**
 * An Elasticsearch that keeps its state in memory: pipelines, index and component templates, enrich policies, connectors,
 * with the strictness and the error shapes of the real server. Made from the specification and from what a real
 * 8.19.8 node does.
 */
import type { EmulatorReply, EmulatorRequest, Json } from "../exchange";
import { createRouter } from "../router";
import { type Call, checkQueryKinds, type Endpoint, type State, supports } from "./api";
import { apiKeyApi } from "./api-keys";
import { applicationPrivilegeApi } from "./application-privileges";
import { hasPrivilegesApi } from "./has-privileges";
import { clusterApi, clusterSettingsApi } from "./cluster";
import { componentTemplateApi, indexTemplateApi } from "./templates";
import { registerService, type SchemaEntry } from "./connector-parts";
import { connectorApi } from "./connectors";
import { dataStreamApi } from "./data-stream-routes";
import { fail, newDataStream, rollOver } from "./data-streams";
import { documentApi } from "./documents";
import { enrichApi } from "./enrich";
import { failureOf, illegal, reply, type SearchFailure, strictBoolean } from "./errors";
import { indexAliasApi } from "./aliases";
import { indexApi, indexSettingsApi } from "./indices";
import { newIndex } from "./index-store";
import { lifecyclePolicyApi } from "./lifecycle-policies";
import { bodyRejection, checkHeaders, responseType } from "./media-types";
import { pipelineApi } from "./pipelines";
import { roleMappingApi } from "./role-mappings";
import { roleApi } from "./roles";
import { anonymous, authenticate, authorize } from "./security";
import { serviceTokenApi } from "./service-tokens";
import { simulateApi } from "./simulate";
import { simulateTemplateApi } from "./composition";
import { catApi, snapshotApi } from "./snapshots";
import { repositoryApi } from "./repositories";
import { slmApi } from "./slm";
import { createState, type SearchEmulatorOptions } from "./state";
import { storedScriptApi } from "./scripts";
import { didYouMean, near } from "./suggest";
import { synonymApi } from "./synonyms";
import { transformApi } from "./transforms";
import { userApi } from "./users";

export type { SecurityOptions } from "./security";
export type { SearchEmulatorOptions } from "./state";

/** Parameters that every endpoint has. */
const COMMON = ["pretty", "human", "error_trace", "filter_path", "format"];

const readQuery = (text: string) => {
  const query = new Map<string, string>();
  for (const pair of text.split("&").filter((part) => part !== "")) {
    const [name = "", value = ""] = pair.split(/=(.*)/s).map((part) => decodeURIComponent(part.replace(/\+/g, " ")));
    query.set(name, value);
  }
  return query;
};

const rejectStrangers = (path: string, { query, parts }: Call, endpoint: Endpoint) => {
  const known = [...Object.keys(endpoint.query), ...COMMON];
  const unexpectedNames = [...query.keys()].filter((name) => !known.includes(name)).sort();
  if (unexpectedNames.length === 0) return;
  // The server reads a version only if it is given, so it does not suggest that parameter.
  const candidates = [...known.filter((name) => endpoint.query[name] !== "int"), ...Object.keys(parts)];
  const named = unexpectedNames.map((name) => {
    const hint = didYouMean(near(name, candidates, 0.5));
    return `[${name}]${hint === "" ? "" : ` ->${hint}`}`;
  });
  throw illegal(`request [${path}] contains unrecognized parameter${unexpectedNames.length > 1 ? "s" : ""}: ${named.join(", ")}`);
};

const checkCommon = ({ query }: Call, endpoint: Endpoint) => {
  for (const name of ["pretty", "human"]) if ((query.get(name) ?? "") !== "") strictBoolean(query.get(name) ?? "");
  if (["filter_path", "format"].some((name) => query.has(name) && !Object.hasOwn(endpoint.query, name)))
    throw illegal("the emulator does not know the parameters [filter_path] and [format]");
};

const finish = (response: EmulatorReply, { headers }: EmulatorRequest, pretty: boolean): EmulatorReply => ({
  ...response,
  headers: { ...response.headers, "content-type": response.status < 400 ? responseType(headers.accept) : "application/json" },
  body: pretty ? `${JSON.stringify(JSON.parse(response.body), null, 2)}\n` : response.body,
});

const rejected = (failure: SearchFailure) => {
  const response = reply(failure.status, failure.body(), failure.headers);
  // The security layer and the check of blocks respond before the server adds its own header.
  if (["security_exception", "cluster_block_exception"].includes(failure.cause_.type)) delete response.headers["X-elastic-product"];
  return response;
};

const noHandler = ({ method, path }: EmulatorRequest) => reply(400, { error: `no handler found for uri [${path}] and method [${method}]` });

const wrongMethod = ({ method, path, query }: EmulatorRequest, allowed: readonly string[]) => {
  const headers = { Allow: allowed.join(",") };
  if (method === "OPTIONS") return { ...reply(200, null, { ...headers, "content-type": "text/plain; charset=UTF-8" }), body: "" };
  const uri = query === "" ? path : `${path}?${query}`;
  return reply(
    405,
    { error: `Incorrect HTTP method for uri [${uri}] and method [${method}], allowed: [${allowed.join(", ")}]`, status: 405 },
    headers,
  );
};

/** The APIs without switches of their own. */
const APIS = [
  clusterApi,
  clusterSettingsApi,
  pipelineApi,
  simulateApi,
  indexTemplateApi,
  simulateTemplateApi,
  componentTemplateApi,
  indexAliasApi,
  indexApi,
  indexSettingsApi,
  documentApi,
  storedScriptApi,
];

/** The APIs of a server with security. */
const SECURITY_APIS = [roleApi, roleMappingApi, userApi, applicationPrivilegeApi, hasPrivilegesApi, serviceTokenApi, apiKeyApi];

/** Returns what responds to a request; throws the failure of one that is rejected. */
const responder =
  ({ security }: SearchEmulatorOptions, state: State, route: ReturnType<typeof createRouter<Endpoint>>) =>
  (request: EmulatorRequest): EmulatorReply => {
    const identity = security ? authenticate(request, security, state) : anonymous;
    checkHeaders(request, state.version);
    const match = route(request.method, request.path);
    if (match.kind === "malformed") throw illegal(`invalid escape sequence in [${match.segment}] of: ${request.path}`);
    if (match.kind === "none") return noHandler(request);
    if (match.kind === "method") return wrongMethod(request, match.allowed);
    const rejection = bodyRejection(request);
    if (rejection) return rejection;
    const call: Call = { identity, parts: match.parts, query: readQuery(request.query), body: request.body };
    checkCommon(call, match.handler);
    checkQueryKinds(call, match.handler);
    const { action, run } = match.handler.prepare(call, state);
    rejectStrangers(request.path, call, match.handler);
    if (request.body !== "" && !match.handler.takesBody)
      throw illegal(`request [${request.method} ${request.path}] does not support having a body`);
    if (security) authorize(identity, action);
    return finish(run(), request, call.query.has("pretty") ? call.query.get("pretty") !== "false" : request.path === "/");
  };

/** Makes an emulator with nothing in it. */
export const createSearchEmulator = (options: SearchEmulatorOptions = {}) => {
  const state = createState(options);
  const has = (module: NonNullable<typeof options.without>[number]) => !options.without?.includes(module);
  const apis = [
    ...APIS,
    dataStreamApi(state),
    synonymApi(state),
    catApi,
    // The connector API came with 8.12.
    ...(supports(state, "8.12.0") && has("connector") ? [connectorApi(state)] : []),
    ...(has("enrich") ? [enrichApi] : []),
    ...(state.buildFlavor === "serverless" ? [] : [lifecyclePolicyApi, repositoryApi, snapshotApi, slmApi]),
    ...(has("transform") ? [transformApi] : []),
    ...(has("security") ? SECURITY_APIS : []),
  ];
  const respond = responder(options, state, createRouter(apis.flat(2)));
  return Object.assign(state, {
    /** The service of this connector starts and registers the schema of its configuration. Fails when there is no such connector. */
    registerConnectorService: (id: string, schema: Readonly<Record<string, SchemaEntry>>) => registerService(state.connectors, id, schema),
    /** Handles one request. */
    handle: (request: EmulatorRequest) => {
      let response: EmulatorReply | undefined;
      const failure = failureOf(() => (response = respond(request)));
      return failure ? rejected(failure) : response!;
    },
    /** Makes a data stream out of nothing; from now on a template that fits its name is in use. */
    putDataStream: (name: string) => {
      state.dataStreams.set(name, newDataStream(""));
      rollOver(name, state);
    },
    /** What other writers do with data streams. */
    streams: { fail: (name: string, documents: number) => fail(name, documents, state) },
    /** Makes an index with settings by full key, for example `index.default_pipeline`. */
    putIndex: (name: string, settings: Record<string, Json> = {}) => {
      const texts = Object.entries(settings).map(([key, value]) => [key, String(value)] as const);
      state.indices.set(name, newIndex(name, { settings: new Map(texts) }, state));
    },
  });
};

/** The emulator. Its stores are open: what tests change there is a change behind the client's back. */
export type SearchEmulator = ReturnType<typeof createSearchEmulator>;
