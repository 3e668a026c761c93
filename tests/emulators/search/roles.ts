/** `/_security/role`: roles of the native realm, and those of the server. Nothing is authorized by index or application privileges of a role. */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Call, Endpoint, State } from "./api";
import { applicationProblems, privilegeOrActionProblem } from "./application-names";
import { bad, illegal, numbered, reply, SearchFailure } from "./errors";
import { shownGlobal } from "./global-privileges";
import { hasReservedKey, principalNameProblem } from "./principal-names";
import { privilegeProblem } from "./privilege-names";
import { action, securityRead, securityWrite } from "./privileges";
import type { Descriptor } from "./role-descriptors";
import { parseDescriptor } from "./role-descriptors";
import { checkRoleQuery } from "./role-queries";
import { reservedRoles } from "./reserved";

/** All that the server finds wrong with a descriptor that it could read. */
export const descriptorProblems = (
  { cluster, indices, applications, metadata, description, ...rest }: Descriptor,
  state: State,
): string[] => {
  const remote = (rest.remote_indices ?? []) as Descriptor["indices"];
  const known = (kind: "cluster" | "index", names: readonly string[]): string[] =>
    names.flatMap((name) => privilegeProblem(kind, name, state.version) ?? []);
  return [
    ...known("cluster", cluster),
    ...[...indices, ...remote].flatMap(({ privileges }) => known("index", privileges)),
    ...applications.flatMap(({ application, privileges }) => [
      ...applicationProblems(application, true),
      ...privileges.flatMap(privilegeOrActionProblem),
    ]),
    ...(hasReservedKey(metadata) ? ["role descriptor metadata keys may not start with [_]"] : []),
    ...(String(description ?? "").length > 1000 ? ["Role description must be less than 1000 characters."] : []),
  ];
};

/** The features that a descriptor needs beyond a basic license. */
const unlicensed = ({ indices }: Descriptor, { license }: State): string[] => {
  if (license !== "basic") return [];
  const hasFields = indices.some(({ field_security: fields }) => {
    const { grant, except } = (fields ?? {}) as { grant?: string[]; except?: string[] };
    return fields !== undefined && !(grant?.includes("*") && !except?.length);
  });
  return [...(indices.some(({ query }) => query !== undefined) ? ["dls"] : []), ...(hasFields ? ["fls"] : [])];
};

/** Fails if the license does not allow document and field level security that the descriptor has. */
export const checkLicense = (descriptor: Descriptor, state: State): void => {
  if (unlicensed(descriptor, state).length === 0) return;
  const feature = "field and document level security";
  const reason = `current license is non-compliant for [${feature}]`;
  throw new SearchFailure(403, { type: "security_exception", reason, extra: { "license.expired.feature": feature } });
};

/** Fails if a query of the descriptor is none that a role may have. */
export const checkQueries = ({ indices }: Descriptor): void =>
  indices.forEach(({ names, query }, place) => void (query !== undefined && checkRoleQuery(String(query), names, place)));

/** A role as the server returns it. */
const shown = (role: Descriptor, state: State): JsonObject => {
  const { global, description, remote_indices: indices, remote_cluster: cluster, ...members } = role;
  const missing = unlicensed(role, state);
  const visible = shownGlobal(global as JsonObject | undefined, state);
  return {
    ...members,
    ...(visible !== undefined && { global: visible }),
    transient_metadata: { ...(missing.length > 0 && { unlicensed_features: missing }), enabled: missing.length === 0 },
    ...(description !== undefined && description !== "" && { description }),
    ...(Array.isArray(indices) && indices.length > 0 && { remote_indices: indices }),
    ...(Array.isArray(cluster) && cluster.length > 0 && { remote_cluster: cluster }),
  };
};

const put = (name: string, body: string, state: State): EmulatorReply => {
  const unreadable = principalNameProblem("Role", name, 1024);
  if (unreadable) throw bad("validation_exception", numbered([unreadable]));
  const descriptor = parseDescriptor(name, body, state);
  const tooLong = principalNameProblem("Role", name);
  const problems = [
    ...(tooLong === undefined ? [] : [tooLong]),
    ...(Object.hasOwn(reservedRoles, name) ? [`Role [${name}] is reserved and may not be used.`] : []),
    ...descriptorProblems(descriptor, state),
  ];
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
  checkLicense(descriptor, state);
  checkQueries(descriptor);
  const created = !state.roles.has(name);
  state.roles.set(name, descriptor);
  return reply(200, { role: { created } });
};

/** Names are whole names; those that do not exist are left out. */
const get = (expression: string | undefined, state: State): EmulatorReply => {
  const wanted = expression?.split(",") ?? [...Object.keys(reservedRoles), ...state.roles.names()];
  const found = wanted.flatMap((name): [string, JsonObject][] => {
    const own = state.roles.get(name);
    const reserved = Object.hasOwn(reservedRoles, name) ? reservedRoles[name] : undefined;
    return reserved ? [[name, reserved]] : own ? [[name, shown(own, state)]] : [];
  });
  return reply(found.length === 0 && expression !== undefined ? 404 : 200, Object.fromEntries(found));
};

const remove = (name: string, { roles }: State): EmulatorReply => {
  if (Object.hasOwn(reservedRoles, name)) throw illegal(`role [${name}] is reserved and cannot be deleted`);
  const found = roles.has(name);
  roles.delete(name);
  return reply(found ? 200 : 404, { found });
};

/** The routes of roles. */
export const roleApi = (state: State): Route<Endpoint>[] => {
  const name = ({ parts }: Call): string => parts.name ?? "";
  const writing: Endpoint = {
    query: { refresh: "refresh" },
    takesBody: true,
    prepare: (call) => ({
      action: action("cluster:admin/xpack/security/role/put", securityWrite),
      run: () => put(name(call), call.body, state),
    }),
  };
  const show: Endpoint = {
    query: {},
    prepare: ({ parts }) => ({ action: action("cluster:admin/xpack/security/role/get", securityRead), run: () => get(parts.name, state) }),
  };
  const erase: Endpoint = {
    query: { refresh: "refresh" },
    prepare: (call) => ({
      action: action("cluster:admin/xpack/security/role/delete", securityWrite),
      run: () => remove(name(call), state),
    }),
  };
  const one = "/_security/role/{name}";
  return [
    { method: "PUT", path: one, handler: writing },
    { method: "POST", path: one, handler: writing },
    { method: "GET", path: one, handler: show },
    { method: "GET", path: "/_security/role", handler: show },
    { method: "DELETE", path: one, handler: erase },
  ];
};
