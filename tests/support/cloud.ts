// A Tencent Cloud emulator behind a port, for tests that run other processes.
import type { CloudEmulator, CloudEmulatorOptions } from "../emulators/cloud/index";
import { createCloudEmulator } from "../emulators/cloud/index";
import type { Faults } from "../emulators/faults";
import { createFaults } from "../emulators/faults";
import type { Served } from "../emulators/serve";
import { serve } from "../emulators/serve";
import type { Properties } from "./structs";
import { secret } from "./structs";

/** The key pair that every emulator has. */
export const cloudKeys = { secretId: "AKIDEXAMPLE00000000000000000000000", secretKey: "SecretKeyExample0000000000000000" };

/** The emulator, the requests that it received, and the switches that make it fail. */
export interface Cloud extends Served {
  emulator: CloudEmulator;
  faults: Faults;
  /** Leads a provider here by its environment alone. */
  environment: Record<string, string>;
  /** Settings as an engine sends them to Configure. */
  settings: Properties;
}

const opened = new Set<Cloud>();

/** Starts an emulator with no gateway objects in it; its services are names below localhost. */
export async function openCloud(options: CloudEmulatorOptions = {}): Promise<Cloud> {
  const emulator = createCloudEmulator({ domain: "localhost", ...options });
  const faults = createFaults();
  const served = await serve(emulator.handle, { faults });
  const { secretId, secretKey } = cloudKeys;
  const place = { protocol: "HTTP", domain: `localhost:${served.port}`, region: "ap-guangzhou" };
  const environment = {
    TENCENTCLOUD_PROTOCOL: place.protocol,
    TENCENTCLOUD_DOMAIN: place.domain,
    TENCENTCLOUD_REGION: place.region,
    TENCENTCLOUD_SECRET_ID: secretId,
    TENCENTCLOUD_SECRET_KEY: secretKey,
  };
  const settings = { version: "0.1.0", ...place, secretId, secretKey: secret(secretKey) };
  const cloud = Object.assign(served, { emulator, faults, environment, settings });
  opened.add(cloud);
  return cloud;
}

const kinds = ["services", "apis", "keys", "plans", "apps", "strategies", "plugins", "domains", "documents", "upstreams"] as const;
const bindings = ["appBindings", "strategyBindings", "pluginBindings"] as const;

/** All that is in the gateway, by kind; a kind of which there is nothing is left out. */
export function existing({ gateway }: CloudEmulator): Record<string, object[]> {
  const objects = kinds.map((kind) => [kind, gateway[kind].entries().map(([, object]): object => object)] as const);
  const bound = bindings.map((kind) => [kind, gateway[kind].showing(new Date())] as const);
  return Object.fromEntries([...objects, ...bound].filter(([, objects]) => objects.length > 0));
}

/** Stops every emulator of this test. */
export async function closeClouds(): Promise<void> {
  const all = [...opened];
  opened.clear();
  await Promise.all(all.map((cloud) => cloud.stop()));
}
