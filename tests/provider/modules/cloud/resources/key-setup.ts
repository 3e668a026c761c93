/** Fixtures for the tests of API keys: inputs, and a stack. */
import type { ApiKey, GatewayState } from "../../../../emulators/cloud/gateway/gateway-state";
import { setupOf, type Setup } from "./setup";

/** A key that the service generates. */
export const auto = { secretName: "ci", status: "off" };
/** A key that the program declares. */
export const manual = { secretName: "partner", accessKeyType: "manual", accessKeyId: "partner_b_key", accessKeySecret: "b7d0f4c92e6a41f8" };

/** A stack, and the one key of the emulator. */
export function emulatorFixture(): Setup & { gateway: GatewayState; key: () => ApiKey } {
  const held = setupOf("ApiGatewayApiKey");
  const { gateway } = held.emulator;
  return Object.assign(held, { gateway, key: (): ApiKey => gateway.keys.entries()[0]![1] });
}

/** A stack with a key. */
export async function made(inputs: object): Promise<ReturnType<typeof emulatorFixture> & { id: string }> {
  const held = emulatorFixture();
  await held.stack.up(inputs);
  held.actions();
  return Object.assign(held, { id: held.stack.kept!.id });
}
