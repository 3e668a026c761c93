/** Part two: an API gateway and the objects attached to it, on the embedded emulator of Tencent Cloud. */
import type { CloudEmulator } from "../../tests/emulators/cloud/index";
import { createCloudEmulator } from "../../tests/emulators/cloud/index";
import { serve } from "../../tests/emulators/serve";
import { cloudSettings, environmentOf } from "../../tests/emulators/settings";
import type { DemoContext, Story } from "./context";
import { change, create, destroy, revertDrift, unchanged } from "./context";

/** Starts the emulator and returns the story on it; `stop` ends it and discards its state. */
export async function openGateway(): Promise<Story & { stop: () => Promise<void> }> {
  const emulator = createCloudEmulator({ domain: "localhost" });
  emulator.book.templates.splice(1); // One of the account's address templates is enough for the output.
  const { port, stop } = await serve(emulator.handle);
  const server = `the embedded Tencent Cloud emulator, http://apigateway.localhost:${port}`;
  return { ...gatewayStory(emulator), server, environment: environmentOf(cloudSettings(port)), stop };
}

const gatewayStory = (emulator: CloudEmulator): Pick<Story, "title" | "example" | "steps"> => ({
  title: "Tencent Cloud: an API gateway",
  example: "api-gateway-yaml",
  steps: [
    ["Create a service with two APIs, publish it, let partners and a dashboard in, look it up", create],
    ["Preview again: nothing is to be done", unchanged],
    ["Change one limit in the program", change("releaseLimit", "500", "800")],
    ["Somebody raises a quota in the console: refresh finds it, up reverts it", (context) => drift(context, emulator)],
    ["Remove everything, each object before those that it depends on", (context) => destroy(context, () => isLeft(emulator))],
  ],
});

async function drift(context: DemoContext, { gateway }: CloudEmulator): Promise<void> {
  const plan = gateway.plans.values()[0];
  if (!plan) throw new Error("there is no usage plan on the server");
  plan.given["MaxRequestNumPreSec"] = 1000;
  context.log(`   usage plan ${String(plan.given["UsagePlanName"])}: 1000 requests per second`);
  await revertDrift(context, /maxRequestNumPreSec: 50 => 1000/);
}

const isLeft = ({ gateway: { services, apis, keys, plans, apps, plugins, strategies, domains } }: CloudEmulator): boolean =>
  [services, apis, keys, plans, apps, plugins, strategies, domains].some(({ size }) => size > 0);
