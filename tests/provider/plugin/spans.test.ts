// The span of a method: its status; it ends exactly once. tests/conformance/traces covers its attributes.
import { EventEmitter } from "node:events";
import { Metadata } from "@grpc/grpc-js";
import type { Definition } from "../../../provider/plugin/methods";
import { withSpan } from "../../../provider/plugin/spans";
import type { Tracing } from "../../../provider/tracing/spans";

const codes: number[] = [];
const tracing: Tracing = {
  rpc: (_subject, work) => work((code) => codes.push(code)),
  request: () => () => {},
  close: async () => {},
};
beforeEach(() => void (codes.length = 0));

type Handler = (call: unknown, response?: (error: unknown, response?: unknown) => void) => void;

function run(handler: Handler, call: unknown) {
  const received: unknown[] = [];
  const { handler: wrapped } = withSpan("Create", { definition: {}, handler } as Definition, tracing);
  (wrapped as Handler)(call, (...parts) => received.push(parts));
  return received;
}

test.each([
  ["a good response", null, 0],
  ["a failure", { code: 14 }, 14],
  ["a failure without a code", {}, 2],
])("%s is passed on and ends the span with its status", (_title, error, code) => {
  expect(run((_call, response) => response!(error, "response"), { metadata: new Metadata(), request: {} })).toEqual([[error, "response"]]);
  expect(codes).toEqual([code]);
});

test.each([
  ["an end", ["finish"], false, 0],
  ["a failure, which ends it too", ["error", "finish"], false, 5],
  ["a reader that has gone", ["finish"], true, 1],
])("a stream: %s", (_title, events, cancelled, code) => {
  const call = Object.assign(new EventEmitter(), { metadata: new Metadata(), request: {}, cancelled });
  const { handler } = withSpan("List", { definition: {}, handler: () => {} } as unknown as Definition, tracing);
  (handler as Handler)(call);
  for (const event of events) call.emit(event, { code: 5 });
  expect(codes).toEqual([code]);
});
