// The interface of tracing. The OpenTelemetry libraries are loaded only when the engine requests traces. See docs/protocol.md#tracing.
import { join } from "node:path";
import type * as Otlp from "./otlp";

/** The attributes of an RPC in a trace. Contains no property values. */
export interface RpcSubject {
  /** `Create`, `Invoke` and so on. */
  method: string;
  /** The W3C context of the caller. */
  traceparent?: string;
  /** The token of a function. */
  token?: string;
  type?: string;
  urn?: string;
}

/** The attributes of an HTTP request in a trace: no query, headers or body, and only the path template without names. */
export interface RequestSubject {
  method: string;
  host: string;
  template?: string;
  /** The number of the attempt, from 1. */
  attempt: number;
}

/** The end of an HTTP request: a response, or the code of a failure. */
interface RequestEnd {
  status?: number;
  requestId?: string;
  error?: string;
}

/** The spans of this process. */
export interface Tracing {
  /** Runs the work in the span of an RPC; the work calls `end` once with the gRPC status code. The spans of its requests are children. */
  rpc(subject: RpcSubject, work: (end: (code: number) => void) => void): void;
  /** Starts the span of a request; the returned function ends it. */
  request(subject: RequestSubject): (end: RequestEnd) => void;
  /** Sends the remaining spans, for at most half a second. Never fails. */
  close(): Promise<void>;
}

/** Options of {@link openTracing}. */
interface TracingOptions {
  /** The environment; TRACEPARENT names the parent of requests that come without one. */
  env: Readonly<Record<string, string | undefined>> & { readonly TRACEPARENT?: string | undefined };
  /** The folder with tracing.cjs, which the build creates. */
  folder: string;
  version: string;
  /** Hides the secrets of the configuration in names and attributes of spans. */
  redact(text: string): string;
}

/** The environment variable with the address of the collector, OTLP over gRPC without TLS. */
const endpointVariable = "PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT";

/** Loads tracing if the engine has set a collector. Returns undefined otherwise, and with a warning if loading fails: tracing never fails an RPC. */
export async function openTracing({ env, folder, version, redact }: TracingOptions): Promise<Tracing | undefined> {
  const endpoint = env[endpointVariable];
  if (!endpoint) return undefined;
  const warn = (reason: string): void =>
    void process.stderr.write(`pulumi-resource-quartet: tracing failed: ${reason}. Check ${endpointVariable}.\n`);
  try {
    const { createTracing } = (await import(join(folder, "tracing.cjs"))) as typeof Otlp;
    return createTracing({
      endpoint,
      version,
      redact,
      fallback: env.TRACEPARENT,
      onUndelivered: () => warn("the collector did not accept the spans"),
    });
  } catch {
    warn("tracing.cjs cannot be loaded or the endpoint is invalid");
    return undefined;
  }
}
