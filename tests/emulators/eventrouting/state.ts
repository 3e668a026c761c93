/** What the emulated service remembers, and what one call of one method is made of. */
import type { JsonObject } from "../exchange";
import type { Store } from "../store";
import type { Marks } from "./marks";
import type { Operations } from "./operations";
import type { Policies } from "./policy-store";
import type { Query, QueryShapes } from "./query";
import type { Shapes } from "./shapes";

/** The three collections of a location. */
export type Collection = "triggers" | "channels" | "channelConnections";

/** What a path can lead to. */
export type Addressed = Collection | "operations" | "providers";

/** A project that the caller may see. */
export interface Project {
  /** The project number. */
  number: string;
}

/** One call of a known method; tests read it. */
export interface EventCall {
  /** `GetTrigger` and the like. */
  rpc: string;
  /** Full name of the thing or of the parent, with the project as it was sent. */
  name: string;
  query: Query;
  /** The body as the service reads it. */
  body: JsonObject;
  /** X-Goog-User-Project. */
  userProject?: string;
  /** `OK` or the status word of the rejection. */
  status: string;
}

/** The first minutes of the service in a project. */
interface FirstUse {
  /** How many more creations of triggers fail; at first 0. */
  rejections: number;
  /** Where they fail: in the response, or in the operation that the response returns. */
  in: "response" | "operation";
}

/** State and switches of the service. All of it is open: what tests change there is a change behind the client's back. */
export interface State {
  marks: Marks;
  /** By project id; any other is rejected as one that the caller may not see. */
  projects: Store<Project>;
  /** Locations that exist. */
  locations: Set<string>;
  /** Things by full name with the project id, as the service returns them. */
  objects: Record<Collection, Store<JsonObject>>;
  /** Policies by the same names; without an entry it is the empty one. */
  policies: Policies;
  operations: Operations;
  /** Permissions that the caller does not have, `eventarc.triggers.get` or `iam.serviceAccounts.actAs` for example. */
  denied: Set<string>;
  /** Topics and subscriptions that the service made itself, by full name. */
  transports: Set<string>;
  /** The catalog of events, by the ID of the provider: the members of each but its name. Every location has all of them. */
  providers: Store<JsonObject>;
  /** Lists report these locations as unreachable. */
  unreachable: string[];
  /** Set by tests: the service was enabled in the project minutes ago, and its service agent has no permissions yet. */
  firstUse: FirstUse;
  /** Every call of a known method, in order of arrival; may be emptied. */
  calls: EventCall[];
}

/** Where a call leads; `project` is the id, also when the number was sent. */
export interface Place {
  project: string;
  location: string;
  /** Id of the thing or of the operation; empty for calls to the collection. */
  id: string;
}

/** One call as a method sees it. */
export interface Call {
  state: State;
  place: Place;
  /** The full name of the object, or of the collection. */
  name: string;
  query: Query;
  body: JsonObject;
}

/** A method of the service. */
export interface Endpoint {
  rpc: string;
  permission: string;
  /** What the path leads to: the full name of the collection and, with an id, of the thing. */
  collection: Addressed;
  query: QueryShapes;
  /** The message of the body and the field that it represents; without it there may be no body. */
  body?: { shapes: Shapes; root: string };
  run: (call: Call) => JsonObject;
}

/** `projects/{project}/locations/{location}`. */
export const locationName = ({ project, location }: Place): string => `projects/${project}/locations/${location}`;

/** The full name of a thing of a collection. */
export const nameIn = (collection: Addressed, place: Place): string =>
  `${locationName(place)}/${collection}${place.id === "" ? "" : `/${place.id}`}`;

/** The id of a project that is given by id or number; undefined when the caller may not see it. */
export const projectId = ({ projects }: State, given: string): string | undefined =>
  projects.has(given) ? given : projects.entries().find(([, { number }]) => number === given)?.[0];

/** A full name with the project id, whichever way it was given. */
export const canonicalName = (state: State, name: string): string =>
  name.replace(/^projects\/([^/]+)/, (_, given: string) => `projects/${projectId(state, given) ?? given}`);
