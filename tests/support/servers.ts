// Servers for tests on a free port of 127.0.0.1, stopped together after each test.
import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { AddressInfo, Socket } from "node:net";

type Stoppable = net.Server;

/** Idle connections stay until the test ends, so that only the client gives them up. */
const retained = { keepAliveTimeout: 0 };

const running = new Map<Stoppable, Set<Socket>>();

/** Listens on a free port and remembers the server and its connections for {@link stopServers}; returns the port. */
export async function listening(server: Stoppable): Promise<number> {
  const sockets = new Set<Socket>();
  running.set(server, sockets);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts an HTTP server; returns its origin. */
export async function httpServer(handler: http.RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(http.createServer(retained, handler))}`;
}

/** Starts an HTTPS server; returns its origin. */
export async function httpsServer(options: https.ServerOptions, handler: http.RequestListener): Promise<string> {
  return `https://127.0.0.1:${await listening(https.createServer({ ...retained, ...options }, handler).on("tlsClientError", () => {}))}`;
}

/** Starts a server that speaks no protocol of its own; returns its port. */
export async function rawServer(handler: (socket: Socket) => void): Promise<number> {
  return listening(net.createServer(handler));
}

/** Stops all servers of this test and destroys their connections. */
export async function stopServers(): Promise<void> {
  const stopped = [...running].map(
    ([server, sockets]) =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  );
  running.clear();
  await Promise.all(stopped);
}
