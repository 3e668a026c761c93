/** Roles, on a server with security. See docs/modules/search-access.md#roles. */
import { json, rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { ann, caseFixture, stackOn, type CaseFixture } from "./server";

const kind = "SearchRole";
const path = "/_security/role/reader";
const group = { names: ["logs-*"], privileges: ["read"] };
const reader = { name: "reader", clusters: ["monitor"], indices: [group] };
const ofServer = /^failed_precondition: .*"superuser" is defined by the server/;
const users = {
  "PUT /_security/user/ann": { roles: ["other", "reader"], password: "ann-password" },
  "PUT /_security/user/bob": { roles: ["other"], password: "bob-password" },
  "PUT /_security/role_mapping/staff": { enabled: true, roles: ["reader"], rules: { field: { groups: "a" } } },
};

scenarios(
  kind,
  {
    "access 35: all members are written in one request, and nothing differs afterwards": {
      members: {
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
      },
      writes: [`PUT ${path}`],
      outputs: { transientMetadata: '{"enabled":true}' },
    },
    "access 36, access 37: the order of lists and blanks in a query make no difference": {
      members: {
        clusters: ["monitor", "manage_ilm"],
        indices: [
          { names: ["b", "a"], privileges: ["write", "read"], query: '{"term":{"a":"b"}}' },
          { names: ["c"], privileges: ["read"], fieldSecurity: { grants: ["*"] }, query: "" },
        ],
      },
      preview: [],
      change: {
        clusters: ["manage_ilm", "monitor"],
        indices: [
          { ...group, names: ["c"] },
          { names: ["a", "b"], privileges: ["read", "write"], query: ' { "term" : {"a": "b"} }' },
        ],
      },
    },
    "a role that a response with the status 200 lacks is gone": { other: {}, override: { [`GET ${path}`]: json({}) }, refresh: ["gone"] },
    "access 38: a privilege that another writer adds is drift, and is removed": {
      other: { [`PUT ${path}`]: { cluster: ["monitor", "manage"], indices: [group] } },
      refresh: ["clusters[1]"],
      next: reader,
      kept: { [path]: { reader: { cluster: ["monitor"] } } },
    },
    "access 42, access 135: a role of the server is not created": {
      program: { name: "superuser" },
      refusal: ofServer,
    },
    "access 42, access 135: nor imported": {
      imported: "<uuid>/superuser",
      error: ofServer,
    },
    "access 43: users and role mappings that refer to a deleted role are a warning": {
      other: users,
      next: "destroy",
      logged: /^warning: Users and role mappings refer to the deleted role "reader": ann, staff\.$/,
      kept: { [path]: undefined },
    },
    "access 46: empty lists make no difference": {
      program: {
        name: "reader",
        clusters: [],
        runAs: [],
        indices: [],
        remoteIndices: [],
        applications: [],
        description: "",
        global: "{}",
      },
      preview: [],
      next: { name: "reader" },
    },
    "access 118: an unknown privilege fails a preview at its place": {
      checked: { ...reader, clusters: ["mangae", "monitor"], indices: [group, { ...group, privileges: ["read", "wirte"] }] },
      error:
        /^invalid_argument: clusters\[0\]: .*has no cluster privilege "mangae".*\nindices\[1\]\.privileges\[1\]: .*has no index privilege "wirte".*$/,
    },
    "access 118: others do not": {
      checked: reader,
      writes: ["POST /_security/user/_has_privileges"],
    },
    "access 133: an empty list of fields is not the same as none, an empty description is": {
      members: { indices: [{ ...group, fieldSecurity: { grants: [] } }] },
      preview: ["indices[0].fieldSecurity"],
      next: { ...reader, description: "" },
    },
    "access 140: privileges on indices of no remote cluster are accepted": {
      program: { name: "reader", remoteIndices: [{ clusters: [], ...group }] },
    },
    "access 45, access 132: empty categories of global privileges make no difference": {
      emulator: { version: "9.5.0" },
      members: { global: '{"profile":{"write":{"applications":["a"]}}}' },
      next: reader,
      drift: [],
    },
    "access 44: a license without document level security has a hint": {
      emulator: { license: "basic" },
      members: { indices: [{ ...group, query: '{"match_all":{}}' }] },
      error: /^permission_denied: [^]*\nThe license of the cluster does not include field and document level security\.$/,
    },
    "access 44: a role without effect is a warning": {
      emulator: { license: "basic" },
      other: ({ roles }) =>
        roles.set("reader", {
          ...roles.get("reader")!,
          indices: [{ ...group, allow_restricted_indices: false, query: '{"match_none":{}}' }],
        }),
      refresh: ["indices[0].query"],
      logged: /^warning: The role "reader" has no effect: the license/,
    },
    "access 45: nor do those that another writer sets": {
      other: ({ roles }) => roles.set("reader", { ...roles.get("reader")!, global: { role: {}, data_source: [] } }),
      refresh: [],
    },
  },
  { program: reader },
);

rejections(kind, { name: "reader" }, [
  ...["ä", " a", "a,b", "a*"].map((name) => ["access 62", { name }, /printable ASCII/] as const),
  ["access 62", { name: "_all" }, /must not be _all/],
  ["access 62", { name: "a".repeat(508) }, /1 to 507/],
  ["a role", { indices: [group, group] }, /equals indices\[0\]\. Remove one of them\./],
  ["a role", { indices: [{ ...group, fieldSecurity: { excepts: ["a"] } }] }, /indices\[0\]\.fieldSecurity/],
  ["a role", { metadata: '{"_a":1}' }, /metadata \| the key "_a" begins with _/],
  ["a role", { otherMembers: '{"cluster":["all"]}' }, /otherMembers \| the member "cluster" is written by clusters/],
]);

test("access 39: members that have no property survive an update, at every depth", async () => {
  const { stack, override, bodies, find } = caseFixture(kind);
  await stack.up(reader);
  const { reader: role } = (await find(path)) as Record<string, object>;
  const text = JSON.stringify({ reader: { ...role, indices: [{ ...group, new_rule: { a: 1.5 } }], new_member: ["digits"] } });
  override.set(`GET ${path}`, json(text.replace('"digits"', "12345678901234567890")));
  override.set(`PUT ${path}`, json({ role: { created: false } }));
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs["otherMembers"]).toBe('{"new_member":[12345678901234567890]}');
  bodies();
  await stack.up({ ...reader, description: "d" });
  expect(bodies()).toMatchObject([{ description: "d", indices: [{ ...group, new_rule: { a: 1.5 } }], new_member: [12345678901234567890] }]);
});

test.each([
  ["another writer creates at the same time is a warning", false, /^warning: .*another writer created it/],
  ["an earlier attempt may have created is none", true, /^$/],
])("a role that %s", async (_title, ambiguous, expected) => {
  const { stack, override, logged } = caseFixture(kind);
  override.set(`PUT ${path}`, { ...json({ role: { created: false } }), ambiguous });
  override.set(`GET ${path}`, json({}, 404));
  await stack.up(reader).catch(String);
  expect(logged()).toMatch(expected);
});

/** A stack for another user with these privileges, and no other. */
async function ofAnn(server: CaseFixture, cluster: string[]) {
  await server.call("PUT /_security/role/reader", { cluster });
  await server.call("PUT /_security/user/ann", { password: "ann-password", roles: ["reader"] });
  return stackOn(server, kind, ann);
}

test("a role of the connection's user is not deleted", async () => {
  const server = caseFixture(kind);
  const { stack } = await ofAnn(server, ["all"]);
  await stack.import("reader");
  const message =
    'Role "reader": the connection authenticates as the user "ann", who has this role. Use other credentials for this operation.';
  await rejects(stack.destroy(), `failed_precondition: ${message}`);
  expect(await server.find(path)).toBeDefined();
});

test("access 127: without the privilege monitor nothing is written, and the error names it", async () => {
  const { stack, lines } = await ofAnn(caseFixture(kind), ["manage_security"]);
  await rejects(stack.up({ ...reader, name: "other" }), /^permission_denied: .*GET \S+\/: HTTP 403: .*cluster:monitor\/main.*monitor/s);
  expect(lines()).toEqual([]);
});
