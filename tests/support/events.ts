// An Eventarc emulator behind a port, for tests that run other processes.
import { createEventEmulator, type EventEmulator, type EventEmulatorOptions } from "../emulators/eventrouting/index";
import { eventSettings } from "../emulators/settings";
import { openReached } from "./services";

/** The emulator, and how providers reach it. */
export type Events = Awaited<ReturnType<typeof openEvents>>;

/** Starts an emulator with no trigger, channel or connection in it. */
export const openEvents = async (options: EventEmulatorOptions = {}) =>
  openReached(createEventEmulator(options), ({ url }) => eventSettings(url));

/** All that is at the service, by kind: objects, policies with a binding, topics and subscriptions; a kind of which there is nothing is left out. */
export function routed({ objects, policies, transports }: EventEmulator): Record<string, unknown[]> {
  const stores = Object.entries({ ...objects, policies }).map(([kind, store]) => [kind, store.entries()] as const);
  const found = [...stores, ["transports", [...transports].sort()] as const];
  return Object.fromEntries(found.filter(([, objects]) => objects.length > 0).map(([kind, objects]) => [kind, [...objects]]));
}
