// Fixtures for the tests of the cloud module: an emulator in process, a client without delays, a stack of one resource.
import type { ModuleConfiguration, RequestContext } from "../../../../provider/contract/context";
import type { PlainMap } from "../../../../provider/core/values/value";
import type { HttpResponse, Send } from "../../../../provider/contract/http";
import { CloudClient } from "../../../../provider/modules/cloud/client";
import { Transport } from "../../../../provider/modules/cloud/transport";
import { createCloudEmulator, type CloudEmulator } from "../../../emulators/cloud";
import { arriving, operation, responseOf, schema } from "../../../support/in-process";
import { Stack } from "../../../support/stack";

export { errorMessageOf, failure, operation, schema } from "../../../support/in-process";

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
      const received = arriving(request);
      const { headers, body } = received;
      const call = { action: headers["x-tc-action"] ?? "", params: JSON.parse(body || "{}") as PlainMap, headers };
      fixture.calls.push(call);
      const other = fixture.override(call);
      if (other instanceof Error) throw other;
      if (other) return json({ Response: { RequestId: "made-by-hand", ...other } });
      return responseOf(await emulator.handle(received));
    },
  };
  return fixture;
}

function json(body: unknown): HttpResponse {
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
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
