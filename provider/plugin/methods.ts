// Adapts functions that return promises to handlers of the gRPC server: every call ends with exactly one response or error.
import type { handleServerStreamingCall, handleUnaryCall, UntypedHandleCall } from "@grpc/grpc-js";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { ProviderError, messageOf } from "../core/errors/errors";
import type { Peer } from "./requests";
import type { MessageFns } from "./gen/provider";
import { toStatus } from "./status";

/** A method definition of the gRPC server, without its path. */
export interface Definition {
  definition: {
    requestStream: false;
    responseStream: boolean;
    requestDeserialize(bytes: Buffer): unknown;
    responseSerialize(message: unknown): Buffer;
  };
  handler: UntypedHandleCall;
}

type MaybePromise<T> = T | Promise<T>;

/** Creates a method with one response. */
export function method<Q, A>(
  request: MessageFns<Q>,
  response: MessageFns<A>,
  handle: (request: Q, peer: Peer) => MaybePromise<A>,
): Definition {
  return unaryMethod(request, serializer(response), handle);
}

/** Creates a method whose response is already encoded. */
export function rawMethod<Q>(request: MessageFns<Q>, handle: (request: Q, peer: Peer) => MaybePromise<Uint8Array>): Definition {
  return unaryMethod(request, toBuffer, handle);
}

function unaryMethod<Q, A>(
  request: MessageFns<Q>,
  serialize: (message: A) => Buffer,
  handle: (request: Q, peer: Peer) => MaybePromise<A>,
): Definition {
  const handler: handleUnaryCall<Q, A> = (call, callback) => {
    responseOf(handle, call).then(
      (response) => callback(null, response),
      (error: unknown) => callback(toStatus(error)),
    );
  };
  return { definition: definition(request, serialize, false), handler };
}

/** Calls the handler; a synchronous exception becomes a rejection. */
async function responseOf<Q, A>(handle: (request: Q, peer: Peer) => MaybePromise<A>, call: Peer & { request: Q }): Promise<A> {
  return handle(requireDecoded(call.request), call);
}

/** A request that cannot be decoded. The gRPC server maps errors of the decoder to `internal`, so the error is thrown by the handler instead. */
class Malformed {
  constructor(readonly cause: unknown) {}
}

function decodeOrKeep<Q>(request: MessageFns<Q>, bytes: Uint8Array): Q | Malformed {
  try {
    return request.decode(bytes);
  } catch (error) {
    return new Malformed(error);
  }
}

function requireDecoded<Q>(request: Q | Malformed): Q {
  if (!(request instanceof Malformed)) return request;
  const { cause } = request;
  throw new ProviderError("invalid_argument", `malformed request: ${messageOf(cause)}`, { cause });
}

/** Creates a method with a stream of responses; `emit` waits for a slow client and fails after the client has cancelled. */
export function streamMethod<Q, A>(
  request: MessageFns<Q>,
  response: MessageFns<A>,
  handle: (request: Q, emit: (message: Partial<A>) => Promise<void>, peer: Peer) => Promise<void>,
): Definition {
  const handler: handleServerStreamingCall<Q, Partial<A>> = (call) => {
    const cancelled = new Promise<void>((resolve) => call.once("cancelled", resolve));
    const emit = async (message: Partial<A>): Promise<void> => {
      if (call.cancelled) throw new Error("the client cancelled the request");
      if (!call.write(message)) await Promise.race([cancelled, new Promise<void>((resolve) => call.once("drain", resolve))]);
    };
    responseOf((request, peer) => handle(request, emit, peer), call).then(
      () => call.end(),
      (error: unknown) => (call.cancelled ? call.end() : call.emit("error", toStatus(error))),
    );
  };
  return { definition: definition(request, serializer(response), true), handler };
}

function definition<Q>(
  request: MessageFns<Q>,
  responseSerialize: Definition["definition"]["responseSerialize"],
  responseStream: boolean,
): Definition["definition"] {
  return { requestStream: false, responseStream, requestDeserialize: (bytes) => decodeOrKeep(request, bytes), responseSerialize };
}

/** The size of a response up to which its writer is kept: the buffers of larger ones are released. */
const maxKeptBytes = 65_536;

/** Returns the encoder of a response type. It keeps one writer, because a new one for each response takes longer than the encoding. */
function serializer<A>(response: MessageFns<A>): (message: A) => Buffer {
  let idleWriter: BinaryWriter | undefined;
  return (message) => {
    const writer = idleWriter ?? new BinaryWriter();
    // After an error the writer contains parts of the message.
    idleWriter = undefined;
    const bytes = toBuffer(response.encode(message, writer).finish());
    if (bytes.length <= maxKeptBytes) idleWriter = writer;
    return bytes;
  };
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
