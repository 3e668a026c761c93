// A Tencent Cloud emulator behind a port, for tests that run other processes.
import type { CloudEmulator, CloudEmulatorOptions } from "../emulators/cloud/index";
import { createCloudEmulator } from "../emulators/cloud/index";
import { closeServices, openService, type Service } from "./services";
import type { Properties } from "./structs";
import { secret } from "./structs";

/** The key pair that every emulator has. */
export const cloudKeys = { secretId: "AKIDEXAMPLE00000000000000000000000", secretKey: "SecretKeyExample0000000000000000" };

/** The emulator, and how providers reach it. */
export interface Cloud extends Service<CloudEmulator> {
  /** Leads a provider here by its environment alone. */
  environment: Record<string, string>;
  /** Settings as an engine sends them to Configure. */
  settings: Properties;
}

const placeAt = (port: number) => ({ protocol: "HTTP", domain: `localhost:${port}`, region: "ap-guangzhou" });

/** Returns the settings that lead a provider to the port. */
export const cloudSettings = (port: number): Properties => ({
  version: "0.1.0",
  ...placeAt(port),
  secretId: cloudKeys.secretId,
  secretKey: secret(cloudKeys.secretKey),
});

/** Returns the environment that leads a provider to the port. */
export function cloudEnvironment(port: number): Record<string, string> {
  const { protocol, domain, region } = placeAt(port);
  return {
    TENCENTCLOUD_PROTOCOL: protocol,
    TENCENTCLOUD_DOMAIN: domain,
    TENCENTCLOUD_REGION: region,
    TENCENTCLOUD_SECRET_ID: cloudKeys.secretId,
    TENCENTCLOUD_SECRET_KEY: cloudKeys.secretKey,
  };
}

/** Starts an emulator with no gateway objects in it; its services are names below localhost. */
export async function openCloud(options: CloudEmulatorOptions = {}): Promise<Cloud> {
  const service = await openService(createCloudEmulator({ domain: "localhost", ...options }));
  return Object.assign(service, { environment: cloudEnvironment(service.port), settings: cloudSettings(service.port) });
}

const kinds = ["services", "apis", "keys", "plans", "apps", "strategies", "plugins", "domains", "documents", "upstreams"] as const;
const bindings = ["appBindings", "strategyBindings", "pluginBindings"] as const;

/** All that is in the gateway, by kind; a kind of which there is nothing is left out. */
export function existing({ gateway }: CloudEmulator): Record<string, object[]> {
  const objects = kinds.map((kind) => [kind, gateway[kind].entries().map(([, object]): object => object)] as const);
  const bound = bindings.map((kind) => [kind, gateway[kind].showing(new Date())] as const);
  return Object.fromEntries([...objects, ...bound].filter(([, objects]) => objects.length > 0));
}

export { closeServices as closeClouds };
