/** `/_snapshot` and `/_snapshot/{repository}`: the registration of snapshot repositories, measured on 8.19.8. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Store } from "../store";
import type { Call, Endpoint } from "./api";
import { flag } from "./api";
import { bad, illegal, numbered, reply, SearchFailure } from "./errors";
import type { Node } from "./json";
import { parseJson } from "./json";
import { action, manage, snapshotRead } from "./privileges";
import { checkRepository, storageOf } from "./repository-settings";
import { collectSettings, nestSettings, type Settings } from "./settings";

/** A repository as the server keeps it. */
export interface StoredRepository {
  type: string;
  settings: Settings;
  /** The first snapshot makes it. */
  uuid?: string;
}

/** What tests see of repositories, and how they make the storage of one unusable. */
export interface Repositories {
  all: Store<StoredRepository>;
  /** Which nodes cannot use the storage of a repository of that name. */
  unusable: Map<string, "master" | "others">;
  /** Names of repositories with an operation that is under way, and which. */
  busy: (name: string) => string | undefined;
}

/** The failure of a request for a repository that does not exist. */
export const missingRepository = (name: string): SearchFailure =>
  new SearchFailure(404, { type: "repository_missing_exception", reason: `[${name}] missing` });

const FORBIDDEN = /[ "*,/<>?\\|]/;

const checkName = (name: string): void => {
  const failed = (why: string): SearchFailure => new SearchFailure(500, { type: "repository_exception", reason: `[${name}] ${why}` });
  if (name.includes("#")) throw failed("must not contain '#'");
  if (FORBIDDEN.test(name)) throw failed(`must not contain the following characters [' ','"','*',',','/','<','>','?','\\','|']`);
};

const member = (body: Node, name: string): Node | undefined =>
  body.kind === "object" ? body.fields.find((field) => field.name === name)?.value : undefined;

/** The type and the settings of a body; other members are ignored. */
const read = (body: string): StoredRepository => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const parsed = parseJson(body);
  const type = member(parsed, "type");
  const settings = member(parsed, "settings");
  if (settings && settings.kind !== "object") throw illegal("Malformed settings section, should include an inner object");
  if (type === undefined || type.kind === "null") throw bad("action_request_validation_exception", numbered(["type is missing"]));
  if (!("text" in type)) throw bad("action_request_validation_exception", numbered(["type is missing"]));
  return { type: type.text, settings: settings ? collectSettings(settings) : new Map() };
};

/** The names that an expression selects; each name that is no pattern has to exist. */
export const selectRepositories = (expression: string | undefined, all: Store<StoredRepository>): string[] => {
  if (expression === undefined || expression === "_all" || expression === "*") return all.names();
  const names = expression.split(",").flatMap((part) => {
    const found = all.matching(part);
    if (found.length === 0 && !part.includes("*")) throw missingRepository(part);
    return found;
  });
  return [...new Set(names)];
};

const inUse = (name: string, why: string): SearchFailure =>
  new SearchFailure(409, {
    type: "repository_conflict_exception",
    reason: `[${name}] trying to modify or unregister repository that is currently used (${why})`,
  });

const put = (name: string, sent: StoredRepository, verify: boolean, { all, unusable, busy }: Repositories): EmulatorReply => {
  checkName(name);
  const current = all.get(name);
  checkRepository(name, sent.type, sent.settings);
  const isSame = current !== undefined && storageOf(current.type, current.settings) === storageOf(sent.type, sent.settings);
  const operation = busy(name);
  if (operation !== undefined && !isSame) throw inUse(name, operation);
  const failing = verify ? unusable.get(name) : undefined;
  const failed = (why: string): SearchFailure =>
    new SearchFailure(500, { type: "repository_verification_exception", reason: `[${name}] ${why}` });
  if (failing === "master") throw failed("path is not accessible on master node");
  all.set(name, { ...sent, ...(isSame && current.uuid !== undefined && { uuid: current.uuid }) });
  if (failing === "others")
    throw failed("[[node-2, 'org.elasticsearch.repositories.RepositoryVerificationException: store location is not accessible']]");
  return reply(200, { acknowledged: true });
};

const entry = ({ type, uuid, settings }: StoredRepository): JsonObject => ({
  type,
  ...(uuid !== undefined && { uuid }),
  settings: nestSettings(new Map([...settings].map(([key, value]) => [key, value] as const))),
});

const get = (expression: string | undefined, all: Store<StoredRepository>): EmulatorReply => {
  const names = selectRepositories(expression, all);
  return reply(200, Object.fromEntries(names.map((name): [string, Json] => [name, entry(all.get(name)!)])));
};

const remove = (expression: string, { all, busy }: Repositories): EmulatorReply => {
  const names = selectRepositories(expression, all);
  if (names.length === 0) throw missingRepository(expression);
  for (const name of names) {
    const operation = busy(name);
    if (operation !== undefined) throw inUse(name, operation);
  }
  for (const name of names) all.delete(name);
  return reply(200, { acknowledged: true });
};

/** The routes of repositories. */
export const repositoryRoutes = (repositories: Repositories): Route<Endpoint>[] => {
  const name = ({ parts }: Call): string => parts.repository ?? "";
  const write: Endpoint = {
    query: { verify: "bool", master_timeout: "time", timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const sent = read(call.body);
      const verify = !call.query.has("verify") || flag(call, "verify");
      return { action: action("cluster:admin/repository/put", manage), run: () => put(name(call), sent, verify, repositories) };
    },
  };
  const show: Endpoint = {
    query: { master_timeout: "time", local: "bool" },
    prepare: ({ parts }) => ({
      action: action("cluster:admin/repository/get", snapshotRead),
      run: () => get(parts.repository, repositories.all),
    }),
  };
  const erase: Endpoint = {
    query: { master_timeout: "time", timeout: "time" },
    prepare: (call) => ({ action: action("cluster:admin/repository/delete", manage), run: () => remove(name(call), repositories) }),
  };
  const one = "/_snapshot/{repository}";
  return [
    { method: "GET", path: "/_snapshot", handler: show },
    { method: "GET", path: one, handler: show },
    { method: "PUT", path: one, handler: write },
    { method: "POST", path: one, handler: write },
    { method: "DELETE", path: one, handler: erase },
  ];
};
