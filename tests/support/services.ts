// Emulators behind a port, for tests that run other processes.
import type { EmulatorHandler } from "../emulators/exchange";
import { createFaults, type Faults } from "../emulators/faults";
import { serve, type Served, type ServeTls } from "../emulators/serve";
import { environmentOf, type Setting } from "../emulators/settings";
import { type Properties, secret } from "./structs";

/** An emulator, the requests that it received, and the switches that make it fail. */
export interface Service<Emulator> extends Served {
  emulator: Emulator;
  faults: Faults;
}

const opened = new Set<Served>();

/** Starts an emulator on a free port, as one of those that end together. */
export async function openService<Emulator extends { handle: EmulatorHandler }>(
  emulator: Emulator,
  { tls, among = opened }: { tls?: ServeTls; among?: Set<Served> } = {},
): Promise<Service<Emulator>> {
  const faults = createFaults();
  const served = await serve(emulator.handle, { faults, tls });
  among.add(served);
  return Object.assign(served, { emulator, faults });
}

/** The address and the credentials of an emulator. */
interface Reached {
  /** As environment variables. */
  environment: Record<string, string>;
  /** As the engine sends them to Configure. */
  settings: Properties;
}

/** Returns settings as the engine sends them to Configure. */
export const propertiesOf = (settings: readonly Setting[]): Properties => ({
  version: "0.1.0",
  ...Object.fromEntries(settings.map(({ key, value, isSecret }) => [key, isSecret ? secret(value) : value])),
});

/** Starts an emulator as `openService` does; `settingsOf` returns the settings of a provider that uses it. */
export async function openReached<Emulator extends { handle: EmulatorHandler }>(
  emulator: Emulator,
  settingsOf: (served: Served) => readonly Setting[],
): Promise<Service<Emulator> & Reached> {
  const service = await openService(emulator);
  const settings = settingsOf(service);
  return Object.assign(service, { environment: environmentOf(settings), settings: propertiesOf(settings) });
}

/** Stops these emulators; default: all that were opened without a set. */
export async function closeServices(among = opened): Promise<void> {
  const all = [...among];
  among.clear();
  await Promise.all(all.map((served) => served.stop()));
}
