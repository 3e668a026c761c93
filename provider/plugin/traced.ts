// A method of the service with a span around it; only methods of a process that traces are wrapped (provider protocol, section 9).
import type { Metadata, UntypedHandleCall } from "@grpc/grpc-js";
import type { RpcSubject, Tracing } from "../tracing/spans";
import type { Definition } from "./methods";

/** What a span needs of a call, of one answer or a stream of them. */
interface Call {
  metadata: Metadata;
  request: unknown;
  cancelled: boolean;
  once(event: "error" | "finish", listener: (error?: { code?: number }) => void): unknown;
}

type Answer = (error: { code?: number } | null, ...rest: unknown[]) => void;

const cancelled = 1;
const unknown = 2;

/** The same method; each call of it is a span, a child of the caller's. */
export function traced(name: string, { definition, handler }: Definition, tracing: Tracing): Definition {
  const handle = handler as unknown as (call: Call, answer?: Answer) => void;
  const spanned = (call: Call, answer?: Answer): void =>
    tracing.rpc(subjectOf(name, call), (end) => {
      if (answer) return handle(call, ending(answer, end));
      call.once("error", (error) => once(error?.code ?? unknown));
      call.once("finish", () => once(call.cancelled ? cancelled : 0));
      let ended = false;
      const once = (code: number): void => {
        if (!ended) end(code);
        ended = true;
      };
      handle(call);
    });
  return { definition, handler: spanned as unknown as UntypedHandleCall };
}

function ending(answer: Answer, end: (code: number) => void): Answer {
  return (error, ...rest) => {
    end(error ? (error.code ?? unknown) : 0);
    answer(error, ...rest);
  };
}

/** Of a request only what names its subject. */
function subjectOf(method: string, { metadata, request }: Call): RpcSubject {
  const { tok, token, type, urn } = request as Readonly<Record<string, unknown>>;
  const traceparent = metadata.get("traceparent")[0];
  return { method, traceparent: text(traceparent), token: text(tok) ?? text(token), type: text(type), urn: text(urn) };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
