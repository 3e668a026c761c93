/** Roles, on a server with security. See docs/modules/search-access.md#roles. */
import type { JsonObject } from "../../../../emulators/exchange";
import { cleanSecureServer, secureFixture, stackOn } from "./server";

const token = "quartet:search:SearchRole";
const path = "/_security/role/reader";
const group = { names: ["logs-*"], privileges: ["read"] };
const reader = { name: "reader", clusters: ["monitor"], indices: [group] };

beforeEach(cleanSecureServer);

/** A stack of one role, and the role on the server. */
function fixture(env?: Record<string, string>) {
  const stack = secureFixture(token, env);
  return { ...stack, stored: async () => (await stack.find(path))?.["reader"] as JsonObject | undefined };
}

const everything = {
  name: "reader",
  clusters: ["monitor", "manage_ilm"],
  indices: [
    {
      ...group,
      fieldSecurity: { grants: ["*"], excepts: ["customer.*"] },
      query: '{ "term": { "team": "shop" } }',
      allowRestrictedIndices: true,
    },
  ],
  remoteIndices: [{ clusters: ["eu-*"], ...group }],
  remoteClusters: [{ clusters: ["eu-*"], privileges: ["monitor_enrich"] }],
  applications: [{ application: "shop-*", privileges: ["read"], resources: ["*"] }],
  runAs: ["shop-*"],
  global: '{"application":{"manage":{"applications":["shop-*"]}}}',
  metadata: '{"owner":"ops"}',
  description: "Reads logs",
};

test("access 35: all members are written in one request, and nothing differs afterwards", async () => {
  const { stack, lines, bodies } = fixture();
  expect(await stack.up(everything)).toBe("create");
  expect(lines()).toEqual(["GET", "PUT", "GET"].map((method) => `${method} ${path}`));
  expect(bodies()["PUT reader"]).toEqual({
    cluster: ["monitor", "manage_ilm"],
    indices: [
      {
        ...group,
        field_security: { grant: ["*"], except: ["customer.*"] },
        query: '{ "term": { "team": "shop" } }',
        allow_restricted_indices: true,
      },
    ],
    remote_indices: [{ clusters: ["eu-*"], ...group }],
    remote_cluster: [{ clusters: ["eu-*"], privileges: ["monitor_enrich"] }],
    applications: [{ application: "shop-*", privileges: ["read"], resources: ["*"] }],
    run_as: ["shop-*"],
    global: { application: { manage: { applications: ["shop-*"] } } },
    metadata: { owner: "ops" },
    description: "Reads logs",
  });
  expect(stack.outputs["transientMetadata"]).toBe('{"enabled":true}');
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(everything)).toEqual([]);
});

test("access 36, access 37: the order of lists and blanks in a query make no difference", async () => {
  const { stack } = fixture();
  const one = { names: ["b", "a"], privileges: ["write", "read"], query: '{"term":{"a":"b"}}' };
  const other = { names: ["c"], privileges: ["read"], fieldSecurity: { grants: ["*"] }, query: "" };
  await stack.up({ ...reader, clusters: ["monitor", "manage_ilm"], indices: [one, other] });
  const reordered = { names: ["a", "b"], privileges: ["read", "write"], query: ' { "term" : {"a": "b"} }' };
  expect(await stack.preview({ ...reader, clusters: ["manage_ilm", "monitor"], indices: [{ ...group, names: ["c"] }, reordered] })).toEqual(
    [],
  );
  expect(await stack.refresh()).toEqual([]);
});

test("access 38: a privilege that another writer adds is drift, and is removed", async () => {
  const { stack, call, stored } = fixture();
  await stack.up(reader);
  await call(`PUT ${path}`, { ...(await stored()), cluster: ["monitor", "manage"] });
  expect(await stack.refresh()).toEqual(["clusters[1]"]);
  await stack.up(reader);
  expect(await stored()).toMatchObject({ cluster: ["monitor"] });
});

test.each([
  ["access 40", { cluster: ["manage"] }, " and differs in clusters, indices"],
  ["access 41", { cluster: ["monitor"], indices: [group] }, ""],
])("%s: a role of the name is not overwritten (%j)", async (_number, role, difference) => {
  const { stack, call, stored, lines } = fixture();
  await call(`PUT ${path}`, role);
  await expect(stack.up(reader)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringMatching(new RegExp(`already exists${difference}\\.[^]*pulumi import ${token}`)),
  });
  expect(await stored()).toMatchObject(role);
  expect(lines()).not.toContain(`PUT ${path}`);
});

test("access 42, access 135: a role of the server is neither created nor imported", async () => {
  const { stack, lines, uuid } = fixture();
  const rejected = { code: "failed_precondition", message: expect.stringContaining('"superuser" is defined by the server') };
  await expect(stack.up({ name: "superuser" })).rejects.toMatchObject(rejected);
  await expect(stack.import(`${await uuid()}/superuser`)).rejects.toMatchObject(rejected);
  expect(lines().filter((line) => line.startsWith("PUT"))).toEqual([]);
});

test("access 43: users and role mappings that refer to a deleted role are a warning", async () => {
  const { stack, call, stored, logged } = fixture();
  await stack.up(reader);
  await call("PUT /_security/user/ann", { roles: ["other", "reader"], password: "long-enough" });
  await call("PUT /_security/user/bob", { roles: ["other"], password: "long-enough" });
  await call("PUT /_security/role_mapping/staff", { enabled: true, roles: ["reader"], rules: { field: { groups: "a" } } });
  await stack.destroy();
  expect(await stored()).toBeUndefined();
  expect(logged()).toEqual([{ severity: "warning", message: 'Users and role mappings refer to the deleted role "reader": ann, staff.' }]);
});

test("access 46: empty lists make no difference", async () => {
  const { stack } = fixture();
  const empty = {
    name: "reader",
    clusters: [],
    runAs: [],
    indices: [],
    remoteIndices: [],
    applications: [],
    description: "",
    global: "{}",
  };
  await stack.up(empty);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview({ name: "reader" })).toEqual([]);
});

test("access 118: an unknown privilege fails a preview at its place", async () => {
  const { stack, lines } = fixture({ QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  const program = { ...reader, clusters: ["mangae", "monitor"], indices: [group, { ...group, privileges: ["read", "wirte"] }] };
  await stack.configure();
  await expect(stack.previewUp(program)).rejects.toMatchObject({
    failures: [
      { property: "clusters[0]", reason: expect.stringContaining('has no cluster privilege "mangae"') },
      { property: "indices[1].privileges[1]", reason: expect.stringContaining('has no index privilege "wirte"') },
    ],
  });
  lines();
  await stack.previewUp(reader);
  expect(lines()).toEqual(["POST /_security/user/_has_privileges"]);
});

test("access 133: an empty description and an empty list of fields are not the same as none where the server distinguishes them", async () => {
  const { stack } = fixture();
  const noFields = { ...reader, indices: [{ ...group, fieldSecurity: { grants: [] } }] };
  await stack.up(noFields);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(reader)).toEqual(["indices[0].fieldSecurity"]);
  expect(await stack.preview({ ...noFields, description: "" })).toEqual([]);
});

test("access 140: privileges on indices of no remote cluster are accepted", async () => {
  const { stack } = fixture();
  await stack.up({ name: "reader", remoteIndices: [{ clusters: [], ...group }] });
  expect(await stack.refresh()).toEqual([]);
});

test.each([
  ["a b!", "create"],
  ["ä", "printable ASCII"],
  [" a", "printable ASCII"],
  ["a,b", "printable ASCII"],
  ["a*", "printable ASCII"],
  ["_all", "must not be _all"],
  ["a".repeat(508), "1 to 507"],
])("access 62: the name %p: %s", async (name, expected) => {
  expect(await fixture().stack.up({ name }).catch(String)).toContain(expected);
});

test.each([
  [{ indices: [group, { names: ["logs-*"], privileges: ["read"] }] }, "equals indices[0]. Remove one of them."],
  [{ indices: [{ ...group, fieldSecurity: { excepts: ["a"] } }] }, "indices[0].fieldSecurity"],
  [{ metadata: '{"_a":1}' }, 'metadata | the key "_a" begins with _'],
  [{ otherMembers: '{"cluster":["all"]}' }, 'otherMembers | the member "cluster" is written by clusters'],
])("a role with %j is rejected before a request", async (members, reason) => {
  const { stack, lines } = fixture();
  expect(await stack.up({ name: "reader", ...members }).catch(String)).toContain(reason);
  expect(lines()).toEqual([]);
});

test("a role of the connection's user is not deleted", async () => {
  const { stack, stored, ...server } = fixture();
  await stack.up({ name: "reader", clusters: ["all"] });
  await server.call("PUT /_security/user/ann", { password: "ann-password", roles: ["reader"] });
  const own = stackOn(server, token, { ELASTICSEARCH_USERNAME: "ann", ELASTICSEARCH_PASSWORD: "ann-password" });
  own.stack.stored = stack.stored;
  await own.stack.configure();
  await expect(own.stack.destroy()).rejects.toMatchObject({
    code: "failed_precondition",
    message: 'Role "reader": the connection authenticates as the user "ann", who has this role. Use other credentials for this operation.',
  });
  expect(await stored()).toBeDefined();
  await stack.destroy();
  expect(await stored()).toBeUndefined();
});

test("access 127: without the privilege monitor nothing is written, and the error names it", async () => {
  const server = fixture();
  await server.call("PUT /_security/role/security", { cluster: ["manage_security"] });
  await server.call("PUT /_security/user/ann", { password: "ann-password", roles: ["security"] });
  const { stack, lines } = stackOn(server, token, { ELASTICSEARCH_USERNAME: "ann", ELASTICSEARCH_PASSWORD: "ann-password" });
  await expect(stack.up(reader)).rejects.toMatchObject({
    code: "permission_denied",
    message: expect.stringMatching(/GET \S+\/: HTTP 403: .*cluster:monitor\/main.*monitor/s),
  });
  expect(lines()).toEqual([]);
});
