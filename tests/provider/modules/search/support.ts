// What the tests of the search module share: a context that records its log, clients over an emulator or a fake send, the package schema.
import { readFileSync } from "node:fs";
import { validate, type Validated } from "../../../../provider/core/validate/validate";
import type { RequestContext } from "../../../../provider/contract/context";
import type { ProviderFunction } from "../../../../provider/contract/function";
import type { PlainMap, ValueMap } from "../../../../provider/core/values/value";
import type { HttpRequest, HttpResponse, Send } from "../../../../provider/contract/http";
import type { RetryTools } from "../../../../provider/http/retry";
import { search } from "../../../../provider/modules/search";
import { SearchClient } from "../../../../provider/modules/search/client";
import { createConnection, type ConnectionBlock } from "../../../../provider/modules/search/connection";
import { SearchTransport } from "../../../../provider/modules/search/transport";
import type { EmulatorHandler } from "../../../emulators/exchange";
import { inContext, requestContext } from "../../../support/contexts";
import { arriving, failure, responseOf, schema } from "../../../support/in-process";

export { failure, schema };

/** The uuid of every emulated cluster. */
export const uuid = "q3nYfJ1lTgSxL8c0Hq0m5A";

/** A request, and its method and path with query. */
export interface Sent extends HttpRequest {
  line: string;
}

/** Returns a send over fake responses, and the requests that it records. */
export function recorded(response: (request: Sent) => Partial<HttpResponse> | Promise<Partial<HttpResponse>>): {
  send: Send;
  sent: Sent[];
} {
  const sent: Sent[] = [];
  const send: Send = async (request) => {
    const { pathname, search } = new URL(request.url);
    const seen = { ...request, line: `${request.method} ${pathname}${search}` };
    sent.push(seen);
    return { status: 200, headers: { "content-type": "application/json" }, body: "{}", ...(await response(seen)) };
  };
  return { send, sent };
}

/** Returns a JSON response of Elasticsearch, unless headers replace its own. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Partial<HttpResponse> {
  return {
    status,
    headers: { "content-type": "application/json", "x-elastic-product": "Elasticsearch", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** Returns the response of a cluster to `GET /`. */
export const root = (number = "9.1.2", build_flavor = "default", cluster_uuid = uuid): Partial<HttpResponse> =>
  json({ name: "node-1", cluster_uuid, version: { number, build_flavor } });

/** Returns a send to an emulator in this process. */
export const emulated = (handle: EmulatorHandler): ReturnType<typeof recorded> =>
  recorded(async (request) => responseOf(await handle(arriving(request))));

/** Returns a transport over a send; its delays take no time. */
export function transportOver(
  send: Send,
  block: ConnectionBlock = { endpoints: ["http://search.test:9200"] },
  tools: RetryTools = {},
): SearchTransport {
  const connection = createConnection({ call: [block], env: {} }, (file) => readFileSync(file, "utf8"));
  return new SearchTransport({ connection, send, tools: { wait: async () => undefined, random: () => 0.5, ...tools } });
}

/** Returns a client over a send; its delays take no time. */
export function clientOver(send: Send, block?: ConnectionBlock, context: RequestContext = requestContext()): SearchClient {
  const transport = transportOver(send, block);
  return new SearchClient(async () => transport, context);
}

/** Returns a client over a server that responds to everything but `GET /` in this way. */
export const responding = (response: Partial<HttpResponse>): SearchClient =>
  clientOver(recorded(({ line }) => (line === "GET /" ? root() : response)).send);

/** Returns the function of this name, without the types of its inputs and outputs. */
const functionOf = (name: string) => search.functions[name] as ProviderFunction<never, PlainMap, PlainMap>;

/** Calls a function over a client. */
export const callFunction = async (name: string, inputs: object, client: SearchClient, context?: RequestContext): Promise<PlainMap> =>
  functionOf(name).read(inputs as never, inContext(client as never, context));

/** Returns the inputs of a function as its code receives them, and the violations. */
export function checked(name: string, inputs: object): Validated {
  const shape = schema.function(`quartet:search:${name}`)?.inputs ?? {};
  return validate(shape, inputs as ValueMap, { schema, rules: functionOf(name).rules, rulesOf: (type) => search.rules?.[type] });
}

/** Expects that a promise fails. The pattern is of the code and the message, of Check failures of the property and the reason. */
export async function rejects(promise: object, failure: RegExp | string): Promise<void> {
  const error = (await Promise.resolve(promise).then(
    () => new Error("it succeeded"),
    (error: unknown) => error,
  )) as Error & { code?: string };
  expect(error.code === undefined ? error.message : `${error.code}: ${error.message}`).toMatch(failure);
}

/** Returns all items of a stream. */
export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of stream) all.push(item);
  return all;
}
