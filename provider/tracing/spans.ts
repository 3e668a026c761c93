// What the house sees of tracing (provider protocol, section 9): two questions and an end. The libraries behind it are loaded only when the engine wants traces.
import { join } from "node:path";
import type * as Otlp from "./otlp";

/** One RPC, as far as a trace may know it: never a value. */
export interface RpcSubject {
  /** `Create`, `Invoke` and so on. */
  method: string;
  /** W3C context of the caller. */
  traceparent?: string;
  /** Token of a function. */
  token?: string;
  type?: string;
  urn?: string;
}

/** One HTTP request, as far as a trace may know it: neither query nor headers nor body, and of the path only what holds no names. */
export interface RequestSubject {
  method: string;
  host: string;
  template?: string;
  /** 1 for the first, more for a repetition. */
  attempt: number;
}

/** How an HTTP request ended: with an answer, or with the code of what went wrong. */
export interface RequestEnd {
  status?: number;
  requestId?: string;
  error?: string;
}

/** The spans of this process. */
export interface Tracing {
  /** Runs the work within the span of an RPC; the work reports the gRPC status code once, at its end. Requests begun meanwhile are its children. */
  rpc(subject: RpcSubject, work: (end: (code: number) => void) => void): void;
  /** Begins the span of a request; what it answers ends it. */
  request(subject: RequestSubject): (end: RequestEnd) => void;
  /** Sends what is left, for at most half a second. Never fails. */
  close(): Promise<void>;
}

/** What tracing may use of the world. */
export interface TracingOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Where the build put tracing.cjs. */
  folder: string;
  version: string;
}

/** The variable with the address of the collector, OTLP over gRPC without TLS. */
const variable = "PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT";

/** Loads tracing when the engine has named a collector; nothing otherwise, and nothing when it cannot be loaded: no call may fail for a trace. */
export async function openTracing({ env, folder, version }: TracingOptions): Promise<Tracing | undefined> {
  const endpoint = env[variable];
  if (!endpoint) return undefined;
  const warn = (trouble: string): void =>
    void process.stderr.write(`pulumi-resource-quartet: ${trouble} (${variable}); all else goes on\n`);
  try {
    const { createTracing } = (await import(join(folder, "tracing.cjs"))) as typeof Otlp;
    return createTracing({
      endpoint,
      version,
      fallback: env["TRACEPARENT"],
      undelivered: () => warn("the collector does not take traces"),
    });
  } catch {
    warn("traces cannot be made");
    return undefined;
  }
}
