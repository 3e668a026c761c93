// A client over fake responses, with a clock that advances by the delays only; for the tests of transport and client.
import { requestContext } from "../../../support/contexts";
import type { PlainMap } from "../../../../provider/core/values/value";
import type { HttpRequest, HttpResponse, Send } from "../../../../provider/contract/http";
import type { RetryTools } from "../../../../provider/http/retry";
import { CloudClient } from "../../../../provider/modules/cloud/client";
import { Transport, type ActionCall, type TransportOptions } from "../../../../provider/modules/cloud/transport";
import { configurationOf, credentials, keys } from "./support";

export { lost } from "../lost";

/** 2023-11-14T22:13:20Z, in ms. */
export const start = 1_700_000_000_000;

/** The result of a request: a response, or an error of the transport. */
export type Result = HttpResponse | Error;

/** Returns a response with a text. */
export function page(status: number, text: string, type = "application/json") {
  return { status, headers: { "content-type": type }, body: text };
}

/** Returns a response with this value under `Response`. */
export function success(content: PlainMap) {
  return page(200, JSON.stringify({ Response: { ...content, RequestId: "req-1" } }));
}

/** Returns an error response with the code. */
export function no(Code: string, Message = "no") {
  return success({ Error: { Code, Message } });
}

/** Creates a client that gets the n-th result for the n-th request (0, 1, ...), and the last one for all later requests. */
export function line(responses: readonly Result[] | ((n: number) => Result | Promise<Result>), parts: Partial<TransportOptions> = {}) {
  const response = typeof responses === "function" ? responses : (n: number) => responses[Math.min(n, responses.length - 1)]!;
  const { tools, ...others } = parts;
  const sent: HttpRequest[] = [];
  /** Delays in ms. */
  const waits: number[] = [];
  const ownTools: RetryTools = {
    random: () => 0,
    now: () => stub.now,
    time: () => stub.now,
    wait: async (ms, signal) => {
      waits.push(ms);
      stub.now += ms;
      stub.paused();
      if (signal.aborted) throw signal.reason;
    },
    ...tools,
  };
  const remote = new Transport({
    send: async (request) => {
      sent.push(request);
      const one = await response(sent.length - 1);
      if (one instanceof Error) throw one;
      return one;
    },
    protocol: "https",
    domain: "tencentcloudapi.com",
    requestClient: "Pulumi-quartet-1.2.3",
    budgets: { read: 180_000, write: 300_000 },
    ...others,
    tools: ownTools,
  });
  const stub = {
    remote,
    tools: ownTools,
    sent,
    waits,
    now: start,
    /** Called at the end of each delay. */
    paused: (): void => undefined,
    /** Performs a call; by default a read. */
    perform: (more: Partial<ActionCall> = {}, about = requestContext()) =>
      remote.call({ action: "DescribeApi", params: {}, mode: "read", keys, region: "ap-guangzhou", ...more }, about),
  };
  return stub;
}

/** How {@link clientOver} runs. */
export interface ClientOptions {
  home?: string;
  /** The milliseconds that pass with each look at the clock; default 200, so that rate limits take no time. */
  step?: number;
}

/** Creates a client over a send, whose delays take no time. */
export function clientOver(send: Send, { home, step = 200 }: ClientOptions = {}) {
  const now = () => (stub.now += step);
  const stub = line([], { send, tools: { now, time: Date.now } });
  const wait = async (ms: number) => void (stub.now += ms);
  const connection = { transport: stub.remote, credentials, tools: { wait, now } };
  return new CloudClient(async () => connection, requestContext(), configurationOf({ env: { HOME: home } }));
}
