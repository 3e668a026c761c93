// The HTTP transport: sends each request once over pooled connections, 16 for each remote; retry.ts retries. Node's network code is loaded on first use.
import type { Environment } from "../core/schema/environment";
import type { Socket } from "node:net";
import { ProviderError } from "../core/errors/errors";
import { bodyLimits, type BodyLimits } from "./body-limits";
import { requestId } from "./headers";
import { createDelivery } from "./delivery";
import type { Outgoing } from "./exchange";
import { codeOf, subjectOfRequest } from "./failures";
import type { HttpRequest, HttpResponse, Send } from "../contract/http";
import { createRoutes } from "./routes";

/** Options of {@link createSend}. */
export interface SendOptions {
  /** Read for proxies and extra authorities. */
  env: Environment;
  /** The version in the default User-Agent. */
  userAgentVersion?: string;
  /** How long a cancelled write may continue, so that its outcome becomes known, in ms; default 20 s. See docs/protocol.md#cancel. */
  graceMs?: number;
  /** How long opening a connection may take, in ms; default 15 s. */
  connectMs?: number;
  /** The limits of responses; default {@link bodyLimits}. */
  limits?: BodyLimits;
  /**
   * Receives a log line for each response and each failure (method, host, path, status, duration, request ID), and for problems that are ignored. A request
   * with a `note` of its own is logged there instead. Without this option nothing is logged.
   */
  note?: (line: string) => void;
  /** Called at the start of each request; the returned function is called at the end. The values contain no secrets and no names. */
  trace?: (begin: TraceBegin) => (end: TraceEnd) => void;
}

/** The start of a request in a trace. */
interface TraceBegin {
  method: string;
  host: string;
  template?: string;
  attempt: number;
}

/** The end of a request in a trace: a response, or the code of a failure. */
interface TraceEnd {
  status?: number;
  requestId?: string;
  error?: string;
}

/** Counts since the start; `open` is the current number of connections. */
interface SendStats {
  requests: number;
  connections: number;
  open: number;
  /** Requests sent again because the remote had closed the idle connection. */
  repeated: number;
}

/** A {@link Send} with its connections. */
export interface Sender extends Send {
  readonly stats: Readonly<SendStats>;
  /** Closes all connections. Running requests fail, and all later ones. */
  close(): void;
}

/** Creates the transport. It opens no connection and loads no network code before the first request. */
export function createSend(options: SendOptions): Sender {
  const { env, graceMs = 20_000, connectMs = 15_000, limits = bodyLimits, note, trace } = options;
  const agent = `pulumi-quartet/${options.userAgentVersion ?? "0.0.0"}`;
  const stats: SendStats = { requests: 0, connections: 0, open: 0, repeated: 0 };
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new ProviderError("cancelled", "The provider is shutting down and sends no more requests.");
  };
  const onOpen = (socket: Socket): void => {
    stats.connections += 1;
    stats.open += 1;
    socket.once("close", () => (stats.open -= 1));
  };
  const routes = createRoutes({ env, note: note ?? (() => {}), onOpen });
  const deliver = createDelivery({ routes, agent, connectMs, checkOpen, onRepeat: () => (stats.repeated += 1) });

  const send: Send = async (request) => {
    request.signal.throwIfAborted();
    checkOpen();
    const url = parseUrl(request.url);
    const outgoing = outgoingFor(request, url, { graceMs, limits });
    const startedAt = performance.now();
    const { redact } = request;
    const log = note && ((line: string) => (request.note ?? note)(redact(line)));
    const logEnd = (outcome: string): void =>
      log?.(`${outgoing.subject.shown}: ${outcome} in ${Math.round(performance.now() - startedAt)} ms`);
    const endTrace = trace?.(beginOf(request, url));
    stats.requests += 1;
    try {
      const response = await deliver(request, url, outgoing);
      if (!log && !endTrace) return response;
      const id = serviceRequestId(response, request);
      logEnd(`HTTP ${response.status}${id ? ` (request id ${id})` : ""}`);
      endTrace?.({ status: response.status, requestId: id });
      return response;
    } catch (error) {
      logEnd(error instanceof ProviderError ? `${error.code} (${codeOf(error)})` : "ended");
      endTrace?.({ error: error instanceof ProviderError ? codeOf(error) : "ended" });
      throw error;
    }
  };
  const close = (): void => {
    closed = true;
    routes.close();
  };
  return Object.assign(send, { stats, close });
}

function beginOf({ method, template, attempt = 1, redact }: HttpRequest, { host }: URL): TraceBegin {
  return { method, host: redact(host), template: template && redact(template), attempt };
}

/** Returns the request ID of the service. A secret, or a value that the request contains, is not one: a remote may echo credentials. */
function serviceRequestId({ headers }: HttpResponse, request: HttpRequest): string | undefined {
  const id = requestId(headers);
  if (id === undefined || request.redact(id) !== id) return undefined;
  return Object.values(request.headers).some((value) => value.includes(id)) ? undefined : id;
}

function parseUrl(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol === "http:" || url.protocol === "https:") return url;
  } catch {
    // Reported below: the error of Node contains the URL.
  }
  throw new ProviderError("invalid_argument", "Invalid address of the service: expected an http or https URL.");
}

function outgoingFor(request: HttpRequest, url: URL, own: Pick<Outgoing, "graceMs" | "limits">): Outgoing {
  const { method, body, signal, expects = "object" } = request;
  return {
    method,
    path: `${url.pathname}${url.search}`,
    headers: {},
    body: typeof body === "string" ? Buffer.from(body) : body,
    signal,
    subject: subjectOfRequest(request),
    expects,
    ...own,
  };
}
