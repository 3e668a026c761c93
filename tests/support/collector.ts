// A collector of traces: OTLP over gRPC on a free port. It keeps the bytes as they came, and reads of them what the tests need.
import { Server, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { bytesMethod, listen } from "./engine";
import { fieldsOf } from "./protobuf";

/** One span. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty at the root of a trace. */
  parentId: string;
  name: string;
  attributes: Record<string, string | number>;
  /** 0 unset, 1 good, 2 failed. */
  status: number;
}

/** A collector that runs. */
export type Collector = Awaited<ReturnType<typeof startCollector>>;

const path = "/opentelemetry.proto.collector.trace.v1.TraceService/Export";

/** Starts a collector. */
export async function startCollector() {
  const server = new Server();
  const spans: CollectedSpan[] = [];
  const messages: Buffer[] = [];
  const take = ({ request }: ServerUnaryCall<Buffer, Buffer>, response: sendUnaryData<Buffer>) => {
    messages.push(request);
    spans.push(...spansIn(request));
    response(null, Buffer.alloc(0));
  };
  server.addService({ export: bytesMethod(path) }, { export: take });
  return { address: await listen(server), spans, messages, stop: () => server.forceShutdown() };
}

/** The values of a message by field number: numbers of varints, bytes of all else. */
function fields(bytes: Uint8Array) {
  const found = new Map<number, (Uint8Array | number)[]>();
  for (const { number, type, value, bytes: content } of fieldsOf(bytes))
    found.set(number, [...(found.get(number) ?? []), type === 0 ? value : content]);
  return found;
}

const messagesAt = (bytes: Uint8Array, field: number) => (fields(bytes).get(field) ?? []) as Uint8Array[];

/** ExportTraceServiceRequest.resource_spans, ResourceSpans.scope_spans, ScopeSpans.spans. */
function spansIn(request: Buffer): CollectedSpan[] {
  const scopes = messagesAt(request, 1).flatMap((resource) => messagesAt(resource, 2));
  return scopes.flatMap((scope) => messagesAt(scope, 2)).map(spanOf);
}

function spanOf(bytes: Uint8Array): CollectedSpan {
  const span = fields(bytes);
  const at = (field: number): Buffer => Buffer.from((span.get(field)?.[0] as Uint8Array | undefined) ?? []);
  const attributes = Object.fromEntries(((span.get(9) ?? []) as Uint8Array[]).map(attributeOf));
  const status = Number(fields(at(15)).get(3)?.[0] ?? 0);
  const [traceId, spanId, parentId] = [at(1), at(2), at(4)].map((id) => id.toString("hex")) as [string, string, string];
  return { traceId, spanId, parentId, name: at(5).toString(), attributes, status };
}

function attributeOf(bytes: Uint8Array): [string, string | number] {
  const key = fields(bytes).get(1)?.[0];
  const value = fields((fields(bytes).get(2)?.[0] as Uint8Array | undefined) ?? new Uint8Array());
  const text = value.get(1)?.[0];
  return [
    Buffer.from(key as Uint8Array).toString(),
    text === undefined ? Number(value.get(3)?.[0]) : Buffer.from(text as Uint8Array).toString(),
  ];
}
