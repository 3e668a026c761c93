/** The kinds of the life of data, and of security, for cases that hold for every one of them. */
import type { HttpRequest, HttpResponse, Send } from "../../../../../provider/contract/http";
import { indexKinds, moduleKinds } from "../../../../samples/search/resources";
import type { Kind } from "../../../../samples/search/parts";
import { securityKinds as ofRoles } from "../../../../samples/search/security";
import { userKinds } from "../../../../samples/search/users";
import { recordedStack } from "../resources/stack-fixture";
import { caseServer, hasModules, secureServer, superuser, type CaseServer } from "./server";

/** The kinds of the life of data that the server has. */
export const kinds = [...indexKinds, ...(hasModules ? moduleKinds : [])];

/** The kinds of security, which live on a server with security. */
export const securityKinds = [...ofRoles, ...userKinds];

/** What the network makes of a request: its response, or another one. */
export type Disturbance = (request: HttpRequest, respond: () => Promise<HttpResponse>) => Promise<HttpResponse>;

const pass: Disturbance = (_request, respond) => respond();

/** A stack of the kind, on a server with what it refers to. */
export async function kindFixture({ type, title }: Kind) {
  const isSecure = securityKinds.some((kind) => kind.title === title);
  const server = isSecure ? secureServer() : caseServer();
  if (!isSecure) await prepare(server);
  const network: { disturb?: Disturbance } = {};
  const send: Send = async (request) => (network.disturb ?? pass)(request, async () => server.send(request));
  return {
    ...server,
    ...recordedStack(type.split(":")[2]!, send, { ELASTICSEARCH_ENDPOINTS: server.url, ...(isSecure && superuser) }),
    network,
  };
}

async function prepare({ call }: CaseServer): Promise<void> {
  await call("PUT /users");
  if (!hasModules) return;
  await call("PUT /_index_template/.streams", { index_patterns: ["orphan-stream*"], data_stream: {} });
  await call("PUT /_data_stream/orphan-stream-held");
}
