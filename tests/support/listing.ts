// List, which the official classes of this version do not have yet: its messages are written and read by hand. See docs/protocol.md#list.
import { Metadata, type ClientReadableStream } from "@grpc/grpc-js";
import { fieldsOf, lengthDelimited, structBytes } from "./protobuf";
import type { Connection } from "./client";
import type { Properties } from "./structs";
import { checkWire } from "./wire-checker";

/** The request of List. */
interface ListOptions {
  limit?: number;
  pageSize?: number;
  continuation?: string;
  query?: Properties;
}

/** What List streams, put together. */
export interface Listed {
  results: { id: string; name: string }[];
  continuation?: string;
  computed: boolean;
}

/** Begins a List. */
export function startList(connection: Connection, token: string, options: ListOptions = {}): ClientReadableStream<Buffer> {
  const { limit = 0, pageSize = 0, continuation = "", query = {} } = options;
  const numbers = Buffer.from([0x18, limit, 0x20, pageSize]);
  const request = Buffer.concat([
    lengthDelimited(1, token),
    lengthDelimited(2, structBytes(query)),
    numbers,
    lengthDelimited(5, continuation),
  ]);
  const same = (bytes: Buffer) => bytes;
  const deadline = { deadline: Date.now() + connection.deadline };
  return connection.stub.makeServerStreamRequest("/pulumirpc.ResourceProvider/List", same, same, request, new Metadata(), deadline);
}

/** The whole response of a List; fails with the gRPC status. */
export function list(connection: Connection, token: string, options: ListOptions = {}): Promise<Listed> {
  const listed: Listed = { results: [], computed: false };
  const stream = startList(connection, token, options);
  return new Promise((resolve, reject) => {
    stream.on("data", (bytes: Buffer) => take(listed, bytes));
    stream.on("error", reject).on("end", () => resolve(listed));
  });
}

function take(listed: Listed, bytes: Buffer) {
  checkWire("List", bytes);
  const [part] = fieldsOf(bytes);
  const texts = new Map(fieldsOf(part!.bytes).map((field) => [field.number, Buffer.from(field.bytes).toString()]));
  if (part!.number === 1) listed.computed = true;
  if (part!.number === 2) listed.results.push({ id: texts.get(1) ?? "", name: texts.get(2) ?? "" });
  if (part!.number === 3) listed.continuation = texts.get(1) ?? "";
}
