/** Puts an emulator behind a port of the loopback, over HTTP or TLS, applies faults and writes down what arrived. */
import { isUtf8 } from "node:buffer";
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { mapValues } from "./objects";
import type { EmulatorHandler, EmulatorReply, EmulatorRequest } from "./exchange";
import type { Faults, Outcome } from "./faults";

/** A request and when it was complete, in milliseconds since 1970. */
interface RecordedRequest extends EmulatorRequest {
  time: number;
}

/** PEM texts; with `requestCert` clients must show a certificate that `ca` signed. */
export interface ServeTls {
  key: string;
  cert: string;
  ca?: string;
  requestCert?: boolean;
}

interface ServeOptions {
  tls?: ServeTls;
  faults?: Faults;
  /** Defaults to 0: a free port. */
  port?: number;
}

/** An emulator behind a port. */
export interface Served {
  /** `http://127.0.0.1:PORT` or `https://127.0.0.1:PORT`. */
  url: string;
  port: number;
  /** Every request since the start, or since the list was emptied (`requests.length = 0`), in order of completion. */
  requests: RecordedRequest[];
  /** How many connections clients have opened since the start. */
  connections(): number;
  /** Ends the server and cuts every connection; may be repeated. */
  stop(): Promise<void>;
}

const read = async (message: IncomingMessage): Promise<EmulatorRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const [path = "/", query = ""] = (message.url ?? "/").split(/\?(.*)/s);
  const headers = mapValues(message.headers, (value) => (Array.isArray(value) ? value.join(", ") : (value ?? "")));
  const bytes = Buffer.concat(chunks);
  const body = { body: bytes.toString("utf8"), ...(isUtf8(bytes) ? {} : { malformedBody: true as const }) };
  return { method: message.method ?? "GET", path, query, headers, ...body };
};

const internalError = (cause: unknown): EmulatorReply => ({
  status: 500,
  headers: { "content-type": "text/plain" },
  body: `the emulator itself failed: ${cause instanceof Error ? cause.stack : String(cause)}`,
});

const send = (response: ServerResponse, outcome: Outcome, withBody: boolean): void => {
  if (outcome === "hang") return;
  const { reply, cutAt } = outcome;
  response.writeHead(reply.status, { ...reply.headers, "content-length": Buffer.byteLength(reply.body) });
  if (cutAt === undefined || !withBody) return void response.end(withBody ? reply.body : "");
  response.write(reply.body.slice(0, cutAt), () => response.socket?.destroy());
};

/**
 * Starts the server on a port of 127.0.0.1. An exception of the emulator becomes a response 500 with the stack in the body,
 * so that a fault of the emulator is never taken for one of the client.
 */
export const serve = async (handler: EmulatorHandler, { tls, faults, port: requested = 0 }: ServeOptions = {}): Promise<Served> => {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener: RequestListener = (message, response) => {
    response.on("error", () => undefined);
    void read(message).then(
      async (request) => {
        requests.push({ ...request, time: Date.now() });
        const respond = async () => handler(request);
        const fault = faults?.pick(request);
        const outcome = await (fault ? fault(respond) : respond().then((reply) => ({ reply }))).catch((cause: unknown) => ({
          reply: internalError(cause),
        }));
        send(response, outcome, request.method !== "HEAD");
      },
      () => undefined, // the client went away before its request was complete
    );
  };
  const server: Server = tls
    ? createTlsServer({ ...tls, rejectUnauthorized: tls.requestCert === true }, listener)
    : createHttpServer(listener);
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(requested, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { url: `${tls ? "https" : "http"}://127.0.0.1:${port}`, port, requests, connections: () => connections, stop };
};
