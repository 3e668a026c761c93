// The span of a method: its attributes and its status; it ends exactly once.
import { EventEmitter } from "node:events";
import { Metadata } from "@grpc/grpc-js";
import type { Definition } from "../../../provider/plugin/methods";
import { withSpan } from "../../../provider/plugin/spans";
import type { RpcSubject, Tracing } from "../../../provider/tracing/spans";

const subjects: RpcSubject[] = [];
const codes: number[] = [];
const tracing: Tracing = {
  rpc: (subject, work) => {
    subjects.push(subject);
    work((code) => codes.push(code));
  },
  request: () => () => {},
  close: async () => {},
};
beforeEach(() => void [subjects, codes].forEach((list) => (list.length = 0)));

type Handler = (call: unknown, response?: (error: unknown, response?: unknown) => void) => void;

function run(handler: Handler, call: unknown): unknown[] {
  const received: unknown[] = [];
  const { handler: wrapped } = withSpan("Create", { definition: {}, handler } as unknown as Definition, tracing);
  (wrapped as unknown as Handler)(call, (...parts) => received.push(parts));
  return received;
}

const callWith = (request: unknown, traceparent?: string): unknown => {
  const metadata = new Metadata();
  if (traceparent) metadata.set("traceparent", traceparent);
  return { metadata, request };
};

test.each([
  ["a good response", null, 0],
  ["a failure", { code: 14 }, 14],
  ["a failure without a code", {}, 2],
])("%s is passed on and ends the span with its status", (_title, error, code) => {
  expect(run((_call, response) => response!(error, "response"), callWith({}))).toEqual([[error, "response"]]);
  expect(codes).toEqual([code]);
});

test("of the request only token, type and URN are traced", () => {
  run((_call, response) => response!(null), callWith({ tok: "t", urn: "u", type: "", properties: new Uint8Array(3), id: "i" }, "00-a"));
  expect(subjects).toEqual([{ method: "Create", traceparent: "00-a", token: "t", type: undefined, urn: "u" }]);
});

test.each([
  ["an end", ["finish"], false, 0],
  ["a failure, which ends it too", ["error", "finish"], false, 5],
  ["a reader that has gone", ["finish"], true, 1],
])("a stream: %s", (_title, events, cancelled, code) => {
  const call = Object.assign(new EventEmitter(), { metadata: new Metadata(), request: { token: "t" }, cancelled });
  const { handler } = withSpan("List", { definition: {}, handler: () => {} } as unknown as Definition, tracing);
  (handler as unknown as Handler)(call);
  for (const event of events) call.emit(event, { code: 5 });
  expect(codes).toEqual([code]);
  expect(subjects[0]!.token).toBe("t");
});
