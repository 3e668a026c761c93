/** Contract of roles and of checks of privileges, on a node with security. */
import { each, lines, only, puts, rounds, sent, type Groups, type Steps } from "./step";

/** Puts a role `r`, reads it back, and takes it away again. */
const roles = (...bodies: unknown[]) => rounds("/_security/role/r", ...bodies);

/** Rejected bodies of a role. */
const rejected = (...bodies: unknown[]) => sent("PUT /_security/role/r", ...bodies);

const indices = (...groups: unknown[]) => groups.map((group) => ({ indices: [group] }));
const group = { names: ["a"], privileges: ["read"] };
const withQueries = (...queries: unknown[]) => indices(...queries.map((query) => ({ ...group, query })));
const withFields = (...fields: unknown[]) => indices(...fields.map((field_security) => ({ ...group, field_security })));
const applications = (...groups: unknown[]) => groups.map((each) => ({ applications: [each] }));
const application = { application: "app", privileges: ["read"], resources: ["*"] };

const listed = "the reason lists all privileges in the order of a hash table";

const check = (...bodies: unknown[]): Steps => sent("POST /_security/user/_has_privileges", ...bodies);

/** All groups. */
export const groups: Groups = {
  // What is stored, and what the server adds.
  "roles: what is stored": roles(
    {},
    { cluster: null, run_as: null },
    { cluster: ["monitor", "MONITOR", "cluster:x"], run_as: ["u*", ""], description: "d" },
    { metadata: { a: { _x: 1.5 }, b: [] }, transient_metadata: { enabled: false } },
    ...indices({ names: "a", privileges: ["read"] }, { names: ["a", "a"], privileges: ["read", "READ"], allow_restricted_indices: true }),
    ...withQueries(
      "",
      null,
      { term: { a: "b" } },
      '{ "term": { "a": "b" } }',
      '{"template":{"source":{"term":{"a":"{{_user.username}}"}}}}',
    ),
    ...withFields({ grant: ["*"] }, { grant: [] }, { grant: ["a", "b*"], except: ["b1"] }),
    { remote_indices: [{ clusters: [], ...group }] },
    { remote_cluster: [{ clusters: ["c", "d*"], privileges: ["monitor_enrich", "MONITOR_STATS"] }] },
    ...applications({ ...application, privileges: "READ", resources: "a" }, { ...application, application: "ap*" }),
    { global: { application: { manage: { applications: ["a"] } }, profile: { write: { applications: ["x*"] } } } },
    { global: { role: { manage: { indices: [group] } } } },
  ),
  // Bodies that are no role.
  "roles: malformed bodies": [
    rejected(undefined, [], { nope: 1 }, { cluster: [1] }, { metadata: [] }, { description: null }, { indices: {} }, { indices: [1] }),
    rejected({ remote_indices: {} }, { remote_cluster: {} }, { applications: {} }),
    rejected(
      ...indices(
        { names: ["a"] },
        { privileges: ["read"] },
        { ...group, names: null },
        { ...group, privileges: [] },
        { ...group, clusters: ["c"] },
        { ...group, allow_restricted_indices: "true" },
      ),
      ...withFields(null, {}, { nope: 1 }, { grant: "a" }, { except: ["a"] }, { grant: ["x"], except: ["a"] }),
      ...withQueries([], {}, " ", { nope: {} }, { term: { a: "b" }, match_all: {} }, { terms: { a: { index: "i", id: "1", path: "p" } } }),
    ),
    rejected(
      { remote_indices: [group] },
      { remote_indices: [{ ...group, clusters: "c" }] },
      ...[
        { privileges: ["monitor_stats"] },
        { clusters: [], privileges: ["monitor_stats"] },
        { clusters: [""], privileges: ["monitor_enrich"] },
        { clusters: ["c"], privileges: ["monitor"] },
      ].map((each) => ({ remote_cluster: [each] })),
    ),
    rejected(
      ...applications({ application: "app", privileges: ["a"] }, { ...application, privileges: [] }, { ...application, application: 1 }),
    ),
    rejected(
      ...each(
        "global",
        [],
        { nope: {} },
        { application: { manage: { nope: [] } } },
        { profile: { write: { applications: "x" } } },
        { role: { manage: { indices: [{ names: ["a"] }] } } },
      ),
    ),
  ],
  // Names and values that the server rejects in a role that it can read.
  "roles: invalid values": [
    rejected({ metadata: { _x: 1, _y: 2 } }, { description: "x".repeat(1001) }),
    rejected(
      ...applications(...["App", "ap", "app-a b"].map((name) => ({ ...application, application: name })), {
        ...application,
        privileges: ["A", "a b"],
      }),
    ),
    only(
      "type",
      listed,
      rejected(
        { cluster: ["x"] },
        { cluster: [""] },
        ...["indices:data/read*", "*", "/x/"].map((name) => ({ cluster: [name] })),
        ...indices({ ...group, privileges: ["foo*"] }, { ...group, privileges: ["cluster:x"] }),
        { remote_indices: [{ ...group, clusters: ["c"], privileges: ["nope"] }] },
        { global: { role: { manage: { indices: [{ names: ["a"], privileges: ["nope"] }] } } } },
      ),
    ),
    puts("PUT /_security/role/", {}, "%20x", "x%20", "%C3%A4", "x".repeat(508), "x".repeat(1025)),
    { "PUT /_security/role/superuser": {} },
    "DELETE /_security/role/superuser",
    { "PUT /_security/role/r?nope=1": {}, "PUT /_security/role/r?refresh=x": {} },
    "GET /_security/role/r?nope=1",
  ],
  // Names in paths: whole names, and lists of them in a GET.
  "roles: names in paths": [
    "GET /_security/role/none",
    "DELETE /_security/role/none",
    puts("PUT /_security/role/", {}, "a", "_all", "a%2Cb", "x*", "a%2Fb%20%25"),
    lines("GET /_security/role/", "a", "_all", "a,b", "a%2Cb", "x*", "*", "a,none", "superuser,a", "a%2Fb%20%25"),
    "DELETE /_security/role/*",
    { "POST /_security/role/a?refresh=wait_for": { cluster: ["monitor"] } },
    lines("DELETE /_security/role/", "a", "_all", "a%2Cb", "x*", "a%2Fb%20%25"),
  ],
  // Checks of privileges by a superuser.
  "checks of privileges": [
    check(
      undefined,
      {},
      { cluster: [], index: [] },
      { nope: [] },
      { index: [{ names: [], privileges: ["read"] }] },
      { index: [{ names: ["a"], privileges: [] }] },
      { index: [{ names: ["a"] }] },
      { index: [{ ...group, query: "{}" }] },
      { application: [{ ...application, application: "App" }] },
      { application: [{ ...application, application: "app*" }] },
      {
        cluster: ["monitor", "cluster:monitor/*"],
        index: [{ names: ["a", "b"], privileges: ["read", "write"] }],
        application: [application],
      },
      {
        index: [group, { names: ["a"], privileges: ["write"], allow_restricted_indices: true }],
        application: [application, { ...application, privileges: ["WRITE"], resources: ["r/1"] }],
      },
    ),
    only("type", listed, check({ cluster: ["x", "y"] }, { index: [{ names: ["a"], privileges: ["rea"] }] })),
    { "GET /_security/user/_has_privileges": { cluster: ["monitor"] } },
  ],
};
