// Calls functions in tests: through the whole provider, which includes checks, defaults, echoed inputs and secret marks; or one function alone, without delays.
import type { RpcContext } from "../../../../../provider/contract/context";
import type { Failure } from "../../../../../provider/core/errors/errors";
import type { Plain, PlainMap, ValueMap } from "../../../../../provider/core/values/value";
import { toPlainMap } from "../../../../../provider/core/values/value";
import type { Send } from "../../../../../provider/contract/http";
import { modules } from "../../../../../provider/modules";
import { cloud } from "../../../../../provider/modules/cloud";
import { fromJson } from "../../../../../provider/plugin/codec";
import { createProvider } from "../../../../../provider/provider";
import { CloudClient } from "../../../../../provider/modules/cloud/client";
import { Transport } from "../../../../../provider/modules/cloud/transport";
import { configurationOf, env, keys, operation, schema, type SentCall } from "../support";
import type { Exchange } from "../../../../samples/cloud/functions/sample";
import { inContext } from "../../../../support/contexts";

/** A response of the provider without marks, the failures of its arguments, and the response with marks. */
export interface Reported {
  outputs: PlainMap;
  failures: Failure[];
  marked: ValueMap;
}

/** Calls functions of the module through the whole provider. */
export type LookupCaller = (name: string, inputs: PlainMap) => Promise<Reported>;

/** Creates a provider that is configured by its environment. */
export async function lookupCaller(send: Send, more: Readonly<Record<string, string>> = {}): Promise<LookupCaller> {
  const provider = createProvider({ schema, modules, send, env: { ...env, ...more }, fromJson });
  await provider.configure({});
  const context = operation();
  const call: RpcContext = { ...context, limit: () => undefined, secondsLeft: () => Infinity, detached: () => context, hasWritten: false };
  return async (name, inputs) => {
    const request = { token: `quartet:cloud:${name}`, args: inputs as ValueMap, preview: false };
    const { result = {}, failures } = await provider.invoke(request, call);
    return { outputs: { ...toPlainMap(result) }, failures, marked: result };
  };
}

/** Creates a client with a virtual clock, so that delays and rate limits take no time. */
export function hastyClient(send: Send, context = operation(), home?: string): CloudClient {
  let now = 1_700_000_000_000;
  const tools = { wait: async () => undefined, random: () => 0, now: () => (now += 200) };
  const place = { protocol: "https", domain: "tencentcloudapi.com", requestClient: "Pulumi-quartet-1.2.3" };
  const remote = new Transport({ send, ...place, budgets: { read: 180_000, write: 300_000 }, tools });
  const identity = { current: async () => keys, renew: async () => undefined, region: async () => "ap-guangzhou" };
  return new CloudClient(async () => ({ transport: remote, credentials: identity }), context, configurationOf({ env: { HOME: home } }));
}

/** Returns the result of one function over a send, without delays, checks, defaults and marks. */
export async function lookedUp(name: string, inputs: PlainMap, send: Send, context = operation()): Promise<PlainMap> {
  return (await cloud.functions[name]!.read(inputs, inContext(hastyClient(send, context)))) as PlainMap;
}

/** Returns an HTTP response with a text. */
export function reply(status: number, text: string): Awaited<ReturnType<Send>> {
  return { status, headers: { "content-type": "application/json" }, body: text };
}

/** Returns an HTTP response with this value under `Response`. */
export function response(content: PlainMap): Awaited<ReturnType<Send>> {
  return reply(200, JSON.stringify({ Response: { ...content, RequestId: "86c1f2d5-2d7e-4d0a-8c2b-4a4a2d9c1b01" } }));
}

/** Returns an error response in the form of the service. */
export function rejection(Code: string, Message = "rejected"): PlainMap {
  return { Error: { Code, Message } };
}

/** The result of a send: the value of `Response`, an HTTP response, or an error of the transport. */
export type Reply = PlainMap | Awaited<ReturnType<Send>> | Error;

/** A send of the test, and the requests that it received. */
export interface StubSend {
  send: Send;
  calls: SentCall[];
}

/** Creates a send that responds by a function of the request and of its number (0, 1, ...). */
export function stubSend(respond: (sent: SentCall, n: number) => Reply | Promise<Reply>): StubSend {
  const calls: SentCall[] = [];
  const send: Send = async ({ headers, body }) => {
    const one = { action: headers["x-tc-action"] ?? "", params: JSON.parse(String(body)) as PlainMap, headers };
    calls.push(one);
    const replied = await respond(one, calls.length - 1);
    if (replied instanceof Error) throw replied;
    return typeof replied["body"] === "string" ? (replied as Awaited<ReturnType<Send>>) : response(replied as PlainMap);
  };
  return { send, calls };
}

/** Creates a send with the responses of a sample; any other request fails the test. */
export function replaying(exchanges: readonly Exchange[]): StubSend {
  return stubSend(({ action, params }) => {
    const found = exchanges.find((one) => one.action === action && same(one.params, params));
    if (!found) throw new Error(`not in the sample: ${action} ${JSON.stringify(params)}`);
    return found.response;
  });
}

const same = (left: Plain, right: Plain): boolean => JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));

function sorted(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key]!)]),
  );
}
