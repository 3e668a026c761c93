/** Fixtures for the tests of API keys: inputs, and a stack. */
import type { ApiKey, GatewayState } from "../../../../emulators/cloud/gateway/gateway-state";
import { setupOf, type Setup } from "./setup";

/** A key that the service generates. */
export const auto = { secretName: "ci", status: "off" };
/** A key that the program declares. */
export const manual = { secretName: "partner", accessKeyType: "manual", accessKeyId: "partner_b_key", accessKeySecret: "b7d0f4c92e6a41f8" };

/** A stack, and the one key of the emulator. */
export function emulatorFixture(): Setup & { gateway: GatewayState; key: () => ApiKey } {
  const fixture = setupOf("ApiGatewayApiKey");
  const { gateway } = fixture.emulator;
  return Object.assign(fixture, { gateway, key: (): ApiKey => gateway.keys.entries()[0]![1] });
}

/** A stack with a key. */
export async function createFixture(inputs: object): Promise<ReturnType<typeof emulatorFixture> & { id: string }> {
  const fixture = emulatorFixture();
  await fixture.stack.up(inputs);
  fixture.actions();
  return Object.assign(fixture, { id: fixture.stack.stored!.id });
}
