// What the tests of module datapipeline share: responses made by hand, a client over them that waits for nothing, the whole provider over them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "../../../../provider/core/validate";
import type { RpcContext, RequestContext } from "../../../../provider/core/contract";
import { ProviderError, type Failure } from "../../../../provider/core/errors";
import { schemaOf, type PackageSpec, type Schema } from "../../../../provider/core/schema";
import { toPlainMap, type PlainMap, type ValueMap } from "../../../../provider/core/value";
import type { HttpRequest, HttpResponse, Send } from "../../../../provider/core/http-types";
import { datapipeline } from "../../../../provider/modules/datapipeline";
import { PipelineClient } from "../../../../provider/modules/datapipeline/client";
import { accessOf } from "../../../../provider/modules/datapipeline/settings";
import { fromJson } from "../../../../provider/plugin/codec";
import { createProvider } from "../../../../provider/provider";
import type { JsonObject } from "../../../emulators/exchange";
import { inContext } from "../../../support/contexts";

/** The schema of the package. */
export const schema = schemaOf(JSON.parse(readFileSync(join(__dirname, "..", "..", "..", "..", "schema.json"), "utf8")) as PackageSpec);

/** Key and secret as the environment gives them; no service but those of the tests gets them. */
export const env = {
  FIVETRAN_APIKEY: "some-key",
  FIVETRAN_APISECRET: "Secret-of-the-tests-1",
  FIVETRAN_API_URL: "http://pipeline.test/v1",
};

/** An HTTP response with a text. */
export function reply(status: number, text: string, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, body: Buffer.from(text) };
}

/** A response with this content of `data`. */
export function success(data?: unknown): HttpResponse {
  return reply(200, JSON.stringify({ code: "Success", data }));
}

/** One page of a list. */
export function page(items: unknown, next?: unknown): HttpResponse {
  return success({ items, next_cursor: next });
}

/** A refusal as the service writes it. */
export function refused(status: number, code: string, message = "no", headers: Record<string, string> = {}): HttpResponse {
  return reply(status, JSON.stringify({ code, message }), headers);
}

/** A request context, and what was logged in it. */
export function operation(signal = new AbortController().signal): RequestContext & { lines: string[] } {
  const lines: string[] = [];
  return {
    signal,
    lines,
    status: (message) => void lines.push(`status ${message}`),
    redact: (text) => text,
    log: (severity, message) => void lines.push(`${severity} ${message}`),
  };
}

/** What a request gets: a whole response, or a failure of the transport. */
export type Made = HttpResponse | Error;

/** A send of the test, and the requests that it received. */
export interface Line {
  send: Send;
  sent: HttpRequest[];
  /** Path and query after the base address. */
  paths(): string[];
  /** Pauses in ms. */
  waits: number[];
  lines: string[];
  /** One lookup alone: no checks, no marks, no time between attempts. */
  look(name: string, inputs?: PlainMap): Promise<PlainMap>;
}

/** The n-th response for the n-th request (0, 1, ...), the last one for all further. */
export function line(responses: readonly Made[] | ((request: HttpRequest, n: number) => Made), about = operation()): Line {
  const sent: HttpRequest[] = [];
  const waits: number[] = [];
  const send: Send = async (request) => {
    sent.push(request);
    const n = sent.length - 1;
    const one = typeof responses === "function" ? responses(request, n) : responses[Math.min(n, responses.length - 1)]!;
    if (one instanceof Error) throw one;
    return one;
  };
  const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
    waits.push(ms);
    if (signal.aborted) throw signal.reason;
  };
  const tools = { random: () => 0, now: () => 1_700_000_000_000, wait };
  const client = new PipelineClient(async () => ({ access: accessOf({}, env), send, version: "1.2.3", tools }), about, schema);
  return {
    send,
    sent,
    waits,
    lines: about.lines,
    paths: () => sent.map(({ url }) => url.replace("http://pipeline.test/v1", "")),
    look: async (name, inputs = {}) => plainly(await datapipeline.functions[name]!.read(inputs, inContext(client))),
  };
}

/** As JSON would show it. */
export function plainly(value: unknown): PlainMap {
  return JSON.parse(JSON.stringify(value)) as PlainMap;
}

/** A response of the provider without marks, the failures of its arguments, and the response with marks. */
export interface LookupResult {
  outputs: PlainMap;
  failures: Failure[];
  marked: ValueMap;
}

/** Calls functions of the module through the whole provider, so that checks and marks are part of it. */
export async function lookupCaller(
  send: Send,
  more: Readonly<Record<string, string>> = {},
): Promise<(name: string, inputs?: object) => Promise<LookupResult>> {
  const settings = ["apiKey", "apiSecret", "apiUrl"] as const;
  const modules = { datapipeline: { settings, load: async () => datapipeline } };
  const provider = createProvider({ schema, modules, send, env: { ...env, ...more }, fromJson });
  await provider.configure({});
  const about = operation();
  const call: RpcContext = { ...about, limit: () => undefined, secondsLeft: () => Infinity, detached: () => about };
  return async (name, inputs = {}) => {
    const request = { token: `quartet:datapipeline:${name}`, args: inputs as ValueMap, preview: false };
    const { result = {}, failures } = await provider.invoke(request, call);
    return { outputs: plainly(toPlainMap(result)), failures, marked: result };
  };
}

/** The schema with every member demanded that a response must have. */
const demanding: Schema = {
  ...schema,
  type(ref) {
    const { language: _, ...type } = schema.type(ref) ?? { type: "object" };
    return type;
  },
};

/** What of the outputs of a lookup does not fit the schema: types, unknown members, promised ones that are not there. */
export function misfits(name: string, outputs: PlainMap): string[] {
  const shape = schema.function(`quartet:datapipeline:${name}`)?.outputs ?? {};
  const { inputs, failures } = validate(shape, outputs as ValueMap, { schema: demanding });
  expect(plainly(toPlainMap(inputs))).toEqual(outputs);
  return failures.map(({ property, reason }) => `${property}: ${reason}`);
}

/** The failure of a promise; the test fails when it succeeds. */
export async function failure(promise: Promise<unknown>): Promise<ProviderError> {
  const thrown = await promise.then(
    () => new Error("it succeeded"),
    (error: unknown) => error,
  );
  if (thrown instanceof ProviderError) return thrown;
  throw thrown;
}

/** The responses of a sample, and a failure for a request that is not in it. */
export function playing(exchanges: readonly { request: string; response: JsonObject }[]): Line {
  return line(({ url }) => {
    const found = exchanges.find(({ request }) => url === `http://pipeline.test/v1${request}`);
    return found ? reply(200, JSON.stringify(found.response)) : new Error(`not in the sample: ${url}`);
  });
}
