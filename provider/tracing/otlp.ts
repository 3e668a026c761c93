// Spans made and sent by the OpenTelemetry libraries. The build makes a file of its own of this, which only spans.ts loads, and only when it is wanted.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Span } from "@opentelemetry/api";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-grpc";
import { Resource } from "@opentelemetry/resources";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler } from "@opentelemetry/sdk-trace-base";
import type { RequestSubject, RpcSubject, Tracing } from "./spans";

/** What the spans need to know. */
export interface OtlpOptions {
  /** `HOST:PORT`, with or without a scheme. */
  endpoint: string;
  version: string;
  /** The W3C context of the process, for calls that bring none. */
  fallback: string | undefined;
  /** Told once, when the collector has not taken something. */
  undelivered(): void;
}

const flushMs = 500;

/** An RPC that runs: where its children hang, and how many of them were repetitions. */
interface Running {
  context: Context;
  retries: number;
}

/** Starts to gather spans; they leave in batches, behind the back of the calls. Fails when the endpoint is no address. */
export function createTracing({ endpoint, version, fallback, undelivered }: OtlpOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `http://${endpoint.replace(/^\w+:\/\//, "")}` });
  const provider = new BasicTracerProvider({
    resource: new Resource({ "service.name": "pulumi-resource-quartet", "service.version": version }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanLimits: { attributeValueLengthLimit: 1024 },
    spanProcessors: [
      new BatchSpanProcessor(forgiving(exporter, undelivered), { scheduledDelayMillis: flushMs, exportTimeoutMillis: 5000 }),
    ],
  });
  const tracer = provider.getTracer("quartet", version);
  const running = new AsyncLocalStorage<Running>();

  const rpc: Tracing["rpc"] = (subject, work) => {
    const parent = parentOf(subject.traceparent) ?? parentOf(fallback) ?? ROOT_CONTEXT;
    const name = `pulumirpc.ResourceProvider/${subject.method}`;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: rpcAttributes(subject) }, parent);
    const own: Running = { context: trace.setSpan(parent, span), retries: 0 };
    const end = (code: number): void => {
      span.setAttributes({ "rpc.grpc.status_code": code, "quartet.retries": own.retries });
      finish(span, code !== 0);
    };
    running.run(own, work, end);
  };
  const request: Tracing["request"] = (subject) => {
    const rpcOf = running.getStore();
    if (rpcOf && subject.attempt > 1) rpcOf.retries += 1;
    const attributes = requestAttributes(subject);
    const name = subject.template ? `${subject.method} ${subject.template}` : subject.method;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, rpcOf?.context ?? ROOT_CONTEXT);
    return ({ status, requestId, error }) => {
      span.setAttributes({ "http.response.status_code": status, "quartet.request_id": requestId, "error.type": error });
      finish(span, error !== undefined || (status ?? 0) >= 400);
    };
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, flushMs).unref();
      provider.shutdown().then(resolve, () => resolve());
    });
  return { rpc, request, close };
}

/** The status of a span has no text: messages may quote values. */
function finish(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function parentOf(traceparent: string | undefined): Context | undefined {
  const parsed = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true }) : undefined;
}

function rpcAttributes({ method, token, type, urn }: RpcSubject): Record<string, string | undefined> {
  return {
    "rpc.system": "grpc",
    "rpc.service": "pulumirpc.ResourceProvider",
    "rpc.method": method,
    "pulumi.token": token,
    "pulumi.type": type,
    "pulumi.urn": urn,
  };
}

function requestAttributes({ method, host, template, attempt }: RequestSubject): Record<string, string | number | undefined> {
  return {
    "http.request.method": method,
    "server.address": host,
    "url.template": template,
    "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
  };
}

/** A collector that rejects everything is logged once and has no other effect. */
function forgiving(exporter: SpanExporter, undelivered: () => void): SpanExporter {
  let isLogged = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code }) => {
        if (code !== ExportResultCode.SUCCESS && !isLogged) {
          isLogged = true;
          undelivered();
        }
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
  };
}
