/** The metadata server of a machine of the vendor: presence, tokens, project and email. See docs/modules/eventrouting.md#application-default-credentials. */
import type { EmulatorReply, EmulatorRequest } from "../exchange";
import { exampleAccount } from "./accounts";
import type { Identity, TokenCall } from "./token-calls";
import { CLOUD_PLATFORM } from "./tokens";

/** State of the metadata server. */
export interface MetadataServer {
  /** False: every path is unknown and no header identifies the server, as on a machine without a metadata server. */
  present: boolean;
  projectId: string;
  projectNumber: string;
  /** The account of the machine; undefined: it has none. */
  email: string | undefined;
  /** The scopes of tokens when none are requested. */
  scopes: string[];
}

const FOLDER = "/computeMetadata/v1/";

/** Whether a path is one of the metadata server; some clients request its root to find out whether the server exists. */
export const isMetadataPath = (path: string): boolean => path === "/" || path.startsWith("/computeMetadata");

const plain = (status: number, body: string, headers: Record<string, string> = {}): EmulatorReply => ({
  status,
  headers: { "Metadata-Flavor": "Google", server: "Metadata Server for VM", "content-type": "application/text", ...headers },
  body,
});

const unknown = (): EmulatorReply =>
  plain(404, "<html><title>Error 404 (Not Found)</title></html>", { "content-type": "text/html; charset=UTF-8" });

/** The same token is given out until it has less life left than this, in milliseconds. */
const RENEWED = 300_000;

const tokenOf = (identity: Identity, server: MetadataServer, { query, call }: { query: string; call: TokenCall }): EmulatorReply => {
  const requested = new URLSearchParams(query).get("scopes");
  const scopes = requested === null || requested === "" ? server.scopes : requested.split(",");
  const { tokens } = identity;
  const name = server.email ?? "";
  const last = tokens.known
    .entries()
    .findLast(([, each]) => each.principal.name === name && each.revoked !== true && String(each.scopes) === String(scopes));
  const now = identity.now().getTime();
  const isFresh = last !== undefined && last[1].expires - now >= Math.min(RENEWED, tokens.seconds * 1000);
  const token = isFresh ? last[0] : tokens.issue({ name, kind: "serviceAccount" }, scopes);
  const expires = tokens.known.get(token)?.expires ?? now;
  Object.assign(call, { principal: name, scopes });
  const body = { access_token: token, expires_in: Math.floor((expires - now) / 1000), token_type: "Bearer" };
  return plain(200, JSON.stringify(body), { "content-type": "application/json" });
};

/** Texts and directories below the folder. */
const texts = ({ projectId, projectNumber, email, scopes }: MetadataServer): Record<string, string> => {
  const account = email === undefined ? {} : accountTexts(email, scopes);
  return {
    "": "instance/\nproject/\nuniverse/\n",
    "instance/": "service-accounts/\n",
    "instance/service-accounts/": email === undefined ? "" : `default/\n${email}/\n`,
    ...account,
    "project/": "numeric-project-id\nproject-id\n",
    "project/project-id": projectId,
    "project/numeric-project-id": projectNumber,
    "universe/universe_domain": "googleapis.com",
    "universe/universe-domain": "googleapis.com",
  };
};

const accountTexts = (email: string, scopes: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    ["default", email].flatMap((name) => [
      [`instance/service-accounts/${name}/`, "aliases\nemail\nidentity\nscopes\ntoken\n"],
      [`instance/service-accounts/${name}/aliases`, "default\n"],
      [`instance/service-accounts/${name}/email`, email],
      [`instance/service-accounts/${name}/scopes`, `${scopes.join("\n")}\n`],
    ]),
  );

const found = (
  identity: Identity,
  server: MetadataServer,
  { path, query, call }: { path: string; query: string; call: TokenCall },
): EmulatorReply => {
  const { email } = server;
  const account = /^instance\/service-accounts\/([^/]+)\/token$/.exec(path)?.[1];
  if (account !== undefined && email !== undefined && ["default", email].includes(account))
    return tokenOf(identity, server, { query, call });
  const known = texts(server);
  const text = Object.hasOwn(known, path) ? known[path] : undefined;
  const isAccount = /^instance\/service-accounts\/[^/]+\/$/.test(path);
  if (text !== undefined && isAccount && new URLSearchParams(query).get("recursive")?.toLowerCase() === "true")
    return plain(200, JSON.stringify({ aliases: ["default"], email, scopes: server.scopes }), { "content-type": "application/json" });
  if (text !== undefined) return plain(200, text);
  const folder = Object.hasOwn(known, `${path}/`) ? known[`${path}/`] : undefined;
  if (folder === undefined) return unknown();
  return plain(301, "", { location: `${FOLDER}${path}/` });
};

const respond = (
  identity: Identity,
  server: MetadataServer,
  { request, call }: { request: EmulatorRequest; call: TokenCall },
): EmulatorReply => {
  const { method, path, query, headers } = request;
  if (!server.present) return { status: 404, headers: { "content-type": "text/plain" }, body: "not found" };
  if (method !== "GET") return plain(405, "Method Not Allowed");
  if (path === "/") return plain(200, "0.1/\ncomputeMetadata/\n");
  if (headers["metadata-flavor"] !== "Google") return plain(403, "Missing Metadata-Flavor:Google header.");
  if (headers["x-forwarded-for"] !== undefined) return plain(403, "Request was forwarded.");
  if (!path.startsWith(FOLDER)) return unknown();
  return found(identity, server, { path: decodeURIComponent(path.slice(FOLDER.length)), query, call });
};

/** A machine in demo-project with the example account. */
export const createMetadataServer = (): MetadataServer => ({
  present: true,
  projectId: "demo-project",
  projectNumber: "481516234200",
  email: exampleAccount,
  scopes: [CLOUD_PLATFORM],
});

/** Handles one request to the metadata server. */
export const respondMetadata = (identity: Identity, server: MetadataServer, request: EmulatorRequest): EmulatorReply => {
  const call: TokenCall = { endpoint: "metadata", params: { path: request.path, query: request.query }, status: 0 };
  identity.tokenCalls.push(call);
  const reply = respond(identity, server, { request, call });
  call.status = reply.status;
  return reply;
};
