/** `/_snapshot` and `/_snapshot/{repository}`: the registration of snapshot repositories, measured on 8.19.8. */
import type { Store } from "../store";
import { byName } from "../objects";
import { type Api, bodyOf, type Call, endpoint, flag, selectNames, withAll } from "./api";
import { acknowledged, failure, illegal, rejectProblems, reply, type SearchFailure } from "./errors";
import { firstProblem, RULES } from "./names";
import { manage, snapshotRead } from "./privileges";
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
export const missingRepository = (name: string): SearchFailure => failure(404, "repository_missing_exception", `[${name}] missing`);

/** The type and the settings of a body; other members are ignored. */
const read = (call: Call): StoredRepository => {
  const body = bodyOf(call);
  const member = (name: string) => (body.kind === "object" ? body.fields.find((field) => field.name === name)?.value : undefined);
  const type = member("type");
  const settings = member("settings");
  if (settings && settings.kind !== "object") throw illegal("Malformed settings section, should include an inner object");
  if (!type || type.kind === "null" || !("text" in type)) rejectProblems(["type is missing"]);
  return { type: (type as { text: string }).text, settings: settings ? collectSettings(settings) : new Map() };
};

/** The names that an expression selects. */
export const selectRepositories = (expression: string | undefined, all: Store<StoredRepository>): string[] =>
  selectNames(withAll(expression), all, missingRepository);

const inUse = (name: string, why: string) =>
  failure(409, "repository_conflict_exception", `[${name}] trying to modify or unregister repository that is currently used (${why})`);

const put = (call: Call, sent: StoredRepository, { all, unusable, busy }: Repositories) => {
  const name = nameOf(call);
  const problem = firstProblem(name, RULES.hash, RULES.characters);
  if (problem !== undefined) throw failure(500, "repository_exception", `[${name}] ${problem}`);
  const current = all.get(name);
  checkRepository(name, sent.type, sent.settings);
  const isSame = current !== undefined && storageOf(current.type, current.settings) === storageOf(sent.type, sent.settings);
  const operation = busy(name);
  if (operation !== undefined && !isSame) throw inUse(name, operation);
  const failing = flag(call, "verify", true) ? unusable.get(name) : undefined;
  const failed = (why: string) => failure(500, "repository_verification_exception", `[${name}] ${why}`);
  if (failing === "master") throw failed("path is not accessible on master node");
  all.set(name, { ...sent, ...(isSame && current.uuid !== undefined && { uuid: current.uuid }) });
  if (failing === "others")
    throw failed("[[node-2, 'org.elasticsearch.repositories.RepositoryVerificationException: store location is not accessible']]");
  return acknowledged();
};

const entry = ({ type, uuid, settings }: StoredRepository): object => ({
  type,
  uuid,
  settings: nestSettings(settings),
});

const get = (expression: string | undefined, all: Store<StoredRepository>) => {
  const names = selectRepositories(expression, all);
  return reply(
    200,
    byName(names, (name) => entry(all.get(name)!)),
  );
};

const remove = (expression: string, { all, busy }: Repositories) => {
  const names = selectRepositories(expression, all);
  if (names.length === 0) throw missingRepository(expression);
  for (const name of names) {
    const operation = busy(name);
    if (operation !== undefined) throw inUse(name, operation);
  }
  for (const name of names) all.delete(name);
  return acknowledged();
};

const nameOf = ({ parts }: Call) => parts.repository ?? "";

/** The routes of repositories. */
export const repositoryRoutes = (repositories: Repositories): Api => {
  return [
    endpoint("GET /_snapshot[/{repository}]?master_timeout&local", ["cluster:admin/repository/get", snapshotRead], ({ parts }) =>
      get(parts.repository, repositories.all),
    ),
    endpoint(
      "PUT|POST /_snapshot/{repository}?verify&master_timeout&timeout",
      ["cluster:admin/repository/put", manage],
      (call, _, sent) => put(call, sent, repositories),
      read,
    ),
    endpoint("DELETE /_snapshot/{repository}?master_timeout&timeout", ["cluster:admin/repository/delete", manage], (call) =>
      remove(nameOf(call), repositories),
    ),
  ];
};
