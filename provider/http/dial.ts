// Opens one connection to a remote: TCP, a proxy if there is one, TLS with all checks before the first byte of a request.
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { ProviderError } from "../core/errors/errors";
import { onAbort } from "../core/concurrency/on-abort";
import { codeOf, faultError, sentenceOf, transportError, type ShownRequest } from "./failures";
import type { Proxy } from "./proxy";
import { checkFingerprint, type TlsIdentity } from "./tls";

/** The remote end of a connection. Connections of different remotes are never shared. */
export interface Remote {
  host: string;
  port: number;
  /** Set for https. */
  tls?: TlsIdentity;
  proxy?: Proxy;
  /** The TLS settings of the connection to an https proxy. */
  proxyTls?: TlsIdentity;
}

/**
 * Opens a connection within this many milliseconds. Fails with a TransportError of phase `connect` or `tls`, or with the reason of the signal, and closes the
 * connection then.
 */
export async function dial(remote: Remote, subject: ShownRequest, signal: AbortSignal, limitMs: number): Promise<Socket> {
  signal.throwIfAborted();
  const stopper = new AbortController();
  const stop = stopper.signal;
  const unsubscribe = onAbort(signal, () => stopper.abort(signal.reason));
  const timeoutSentence = `no connection within ${limitMs / 1000} s; check host, port, firewall and proxy settings`;
  const timer = setTimeout(() => stopper.abort(faultError(subject, "connect", { code: "ETIMEDOUT", sentence: timeoutSentence })), limitMs);
  let socket: Socket | undefined;
  try {
    socket = await (remote.proxy
      ? connectThroughProxy(remote, remote.proxy, subject, stop)
      : connectToHost(remote.host, remote.port, stop));
    if (!remote.tls) return socket;
    const secured = await startTls(socket, remote.host, remote.tls, stop);
    socket = secured;
    if (remote.tls.fingerprint) checkFingerprint(secured, remote.tls.fingerprint, subject);
    return secured;
  } catch (error) {
    socket?.destroy();
    throw stop.aborted ? stop.reason : transportError(subject, "connect", error);
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

async function connectToHost(host: string, port: number, stop: AbortSignal): Promise<Socket> {
  const { connect } = await import("node:net");
  // Node's default of 250 ms for each address is too short for distant hosts.
  const socket = connect({
    // Names below localhost are this machine (RFC 6761); many resolvers do not resolve them.
    host: host.endsWith(".localhost") ? "localhost" : host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
    autoSelectFamilyAttemptTimeout: 2000,
  });
  await waitForEvent(socket, "connect", stop);
  return socket;
}

async function startTls(below: Socket, host: string, identity: TlsIdentity, stop: AbortSignal): Promise<TLSSocket> {
  const [{ connect }, { isIP }] = await Promise.all([import("node:tls"), import("node:net")]);
  // A server name must not be an address (RFC 6066, 3).
  const servername = isIP(host) ? "" : host;
  const socket = connect({
    socket: below,
    host,
    servername,
    secureContext: identity.context,
    rejectUnauthorized: identity.verify,
    ALPNProtocols: ["http/1.1"],
  });
  await waitForEvent(socket, "secureConnect", stop);
  return socket;
}

async function connectThroughProxy(remote: Remote, proxy: Proxy, subject: ShownRequest, stop: AbortSignal): Promise<Socket> {
  let socket: Socket | undefined;
  try {
    socket = await connectToHost(proxy.host, proxy.port, stop);
    if (remote.proxyTls) socket = await startTls(socket, proxy.host, remote.proxyTls, stop);
    const status = remote.tls ? await openTunnel(socket, remote, proxy, stop) : 200;
    if (status >= 200 && status < 300) return socket;
    throw proxyRejection(subject, proxy, status);
  } catch (error) {
    socket?.destroy();
    if (error instanceof ProviderError) throw error;
    // Always phase `connect`: the TLS settings of the module are not those of the proxy.
    const sentence = `the proxy ${proxy.host}:${proxy.port} cannot be used: ${sentenceOf(error)}`;
    throw faultError(subject, "connect", { code: codeOf(error), sentence, cause: error });
  }
}

/** Requests a tunnel to the remote; returns the status of the proxy. */
async function openTunnel(socket: Socket, remote: Remote, proxy: Proxy, stop: AbortSignal): Promise<number> {
  const { request } = await import("node:http");
  const target = `${remote.host.includes(":") ? `[${remote.host}]` : remote.host}:${remote.port}`;
  const headers: Record<string, string> = { host: target };
  if (proxy.authorization) headers["proxy-authorization"] = proxy.authorization;
  stop.throwIfAborted();
  stop.addEventListener("abort", () => socket.destroy(), { once: true });
  return new Promise((resolve, reject) => {
    request({ createConnection: () => socket, method: "CONNECT", path: target, headers, setHost: false })
      .once("connect", (response) => resolve(response.statusCode ?? 0))
      .once("error", reject)
      .end();
  });
}

/** Statuses below 500 with which a proxy rejects a request temporarily. */
const temporaryStatuses = new Set([408, 429]);

/**
 * Returns the error for a proxy that rejects the request. A status below 500 is permanent: the same request with the same credentials is rejected again, and
 * repeated attempts lock accounts. The message does not contain the credentials of the proxy.
 */
export function proxyRejection(subject: ShownRequest, proxy: Proxy, status: number): Error {
  const why =
    status === 407
      ? "requires valid credentials; set user and password in the URL of the proxy variable"
      : "rejected the connection; check the proxy, or add the host to NO_PROXY (no_proxy if it is set)";
  const permanent = status < 500 && !temporaryStatuses.has(status);
  return faultError(subject, "connect", { code: `PROXY_${status}`, sentence: `the proxy ${proxy.host}:${proxy.port} ${why}`, permanent });
}

/** Waits for the event; an error, a close or an abort before it destroys the socket. */
function waitForEvent(socket: Socket, event: "connect" | "secureConnect", stop: AbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const end = (act: () => void) => (): void => {
      socket.off(event, done).off("error", fail).off("close", closed);
      stop.removeEventListener("abort", stopped);
      act();
    };
    const broken = (error: Error): void => {
      socket.on("error", () => {}).destroy();
      reject(error);
    };
    const done = end(resolve);
    const fail = (error: Error): void => end(() => broken(error))();
    const closed = end(() => broken(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    const stopped = end(() => broken(stop.reason));
    socket.once(event, done).once("error", fail).once("close", closed);
    stop.addEventListener("abort", stopped, { once: true });
    if (stop.aborted) stopped();
  });
}
