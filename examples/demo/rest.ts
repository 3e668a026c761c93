/** Sends requests to the REST API of Elasticsearch, as another tool would: the demo changes objects with it. */
import { createHash } from "node:crypto";
import { request as requestHttp } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { DetailedPeerCertificate, TLSSocket } from "node:tls";

/** Sends a request; returns the parsed body, or undefined for 404. Throws for other statuses, and if no response arrives within 15 s. */
export type Rest = (method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: unknown) => Promise<unknown>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Creates a client of the first endpoint with the credentials of the ELASTICSEARCH_* variables. */
export function createRest(endpoint: string, environment: Environment): Rest {
  const base = new URL(endpoint);
  const authorization = authorizationFrom(base, environment);
  const shared = environment["ELASTICSEARCH_ES_CLIENT_AUTHENTICATION"];
  const headers = {
    accept: "application/json",
    ...(authorization ? { authorization } : {}),
    ...(shared ? { "es-client-authentication": `SharedSecret ${shared}` } : {}),
  };
  return async (method, path, body) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const extra = text === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
    const url = new URL(base.pathname.replace(/\/+$/, "") + path, base.origin);
    const reply = await exchange(url, { method, headers: { ...headers, ...extra }, timeout: 15_000 }, { text, environment });
    if (reply.status === 404) return undefined;
    if (reply.status >= 300) throw new Error(`${method} ${path}: HTTP ${reply.status}: ${reply.body.slice(0, 300)}`);
    return JSON.parse(reply.body) as unknown;
  };
}

function authorizationFrom(base: URL, environment: Environment): string | undefined {
  const of = (name: string): string => environment[`ELASTICSEARCH_${name}`] ?? "";
  const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  if (of("BEARER_TOKEN")) return `Bearer ${of("BEARER_TOKEN")}`;
  if (base.username) return basic(decodeURIComponent(base.username), decodeURIComponent(base.password));
  if (of("API_KEY")) return `ApiKey ${of("API_KEY")}`;
  return of("USERNAME") ? basic(of("USERNAME"), of("PASSWORD")) : undefined;
}

interface Body {
  text: string | undefined;
  environment: Environment;
}

function exchange(url: URL, options: RequestOptions, { text, environment }: Body): Promise<{ status: number; body: string }> {
  const fingerprint = environment["ELASTICSEARCH_CA_FINGERPRINT"]?.toLowerCase();
  const insecure = /^(1|t|true)$/i.test(environment["ELASTICSEARCH_INSECURE"] ?? "");
  return new Promise((resolve, reject) => {
    const secure = url.protocol === "https:";
    const request = secure
      ? requestHttps(url, { ...options, agent: false, rejectUnauthorized: !insecure && !fingerprint })
      : requestHttp(url, options);
    request.on("error", reject);
    request.on("timeout", () => request.destroy(new Error(`${url.origin} gave no response within 15 s`)));
    request.on("response", (response) => void read(response).then(resolve, reject));
    const send = (): void => void request.end(text);
    if (!secure || !fingerprint) return send();
    // The request is written only after the certificate is verified.
    request.on("socket", (socket) =>
      socket.once("secureConnect", () => {
        if (chainHas(socket as TLSSocket, fingerprint)) send();
        else request.destroy(new Error(`no certificate of ${url.origin} has the fingerprint of ELASTICSEARCH_CA_FINGERPRINT`));
      }),
    );
  });
}

async function read(response: IncomingMessage): Promise<{ status: number; body: string }> {
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk as string;
  return { status: response.statusCode ?? 0, body };
}

function chainHas(socket: TLSSocket, fingerprint: string): boolean {
  const seen = new Set<DetailedPeerCertificate>();
  let at: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  for (; at?.raw && !seen.has(at); at = at.issuerCertificate) {
    if (createHash("sha256").update(at.raw).digest("hex") === fingerprint) return true;
    seen.add(at);
  }
  return false;
}
