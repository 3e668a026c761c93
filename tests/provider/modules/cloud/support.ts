// Fixtures for the tests of the cloud module: an emulator in process, a client without delays, a stack of one resource.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModuleConfiguration, RequestContext } from "../../../../provider/contract/context";
import { ProviderError } from "../../../../provider/core/errors/errors";
import { schemaOf, type PackageSpec } from "../../../../provider/core/schema/schema";
import type { PlainMap } from "../../../../provider/core/values/value";
import type { HttpRequest, Send } from "../../../../provider/contract/http";
import { CloudClient } from "../../../../provider/modules/cloud/client";
import { Transport } from "../../../../provider/modules/cloud/transport";
import { createCloudEmulator, type CloudEmulator } from "../../../emulators/cloud";
import { Stack } from "../../../support/stack";

/** The schema of the package. */
export const schema = schemaOf(JSON.parse(readFileSync(join(__dirname, "..", "..", "..", "..", "schema.json"), "utf8")) as PackageSpec);

/** The keys that the emulator accepts. */
export const keys = { secretId: "AKIDEXAMPLE00000000000000000000000", secretKey: "SecretKeyExample0000000000000000" };
/** The same keys as environment variables. */
export const env = { TENCENTCLOUD_SECRET_ID: keys.secretId, TENCENTCLOUD_SECRET_KEY: keys.secretKey, TENCENTCLOUD_REGION: "ap-guangzhou" };

/** A recorded request. */
export interface SentCall {
  action: string;
  params: PlainMap;
  headers: Readonly<Record<string, string>>;
}

/** Replaces the response of the emulator: the value of `Response`, an error of the transport, or undefined to keep the emulator's. */
export type Override = (call: SentCall) => PlainMap | Error | undefined;

/** The emulator, and the requests that it received. */
export interface EmulatorFixture {
  emulator: CloudEmulator;
  send: Send;
  calls: SentCall[];
  /** Replaced by tests that inject responses. */
  override: Override;
  /** Returns the actions since the last call of this function. */
  actions(): string[];
}

/** An emulator in process. */
export function emulatorFixture(): EmulatorFixture {
  const emulator = createCloudEmulator();
  let seen = 0;
  const fixture: EmulatorFixture = {
    emulator,
    calls: [],
    override: () => undefined,
    actions: () => fixture.calls.slice(seen, (seen = fixture.calls.length)).map(({ action }) => action),
    send: async (request) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]));
      const call = { action: headers["x-tc-action"] ?? "", params: JSON.parse(String(request.body ?? "{}")) as PlainMap, headers };
      fixture.calls.push(call);
      const other = fixture.override(call);
      if (other instanceof Error) throw other;
      if (other) return json({ Response: { RequestId: "made-by-hand", ...other } });
      return emulated(emulator, request, headers);
    },
  };
  return fixture;
}

function json(body: unknown): Awaited<ReturnType<Send>> {
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function emulated(emulator: CloudEmulator, request: HttpRequest, headers: Record<string, string>): ReturnType<Send> {
  const { pathname, search } = new URL(request.url);
  const body = String(request.body ?? "");
  const reply = await emulator.handle({ method: request.method, path: pathname, query: search.slice(1), headers, body });
  const entries = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { status: reply.status, headers: Object.fromEntries(entries), body: reply.body };
}

/** A request context, and its log. */
export function operation(signal = new AbortController().signal): RequestContext & { lines: string[] } {
  const lines: string[] = [];
  return {
    signal,
    lines,
    status: (message) => void lines.push(message),
    redact: (text) => text,
    log: (severity, message) => void lines.push(`${severity} ${message}`),
  };
}

/** Creates a client over a send, without delays. */
export function clientOver(send: Send, context: RequestContext = operation()): CloudClient {
  let now = 0;
  const wait = async (milliseconds: number): Promise<void> => void (now += milliseconds);
  const remote = new Transport({
    send,
    protocol: "https",
    domain: "tencentcloudapi.com",
    requestClient: "Pulumi-quartet-1.2.3",
    budgets: { read: 180_000, write: 300_000 },
    tools: { wait, random: () => 0.5 },
  });
  const identity = { current: async () => keys, renew: async () => undefined, region: async () => "ap-guangzhou" };
  return new CloudClient(
    async () => ({ transport: remote, credentials: identity, tools: { wait, now: () => now } }),
    context,
    configurationOf(),
  );
}

/** A configuration without settings. */
export const configurationOf = (given: Partial<ModuleConfiguration> = {}): ModuleConfiguration => ({
  settings: {},
  schema,
  env: {},
  send: () => Promise.reject(new Error("no request was expected")),
  version: "1.2.3",
  redact: (text) => text,
  ...given,
});

/** A stack of one resource, over an emulator. */
export function cloudStack(kind: string, fixture: EmulatorFixture = emulatorFixture()): EmulatorFixture & { stack: Stack } {
  return Object.assign(fixture, { stack: new Stack(`quartet:cloud:${kind}`, fixture.send, env) });
}

/** Returns the error of a promise; the test fails if it succeeds. */
export async function failure(promise: Promise<unknown>): Promise<ProviderError> {
  const error = await promise.then(
    () => new Error("it succeeded"),
    (error: unknown) => error,
  );
  if (error instanceof ProviderError) return error;
  throw error;
}
