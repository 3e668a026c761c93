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

/** Starts an emulator on a free port. */
export async function openService<Emulator extends { handle: EmulatorHandler }>(
  emulator: Emulator,
  { handler = emulator.handle, tls }: { handler?: EmulatorHandler; tls?: ServeTls } = {},
): Promise<Service<Emulator>> {
  const faults = createFaults();
  const served = await serve(handler, { faults, tls });
  opened.add(served);
  return Object.assign(served, { emulator, faults });
}

/** Stops every emulator of this test. */
export async function closeServices(): Promise<void> {
  const all = [...opened];
  opened.clear();
  await Promise.all(all.map((served) => served.stop()));
}
