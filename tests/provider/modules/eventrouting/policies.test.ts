/** Policies as lists of bindings: spelling, merging, equality. See docs/modules/eventrouting.md#iam-bindings. */
import { sameAudits, sameBindings, sameCondition, sameMember, sameMembers } from "../../../../provider/modules/eventrouting/equality";
import type { Plain, PlainMap } from "../../../../provider/core/values/value";
import {
  conditionIn,
  hasCondition,
  keyOf,
  memberForm,
  membersFound,
  normalizeBindings,
  policyIn,
  type Binding,
} from "../../../../provider/modules/eventrouting/policies";

test.each([
  ["user:Ana@Example.COM", "user:ana@example.com"],
  ["serviceAccount:Events@Demo.iam.gserviceaccount.com", "serviceAccount:events@demo.iam.gserviceaccount.com"],
  ["domain:Example.com", "domain:example.com"],
  ["projectOwner:Demo", "projectOwner:demo"],
  ["allUsers", "allUsers"],
  ["allAuthenticatedUsers", "allAuthenticatedUsers"],
  ["principal://iam.googleapis.com/Pool/Subject/A", "principal://iam.googleapis.com/Pool/Subject/A"],
  ["principalSet://iam.googleapis.com/Pool/Group/A", "principalSet://iam.googleapis.com/Pool/Group/A"],
  ["principalHierarchy:Folder/A", "principalHierarchy:Folder/A"],
  ["deleted:User:Ana@Example.com?uid=123A", "deleted:User:ana@example.com?uid=123a"],
  ["deleted:serviceAccount:A@B.com?uid=1", "deleted:serviceAccount:a@b.com?uid=1"],
  [
    "deleted:principal://iam.googleapis.com/locations/global/workforcePools/Pool/subject/Ana",
    "deleted:principal://iam.googleapis.com/locations/global/workforcePools/Pool/subject/Ana",
  ],
  ["deleted:principalSet://iam.googleapis.com/Pool/Group/A?uid=1", "deleted:principalSet://iam.googleapis.com/Pool/Group/A?uid=1"],
  ["deleted:Unknown", "deleted:Unknown"],
  ["Unknown", "Unknown"],
])("%s is spelled %s", (given, form) => {
  expect(memberForm(given)).toBe(form);
  expect(memberForm(form)).toBe(form);
  expect(sameMember(given, form)).toBe(true);
});

const plain = (value: unknown): Plain => value as Plain;
const viewer = "roles/eventarc.viewer";
const admin = "roles/eventarc.admin";
const night = { title: "night", expression: "request.time.getHours() > 20" };

test("bindings are joined by role and condition, sorted, and not empty", () => {
  const given: Binding[] = [
    { role: viewer, members: ["user:b@x.com", "user:A@x.com"] },
    { role: admin, members: ["user:c@x.com"], condition: night },
    { role: viewer, members: ["user:a@X.com", "allUsers"] },
    { role: admin, members: [] },
    { role: admin, members: ["user:d@x.com"] },
    { role: admin, members: ["user:e@x.com"], condition: { ...night, description: "", location: "" } },
  ];
  expect(normalizeBindings(given)).toEqual([
    { role: admin, members: ["user:d@x.com"] },
    { role: admin, members: ["user:c@x.com", "user:e@x.com"], condition: night },
    { role: viewer, members: ["allUsers", "user:a@x.com", "user:b@x.com"] },
  ]);
});

test("members of one binding as returned, each once", () => {
  const given: Binding[] = [
    { role: viewer, members: ["user:B@x.com", "user:a@x.com", "user:b@x.com"] },
    { role: viewer, members: ["allUsers"], condition: night },
    { role: viewer, members: ["user:A@x.com", "user:c@x.com"] },
  ];
  expect(membersFound(given, keyOf({ role: viewer }))).toEqual(["user:B@x.com", "user:a@x.com", "user:c@x.com"]);
  expect(membersFound(given, keyOf({ role: admin }))).toEqual([]);
});

test.each(["title", "expression", "description", "location"])("conditions that differ in their %s are two", (key) => {
  const all = { ...night, description: "d", location: "l" };
  const other = { ...all, [key]: "other" };
  expect(keyOf({ role: viewer, condition: all })).not.toBe(keyOf({ role: viewer, condition: other }));
  expect(sameCondition(all, other)).toBe(false);
  const both = [
    { role: viewer, members: ["allUsers"], condition: all },
    { role: viewer, members: ["allUsers"], condition: other },
  ];
  expect(normalizeBindings(both)).toHaveLength(2);
});

test("empty members of a condition are absent", () => {
  expect(conditionIn({ ...night, description: "", location: null })).toEqual(night);
  expect(sameCondition(night, { ...night, description: "" })).toBe(true);
  expect(sameCondition(night, "night")).toBe(false);
});

test("a policy in a response", () => {
  expect(policyIn({ etag: "ACAB" })).toEqual({ etag: "ACAB", version: 0, bindings: [] });
  const remote = { version: 3, bindings: [{ role: viewer, members: ["allUsers"], condition: night }, { role: admin }, null, "x"] };
  const policy = policyIn(remote as unknown as PlainMap);
  expect(policy).toEqual({ etag: "", version: 3, bindings: [remote.bindings[0], { role: admin, members: [] }] });
  expect(hasCondition(policy)).toBe(true);
  expect(hasCondition({ bindings: [{ role: viewer, members: [] }] })).toBe(false);
});

test("bindings are the same in any order and spelling", () => {
  const one = [
    { role: viewer, members: ["user:A@x.com", "user:b@x.com"] },
    { role: admin, members: ["user:c@x.com"], condition: night },
  ];
  const other = [
    { role: admin, members: ["user:c@x.com"], condition: { ...night, description: "" } },
    { role: viewer, members: ["user:b@x.com"] },
    { role: viewer, members: ["user:a@x.com"] },
    { role: "roles/eventarc.eventReceiver", members: [] },
  ];
  expect(sameBindings(plain(one), plain(other))).toBe(true);
  expect(sameBindings(plain(one), plain(other.slice(1)))).toBe(false);
  expect(sameBindings([{ role: viewer, members: ["allUsers"] }], [{ role: viewer, members: ["allUsers"], condition: night }])).toBe(false);
});

test("members are the same in any order and spelling", () => {
  expect(sameMembers(["user:A@x.com", "allUsers", "allUsers"], ["allUsers", "user:a@x.com"])).toBe(true);
  expect(sameMembers(["user:a@x.com"], ["user:b@x.com"])).toBe(false);
  expect(sameMembers("user:a@x.com", "user:a@x.com")).toBe(false);
  expect(sameMember("principal://a/B", "principal://a/b")).toBe(false);
});

test("audit settings are the same in any order", () => {
  const log = (logType: string, ...exemptedMembers: string[]) => ({ logType, ...(exemptedMembers.length > 0 && { exemptedMembers }) });
  const one = [
    { service: "allServices", auditLogConfigs: [log("DATA_READ", "user:A@x.com", "user:b@x.com"), log("DATA_WRITE")] },
    { service: "eventarc.googleapis.com", auditLogConfigs: [log("ADMIN_READ")] },
  ];
  const other = [
    { service: "eventarc.googleapis.com", auditLogConfigs: [{ ...log("ADMIN_READ"), exemptedMembers: [] }] },
    { service: "allServices", auditLogConfigs: [log("DATA_WRITE"), log("DATA_READ", "user:b@x.com", "user:a@x.com")] },
  ];
  expect(sameAudits(one, other)).toBe(true);
  expect(sameAudits(one, other.slice(1))).toBe(false);
  expect(sameAudits([], [])).toBe(true);
  expect(
    sameAudits([{ service: "a", auditLogConfigs: [log("DATA_READ")] }], [{ service: "a", auditLogConfigs: [log("DATA_WRITE")] }]),
  ).toBe(false);
  expect(sameAudits("a", "a")).toBe(false);
});
