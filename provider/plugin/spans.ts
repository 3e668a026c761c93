// Creates a span for each call of a method. See docs/protocol.md#tracing.
import type { Metadata, UntypedHandleCall } from "@grpc/grpc-js";
import type { RpcSubject, Tracing } from "../tracing/spans";
import type { Definition } from "./methods";

/** The part of a call that a span uses; the same for one response and for a stream. */
interface Call {
  metadata: Metadata;
  request: Readonly<Record<string, unknown>>;
  cancelled: boolean;
  once(event: "error" | "finish", listener: (error?: { code?: number }) => void): unknown;
}

type Callback = (error: { code?: number } | null, ...rest: unknown[]) => void;

const cancelledCode = 1;
const unknownCode = 2;

/** Returns the method with a span for each call, a child of the caller's span. */
export function withSpan(name: string, { definition, handler }: Definition, tracing: Tracing): Definition {
  const handle = handler as unknown as (call: Call, callback?: Callback) => void;
  const handleInSpan = (call: Call, callback?: Callback): void =>
    tracing.rpc(subjectOf(name, call), (end) => {
      if (callback) return handle(call, withEnd(callback, end));
      call.once("error", (error) => once(error?.code ?? unknownCode));
      call.once("finish", () => once(call.cancelled ? cancelledCode : 0));
      let ended = false;
      const once = (code: number): void => {
        if (!ended) end(code);
        ended = true;
      };
      handle(call);
    });
  return { definition, handler: handleInSpan as unknown as UntypedHandleCall };
}

function withEnd(callback: Callback, end: (code: number) => void): Callback {
  return (error, ...rest) => {
    end(error ? (error.code ?? unknownCode) : 0);
    callback(error, ...rest);
  };
}

/** Returns the identifying fields of a request; a span contains no values. */
function subjectOf(method: string, { metadata, request }: Call): RpcSubject {
  const { tok, token, type, urn } = request;
  const traceparent = metadata.get("traceparent")[0];
  return {
    method,
    traceparent: textOrUndefined(traceparent),
    token: textOrUndefined(tok) ?? textOrUndefined(token),
    type: textOrUndefined(type),
    urn: textOrUndefined(urn),
  };
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
