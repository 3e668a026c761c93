// An Eventarc emulator with its endpoints for tokens behind a port, for tests that run other processes.
import type { EventEmulator, EventEmulatorOptions } from "../emulators/eventrouting/index";
import { createEventEmulator } from "../emulators/eventrouting/index";
import type { Faults } from "../emulators/faults";
import { createFaults } from "../emulators/faults";
import type { Served } from "../emulators/serve";
import { serve } from "../emulators/serve";
import type { Properties } from "./structs";
import { secret } from "./structs";

/** A token that every emulator has; it never ends. */
export const eventToken = "test";

/** The emulator, the requests that it received, and the switches that make it fail. */
export interface Events extends Served {
  emulator: EventEmulator;
  faults: Faults;
  /** Leads a provider here by its environment alone, with the project, the location and the token. */
  environment: Record<string, string>;
  /** The addresses alone, for tests that bring credentials of their own; the metadata server is among them. */
  addresses: Record<string, string>;
  /** Settings as an engine sends them to Configure. */
  settings: Properties;
}

const opened = new Set<Events>();

/** Starts an emulator with no trigger, channel or connection in it. */
export async function openEvents(options: EventEmulatorOptions = {}): Promise<Events> {
  const emulator = createEventEmulator(options);
  const faults = createFaults();
  const served = await serve(emulator.handle, { faults });
  const { url, port } = served;
  const addresses = {
    GOOGLE_EVENTARC_CUSTOM_ENDPOINT: url,
    QUARTET_GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_IAM_CREDENTIALS_CUSTOM_ENDPOINT: url,
    GCE_METADATA_HOST: `127.0.0.1:${port}`,
  };
  const place = { GOOGLE_PROJECT: "demo-project", GOOGLE_REGION: "us-central1" };
  const environment = { ...addresses, ...place, GOOGLE_OAUTH_ACCESS_TOKEN: eventToken };
  const settings = {
    version: "0.1.0",
    eventApiUrl: url,
    googleTokenUrl: `${url}/token`,
    googleIamCredentialsUrl: url,
    googleProject: "demo-project",
    googleLocation: "us-central1",
    googleAccessToken: secret(eventToken),
  };
  const events = Object.assign(served, { emulator, faults, environment, addresses, settings });
  opened.add(events);
  return events;
}

/** All that is at the service, by kind: objects, policies with a binding, topics and subscriptions; a kind of which there is nothing is left out. */
export function routed({ objects, policies, transports }: EventEmulator): Record<string, unknown[]> {
  const stores = Object.entries({ ...objects, policies }).map(([kind, store]) => [kind, store.entries()] as const);
  const found = [...stores, ["transports", [...transports].sort()] as const];
  return Object.fromEntries(found.filter(([, objects]) => objects.length > 0).map(([kind, objects]) => [kind, [...objects]]));
}

/** Stops every emulator of this test. */
export async function closeEvents(): Promise<void> {
  const all = [...opened];
  opened.clear();
  await Promise.all(all.map((events) => events.stop()));
}
