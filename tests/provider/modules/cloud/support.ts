// Fixtures for the tests of the cloud module: keys, a configuration, and an emulator in process.
import type { PlainMap } from "../../../../provider/core/values/value";
import type { Send } from "../../../../provider/contract/http";
import { createCloudEmulator } from "../../../emulators/cloud";
import { arriving, responseOf } from "../../../support/in-process";

export { errorMessageOf, failure, schema } from "../../../support/in-process";
export { configurationOf } from "../../../support/contexts";
export { expectFailure } from "../expected-failure";
export { expectNoDrift, expectSettled } from "../settled";

/** The keys that the emulator accepts. */
export const keys = { secretId: "AKIDEXAMPLE00000000000000000000000", secretKey: "SecretKeyExample0000000000000000" };
/** The same keys as environment variables. */
export const env = { TENCENTCLOUD_SECRET_ID: keys.secretId, TENCENTCLOUD_SECRET_KEY: keys.secretKey, TENCENTCLOUD_REGION: "ap-guangzhou" };
/** Credentials of these keys. */
export const credentials = { current: async () => keys, renew: async () => undefined, region: async () => "ap-guangzhou" };

/** A recorded request. */
export interface SentCall {
  action: string;
  params: PlainMap;
}

/** An emulator in process, and the requests that it received. */
export function emulatorFixture() {
  const emulator = createCloudEmulator();
  const calls: SentCall[] = [];
  let seen = 0;
  const send: Send = async (request) => {
    const received = arriving(request);
    const call = { action: received.headers["x-tc-action"] ?? "", params: JSON.parse(received.body || "{}") as PlainMap };
    calls.push(call);
    const other = fixture.override(call);
    if (other instanceof Error) throw other;
    if (!other) return responseOf(await emulator.handle(received));
    return { status: 200, headers: {}, body: JSON.stringify({ Response: { RequestId: "made-by-hand", ...other } }) };
  };
  const fixture = {
    emulator,
    send,
    calls,
    /** Replaces the response: the value of `Response`, an error of the transport, or undefined to keep the emulator's. */
    override: (_call: SentCall): PlainMap | Error | undefined => undefined,
    /** Returns the actions since the last call of this function. */
    actions: () => calls.slice(seen, (seen = calls.length)).map(({ action }) => action),
  };
  return fixture;
}
