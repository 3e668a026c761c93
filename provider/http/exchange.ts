// Sends one request over an open connection and reads the response. Once the bytes are sent, the outcome of a write is unknown until the response arrives.
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { ProviderError } from "../core/errors/errors";
import { onAbort } from "../core/concurrency/on-abort";
import { readResponse } from "./response";
import { abortedError, transportError, type ShownRequest } from "./failures";
import type { BodyLimits } from "./body-limits";
import type { Expected, HttpResponse } from "../contract/http";
import type { Lease } from "./pool";

/** A request in the form in which it is sent. */
export interface Outgoing {
  method: string;
  /** Path and query, or the whole URL for a proxy. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  signal: AbortSignal;
  subject: ShownRequest;
  limits: BodyLimits;
  expects: Expected;
  /** How long a cancelled write may continue, in ms. */
  graceMs: number;
}

type RequestFactory = (options: RequestOptions) => ClientRequest;

const closeCodes = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED"]);

/** How long a write may continue after its time limit: the RPC ends within a second of its limit. */
const graceAfterLimitMs = 500;

/** The outcome of a request on a reused connection that the remote closed without a response, most likely before the request. */
export class StaleConnection {
  constructor(
    readonly error: ProviderError,
    /** Whether the request cannot have arrived completely: the kernel rejected the write. */
    readonly isUndelivered: boolean,
  ) {}
}

/**
 * Sends the request and reads the response. The connection is idle or closed at the end. Fails with a TransportError of phase `sent` or `body`, and after an
 * abort with {@link abortedError}.
 */
export function exchange(createRequest: RequestFactory, lease: Lease, outgoing: Outgoing): Promise<HttpResponse | StaleConnection> {
  const { signal, subject } = outgoing;
  return new Promise((resolve, reject) => {
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const readBefore = lease.socket.bytesRead;
    const request = createRequest(optionsOf(lease, outgoing));
    const end = (): boolean => {
      if (isOver) return false;
      isOver = true;
      unsubscribe();
      clearTimeout(timer);
      return true;
    };
    const fail = (error: unknown): void => {
      if (!end()) return;
      request.destroy();
      reject(signal.aborted ? abortedError(subject, signal.reason) : error);
    };
    const unsubscribe = onAbort(signal, () => {
      const grace = graceOf(signal.reason, outgoing);
      if (grace > 0) timer = setTimeout(() => fail(signal.reason), grace);
      else fail(signal.reason);
    });
    const succeed = (received: HttpResponse): void => {
      // The response is complete before the request: the remote ignores the rest of the request.
      if (!request.writableFinished) request.destroy();
      if (end()) resolve(received);
    };
    let response: IncomingMessage | undefined;
    request.once("response", (message) => {
      response = message;
      lease.keepFor(idleTime(message));
      readResponse(message, outgoing).then(succeed, fail);
    });
    const onError = (error: NodeJS.ErrnoException): void => {
      // Once the response has started, its own events report whether it is complete.
      if (response) return;
      const failure = transportError(subject, "sent", error);
      const stale = lease.isReused && lease.socket.bytesRead === readBefore && closeCodes.has(error.code ?? "") && !signal.aborted;
      if (!stale) fail(failure);
      else if (end()) resolve(new StaleConnection(failure, error.code === "EPIPE"));
    };
    request.on("error", onError).once("close", () => response ?? onError(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    request.end(outgoing.body);
  });
}

/** The maximum size of the headers of a response in bytes: Elasticsearch sends a header for each deprecation, and Node's limit of 16 KiB is soon exceeded. */
const maxHeaderSize = 256 * 1024;

function optionsOf({ socket }: Lease, { method, path, headers }: Outgoing): RequestOptions {
  return { createConnection: () => socket, method, path, headers: { ...headers, connection: "keep-alive" }, setHost: false, maxHeaderSize };
}

/** Returns how long an aborted request continues: a cancelled write does, so that its outcome becomes known. See docs/protocol.md#cancel. */
export function graceOf(reason: unknown, { subject, graceMs }: Pick<Outgoing, "subject" | "graceMs">): number {
  if (!subject.write || !(reason instanceof ProviderError)) return 0;
  if (reason.code === "cancelled") return graceMs;
  return reason.code === "deadline_exceeded" ? Math.min(graceAfterLimitMs, graceMs) : 0;
}

/** Returns how long to keep the idle connection: one second less than the remote, because the next request needs time to arrive. */
function idleTime({ headers }: IncomingMessage): number {
  const hint = /\btimeout=(\d+)/.exec(String(headers["keep-alive"] ?? ""))?.[1];
  return hint === undefined ? Infinity : (Number(hint) - 1) * 1000;
}
