// The gRPC server: the methods under their paths, on sockets that the front door accepts.
import type { Socket } from "node:net";
import type { Tracing } from "../tracing/spans";
import { ServerCredentials } from "@grpc/grpc-js/build/src/server-credentials";
import { Server } from "@grpc/grpc-js/build/src/server";
import { HealthCheckRequest, HealthCheckResponse, HealthCheckResponse_ServingStatus } from "./gen/engine";
import type { Definition } from "./methods";
import { method } from "./methods";
import type { Plugin } from "./service";
import { resourceProvider } from "./service";
import { traced } from "./traced";

/** Engine and SDKs use this limit in both directions (protocol 1.10). */
const messageLimit = 400 * 1024 * 1024;

/** A server that answers on the sockets it is handed. */
export interface GrpcServer {
  serve(socket: Socket): void;
  /** Lets running calls end, then resolves. */
  shutdown(): Promise<void>;
}

/** The provider as a gRPC server; nothing listens yet. With `tracing`, each call of the provider is a span. */
export function createServer(plugin: Plugin, tracing?: Tracing): GrpcServer {
  const server = new Server({
    "grpc.max_receive_message_length": messageLimit,
    "grpc.max_send_message_length": messageLimit,
    "grpc.enable_channelz": 0,
  });
  for (const [name, definition] of Object.entries(resourceProvider(plugin)))
    add(server, `/pulumirpc.ResourceProvider/${name}`, tracing ? traced(name, definition, tracing) : definition);
  const health = method(HealthCheckRequest, HealthCheckResponse, () => ({ status: HealthCheckResponse_ServingStatus.SERVING }));
  add(server, "/grpc.health.v1.Health/Check", health);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    serve: (socket) => injector.injectConnection(socket),
    shutdown: () => new Promise((resolve) => server.tryShutdown(() => resolve())),
  };
}

function add(server: Server, path: string, { definition, handler }: Definition): void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  server.addService({ [name]: { path, ...definition, requestSerialize: identity, responseDeserialize: identity } }, { [name]: handler });
}

/** The client's half of a definition, which a server does not use. */
function identity(bytes: Buffer): Buffer {
  return bytes;
}
