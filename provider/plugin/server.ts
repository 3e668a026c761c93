// The gRPC server: maps paths to methods and serves sockets that main.ts accepts.
import type { Socket } from "node:net";
import type { Tracing } from "../tracing/spans";
import { ServerCredentials } from "@grpc/grpc-js/build/src/server-credentials";
import { Server } from "@grpc/grpc-js/build/src/server";
import { HealthCheckRequest, HealthCheckResponse, HealthCheckResponse_ServingStatus } from "./gen/engine";
import type { Definition } from "./methods";
import { method } from "./methods";
import type { Plugin } from "./service";
import { resourceProvider } from "./service";
import { withSpan } from "./spans";

/** Engine and SDKs use this limit in both directions. See docs/protocol.md#message-size. */
const messageLimit = 400 * 1024 * 1024;

/** A gRPC server without a listener of its own. */
interface GrpcServer {
  serve(socket: Socket): void;
  /** Sends GOAWAY on every connection and half-closes each one after its last response. */
  shutdown(): void;
}

/** Creates the gRPC server of the provider. With `tracing`, each RPC is a span. */
export function createServer(plugin: Plugin, tracing?: Tracing): GrpcServer {
  const server = new Server({
    "grpc.max_receive_message_length": messageLimit,
    "grpc.max_send_message_length": messageLimit,
    "grpc.enable_channelz": 0,
  });
  for (const [name, definition] of Object.entries(resourceProvider(plugin)))
    add(server, `/pulumirpc.ResourceProvider/${name}`, tracing ? withSpan(name, definition, tracing) : definition);
  const health = method(HealthCheckRequest, HealthCheckResponse, () => ({ status: HealthCheckResponse_ServingStatus.SERVING }));
  add(server, "/grpc.health.v1.Health/Check", health);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    serve: (socket) => injector.injectConnection(socket),
    shutdown: () => server.tryShutdown(() => {}),
  };
}

function add(server: Server, path: string, { definition, handler }: Definition): void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  server.addService({ [name]: { path, ...definition, requestSerialize: identity, responseDeserialize: identity } }, { [name]: handler });
}

/** Fills the client's part of a method definition, which a server does not use. */
function identity(bytes: Buffer): Buffer {
  return bytes;
}
