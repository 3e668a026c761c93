/**
 * The server of the cases in this folder. They hold on every server: `make test` runs them on the emulator, `make test-elasticsearch` on real nodes, whose URLs are
 * in ELASTICSEARCH_NODE and ELASTICSEARCH_SECURE_NODE. What needs an older server, another license or another time runs on the emulator only.
 */
import type { Send } from "../../../../../provider/contract/http";
import type { SearchClient } from "../../../../../provider/modules/search/client";
import { createSend } from "../../../../../provider/http/send";
import { clean, cleanSecurity } from "../../../../elasticsearch/agree";
import { inProcess, overHttp, type Server } from "../../../../elasticsearch/agreement";
import { USER } from "../../../../elasticsearch/configuration";
import { step } from "../../../../elasticsearch/contract/step";
import type { JsonObject } from "../../../../emulators/exchange";
import { createSearchEmulator, type SearchEmulator, type SearchEmulatorOptions } from "../../../../emulators/search";
import { recordedStack } from "../resources/stack-fixture";
import { clientOver, emulated, recorded, type Sent } from "../support";

/** A server, and requests to it past the provider. */
export type CaseServer = ReturnType<typeof serverOf>;

/** A stack of one resource on the server. */
export type CaseFixture = ReturnType<typeof recordedStack> & CaseServer;
type Environment = Readonly<Record<string, string>>;

const node = process.env.ELASTICSEARCH_NODE;
const secureNode = process.env.ELASTICSEARCH_SECURE_NODE;
/** Whether the server has the modules that the node lacks: data streams and lifecycle policies. */
export const hasModules = node === undefined;

const overNetwork = node === undefined && secureNode === undefined ? undefined : createSend({ env: {} });
afterAll(() => overNetwork?.close());
// The cases share the nodes, but an emulator is created for each.
beforeEach(async () => {
  if (node !== undefined) await clean(overHttp(node));
  if (secureNode !== undefined) await cleanSecurity(asSuperuser(overHttp(secureNode)));
});

/** Opens the server: the node without anything of the cases before, or a new emulator. */
export function caseServer(options: SearchEmulatorOptions = {}): CaseServer {
  if (node !== undefined && overNetwork) return serverOf({ url: node, send: overNetwork }, overHttp(node));
  return emulatedServer(createSearchEmulator(options), (server) => server);
}

/** Opens the server with security, whose user is a superuser. */
export function secureServer(options: SearchEmulatorOptions = {}): CaseServer {
  if (secureNode !== undefined && overNetwork) return serverOf({ url: secureNode, send: overNetwork }, asSuperuser(overHttp(secureNode)));
  const users = { [USER.username]: { password: USER.password, cluster: ["all"], roles: ["superuser"] } };
  return emulatedServer(createSearchEmulator({ security: { users }, ...options }), asSuperuser);
}

const emulatedServer = (emulator: SearchEmulator, authenticated: (server: Server) => Server) =>
  serverOf({ url: "http://search.test:9200", send: emulated(emulator.handle).send, emulator }, authenticated(inProcess(emulator)));

/** The kinds of security, which live on the server with security. */
export const ofSecurity = /^Search(?:ApiKey|ApplicationPrivileges|BuiltinUser|Role|RoleMapping|ServiceToken|User)$/;

/** Opens the server of the kind, and creates a stack of one resource on it. */
export function caseFixture(kind: string, env: Environment = {}, options?: SearchEmulatorOptions): CaseFixture {
  const server = ofSecurity.test(kind) ? secureServer(options) : caseServer(options);
  return stackOn(server, kind, { ...(ofSecurity.test(kind) && superuser), ...env });
}

/** Creates a stack of one resource on the server, with these credentials. */
export function stackOn(server: CaseServer, kind: string, credentials: Environment): CaseFixture {
  return { ...server, ...recordedStack(kind, server.send, { ELASTICSEARCH_ENDPOINTS: server.url, ...credentials }) };
}

/** A client of the server, with credentials if it has security, and its requests. */
export function clientOf({ send, url }: CaseServer, credentials = {}): { client: SearchClient; sent: readonly Sent[] } {
  const all = recorded(send);
  return { client: clientOver(all.send, { endpoints: [url], ...credentials }), sent: all.sent };
}

/** The headers of a request by this user. */
export const basic = (username: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
});

/** Returns whether somebody can authenticate. */
export const logsIn = async ({ call }: CaseServer, username: string, password: string): Promise<boolean> =>
  call("POST /_security/user/_has_privileges", { cluster: ["monitor"] }, basic(username, password)).then(
    () => true,
    () => false,
  );

/** The credentials of a superuser, in the environment of the provider. */
export const superuser = { ELASTICSEARCH_USERNAME: USER.username, ELASTICSEARCH_PASSWORD: USER.password };
/** The credentials of another user, as a body and in the environment of the provider. */
export const ann = { ELASTICSEARCH_USERNAME: "ann", ELASTICSEARCH_PASSWORD: "ann-password" };

const asSuperuser =
  (server: Server): Server =>
  async (sent) =>
    server({ ...sent, headers: { ...basic(USER.username, USER.password), ...sent.headers } });

/** `send`: what the provider sends its requests with. Without an emulator it is a real node. */
function serverOf(reached: { url: string; send: Send; emulator?: SearchEmulator }, server: Server) {
  /** Sends a request as another client does, and returns the body of the response. Fails if the server rejects it. */
  const call = async (request: string, sent?: unknown, headers?: Record<string, string>) => {
    const { status, body } = await server(step(request, sent, headers));
    return parsed(request, status, body);
  };
  return {
    ...reached,
    call,
    /** Returns the body of an object, `undefined` if the server does not have it. */
    find: async (path: string) => {
      const { status, body } = await server(step(`GET ${path}`));
      return status === 404 ? undefined : parsed(path, status, body);
    },
    /** Returns the UUID of the cluster. */
    uuid: async () => String((await call("GET /"))["cluster_uuid"]),
  };
}

function parsed(request: string, status: number, body: string) {
  if (status >= 300) throw new Error(`${request}: HTTP ${status}: ${body}`);
  return body === "" ? {} : (JSON.parse(body) as JsonObject);
}
