// An Eventarc emulator with its endpoints for tokens behind a port, for tests that run other processes.
import type { EventEmulator, EventEmulatorOptions } from "../emulators/eventrouting/index";
import { createEventEmulator } from "../emulators/eventrouting/index";
import { closeServices, openService, type Service } from "./services";
import type { Properties } from "./structs";
import { secret } from "./structs";

/** A token that every emulator has; it never ends. */
export const eventToken = "test";

/** The emulator, and how providers reach it. */
export interface Events extends Service<EventEmulator> {
  /** Leads a provider here by its environment alone, with the project, the location and the token. */
  environment: Record<string, string>;
  /** The addresses alone, for tests that bring credentials of their own; the metadata server is among them. */
  addresses: Record<string, string>;
  /** Settings as an engine sends them to Configure. */
  settings: Properties;
}

/** Returns the settings that lead a provider to the address. */
export const eventSettings = (url: string): Properties => ({
  version: "0.1.0",
  eventApiUrl: url,
  googleTokenUrl: `${url}/token`,
  googleIamCredentialsUrl: url,
  googleProject: "demo-project",
  googleLocation: "us-central1",
  googleAccessToken: secret(eventToken),
});

const addressesAt = (url: string) => ({
  GOOGLE_EVENTARC_CUSTOM_ENDPOINT: url,
  QUARTET_GOOGLE_TOKEN_URL: `${url}/token`,
  GOOGLE_IAM_CREDENTIALS_CUSTOM_ENDPOINT: url,
  GCE_METADATA_HOST: new URL(url).host,
});

/** Returns the environment that leads a provider to the address. */
export const eventEnvironment = (url: string): Record<string, string> => ({
  ...addressesAt(url),
  GOOGLE_PROJECT: "demo-project",
  GOOGLE_REGION: "us-central1",
  GOOGLE_OAUTH_ACCESS_TOKEN: eventToken,
});

/** Starts an emulator with no trigger, channel or connection in it. */
export async function openEvents(options: EventEmulatorOptions = {}): Promise<Events> {
  const service = await openService(createEventEmulator(options));
  const { url } = service;
  return Object.assign(service, { environment: eventEnvironment(url), addresses: addressesAt(url), settings: eventSettings(url) });
}

/** All that is at the service, by kind: objects, policies with a binding, topics and subscriptions; a kind of which there is nothing is left out. */
export function routed({ objects, policies, transports }: EventEmulator): Record<string, unknown[]> {
  const stores = Object.entries({ ...objects, policies }).map(([kind, store]) => [kind, store.entries()] as const);
  const found = [...stores, ["transports", [...transports].sort()] as const];
  return Object.fromEntries(found.filter(([, objects]) => objects.length > 0).map(([kind, objects]) => [kind, [...objects]]));
}

export { closeServices as closeEvents };
