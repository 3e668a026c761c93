// The one adapter between promises and the handlers of the gRPC server: every call ends in exactly one answer.
import type { UntypedHandleCall } from "@grpc/grpc-js";
import { ProviderError, messageOf } from "../core/errors";
import type { Peer } from "./requests";
import type { MessageFns } from "./gen/provider";
import { toStatus } from "./status";

/** A method as the gRPC server wants it, but for its path. */
export interface Definition {
  definition: {
    requestStream: false;
    responseStream: boolean;
    requestDeserialize(bytes: Buffer): unknown;
    responseSerialize(message: unknown): Buffer;
  };
  handler: UntypedHandleCall;
}

type Answer<T> = T | Promise<T>;

/** A method with one answer. */
export function method<Q, A>(request: MessageFns<Q>, answer: MessageFns<A>, handle: (request: Q, peer: Peer) => Answer<A>): Definition {
  return unary(request, (message: A) => buffer(answer.encode(message).finish()), handle);
}

/** A method whose answer is encoded already. */
export function rawMethod<Q>(request: MessageFns<Q>, handle: (request: Q, peer: Peer) => Answer<Uint8Array>): Definition {
  return unary(request, buffer, handle);
}

function unary<Q, A>(request: MessageFns<Q>, serialize: (message: A) => Buffer, handle: (request: Q, peer: Peer) => Answer<A>): Definition {
  const handler = (call: Peer & { request: Q }, callback: (error: unknown, answer?: A) => void): void => {
    answerOf(handle, call).then(
      (answer) => callback(null, answer),
      (error: unknown) => callback(toStatus(error)),
    );
  };
  return { definition: definition(request, serialize as (message: unknown) => Buffer, false), handler: handler as UntypedHandleCall };
}

/** A synchronous throw becomes a rejection like any other. */
async function answerOf<Q, A>(handle: (request: Q, peer: Peer) => Answer<A>, call: Peer & { request: Q }): Promise<A> {
  return handle(sound(call.request), call);
}

/** A request that cannot be read. The gRPC server would take what is thrown on reading for a defect of ours; so it is thrown when it is handled. */
class Malformed {
  constructor(readonly cause: unknown) {}
}

function readable<Q>(request: MessageFns<Q>, bytes: Uint8Array): Q | Malformed {
  try {
    return request.decode(bytes);
  } catch (error) {
    return new Malformed(error);
  }
}

function sound<Q>(request: Q | Malformed): Q {
  if (!(request instanceof Malformed)) return request;
  const { cause } = request;
  throw new ProviderError("invalid_argument", `malformed request: ${messageOf(cause)}`, { cause });
}

interface Stream<Q, A> extends Peer {
  request: Q;
  cancelled: boolean;
  write(message: A): boolean;
  once(event: "drain" | "cancelled", listener: () => void): void;
  emit(event: "error", error: unknown): void;
  end(): void;
}

/** A method with a stream of answers; `emit` waits for a slow reader and fails once the reader is gone. */
export function streamMethod<Q, A>(
  request: MessageFns<Q>,
  answer: MessageFns<A>,
  handle: (request: Q, emit: (message: Partial<A>) => Promise<void>, peer: Peer) => Promise<void>,
): Definition {
  const handler = (call: Stream<Q, Partial<A>>): void => {
    const gone = new Promise<void>((resolve) => call.once("cancelled", resolve));
    const emit = async (message: Partial<A>): Promise<void> => {
      if (call.cancelled) throw new Error("the reader is gone");
      if (!call.write(message)) await Promise.race([gone, new Promise<void>((resolve) => call.once("drain", resolve))]);
    };
    answerOf((asked, peer) => handle(asked, emit, peer), call).then(
      () => call.end(),
      (error: unknown) => (call.cancelled ? call.end() : call.emit("error", toStatus(error))),
    );
  };
  const serialize = (message: unknown): Buffer => buffer(answer.encode(message as A).finish());
  return { definition: definition(request, serialize, true), handler: handler as unknown as UntypedHandleCall };
}

function definition<Q>(
  request: MessageFns<Q>,
  responseSerialize: (message: unknown) => Buffer,
  responseStream: boolean,
): Definition["definition"] {
  return { requestStream: false, responseStream, requestDeserialize: (bytes) => readable(request, bytes), responseSerialize };
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
