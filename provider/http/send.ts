// The one way out of the provider: requests over kept connections, 16 for each remote. It sends once; retry.ts repeats. Node's network code is loaded on first use.
import type { Socket } from "node:net";
import { ProviderError } from "../core/errors";
import { requestId } from "./headers";
import { createDelivery } from "./delivery";
import type { Outgoing } from "./exchange";
import { codeOf } from "./failures";
import type { HttpRequest, HttpResponse, Send } from "../core/http-types";
import { createRoutes } from "./routes";

/** What the transport may use of the world. */
export interface SendOptions {
  /** Read for proxies and extra authorities. */
  env: Readonly<Record<string, string | undefined>>;
  /** Version in the default User-Agent. */
  userAgentVersion?: string;
  /** How long a cancelled write may go on so that its outcome is learnt, in ms; default 20 s (protocol 1.8). */
  graceMs?: number;
  /** How long opening a connection may take, in ms; default 15 s. */
  connectMs?: number;
  /**
   * Hears one line for each answer and each failure (method, host, path, status, duration, request id), and of trouble that is passed over. Without it no
   * line is made for anybody. What a request's own listener receives is not reported here.
   */
  note?: (line: string) => void;
  /** Is called when a request begins; the function it returns is called when the request ends. Receives no secrets and no names. */
  trace?: (begun: TraceBegin) => (end: TraceEnd) => void;
}

/** What a trace may know of a request. */
export interface TraceBegin {
  method: string;
  host: string;
  template?: string;
  attempt: number;
}

/** An answer, or the code of what went wrong. */
export interface TraceEnd {
  status?: number;
  requestId?: string;
  error?: string;
}

/** Counts since the start; `open` is the number of connections at present. */
export interface SendStats {
  requests: number;
  connections: number;
  open: number;
  /** Requests sent again because a kept connection had been closed by the remote. */
  repeated: number;
}

/** A `send` with its connections. */
export interface Sender extends Send {
  readonly stats: Readonly<SendStats>;
  /** Closes all connections. Requests that are running fail, and so does every later one. */
  close(): void;
}

const defaultMaxBody = 256 * 1024 * 1024;

/** Makes the transport. It opens no connection and loads no network code before the first request. */
export function createSend(options: SendOptions): Sender {
  const { env, graceMs = 20_000, connectMs = 15_000, note, trace } = options;
  const agent = `pulumi-resource-quartet/${options.userAgentVersion ?? "0.0.0"} node/${process.versions.node}`;
  const stats: SendStats = { requests: 0, connections: 0, open: 0, repeated: 0 };
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new ProviderError("cancelled", "The provider is shutting down and makes no more requests.");
  };
  const opened = (socket: Socket): void => {
    stats.connections += 1;
    stats.open += 1;
    socket.once("close", () => (stats.open -= 1));
  };
  const routes = createRoutes({ env, note: note ?? (() => {}), opened });
  const deliver = createDelivery({ routes, agent, connectMs, checkOpen, repeated: () => (stats.repeated += 1) });

  const send: Send = async (request) => {
    request.signal.throwIfAborted();
    checkOpen();
    const url = parse(request.url);
    const outgoing = outgoingFor(request, url, graceMs);
    const begun = performance.now();
    const hear = note && (request.note ?? note);
    const ended = (how: string): void => hear?.(`${outgoing.subject.shown}: ${how} in ${Math.round(performance.now() - begun)} ms`);
    const traced = trace?.({ method: request.method, host: url.host, template: request.template, attempt: request.attempt ?? 1 });
    stats.requests += 1;
    try {
      const answer = await deliver(request, url, outgoing);
      const id = ownId(answer, request);
      ended(`HTTP ${answer.status}${id ? ` (request id ${id})` : ""}`);
      traced?.({ status: answer.status, requestId: id });
      return answer;
    } catch (error) {
      ended(error instanceof ProviderError ? `${error.code} (${codeOf(error)})` : "ended");
      traced?.({ error: error instanceof ProviderError ? codeOf(error) : "ended" });
      throw error;
    }
  };
  const close = (): void => {
    closed = true;
    routes.close();
  };
  return Object.assign(send, { stats, close });
}

/** The id of the service. What the request itself has said is none: credentials come back from remotes that repeat what they are sent. */
function ownId({ headers }: HttpResponse, request: HttpRequest): string | undefined {
  const id = requestId(headers);
  return id !== undefined && Object.values(request.headers).some((value) => value.includes(id)) ? undefined : id;
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new ProviderError("invalid_argument", "The address of the service is no http or https URL.");
}

function outgoingFor(request: HttpRequest, url: URL, graceMs: number): Outgoing {
  const { method, body, signal, maxBody = defaultMaxBody } = request;
  return {
    method,
    path: `${url.pathname}${url.search}`,
    headers: {},
    body: typeof body === "string" ? Buffer.from(body) : body,
    signal,
    subject: {
      shown: `${method} ${url.origin}${request.shownPath ?? url.pathname}`,
      write: request.write ?? (method !== "GET" && method !== "HEAD"),
    },
    maxBody,
    graceMs,
  };
}
