/** The kinds of the life of data, for cases that hold for every one of them. */
import type { HttpRequest, HttpResponse, Send } from "../../../../../provider/contract/http";
import { kinds as allKinds } from "../../../../samples/search/resources";
import { recordedStack } from "../resources/stack-fixture";
import { caseServer, hasModules } from "./server";

const ofIndices = [
  "alias",
  "alias member",
  "template customization",
  "cluster settings",
  "stored script",
  "index",
  "index settings",
  "index mappings",
];
const ofModules = ["lifecycle policy", "data stream", "data stream lifecycle", "data stream options"];
/** The kinds of the life of data that the server has. */
export const kinds = allKinds.filter(({ title }) => ofIndices.includes(title) || (hasModules && ofModules.includes(title)));

/** A kind, with a program and another one that updates it. */
export type Kind = (typeof kinds)[number];

/** What the network makes of a request: its response, or another one. */
export type Disturbance = (request: HttpRequest, respond: () => Promise<HttpResponse>) => Promise<HttpResponse>;

const pass: Disturbance = (_request, respond) => respond();

/** A stack of the kind, on a server with what it refers to. */
export async function kindFixture({ type }: Kind) {
  const server = caseServer();
  const { call } = server;
  await call("PUT /users");
  if (hasModules) {
    await call("PUT /_index_template/.streams", { index_patterns: ["orphan-stream*"], data_stream: {} });
    await call("PUT /_data_stream/orphan-stream-held");
  }
  const network: { disturb?: Disturbance } = {};
  const send: Send = async (request) => (network.disturb ?? pass)(request, async () => server.send(request));
  return { ...server, ...recordedStack(type, send, { ELASTICSEARCH_ENDPOINTS: server.url }), network };
}
