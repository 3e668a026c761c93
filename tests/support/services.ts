// Emulators behind a port, for tests that run other processes.
import type { EmulatorHandler } from "../emulators/exchange";
import { createFaults, type Faults } from "../emulators/faults";
import { serve, type Served, type ServeTls } from "../emulators/serve";

/** An emulator, the requests that it received, and the switches that make it fail. */
export interface Service<Emulator> extends Served {
  emulator: Emulator;
  faults: Faults;
}

const opened = new Set<Served>();

/** Starts an emulator on a free port, as one of those that end together. */
export async function openService<Emulator extends { handle: EmulatorHandler }>(
  emulator: Emulator,
  { handler = emulator.handle, tls, among = opened }: { handler?: EmulatorHandler; tls?: ServeTls; among?: Set<Served> } = {},
): Promise<Service<Emulator>> {
  const faults = createFaults();
  const served = await serve(handler, { faults, tls });
  among.add(served);
  return Object.assign(served, { emulator, faults });
}

/** Stops these emulators; default: all that were opened without a set. */
export async function closeServices(among = opened): Promise<void> {
  const all = [...among];
  among.clear();
  await Promise.all(all.map((served) => served.stop()));
}
