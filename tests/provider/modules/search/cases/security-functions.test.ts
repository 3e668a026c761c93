/** Lookups of objects of security, and checks of privileges, on a server with security. See docs/modules/search-access.md#getsearchrole. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { USER } from "../../../../elasticsearch/configuration";
import { callFunction, checked, rejects } from "../support";
import { basic, clientOf, secureServer } from "./server";
const rules = { field: { groups: "staff" } };

/** A function that calls others on a server with roles, role mappings and a user. */
async function server(credentials: object = USER) {
  const all = secureServer();
  const { call } = all;
  await call("PUT /_security/role/reader", {
    cluster: ["monitor"],
    indices: [{ names: ["logs-*"], privileges: ["read"] }],
    description: "Reads",
  });
  await call("PUT /_security/role/a%20role", { global: { application: { manage: { applications: ["a"] } } }, metadata: { a: 1.5 } });
  await call("PUT /_security/role_mapping/staff", { enabled: true, roles: ["reader"], rules });
  await call("PUT /_security/role_mapping/admins", { enabled: false, roles: ["superuser"], rules, metadata: { a: 1 } });
  await call("PUT /_security/user/ann", { password: "ann-password", roles: ["reader"], full_name: "Ann", metadata: { a: 1 } });
  const readAs =
    (given: object) =>
    async (name: string, inputs: object = {}) =>
      callFunction(name, inputs, clientOf(all, given).client);
  return { uuid: await all.uuid(), call, readAs, read: readAs(credentials) };
}

test.each([
  [{}, ["a role", "reader"]],
  [{ names: ["reader", "none", "superuser", "reader"] }, ["reader"]],
  [{ names: ["superuser", "reader"], includeReserved: true }, ["reader", "superuser"]],
  [{ includeReserved: true }, expect.arrayContaining(["a role", "reader", "superuser"])],
  [{ names: [] }, []],
])("roles are sorted by name; those of the server, and names without a role, are left out: %j", async (inputs, names) => {
  const { roles } = await (await server()).read("getSearchRoles", inputs);
  expect((roles as PlainMap[]).map(({ name }) => name)).toEqual(names);
});

test("objects of the server are marked; role mappings are sorted, and names without one are left out", async () => {
  const { uuid, read } = await server();
  expect(await read("getSearchRole", { name: "superuser" })).toMatchObject({ clusters: ["all"], runAs: ["*"], reserved: true });
  expect(await read("getSearchUser", { username: "elastic" })).toMatchObject({ id: `${uuid}/elastic`, enabled: true, reserved: true });
  expect(await read("getSearchRoleMappings")).toMatchObject({ id: uuid, roleMappings: [{ name: "admins" }, { name: "staff" }] });
  expect(await read("getSearchRoleMappings", { names: ["staff", "none"] })).toMatchObject({
    roleMappings: [{ name: "staff", roles: ["reader"], rules: JSON.stringify(rules) }],
  });
});

test.each([
  ["getSearchRole", { name: "none" }, /^not_found: .*Role not found: "none"/],
  ["getSearchRoleMapping", { name: "none" }, /^not_found: .*Role mapping not found: "none"/],
  ["getSearchUser", { username: "none" }, /^not_found: .*User not found: "none"/],
  ["checkSearchPrivileges", { clusters: ["mangae"] }, /^failed_precondition: .*unknown cluster privilege \[mangae\]/],
])("%s: what does not exist is an error", async (name, inputs, failure) => rejects((await server()).read(name, inputs), failure));

test("access 117: privileges that are not granted are listed; a superuser has all", async () => {
  const { uuid, read } = await server({ username: "ann", password: "ann-password" });
  const app = { application: "shop", privileges: ["read"], resources: ["*", "shelf/1"] };
  const indices = [{ names: ["orders"], privileges: ["write", "delete"] }];
  expect(await read("checkSearchPrivileges", { clusters: ["monitor", "manage_slm"], indices, applications: [app] })).toEqual({
    id: `${uuid}/ann`,
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
  const all = { clusters: ["all"], indices: [{ names: ["a*"], privileges: ["read"], allowRestrictedIndices: true }] };
  expect(await (await server()).read("checkSearchPrivileges", all)).toMatchObject({ hasAllRequested: true, missing: [] });
});

test("own API keys are those of the user, and for an API key those of its owner", async () => {
  const { call, read, readAs } = await server();
  await call("PUT /_security/user/bob", { password: "bob-password", roles: ["superuser"] });
  await call("POST /_security/api_key", { name: "other" }, basic("bob", "bob-password"));
  const { encoded } = await call("POST /_security/api_key", { name: "own" });
  const own = { apiKeys: [{ name: "own", username: USER.username }] };
  expect(await read("getSearchApiKeys", { owner: true })).toMatchObject(own);
  expect(await readAs({ apiKey: encoded })("getSearchApiKeys", { owner: true })).toMatchObject(own);
});

test.each([
  ["checkSearchPrivileges", {}],
  ["checkSearchPrivileges", { indices: [{ names: [], privileges: ["read"] }] }],
  ...["a,b", "x*", "_all"].flatMap((name): [string, object][] => [
    ["getSearchRole", { name }],
    ["getSearchRoles", { names: ["a", name] }],
    ["getSearchRoleMapping", { name }],
    ["getSearchRoleMappings", { names: [name] }],
    ["getSearchUser", { username: name }],
  ]),
])("%s: %j is rejected before a request", (name, inputs) => expect(checked(name, inputs).failures).toHaveLength(1));
