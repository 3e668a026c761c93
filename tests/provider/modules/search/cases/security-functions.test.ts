/** Lookups of objects of security, and checks of privileges, on a server with security. See docs/modules/search-access.md#getsearchrole. */
import { checkSearchPrivileges } from "../../../../../provider/modules/search/functions/checkSearchPrivileges";
import { getSearchRole } from "../../../../../provider/modules/search/functions/getSearchRole";
import { getSearchRoleMapping } from "../../../../../provider/modules/search/functions/getSearchRoleMapping";
import { getSearchRoleMappings } from "../../../../../provider/modules/search/functions/getSearchRoleMappings";
import { getSearchRoles } from "../../../../../provider/modules/search/functions/getSearchRoles";
import { getSearchUser } from "../../../../../provider/modules/search/functions/getSearchUser";
import { USER } from "../../../../elasticsearch/configuration";
import { inContext } from "../../../../support/contexts";
import { checked } from "../support";
import { cleanSecureServer, clientOf, secureServer, type CaseServer } from "./server";

beforeEach(cleanSecureServer);

const group = { names: ["logs-*"], privileges: ["read"] };
const rules = { field: { groups: "staff" } };

/** A server with roles, role mappings and a user, and a context of a call to it. */
async function server(credentials: object = USER): Promise<CaseServer & { context: ReturnType<typeof inContext<never>> }> {
  const all = secureServer();
  const { call } = all;
  await call("PUT /_security/role/reader", { cluster: ["monitor"], indices: [group], description: "Reads" });
  await call("PUT /_security/role/a%20role", { global: { application: { manage: { applications: ["a"] } } }, metadata: { a: 1.5 } });
  await call("PUT /_security/role_mapping/staff", { enabled: true, roles: ["reader"], rules });
  await call("PUT /_security/role_mapping/admins", { enabled: false, roles: ["superuser"], rules, metadata: { a: 1 } });
  await call("PUT /_security/user/ann", { password: "ann-password", roles: ["reader"], full_name: "Ann", metadata: { a: 1 } });
  return { ...all, context: inContext(clientOf(all, credentials).client as never) };
}

test("a role is described with all its lists, one of the server as well", async () => {
  const { context, uuid } = await server();
  expect(await getSearchRole.read({ name: "reader" }, context)).toEqual({
    id: `${await uuid()}/reader`,
    name: "reader",
    clusters: ["monitor"],
    indices: [{ ...group, allowRestrictedIndices: false }],
    remoteIndices: [],
    remoteClusters: [],
    applications: [],
    runAs: [],
    metadata: "{}",
    description: "Reads",
    reserved: false,
    transientMetadata: '{"enabled":true}',
  });
  expect(await getSearchRole.read({ name: "superuser" }, context)).toMatchObject({ clusters: ["all"], runAs: ["*"], reserved: true });
});

test("roles are sorted by name; those of the server, and names without a role, are left out", async () => {
  const { context } = await server();
  const names = async (inputs: object) => (await getSearchRoles.read(inputs, context)).roles.map(({ name }) => name);
  expect(await names({})).toEqual(["a role", "reader"]);
  expect(await names({ names: ["reader", "none", "superuser", "reader"] })).toEqual(["reader"]);
  expect(await names({ names: ["superuser", "reader"], includeReserved: true })).toEqual(["reader", "superuser"]);
  expect(await names({ includeReserved: true })).toEqual(expect.arrayContaining(["a role", "reader", "superuser"]));
  expect(await names({ names: ["none"] })).toEqual([]);
  expect(await names({ names: [] })).toEqual([]);
});

test("role mappings are described, one or several", async () => {
  const { context, uuid } = await server();
  const staff = { name: "staff", enabled: true, roles: ["reader"], roleTemplates: [], rules: JSON.stringify(rules), metadata: "{}" };
  expect(await getSearchRoleMapping.read({ name: "staff" }, context)).toEqual({ id: `${await uuid()}/staff`, ...staff });
  const { id, roleMappings } = await getSearchRoleMappings.read({}, context);
  expect(id).toBe(await uuid());
  expect(roleMappings).toEqual([{ ...staff, name: "admins", enabled: false, roles: ["superuser"], metadata: '{"a":1}' }, staff]);
  expect((await getSearchRoleMappings.read({ names: ["staff", "none"] }, context)).roleMappings).toEqual([staff]);
});

test("a user is described without its password, one of the server as well", async () => {
  const { context, uuid } = await server();
  const ann = { username: "ann", roles: ["reader"], fullName: "Ann", metadata: '{"a":1}', enabled: true, reserved: false };
  expect(await getSearchUser.read({ username: "ann" }, context)).toEqual({ id: `${await uuid()}/ann`, ...ann });
  expect(await getSearchUser.read({ username: "elastic" }, context)).toMatchObject({ roles: ["superuser"], reserved: true });
});

test.each([
  ["Role", (context: never) => getSearchRole.read({ name: "none" }, context)],
  ["Role mapping", (context: never) => getSearchRoleMapping.read({ name: "none" }, context)],
  ["User", (context: never) => getSearchUser.read({ username: "none" }, context)],
])("%s: an object that does not exist is an error", async (noun, read) => {
  const { context } = await server();
  await expect(read(context as never)).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining(`${noun} not found: "none"`),
  });
});

test("access 117: privileges that are not granted are listed", async () => {
  const { context, uuid } = await server({ username: "ann", password: "ann-password" });
  const app = { application: "shop", privileges: ["read"], resources: ["*", "shelf/1"] };
  const indices = [{ names: ["orders"], privileges: ["write", "delete"] }];
  expect(await checkSearchPrivileges.read({ clusters: ["monitor", "manage_slm"], indices, applications: [app] }, context)).toEqual({
    id: `${await uuid()}/ann`,
    username: "ann",
    hasAllRequested: false,
    clusterPrivileges: { monitor: true, manage_slm: false },
    indexPrivileges: { orders: { write: false, delete: false } },
    applicationPrivileges: { shop: { "*": { read: false }, "shelf/1": { read: false } } },
    missing: [
      "application shop * read",
      "application shop shelf/1 read",
      "cluster manage_slm",
      "index orders delete",
      "index orders write",
    ],
  });
});

test("a superuser has all privileges, and an unknown one is the error of the server", async () => {
  const { context } = await server();
  const all = { clusters: ["all"], indices: [{ names: ["a*"], privileges: ["read"], allowRestrictedIndices: true }] };
  expect(await checkSearchPrivileges.read(all, context)).toMatchObject({ hasAllRequested: true, missing: [] });
  await expect(checkSearchPrivileges.read({ clusters: ["mangae"] }, context)).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining("unknown cluster privilege [mangae]"),
  });
});

test("a check needs at least one list, and names of objects are checked before a request", () => {
  const reasons = (token: string, lookup: Parameters<typeof checked>[1], inputs: object): string[] =>
    checked(`quartet:search:${token}`, lookup, inputs).failures.map(({ property, reason }) => `${property}: ${reason}`);
  expect(reasons("checkSearchPrivileges", checkSearchPrivileges, {})).toEqual([
    expect.stringContaining("at least one of clusters, indices, applications"),
  ]);
  expect(reasons("checkSearchPrivileges", checkSearchPrivileges, { indices: [{ names: [], privileges: ["read"] }] })).toHaveLength(1);
  for (const name of ["a,b", "x*", "_all"]) {
    expect(reasons("getSearchRole", getSearchRole, { name })).toHaveLength(1);
    expect(reasons("getSearchRoles", getSearchRoles, { names: ["a", name] })).toHaveLength(1);
    expect(reasons("getSearchRoleMapping", getSearchRoleMapping, { name })).toHaveLength(1);
    expect(reasons("getSearchRoleMappings", getSearchRoleMappings, { names: [name] })).toHaveLength(1);
    expect(reasons("getSearchUser", getSearchUser, { username: name })).toHaveLength(1);
  }
});
