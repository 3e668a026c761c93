// One request and its answer over a connection that stands. From here on the bytes have left: what a write did is open until the answer has come.
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { ProviderError } from "../core/errors";
import { onAbort } from "./concurrency/abort";
import { readAnswer } from "./response";
import { abandoned, transportError, type Subject } from "./failures";
import type { HttpResponse } from "../core/http-types";
import type { Lease } from "./pool";

/** The request as it is put on the connection. */
export interface Outgoing {
  method: string;
  /** Path and query, or the whole URL for a proxy. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  signal: AbortSignal;
  subject: Subject;
  /** In bytes. */
  maxBody: number;
  /** How long a cancelled write may go on, in ms. */
  graceMs: number;
}

type Ask = (options: RequestOptions) => ClientRequest;

const closing = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED"]);

/** How long a write may go on after its time limit, in ms: it has to end within a second. */
const lastGrace = 500;

/** A connection that had served before was closed in silence: most likely the remote had given it up already. */
export class Stale {
  constructor(
    readonly error: ProviderError,
    /** The request cannot have arrived whole: the system refused to take it. */
    readonly undelivered: boolean,
  ) {}
}

/**
 * Sends the request and reads the answer. The connection is free again or closed at the end. Fails with a TransportError of phase `sent` or `body`, or, after
 * an abort, as {@link abandoned} says.
 */
export function exchange(ask: Ask, lease: Lease, outgoing: Outgoing): Promise<HttpResponse | Stale> {
  const { signal, subject, maxBody } = outgoing;
  return new Promise((resolve, reject) => {
    let over = false;
    let timer: NodeJS.Timeout | undefined;
    const readBefore = lease.socket.bytesRead;
    const request = ask(optionsOf(lease, outgoing));
    const end = (): boolean => {
      if (over) return false;
      over = true;
      forget();
      clearTimeout(timer);
      return true;
    };
    const fail = (error: unknown): void => {
      if (!end()) return;
      request.destroy();
      reject(signal.aborted ? abandoned(subject, signal.reason) : error);
    };
    const forget = onAbort(signal, () => {
      const grace = graceOf(signal.reason, outgoing);
      if (grace > 0) timer = setTimeout(() => fail(signal.reason), grace);
      else fail(signal.reason);
    });
    const succeed = (response: HttpResponse): void => {
      // The whole answer came before the whole request went: the rest is not wanted.
      if (!request.writableFinished) request.destroy();
      if (end()) resolve(response);
    };
    let answer: IncomingMessage | undefined;
    request.once("response", (message) => {
      answer = message;
      lease.keepFor(idleTime(message));
      readAnswer(message, outgoing.method === "HEAD" ? Infinity : maxBody, subject).then(succeed, fail);
    });
    const lost = (error: NodeJS.ErrnoException): void => {
      // With an answer begun, its own events tell whether it is whole.
      if (answer) return;
      const ours = transportError(subject, "sent", error);
      const stale = lease.reused && lease.socket.bytesRead === readBefore && closing.has(error.code ?? "") && !signal.aborted;
      if (!stale) fail(ours);
      else if (end()) resolve(new Stale(ours, error.code === "EPIPE"));
    };
    request.on("error", lost).once("close", () => lost(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    request.end(outgoing.body);
  });
}

function optionsOf({ socket }: Lease, { method, path, headers }: Outgoing): RequestOptions {
  return { createConnection: () => socket, method, path, headers: { ...headers, connection: "keep-alive" }, setHost: false };
}

/** A cancelled write goes on so that its outcome is learnt (protocol 1.8); nothing else does. */
function graceOf(reason: unknown, { subject, graceMs }: Outgoing): number {
  if (!subject.write || !(reason instanceof ProviderError)) return 0;
  return reason.code === "cancelled" ? graceMs : reason.code === "deadline_exceeded" ? Math.min(lastGrace, graceMs) : 0;
}

/** A second less than the remote keeps an idle connection, since the request needs time to arrive. */
function idleTime({ headers }: IncomingMessage): number {
  const hint = /\btimeout=(\d+)/.exec(String(headers["keep-alive"] ?? ""))?.[1];
  return hint === undefined ? Infinity : (Number(hint) - 1) * 1000;
}
