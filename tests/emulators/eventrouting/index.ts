/**
 * Google Eventarc v1 that keeps its state in memory: triggers, channels, connections, policies and operations over REST. Written from the
 * specification; strict where the real service rejects.
 */
import type { Route } from "../router";
import { channelConnections, channels } from "./channels";
import { collectionRoutes } from "./collection";
import { policyRoutes } from "./policies";
import { createState, type Endpoint, type EventEmulatorOptions } from "./state";
import { triggers } from "./triggers";
import { exampleProviders, providerRoutes } from "./providers";
import { createWire } from "./wire";

export type { EventEmulatorOptions } from "./state";

/** Operations can be read; they are neither listed nor cancelled here, since no client of the specification does so. */
const operationRoute: Route<Endpoint> = {
  method: "GET",
  path: "/v1/projects/{project}/locations/{location}/operations/{id}",
  handler: {
    rpc: "GetOperation",
    permission: "eventarc.operations.get",
    collection: "operations",
    query: {},
    run: ({ state, name }) => state.operations.poll(name),
  },
};

const routes = [
  ...[triggers, channels, channelConnections].flatMap((kind) => [...collectionRoutes(kind), ...policyRoutes(kind)]),
  ...providerRoutes,
  operationRoute,
];

/** Makes an emulator with nothing in it but two projects. */
export const createEventEmulator = (options: EventEmulatorOptions = {}) => {
  const state = createState(options, exampleProviders());
  return Object.assign(state, { handle: createWire(state, routes) });
};

/** The emulator. Its state is open: what tests change there is a change behind the client's back. */
export type EventEmulator = ReturnType<typeof createEventEmulator>;
