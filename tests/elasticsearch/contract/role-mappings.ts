/** Contract of role mappings, on a node with security. It is built without Mustache, which templates need. */
import { lines, step, type Groups, type Steps } from "./step";

const mapping = { enabled: true, roles: ["a"], rules: { field: { username: "x" } } };
const put = (body: unknown) => step("PUT /_security/role_mapping/m", body);
const stored = (...bodies: unknown[]): Steps => bodies.flatMap((body) => [put(body), "GET /_security/role_mapping/m"]);
const withRules = (...rules: unknown[]) => rules.map((each) => ({ ...mapping, rules: each }));

/** All groups. */
export const groups: Groups = {
  // What is stored, and how rules are returned.
  "role mappings: what is stored": [
    stored(
      mapping,
      { ...mapping, enabled: "false", roles: "a" },
      { ...mapping, roles: ["a", "a", "superuser"], metadata: { a: { _b: 1.5 } } },
      ...withRules(
        { field: { username: ["x"] } },
        { field: { a: [1, true, null, 1.5, "x"] } },
        { any: [] },
        { all: [{ field: { groups: ["a"] } }, { except: { field: { dn: ["*,ou=x"] } } }] },
        { any: [{ any: [{ field: { a: 1 } }] }, { all: [] }] },
      ),
    ),
    "DELETE /_security/role_mapping/m",
  ],
  // Bodies that are no role mapping.
  "role mappings: rejected bodies": [
    undefined,
    {},
    { roles: ["a"] },
    { roles: ["a"], rules: { field: { a: "b" } } },
    { ...mapping, roles: [] },
    { ...mapping, nope: ["x"] },
    { ...mapping, enabled: "yes" },
    { ...mapping, metadata: { _a: 1 } },
    { ...mapping, metadata: [] },
    ...withRules(
      [],
      {},
      { nope: {} },
      { any: [], all: [] },
      { field: {} },
      { field: { a: 1, b: 2 } },
      { field: { a: [] } },
      { field: { a: [[]] } },
      { except: { field: { a: 1 } } },
      { any: [{ except: { field: { a: "b" } } }] },
      { all: [{ except: {} }] },
    ),
  ].map(put),
  // Names in paths: whole names, and lists of them in a GET.
  "role mappings: names in paths": [
    "GET /_security/role_mapping",
    "GET /_security/role_mapping/none",
    "DELETE /_security/role_mapping/none",
    ["a", "_all", "a%2Cb", "x*", "%20%C3%A4", "x".repeat(499), "x".repeat(500)].map((name) =>
      step(`PUT /_security/role_mapping/${name}`, mapping),
    ),
    lines("GET /_security/role_mapping/", "a", "_all", "a,b", "x*", "a*", "*", "a,none"),
    "DELETE /_security/role_mapping/*",
    lines("DELETE /_security/role_mapping/", "a", "_all", "a%2Cb", "x*", "%20%C3%A4", "x".repeat(499)),
  ],
};
