// Fixtures for the tests of the eventrouting module: an emulator in process, a client without delays, a stack of one resource.
import { requestContext } from "../../../support/contexts";
import type { RequestContext } from "../../../../provider/contract/context";
import type { PlainMap } from "../../../../provider/core/values/value";
import type { HttpResponse, Send } from "../../../../provider/contract/http";
import { EventClient } from "../../../../provider/modules/eventrouting/client";
import type { Connection } from "../../../../provider/modules/eventrouting/connection";
import { createEventEmulator } from "../../../emulators/eventrouting";
import { exampleTrigger } from "../../../emulators/eventrouting/caller";
import type { Collection } from "../../../emulators/eventrouting/state";
import { arriving, responseOf, schema } from "../../../support/in-process";
import { Stack } from "../../../support/stack";

export { failure, schema } from "../../../support/in-process";
export { expectFailure } from "../expected-failure";
export { lost } from "../lost";
export { expectNoDrift, expectSettled } from "../settled";

/** A token that the emulator accepts. */
export const token = "test";
/** The parent of the sample objects. */
export const home = "projects/demo-project/locations/us-central1";
/** Settings of a provider for the emulator: token, project and location. */
export const env = { GOOGLE_OAUTH_ACCESS_TOKEN: token, GOOGLE_PROJECT: "demo-project", GOOGLE_REGION: "us-central1" };

const published = [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }];
/** The kinds of objects, each with a program of one. */
export const objectKinds: readonly { kind: string; collection: Collection; program: object }[] = [
  { kind: "Trigger", collection: "triggers", program: { triggerId: "orders", eventFilters: published, destination: { workflow: "flow" } } },
  { kind: "Channel", collection: "channels", program: { channelId: "orders" } },
  { kind: "ChannelConnection", collection: "channelConnections", program: { channelConnectionId: "orders", channel: "elsewhere" } },
];

/** A trigger of the program, as `createByOperation` receives it. */
export const creation = {
  parent: `${home}/triggers`,
  name: `${home}/triggers/orders`,
  query: { triggerId: "orders" },
  body: { name: `${home}/triggers/orders`, ...exampleTrigger },
  caller: "Trigger",
};

/** A recorded request. */
export interface SentRequest {
  /** `GET /v1/projects/...?query`, the query without its encoding. */
  line: string;
  url: URL;
  body: PlainMap | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Replaces the response of the emulator: status and body (an object is sent as JSON), an error of the transport, or undefined to keep the emulator's. */
export type Override = (sent: SentRequest) => { status?: number; body?: unknown; headers?: Record<string, string> } | Error | undefined;

/** The emulator, and the requests that it received. */
export type EmulatorFixture = ReturnType<typeof emulatorFixture>;

/** An emulator in process; an operation is done with its first response. */
export function emulatorFixture() {
  const emulator = createEventEmulator();
  emulator.operations.usual = { pending: 0 };
  const requests: SentRequest[] = [];
  let seen = 0;
  const send: Send = async (request) => {
    const received = arriving(request);
    const { headers, body } = received;
    const url = new URL(request.url);
    const line = `${request.method} ${url.pathname}${decodeURIComponent(url.search.replaceAll("+", " "))}`;
    const sent = { line, url, headers, body: body === "" ? undefined : (JSON.parse(body) as PlainMap) };
    requests.push(sent);
    const other = fixture.override(sent);
    if (other instanceof Error) throw other;
    if (!other) return responseOf(emulator.handle(received));
    const { status = 200, body: content = {} } = other;
    return { ...responseWith(status, content, other.headers), ...(request.write && status >= 500 && { ambiguous: true }) };
  };
  const fixture = {
    emulator,
    send,
    requests,
    /** Replaced by tests that inject responses. */
    override: (() => undefined) as Override,
    /** Returns the request lines since the last call of this function; paths begin at the collection. */
    lines: () =>
      requests.slice(seen, (seen = requests.length)).map(({ line }) => line.replace(/ \/v1\/projects\/[^/]+\/locations\/[^/]+\//, " ")),
  };
  return fixture;
}

/** An emulator in place of which these responses come in order, the last one repeatedly. */
export function scripted(...responses: ReturnType<Override>[]) {
  const fixture = emulatorFixture();
  fixture.override = () => responses[Math.min(fixture.requests.length, responses.length) - 1];
  return fixture;
}

/** Returns a response; an object is sent as JSON. */
export function responseWith(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers: { "content-type": "application/json", ...headers }, body: text };
}

/** Returns an error response in the form of the service. */
export function errorReply(code: number, status: string, message: string, details?: unknown[]) {
  return { status: code, body: { error: { code, status, message, ...(details && { details }) } } };
}

/** Creates a client over a send, without delays; `waits` records the requested ones in ms. */
export function clientOver(send: Send, context: RequestContext = requestContext(), changes: Partial<Connection> = {}) {
  const waits: number[] = [];
  let clock = Date.now();
  const wait = async (milliseconds: number) => {
    clock += milliseconds;
    waits.push(milliseconds);
    context.signal.throwIfAborted();
  };
  const connection = {
    credentials: { token: async () => ({ value: token }), renew: async () => undefined, quotaProject: async () => undefined },
    project: "demo-project",
    send,
    url: "https://eventarc.googleapis.com",
    userAgent: "pulumi-quartet/1.2.3",
    tools: { wait, random: () => 0, now: () => clock, time: () => clock },
    ...changes,
  };
  return Object.assign(new EventClient(async () => connection, context, schema), { waits });
}

/** A stack of one resource, over an emulator. */
export function eventStack(
  kind: string,
  fixture: EmulatorFixture = emulatorFixture(),
  environment: Readonly<Record<string, string>> = env,
) {
  return Object.assign(fixture, { stack: new Stack(`quartet:eventrouting/v1:${kind}`, fixture.send, environment) });
}

/** Expects that Check rejects a program for this reason, without a request. */
export async function expectRejected(kind: string, program: object, reason: string | RegExp) {
  const { stack, requests } = eventStack(kind);
  await expect(stack.up(program)).rejects.toThrow(reason);
  expect(requests).toEqual([]);
}
