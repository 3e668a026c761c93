/**
 * Google Eventarc v1 that keeps its state in memory: triggers, channels, connections, policies and operations over REST. Written from the
 * specification; strict where the real service rejects.
 */
import type { EmulatorReply, EmulatorRequest, JsonObject } from "../exchange";
import type { Route } from "../router";
import { Store } from "../store";
import { channelConnections, channels } from "./channels";
import { collectionRoutes } from "./collection";
import { createMarks } from "./marks";
import { createOperations } from "./operations";
import { policyRoutes } from "./policies";
import { Policies } from "./policy-store";
import type { Endpoint, Project, State } from "./state";
import { triggers } from "./triggers";
import { exampleProviders, providerRoutes } from "./providers";
import { createWire } from "./wire";

export interface EventEmulatorOptions {
  /** The clock; default the real one. */
  now?: () => Date;
  /** Default some regions, the multi-regions and `global`. */
  locations?: readonly string[];
}

/** The emulator. Its state is open: what tests change there is a change behind the client's back. */
export interface EventEmulator extends State {
  /** Handles one request. */
  handle: (request: EmulatorRequest) => EmulatorReply;
}

const exampleProjects: Readonly<Record<string, Project>> = {
  "demo-project": { number: "481516234200" },
  "partner-project": { number: "108108108108" },
};

const defaultLocations = ["us-central1", "us-east1", "us-west1", "europe-west1", "europe-west4", "asia-east1", "us", "eu", "global"];

const createState = (options: EventEmulatorOptions): State => {
  const marks = createMarks(options.now ?? (() => new Date()));
  const projects = new Store<Project>();
  for (const [id, project] of Object.entries(exampleProjects)) projects.set(id, { ...project });
  return {
    marks,
    projects,
    locations: new Set(options.locations ?? defaultLocations),
    objects: { triggers: new Store<JsonObject>(), channels: new Store<JsonObject>(), channelConnections: new Store<JsonObject>() },
    policies: new Policies(marks),
    operations: createOperations(marks),
    denied: new Set(),
    transports: new Set(),
    providers: exampleProviders(),
    unreachable: [],
    firstUse: { rejections: 0, in: "response" },
    calls: [],
  };
};

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
export const createEventEmulator = (options: EventEmulatorOptions = {}): EventEmulator => {
  const state = createState(options);
  return Object.assign(state, { handle: createWire(state, routes) });
};
