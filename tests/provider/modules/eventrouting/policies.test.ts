/** Policies as lists of bindings: spelling, merging, equality. See docs/modules/eventrouting.md#iam-bindings. */
import {
  equalAuditConfigs,
  equalBindings,
  equalConditions,
  equalIamMembers,
  equalMemberLists,
} from "../../../../provider/modules/eventrouting/equality";
import type { Plain, PlainMap } from "../../../../provider/core/values/value";
import {
  conditionIn,
  hasCondition,
  keyOf,
  memberForm,
  membersFound,
  normalizeBindings,
  policyIn,
} from "../../../../provider/modules/eventrouting/policies";

const deletedPrincipal = "deleted:principal://iam.googleapis.com/locations/global/workforcePools/Pool/subject/Ana";

test.each([
  ["user:Ana@Example.COM", "user:ana@example.com"],
  ["allUsers", "allUsers"],
  ["allAuthenticatedUsers", "allAuthenticatedUsers"],
  ["principal://iam.googleapis.com/Pool/Subject/A", "principal://iam.googleapis.com/Pool/Subject/A"],
  ["principalSet://iam.googleapis.com/Pool/Group/A", "principalSet://iam.googleapis.com/Pool/Group/A"],
  ["principalHierarchy:Folder/A", "principalHierarchy:Folder/A"],
  ["deleted:User:Ana@Example.com?uid=123A", "deleted:User:ana@example.com?uid=123a"],
  [deletedPrincipal, deletedPrincipal],
  ["Unknown", "Unknown"],
])("%s is spelled %s", (given, form) => {
  expect([memberForm(given), memberForm(form), equalIamMembers(given, form)]).toEqual([form, form, true]);
});

const plain = (value: unknown) => value as Plain;
const viewer = "roles/eventarc.viewer";
const admin = "roles/eventarc.admin";
const night = { title: "night", expression: "request.time.getHours() > 20" };

test("bindings are joined by role and condition, sorted, and not empty", () => {
  const given = [
    { role: viewer, members: ["user:b@x.com", "user:A@x.com"] },
    { role: admin, members: ["user:c@x.com"], condition: night },
    { role: viewer, members: ["user:a@X.com", "allUsers"] },
    { role: "roles/eventarc.developer", members: [] },
    { role: admin, members: ["user:d@x.com"] },
    { role: admin, members: ["user:e@x.com"], condition: { ...night, description: "", location: "" } },
  ];
  const joined = [
    { role: admin, members: ["user:d@x.com"] },
    { role: admin, members: ["user:c@x.com", "user:e@x.com"], condition: night },
    { role: viewer, members: ["allUsers", "user:a@x.com", "user:b@x.com"] },
  ];
  expect(normalizeBindings(given)).toEqual(joined);
  expect(equalBindings(plain(given), plain(joined))).toBe(true);
  expect(equalBindings(plain(given), plain(joined.slice(1)))).toBe(false);
  // The members of one binding as returned, each once.
  expect(membersFound(given, keyOf({ role: viewer }))).toEqual(["user:b@x.com", "user:A@x.com", "allUsers"]);
});

test.each(["title", "expression", "description", "location"])("conditions that differ in their %s are two", (key) => {
  const all = { ...night, description: "d", location: "l" };
  const other = { ...all, [key]: "other" };
  expect(keyOf({ role: viewer, condition: all })).not.toBe(keyOf({ role: viewer, condition: other }));
  expect(equalConditions(all, other)).toBe(false);
});

test("empty members of a condition are absent", () => {
  expect(conditionIn({ ...night, description: "", location: null })).toEqual(night);
  expect([{ ...night, description: "" }, "night"].map((other) => equalConditions(night, other))).toEqual([true, false]);
});

test("a policy in a response", () => {
  expect(policyIn({ etag: "ACAB" })).toEqual({ etag: "ACAB", bindings: [] });
  const remote = { bindings: [{ role: viewer, members: ["allUsers"], condition: night }, { role: admin }, null, "x"] };
  const policy = policyIn(remote as unknown as PlainMap);
  expect(policy).toEqual({ etag: "", bindings: [remote.bindings[0], { role: admin, members: [] }] });
  expect([policy, { bindings: [{ role: viewer, members: [] }] }].map(hasCondition)).toEqual([true, false]);
});

test("members are the same in any order and spelling", () => {
  expect(equalMemberLists(["user:A@x.com", "allUsers", "allUsers"], ["allUsers", "user:a@x.com"])).toBe(true);
  expect(equalMemberLists(["user:a@x.com"], ["user:b@x.com"])).toBe(false);
  expect(equalMemberLists("user:a@x.com", "user:a@x.com")).toBe(false);
  expect(equalIamMembers("principal://a/B", "principal://a/b")).toBe(false);
});

test("audit settings are the same in any order", () => {
  const log = (logType: string, ...exemptedMembers: string[]) => ({ logType, exemptedMembers });
  const all = (...auditLogConfigs: object[]) => ({ service: "allServices", auditLogConfigs });
  const own = { service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "ADMIN_READ" }] };
  const one = [all(log("DATA_READ", "user:A@x.com", "user:b@x.com"), log("DATA_WRITE")), own];
  const other = all(log("DATA_WRITE"), log("DATA_READ", "user:b@x.com", "user:a@x.com"));
  const others = [[own, other], [own], [own, all(log("DATA_WRITE"), log("ADMIN_READ"))], "a"];
  expect(others.map((each) => equalAuditConfigs(plain(one), plain(each)))).toEqual([true, false, false, false]);
  expect([equalAuditConfigs([], []), equalAuditConfigs("a", "a")]).toEqual([true, false]);
});
