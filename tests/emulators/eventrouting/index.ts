/**
 * Google Eventarc v1 that keeps its state in memory: triggers, channels, connections, policies and operations over REST. Written from the
 * specification; strict where the real service rejects.
 */
import type { EmulatorReply, EmulatorRequest } from "../exchange";
import { createRouter, type Match, type Route } from "../router";
import { channelConnections, channels } from "./channels";
import { collectionRoutes } from "./collection";
import { denied, errorInfo, EventFailure, malformed, noSuchMethod, noSuchPath, rejection, reply, wrong } from "./errors";
import { policyRoutes } from "./policies";
import { exampleProviders, providerRoutes } from "./providers";
import { demandJson, readMessage, readQuery } from "./shapes";
import { createState, type Endpoint, type EventCall, type EventEmulatorOptions, nameIn, type Place, projectId, type State } from "./state";
import { triggers } from "./triggers";

const VERB = /^(.*\/[^/:]*):([A-Za-z]+)$/;

type Find = (request: EmulatorRequest) => Match<Endpoint>;

const finder = (routes: readonly Route<Endpoint>[]): Find => {
  const find = createRouter(routes);
  return ({ method, path }) => {
    if (/\/\/|\/$/.test(path)) return { kind: "none" };
    const [, plain = path, verb] = VERB.exec(path) ?? [];
    const match = find(verb === undefined ? method : `${method}:${verb}`, plain);
    if (match.kind !== "method" || verb === undefined) return match;
    return ["GET", "POST"].some((other) => find(`${other}:${verb}`, plain).kind === "found") ? match : { kind: "none" };
  };
};

const SERVICE = "eventarc.googleapis.com";
const CHALLENGE = 'Bearer realm="https://accounts.google.com/"';
const EXPECTED =
  "Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.";

/** The one valid token is `test`. */
const authenticate = ({ headers: { authorization } }: EmulatorRequest, method: string) => {
  if (authorization === "Bearer test") return;
  const [message, reason, problem] =
    authorization === undefined
      ? ["Request is missing required authentication credential.", "CREDENTIALS_MISSING", ""]
      : ["Request had invalid authentication credentials.", "ACCESS_TOKEN_TYPE_UNSUPPORTED", ', error="invalid_token"'];
  const details = [errorInfo(reason, "googleapis.com", { service: SERVICE, method })];
  throw new EventFailure("UNAUTHENTICATED", `${message} ${EXPECTED}`, details, { "www-authenticate": `${CHALLENGE}${problem}` });
};

/** A project that is to be charged must be one that the caller may see. */
const checkQuotaProject = (state: State, given: string | undefined) => {
  if (given !== undefined && projectId(state, given) === undefined)
    throw new EventFailure(
      "PERMISSION_DENIED",
      `Caller does not have required permission to use project ${given}. Grant the caller the roles/serviceusage.serviceUsageConsumer role.`,
      [errorInfo("USER_PROJECT_DENIED", "googleapis.com", { service: SERVICE, consumer: `projects/${given}` })],
    );
};

/** The place with the project id; what the caller may not see is rejected like a permission that is missing. */
const placeOf = (state: State, endpoint: Endpoint, parts: Record<string, string>): Place => {
  const { project: given = "", location = "", id = "" } = parts;
  const sent = nameIn(endpoint.collection, { project: given, location, id });
  if (/\/|^$/.test(given + location) || id.includes("/")) throw wrong("name", `The request was invalid: malformed name '${sent}'`);
  const project = projectId(state, given);
  if (project === undefined) throw denied(endpoint.permission, sent);
  const isAll = location === "-" && endpoint.rpc.startsWith("List");
  if (!isAll && !state.locations.has(location))
    throw new EventFailure("PERMISSION_DENIED", `Location ${location} is not found or access is unauthorized.`, [
      errorInfo("LOCATION_ACCESS_DENIED", SERVICE, { location }),
    ]);
  return { project, location, id };
};

const bodyOf = (request: EmulatorRequest, { body }: Endpoint) => {
  if (request.malformedBody) throw new EventFailure("INVALID_ARGUMENT", "Invalid JSON payload received. Invalid UTF-8.");
  if (!body) return readMessage(request.body, {}, "");
  demandJson(request);
  return readMessage(request.body, body.shapes, body.root);
};

const serveCall = (
  state: State,
  request: EmulatorRequest,
  found: { handler: Endpoint; parts: Record<string, string>; record: EventCall },
) => {
  const { handler, parts, record } = found;
  authenticate(request, `google.cloud.eventarc.v1.Eventarc.${handler.rpc}`);
  checkQuotaProject(state, record.userProject);
  record.query = readQuery(request.query, handler.query);
  record.body = bodyOf(request, handler);
  const place = placeOf(state, handler, parts);
  if (state.denied.has(handler.permission)) throw denied(handler.permission, record.name);
  const { query, body } = record;
  return handler.run({ state, place, name: nameIn(handler.collection, place), query, body });
};

const recordOf = ({ headers }: EmulatorRequest, { rpc, collection }: Endpoint, parts: Record<string, string>): EventCall => {
  const { project = "", location = "", id = "" } = parts;
  const userProject = headers["x-goog-user-project"];
  return { rpc, name: nameIn(collection, { project, location, id }), query: {}, body: {}, userProject, status: "OK" };
};

/** Makes the service: a failure of the emulator itself is thrown on. */
const createWire = (state: State, routes: readonly Route<Endpoint>[]): ((request: EmulatorRequest) => EmulatorReply) => {
  const find = finder(routes);
  return (request) => {
    const match = find(request);
    if (match.kind === "method") return noSuchMethod(request.method, request.path);
    if (match.kind !== "found") return match.kind === "malformed" ? malformed() : noSuchPath(request.path);
    if (request.method === "GET" && request.body !== "") return malformed();
    const record = recordOf(request, match.handler, match.parts);
    state.calls.push(record);
    state.operations.tick();
    try {
      return reply(200, serveCall(state, request, { ...match, record }));
    } catch (failure) {
      if (!(failure instanceof EventFailure)) throw failure;
      record.status = failure.status;
      return rejection(failure, state.marks.hex(16));
    }
  };
};

export type { EventEmulatorOptions } from "./state";

/** Operations can be read; they are neither listed nor cancelled here, since no client of the specification does so. */
const operationRoute: Route<Endpoint> = {
  method: "GET",
  path: "/v1/projects/{project}/locations/{location}/operations/{id}",
  handler: {
    rpc: "GetOperation",
    permission: "eventarc.operations.get",
    collection: "operations",
    query: {},
    run: ({ state, name }) => state.operations.poll(name),
  },
};

const routes = [
  ...[triggers, channels, channelConnections].flatMap((kind) => [...collectionRoutes(kind), ...policyRoutes(kind)]),
  ...providerRoutes,
  operationRoute,
];

/** Makes an emulator with nothing in it but two projects. */
export const createEventEmulator = (options: EventEmulatorOptions = {}) => {
  const state = createState(options, exampleProviders());
  return Object.assign(state, { handle: createWire(state, routes) });
};

/** The emulator. Its state is open: what tests change there is a change behind the client's back. */
export type EventEmulator = ReturnType<typeof createEventEmulator>;
