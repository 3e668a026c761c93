// The engine's side of the protocol: the official client with promises, a deadline on every call, and every response checked on the way in (wire-checker.ts).
import { credentials, makeGenericClientConstructor, Metadata, type CallOptions, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderService, type ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { guardMs } from "./waiting";
import { checkWire } from "./wire-checker";

/** Engine and SDKs use this limit in both directions. See docs/protocol.md#message-size. */
export const messageLimit = 400 * 1024 * 1024;

/** The official stub over a service whose responses are checked, byte by byte, before they are decoded. */
const Stub = makeGenericClientConstructor(
  Object.fromEntries(
    Object.entries(ResourceProviderService).map(([name, definition]) => [
      name,
      {
        ...definition,
        responseDeserialize: (bytes: Buffer): unknown => {
          checkWire(definition.path.slice(definition.path.lastIndexOf("/") + 1), bytes);
          return definition.responseDeserialize(bytes);
        },
      },
    ]),
  ),
  "ResourceProvider",
) as unknown as typeof ResourceProviderClient;

type Callback<A> = (error: ServiceError | null, response: A) => void;
type Unary<Q, A> = (request: Q, metadata: Metadata, options: Partial<CallOptions>, callback: Callback<A>) => unknown;

/** A connection to a plugin. */
export class Connection {
  readonly stub: ResourceProviderClient;
  /** Goes with every call. */
  readonly metadata = new Metadata();

  constructor(
    port: number,
    /** Milliseconds until a call without a response fails. */
    readonly deadline = guardMs,
  ) {
    this.stub = new Stub(`127.0.0.1:${port}`, credentials.createInsecure(), {
      "grpc.max_receive_message_length": messageLimit,
      "grpc.max_send_message_length": messageLimit,
      // Connections are otherwise shared by all clients of this process.
      "grpc.use_local_subchannel_pool": 1,
    });
  }

  /** The response of one call; fails with the gRPC status. */
  call<Q, A>(method: Unary<Q, A>, request: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      const options = { deadline: Date.now() + this.deadline };
      method.call(this.stub, request, this.metadata, options, (error: ServiceError | null, response: A) =>
        error ? reject(error) : resolve(response),
      );
    });
  }

  /** A call with an encoded request, for what the official classes cannot express; returns the encoded response. */
  async raw(method: string, request: Uint8Array): Promise<Buffer> {
    const same = (bytes: Buffer) => bytes;
    const send: Unary<Uint8Array, Buffer | undefined> = (bytes, ...rest) =>
      this.stub.makeUnaryRequest(`/pulumirpc.ResourceProvider/${method}`, same, same, Buffer.from(bytes), ...rest);
    const response = (await this.call(send, request))!;
    checkWire(method, response);
    return response;
  }

  /** Ends the connection. */
  close(): void {
    this.stub.close();
  }
}
