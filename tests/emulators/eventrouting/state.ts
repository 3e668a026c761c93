/** What the emulated service remembers, and what one call of one method is made of. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../exchange";
import { Store } from "../store";
import { createOperations } from "./operations";
import { Policies } from "./policies";
import type { Query, QueryShapes, Shapes } from "./shapes";

/** Creates the source of marks, each of which is other than all before. */
const createMarks = (now: () => Date) => {
  let count = 0;
  const digest = (): Buffer => {
    count += 1;
    return createHash("sha256").update(`mark ${count}`).digest();
  };
  /** So many hexadecimal digits (at most 64). */
  const hex = (digits: number) => digest().toString("hex").slice(0, digits);
  /** Letters and digits of a secret (at most 43). */
  const secret = (length: number) => digest().toString("base64url").replaceAll(/[-_]/g, "x").slice(0, length);
  return {
    now,
    hex,
    secret,
    /** The time of now in RFC 3339, UTC, nine fractional digits; later than any before while the clock goes on. */
    stamp() {
      count += 1;
      const nanos = String((count * 2 + 1) % 1_000_000).padStart(6, "0"); // odd: printed with all nine digits
      return now().toISOString().replace("Z", `${nanos}Z`);
    },
    /** A UUID. */
    uid: () => hex(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5"),
    /** An etag of a thing, with the quotes that belong to it. */
    etag: () => `"1-${secret(22)}"`,
  };
};

export type Marks = ReturnType<typeof createMarks>;

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

export interface EventEmulatorOptions {
  /** The clock; default the real one. */
  now?: () => Date;
  /** Default some regions, the multi-regions and `global`. */
  locations?: readonly string[];
}

const exampleProjects: Readonly<Record<string, Project>> = {
  "demo-project": { number: "481516234200" },
  "partner-project": { number: "108108108108" },
};

const defaultLocations = ["us-central1", "us-east1", "us-west1", "europe-west1", "europe-west4", "asia-east1", "us", "eu", "global"];

/**
 * Creates state and switches of the service, with nothing in it but two projects and a catalog of events, by the ID of the provider: the members of each but its
 * name. All of it is open: what tests change there is a change behind the client's back.
 */
export const createState = (options: EventEmulatorOptions, providers: Store<JsonObject>) => {
  const marks = createMarks(options.now ?? (() => new Date()));
  const projects = new Store<Project>();
  for (const [id, project] of Object.entries(exampleProjects)) projects.set(id, { ...project });
  return {
    marks,
    /** By project id; any other is rejected as one that the caller may not see. */
    projects,
    /** Locations that exist. */
    locations: new Set(options.locations ?? defaultLocations),
    /** Things by full name with the project id, as the service returns them. */
    objects: { triggers: new Store<JsonObject>(), channels: new Store<JsonObject>(), channelConnections: new Store<JsonObject>() },
    /** Policies by the same names; without an entry it is the empty one. */
    policies: new Policies(marks),
    operations: createOperations(marks),
    /** Permissions that the caller does not have, `eventarc.triggers.get` or `iam.serviceAccounts.actAs` for example. */
    denied: new Set<string>(),
    /** Topics and subscriptions that the service made itself, by full name. */
    transports: new Set<string>(),
    /** Every location has all of them. */
    providers,
    /** Lists report these locations as unreachable. */
    unreachable: [] as string[],
    /**
     * Set by tests: the service was enabled in the project minutes ago, and its service agent has no permissions yet. How many more creations of triggers fail,
     * and where: in the response, or in the operation that the response returns.
     */
    firstUse: { rejections: 0, in: "response" as "response" | "operation" },
    /** Every call of a known method, in order of arrival; may be emptied. */
    calls: [] as EventCall[],
  };
};

export type State = ReturnType<typeof createState>;

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
