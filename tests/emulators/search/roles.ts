/** `/_security/role`: roles of the native realm, and those of the server. Nothing is authorized by index or application privileges of a role. */
import type { JsonObject } from "../exchange";
import { type Api, endpoint, nameOf, rawBody, type Run, type State } from "./api";
import { deleted, failure, illegal, named, problemsOf, rejectProblems, reply } from "./errors";
import { type Descriptor, parseDescriptor, shownGlobal } from "./role-descriptors";
import { applicationProblems, hasReservedKey, principalProblems } from "./names";
import { privilegeProblems, securityRead, securityWrite } from "./privileges";
import { checkRoleQuery } from "./queries";
import { reservedRoles } from "./reserved";

/** All that the server finds wrong with a descriptor that it could read. */
const descriptorProblems = ({ cluster, indices, applications, metadata, ...rest }: Descriptor, { version }: State) => {
  const remote = (rest.remote_indices ?? []) as Descriptor["indices"];
  return [
    ...privilegeProblems("cluster", cluster, version),
    ...[...indices, ...remote].flatMap(({ privileges }) => privilegeProblems("index", privileges, version)),
    ...applications.flatMap(({ application, privileges }) => [
      ...applicationProblems(application, true),
      ...privileges
        .filter((name) => !/^[\x21-\x7e]*$/.test(name))
        .map((name) => `Application privilege names and actions must match the pattern ^\\p{Graph}*$ (found '${name}')`),
    ]),
    ...problemsOf(
      [hasReservedKey(metadata), "role descriptor metadata keys may not start with [_]"],
      [String(rest.description ?? "").length > 1000, "Role description must be less than 1000 characters."],
    ),
  ];
};

/** The features that a descriptor needs beyond a basic license. */
const unlicensed = ({ indices }: Descriptor, { license }: State) => {
  if (license !== "basic") return [];
  const hasFields = indices.some(({ field_security: fields }) => {
    const { grant, except } = (fields ?? {}) as { grant?: string[]; except?: string[] };
    return fields !== undefined && !(grant?.includes("*") && !except?.length);
  });
  return problemsOf([indices.some(({ query }) => query !== undefined), "dls"], [hasFields, "fls"]);
};

/** A role as the server returns it. */
const shown = (role: Descriptor, state: State): object => {
  const { global, description, remote_indices: indices, remote_cluster: cluster, ...members } = role;
  const missing = unlicensed(role, state);
  const visible = shownGlobal(global as JsonObject | undefined, state);
  return {
    ...members,
    global: visible,
    transient_metadata: { ...(missing.length > 0 && { unlicensed_features: missing }), enabled: missing.length === 0 },
    description: description || undefined,
    ...(Array.isArray(indices) && indices.length > 0 && { remote_indices: indices }),
    ...(Array.isArray(cluster) && cluster.length > 0 && { remote_cluster: cluster }),
  };
};

const put: Run = (call, state) => {
  const name = nameOf(call);
  rejectProblems(principalProblems("Role", name, 1024), "validation_exception");
  const descriptor = parseDescriptor(name, call, state);
  rejectProblems([
    ...principalProblems("Role", name),
    ...problemsOf([Object.hasOwn(reservedRoles, name), `Role [${name}] is reserved and may not be used.`]),
    ...descriptorProblems(descriptor, state),
  ]);
  if (unlicensed(descriptor, state).length > 0) {
    const feature = "field and document level security";
    const extra = { "license.expired.feature": feature };
    throw failure(403, "security_exception", `current license is non-compliant for [${feature}]`, extra);
  }
  for (const [place, { names, query }] of descriptor.indices.entries())
    if (query !== undefined) checkRoleQuery(String(query), names, place);
  const created = !state.roles.has(name);
  state.roles.set(name, descriptor);
  return reply(200, { role: { created } });
};

/** The routes of roles. */
export const roleApi: Api = [
  endpoint("PUT|POST /_security/role/{name}?refresh", ["cluster:admin/xpack/security/role/put", securityWrite], put, rawBody),
  endpoint("GET /_security/role[/{name}]", ["cluster:admin/xpack/security/role/get", securityRead], ({ parts }, state) =>
    named(parts.name, [...Object.keys(reservedRoles), ...state.roles.names()], (name) => {
      const own = state.roles.get(name);
      return Object.hasOwn(reservedRoles, name) ? reservedRoles[name] : own && shown(own, state);
    }),
  ),
  endpoint("DELETE /_security/role/{name}?refresh", ["cluster:admin/xpack/security/role/delete", securityWrite], (call, { roles }) => {
    const name = nameOf(call);
    if (Object.hasOwn(reservedRoles, name)) throw illegal(`role [${name}] is reserved and cannot be deleted`);
    return deleted(roles.delete(name));
  }),
];
