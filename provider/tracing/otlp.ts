// Creates and exports spans with the OpenTelemetry libraries. The build bundles this file separately; spans.ts loads it on demand.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Context, Span, SpanOptions } from "@opentelemetry/api";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-grpc";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler } from "@opentelemetry/sdk-trace-base";
import type { RequestSubject, RpcSubject, Tracing } from "./spans";

/** Options of {@link createTracing}. */
interface OtlpOptions {
  /** `HOST:PORT`, with or without a scheme. */
  endpoint: string;
  version: string;
  /** Hides secrets in names and attributes. */
  redact(text: string): string;
  /** The W3C context of the process, for RPCs without one. */
  fallback: string | undefined;
  /** Called once, when an export has failed. */
  onUndelivered(): void;
}

const flushMs = 500;

/** A running RPC: the context of its child spans, and the number of retries among them. */
interface RunningRpc {
  context: Context;
  retries: number;
}

/** Creates the tracing; spans are exported in batches in the background. Fails if the endpoint is not an address. */
export function createTracing({ endpoint, version, redact, fallback, onUndelivered }: OtlpOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `http://${endpoint.replace(/^\w+:\/\//, "")}` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "pulumi-resource-quartet", "service.version": version }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanLimits: { attributeValueLengthLimit: 1024 },
    spanProcessors: [
      new BatchSpanProcessor(reportFirstFailure(exporter, onUndelivered), { scheduledDelayMillis: flushMs, exportTimeoutMillis: 5000 }),
    ],
  });
  const tracer = provider.getTracer("quartet", version);
  const running = new AsyncLocalStorage<RunningRpc>();
  const shown = (attributes: Attributes): Attributes =>
    Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, typeof value === "string" ? redact(value) : value]));
  const start = (name: string, { kind, attributes = {} }: SpanOptions, parent: Context): Span =>
    tracer.startSpan(redact(name), { kind, attributes: shown(attributes) }, parent);

  const rpc: Tracing["rpc"] = (subject, work) => {
    const parent = parentOf(subject.traceparent) ?? parentOf(fallback) ?? ROOT_CONTEXT;
    const name = `pulumirpc.ResourceProvider/${subject.method}`;
    const span = start(name, { kind: SpanKind.SERVER, attributes: rpcAttributes(subject) }, parent);
    const own: RunningRpc = { context: trace.setSpan(parent, span), retries: 0 };
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
    const span = start(name, { kind: SpanKind.CLIENT, attributes }, rpcOf?.context ?? ROOT_CONTEXT);
    return ({ status, requestId, error }) => {
      span.setAttributes(shown({ "http.response.status_code": status, "quartet.request_id": requestId, "error.type": error }));
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

/** Ends a span. Its status has no message, because messages may quote values. */
function finish(span: Span, hasFailed: boolean): void {
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
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

/** Wraps the exporter: the first failure is reported, and every export counts as successful. */
function reportFirstFailure(exporter: SpanExporter, undelivered: () => void): SpanExporter {
  let isReported = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code }) => {
        if (code !== ExportResultCode.SUCCESS && !isReported) {
          isReported = true;
          undelivered();
        }
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
  };
}
