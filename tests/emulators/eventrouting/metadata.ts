/** The metadata server of a machine of the vendor in demo-project, with the example account. See docs/modules/eventrouting.md#application-default-credentials. */
import type { EmulatorReply } from "../exchange";
import { exampleAccount } from "./accounts";
import { endpoint, type Identity, type TokenCall } from "./token-calls";
import { CLOUD_PLATFORM } from "./tokens";

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

const asJson = (body: object): EmulatorReply => plain(200, JSON.stringify(body), { "content-type": "application/json" });

/** The same token is given out until it has less life left than this, in milliseconds. */
const RENEWED = 300_000;

const tokenOf = ({ tokens, now }: Identity, query: URLSearchParams, call: TokenCall): EmulatorReply => {
  const requested = query.get("scopes") ?? "";
  const scopes = requested === "" ? [CLOUD_PLATFORM] : requested.split(",");
  const last = tokens.known
    .entries()
    .findLast(([, each]) => each.principal.name === exampleAccount && each.revoked !== true && String(each.scopes) === String(scopes));
  const time = now().getTime();
  const isFresh = last !== undefined && last[1].expires - time >= Math.min(RENEWED, tokens.seconds * 1000);
  const token = isFresh ? last[0] : tokens.issue({ name: exampleAccount, kind: "serviceAccount" }, scopes);
  const expires = tokens.known.get(token)?.expires ?? time;
  Object.assign(call, { principal: exampleAccount, scopes });
  return asJson({ access_token: token, expires_in: Math.floor((expires - time) / 1000), token_type: "Bearer" });
};

/** Texts and directories below the folder; `default` represents the account. */
const texts: Readonly<Record<string, string>> = {
  "": "instance/\nproject/\nuniverse/\n",
  "instance/": "service-accounts/\n",
  "instance/service-accounts/": `default/\n${exampleAccount}/\n`,
  "instance/service-accounts/default/": "aliases\nemail\nidentity\nscopes\ntoken\n",
  "instance/service-accounts/default/aliases": "default\n",
  "instance/service-accounts/default/email": exampleAccount,
  "instance/service-accounts/default/scopes": `${CLOUD_PLATFORM}\n`,
  "project/": "numeric-project-id\nproject-id\n",
  "project/project-id": "demo-project",
  "project/numeric-project-id": "481516234200",
  "universe/universe_domain": "googleapis.com",
  "universe/universe-domain": "googleapis.com",
};

/** Handles one request to the metadata server. */
export const respondMetadata = endpoint("metadata", (identity, { method, path, query, headers }, call) => {
  call.params = { path, query };
  if (method !== "GET") return plain(405, "Method Not Allowed");
  if (path === "/") return plain(200, "0.1/\ncomputeMetadata/\n");
  if (headers["metadata-flavor"] !== "Google") return plain(403, "Missing Metadata-Flavor:Google header.");
  if (headers["x-forwarded-for"] !== undefined) return plain(403, "Request was forwarded.");
  if (!path.startsWith(FOLDER)) return unknown();
  const given = new URLSearchParams(query);
  const inner = decodeURIComponent(path.slice(FOLDER.length)).replace(`/${exampleAccount}`, "/default");
  if (inner === "instance/service-accounts/default/token") return tokenOf(identity, given, call);
  if (inner === "instance/service-accounts/default/" && given.get("recursive")?.toLowerCase() === "true")
    return asJson({ aliases: ["default"], email: exampleAccount, scopes: [CLOUD_PLATFORM] });
  if (Object.hasOwn(texts, inner)) return plain(200, texts[inner]!);
  return Object.hasOwn(texts, `${inner}/`) ? plain(301, "", { location: `${path}/` }) : unknown();
});
