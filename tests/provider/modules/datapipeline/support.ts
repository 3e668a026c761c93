// Fixtures for the tests of module datapipeline: fake responses, a client without delays, the whole provider.
import type { PlainMap } from "../../../../provider/core/values/value";
import type { HttpRequest, HttpResponse, Send } from "../../../../provider/contract/http";
import { datapipeline } from "../../../../provider/modules/datapipeline";
import { PipelineClient } from "../../../../provider/modules/datapipeline/client";
import { effectiveSettings } from "../../../../provider/modules/datapipeline/settings";
import type { JsonObject } from "../../../emulators/exchange";
import { inContext, requestContext } from "../../../support/contexts";
import { functionCaller } from "../../../support/function-calls";
import { schema } from "../../../support/in-process";

export { failure, schema } from "../../../support/in-process";
export { expectFailure } from "../expected-failure";

/** Key and secret as environment variables; only fake services receive them. */
export const env = {
  FIVETRAN_APIKEY: "some-key",
  FIVETRAN_APISECRET: "Secret-of-the-tests-1",
  FIVETRAN_API_URL: "http://pipeline.test/v1",
};

/** Returns an HTTP response with a text. */
export function reply(status: number, text: string, headers: Record<string, string> = {}) {
  return { status, headers, body: text };
}

/** Returns a response with this value under `data`. */
export function success(data?: unknown) {
  return reply(200, JSON.stringify({ code: "Success", data }));
}

/** Returns one page of a list. */
export function page(items: unknown, next?: unknown) {
  return success({ items, next_cursor: next });
}

/** Returns an error response in the form of the service. */
export function errorResponse(status: number, code: string, message = "no", headers: Record<string, string> = {}) {
  return reply(status, JSON.stringify({ code, message }), headers);
}

/** The result of a request: a response, an error of the transport, or none. */
export type StubResult = HttpResponse | Error | "none";

/** A send of the test, and the requests that it received. */
export type Line = ReturnType<typeof line>;

/** Creates a send with the n-th result for the n-th request (0, 1, ...), and the last one for all later requests. */
export function line(responses: readonly StubResult[] | ((request: HttpRequest, n: number) => StubResult)) {
  const about = requestContext();
  const sent: HttpRequest[] = [];
  const waits: number[] = [];
  const send: Send = async (request) => {
    sent.push(request);
    const n = sent.length - 1;
    const one = typeof responses === "function" ? responses(request, n) : responses[Math.min(n, responses.length - 1)]!;
    if (one instanceof Error) throw one;
    if (one !== "none") return one;
    return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
  };
  const tools = { random: () => 0, now: () => 1_700_000_000_000, wait: async (ms: number) => void waits.push(ms) };
  const client = new PipelineClient(async () => ({ access: effectiveSettings({}, env), send, tools }), about, schema);
  return {
    send,
    sent,
    /** Delays in ms. */
    waits,
    lines: about.lines,
    /** Returns path and query after the base address. */
    paths: () => sent.map(({ url }) => url.replace("http://pipeline.test/v1", "")),
    /** Calls one function alone: without checks, marks and delays. */
    lookUp: async (name: string, inputs: PlainMap = {}) =>
      JSON.parse(JSON.stringify(await datapipeline.functions[name]!.read(inputs, inContext(client)))) as PlainMap,
  };
}

/** Calls functions of the module through the whole provider. */
export const lookupCaller = async (send: Send, more: Readonly<Record<string, string>> = {}) =>
  functionCaller("datapipeline", send, { ...env, ...more });

/** Calls one function through the whole provider. */
export async function invoked(name: string, inputs: object, send: Send) {
  return (await lookupCaller(send))(name, inputs);
}

/** Returns the responses of a sample, and an error for any other request. */
export function replaying(exchanges: readonly { request: string; response: JsonObject }[]) {
  return line(({ url }) => {
    const found = exchanges.find(({ request }) => url === `http://pipeline.test/v1${request}`);
    return found ? reply(200, JSON.stringify(found.response)) : new Error(`not in the sample: ${url}`);
  });
}
