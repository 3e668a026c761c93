/**
 * The server of the cases in this folder. They hold on every server: `make test` runs them on the emulator, `make test-elasticsearch` on real nodes, whose URLs are
 * in ELASTICSEARCH_NODE and ELASTICSEARCH_SECURE_NODE. What needs an older server, another license or another time has its tests in the folders beside, on the emulator.
 */
import type { Send } from "../../../../../provider/contract/http";
import type { SearchClient } from "../../../../../provider/modules/search/client";
import { createSend } from "../../../../../provider/http/send";
import { clean, cleanSecurity } from "../../../../elasticsearch/agree";
import { inProcess, overHttp, type Server } from "../../../../elasticsearch/agreement";
import { USER } from "../../../../elasticsearch/configuration";
import { step } from "../../../../elasticsearch/contract/step";
import type { JsonObject } from "../../../../emulators/exchange";
import { createSearchEmulator } from "../../../../emulators/search";
import { recordedStack, type RecordedStack } from "../resources/stack-fixture";
import { clientOver, emulated, recorded, type Sent } from "../support";

/** A server, and requests to it past the provider. */
export interface CaseServer {
  url: string;
  /** What the provider sends its requests with. */
  send: Send;
  /** Sends a request as another client does, and returns the body of the response. Fails if the server rejects it. */
  call(request: string, body?: unknown, headers?: Record<string, string>): Promise<JsonObject>;
  /** Returns the body of an object, `undefined` if the server does not have it. */
  find(path: string): Promise<JsonObject | undefined>;
  /** Returns the UUID of the cluster. */
  uuid(): Promise<string>;
}

/** A stack of one resource on the server. */
export type CaseFixture = RecordedStack & CaseServer;

const node = process.env.ELASTICSEARCH_NODE;
const secureNode = process.env.ELASTICSEARCH_SECURE_NODE;
/** Whether the server has the modules that the node lacks: data streams and lifecycle policies. */
export const hasModules = node === undefined;

const overNetwork = node === undefined && secureNode === undefined ? undefined : createSend({ env: {} });
afterAll(() => overNetwork?.close());
// The cases share the nodes, but an emulator is created for each.
beforeEach(async () => (node === undefined ? undefined : clean(overHttp(node))));

/** Opens the server: the node without anything of the cases before, or a new emulator. */
export function caseServer(): CaseServer {
  if (node !== undefined && overNetwork) return { url: node, send: overNetwork, ...callsOf(overHttp(node)) };
  const emulator = createSearchEmulator();
  return { url: "http://search.test:9200", send: emulated(emulator.handle).send, ...callsOf(inProcess(emulator)) };
}

/** Opens the server, and creates a stack of one resource on it. */
export function caseFixture(token: string, env: Readonly<Record<string, string>> = {}): CaseFixture {
  const server = caseServer();
  return { ...recordedStack(token, server.send, { ELASTICSEARCH_ENDPOINTS: server.url, ...env }), ...server };
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

/** The credentials of a superuser, in the environment of the provider. */
export const superuser = { ELASTICSEARCH_USERNAME: USER.username, ELASTICSEARCH_PASSWORD: USER.password };

const asSuperuser =
  (server: Server): Server =>
  async (sent) =>
    server({ ...sent, headers: { ...basic(USER.username, USER.password), ...sent.headers } });

/** Takes away what the cases before have left on the node with security. */
export async function cleanSecureServer(): Promise<void> {
  if (secureNode !== undefined) await cleanSecurity(asSuperuser(overHttp(secureNode)));
}

/** Opens the server with security, whose user is a superuser, and creates a stack of one resource on it. To be used with {@link cleanSecureServer}. */
export function secureFixture(token: string, env: Readonly<Record<string, string>> = {}): CaseFixture {
  return stackOn(secureServer(), token, { ...superuser, ...env });
}

/** Creates a stack of one resource on the server, with these credentials. */
export function stackOn(server: CaseServer, token: string, credentials: Readonly<Record<string, string>>): CaseFixture {
  return { ...server, ...recordedStack(token, server.send, { ELASTICSEARCH_ENDPOINTS: server.url, ...credentials }) };
}

/** Opens the server with security. To be used with {@link cleanSecureServer}. */
export function secureServer(): CaseServer {
  if (secureNode !== undefined && overNetwork) return { url: secureNode, send: overNetwork, ...callsOf(asSuperuser(overHttp(secureNode))) };
  const users = { [USER.username]: { password: USER.password, cluster: ["all"], roles: ["superuser"] } };
  const emulator = createSearchEmulator({ security: { users } });
  return { url: "http://search.test:9200", send: emulated(emulator.handle).send, ...callsOf(asSuperuser(inProcess(emulator))) };
}

function callsOf(server: Server): Pick<CaseServer, "call" | "find" | "uuid"> {
  const find: CaseServer["find"] = async (path) => {
    const { status, body } = await server(step(`GET ${path}`));
    if (status === 404) return undefined;
    return parsed(path, status, body);
  };
  const call: CaseServer["call"] = async (request, sent, headers) => {
    const { status, body } = await server(step(request, sent, headers));
    return parsed(request, status, body);
  };
  return { call, find, uuid: async () => String((await call("GET /"))["cluster_uuid"]) };
}

function parsed(request: string, status: number, body: string): JsonObject {
  if (status >= 300) throw new Error(`${request}: HTTP ${status}: ${body}`);
  return body === "" ? {} : (JSON.parse(body) as JsonObject);
}
