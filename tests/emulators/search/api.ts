/** What an API of the emulator is made of: its state, its endpoints, and one call of an endpoint. */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Store } from "../store";
import type { ApplicationPrivilege } from "./application-privileges";
import { illegal, strictBoolean } from "./errors";
import type { Action } from "./privileges";
import type { ClusterSettings } from "./cluster-settings";
import type { StoredComponentTemplate } from "./component-templates";
import type { StoredIndex } from "./index-store";
import type { StoredDataStream } from "./data-streams";
import type { StoredIndexTemplate } from "./index-templates";
import type { RoleMapping } from "./role-mappings";
import type { StoredKey } from "./api-keys";
import type { Descriptor } from "./role-descriptors";
import type { Identity } from "./security";
import { timeValue } from "./units";
import type { StoredUser } from "./users";

/** All that the emulator remembers. */
export interface State {
  version: string;
  buildFlavor: string;
  clusterUuid: string;
  clusterName: string;
  license: "basic" | "trial";
  now: () => Date;
  /** The source of generated ids. */
  randomBytes: (size: number) => Buffer;
  /** Ingest pipelines as they were sent. */
  pipelines: Store<JsonObject>;
  indexTemplates: Store<StoredIndexTemplate>;
  componentTemplates: Store<StoredComponentTemplate>;
  indices: Store<StoredIndex>;
  clusterSettings: ClusterSettings;
  /** Data streams; their templates cannot be removed. */
  dataStreams: Store<StoredDataStream>;
  /** The limits of the cluster on the retention of data streams. */
  globalRetention: { default_retention?: string; max_retention?: string };
  /** Stored scripts by id; a script processor may name one. */
  scripts: Store<JsonObject>;
  /** Enrich policies by name; an enrich processor needs its policy. */
  enrichPolicies: Store<JsonObject>;
  /** Roles of the native realm. */
  roles: Store<Descriptor>;
  roleMappings: Store<RoleMapping>;
  /** API keys by ID. */
  apiKeys: Store<StoredKey>;
  /** Values of the tokens of service accounts, by `<namespace>/<service>/<name>`. */
  serviceTokens: Store<string>;
  /** Users of the native realm. */
  users: Store<StoredUser>;
  /** Users of the server. */
  builtin: Store<StoredUser>;
  /** By `<application> <name>`. */
  applicationPrivileges: Store<ApplicationPrivilege>;
}

/** One call: who makes it, the decoded parts of the path, the query, the body. */
export interface Call {
  identity: Identity;
  parts: Readonly<Record<string, string>>;
  query: ReadonlyMap<string, string>;
  body: string;
}

/** What a call needs before it runs, and the run itself. Reading the body comes first, then the rights, then the work. */
export interface Prepared {
  action: Action;
  run: () => EmulatorReply;
}

/** A handler: the query parameters it has with their kinds, whether it takes a body, and the preparation of a call. */
export interface Endpoint {
  query: Readonly<Record<string, "time" | "bool" | "text" | "int" | "refresh">>;
  takesBody?: boolean;
  prepare: (call: Call) => Prepared;
}

/** The routes of one API over a state. */
export type Api = (state: State) => Route<Endpoint>[];

/** Whether a yes-or-no parameter is on; a parameter without a value is. */
export const flag = ({ query }: Call, name: string): boolean => {
  const text = query.get(name);
  return text !== undefined && (text === "" || strictBoolean(text));
};

const check = {
  time: timeValue,
  bool: (_: string, text: string) => void (text === "" || strictBoolean(text)),
  text: () => undefined,
  int: checkInt,
  refresh: (_: string, text: string) => {
    if (!["", "true", "false", "wait_for"].includes(text)) throw illegal(`Unknown value for refresh: [${text}].`);
  },
} as const;

function checkInt(name: string, text: string): void {
  if (!/^[+-]?\d+$/.test(text)) throw illegal(`invalid value [${text}] specified for [${name}]. must be an integer value`);
}

/** Rejects values of known parameters that are of the wrong kind. */
export const checkQueryKinds = ({ query }: Call, endpoint: Endpoint): void => {
  for (const [name, text] of query) if (Object.hasOwn(endpoint.query, name)) check[endpoint.query[name] ?? "text"](name, text);
};

/** A parameter that is a whole number. */
export const wholeNumber = (query: Call["query"], name: string, fallback: number): number => {
  const text = query.get(name);
  if (text === undefined) return fallback;
  const causedBy = { type: "number_format_exception", reason: `For input string: "${text}"` };
  if (!/^[+-]?\d+$/.test(text)) throw illegal(`Failed to parse int parameter [${name}] with value [${text}]`, causedBy);
  return Number(text);
};

/** Compares the numeric core of two versions: below 0 when the first is older. */
export const compareVersions = (a: string, b: string): number => {
  const numbers = (version: string): number[] => (version.split("-")[0] ?? "").split(".").map(Number);
  const left = numbers(a);
  const right = numbers(b);
  return [0, 1, 2].map((index) => (left[index] ?? 0) - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
};
