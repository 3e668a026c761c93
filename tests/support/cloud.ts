// A Tencent Cloud emulator behind a port, for tests that run other processes.
import { createCloudEmulator, type CloudEmulator, type CloudEmulatorOptions } from "../emulators/cloud/index";
import { cloudSettings } from "../emulators/settings";
import { openReached } from "./services";

export { exampleKeys as cloudKeys } from "../emulators/cloud/keys";

/** The emulator, and how providers reach it. */
export type Cloud = Awaited<ReturnType<typeof openCloud>>;

/** Starts an emulator with no gateway objects in it; its services are names below localhost. */
export const openCloud = async (options: CloudEmulatorOptions = {}) =>
  openReached(createCloudEmulator({ domain: "localhost", ...options }), ({ port }) => cloudSettings(port));

const kinds = ["services", "apis", "keys", "plans", "apps", "strategies", "plugins", "domains", "documents", "upstreams"] as const;
const bindings = ["appBindings", "strategyBindings", "pluginBindings"] as const;

/** All that is in the gateway, by kind; a kind of which there is nothing is left out. */
export function existing({ gateway }: CloudEmulator): Record<string, object[]> {
  const objects = kinds.map((kind) => [kind, gateway[kind].entries().map(([, object]): object => object)] as const);
  const bound = bindings.map((kind) => [kind, gateway[kind].showing(new Date())] as const);
  return Object.fromEntries([...objects, ...bound].filter(([, objects]) => objects.length > 0));
}
