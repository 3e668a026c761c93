/** Policies: versions and conditions, etags, masks, members, and the form in which a policy is kept. */
import type { JsonObject } from "../exchange";
import { callerOf, exampleTrigger, fieldsOf, rejection } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";

let emulator: EventEmulator;
let request: ReturnType<typeof callerOf>;

beforeEach(() => {
  emulator = createEventEmulator();
  emulator.operations.usual = { pending: 0 };
  request = callerOf(emulator);
  request("POST triggers?triggerId=orders", exampleTrigger);
});

const get = (version?: number): JsonObject =>
  request(`GET triggers/orders:getIamPolicy${version === undefined ? "" : `?options.requestedPolicyVersion=${version}`}`).body;
const set = (policy: JsonObject, updateMask?: string): ReturnType<typeof request> =>
  request("POST triggers/orders:setIamPolicy", { policy, ...(updateMask !== undefined && { updateMask }) });

const condition = { title: "until-2030", expression: 'request.time < timestamp("2030-01-01T00:00:00Z")' };
const viewer = { role: "roles/eventarc.viewer", members: ["group:ops@example.com"] };
const admin = { role: "roles/eventarc.admin", members: ["user:ana@example.com"], condition };
const etag = expect.stringMatching(/^BwY\w{8}=$/) as string;

it("is empty at first, and for objects of every kind", () => {
  expect(get()).toEqual({ etag: "ACAB" });
  request("POST channels?channelId=c", {});
  expect(request("GET channels/c:getIamPolicy").body).toEqual({ etag: "ACAB" });
  for (const line of ["triggers/other", "channels/other", "channelConnections/other"]) {
    expect(request(`GET ${line}:getIamPolicy`)).toMatchObject(rejection(404, "NOT_FOUND"));
    expect(request(`POST ${line}:setIamPolicy`, { policy: {} })).toMatchObject(rejection(404, "NOT_FOUND"));
  }
});

it("is deleted with its object", () => {
  set({ bindings: [viewer] });
  request("DELETE triggers/orders");
  request("POST triggers?triggerId=orders", exampleTrigger);
  expect(get()).toEqual({ etag: "ACAB" });
});

describe("etags", () => {
  it("change with every write, and outdated ones are rejected", () => {
    const first = set({ etag: "ACAB", bindings: [viewer] });
    expect(first).toMatchObject({ status: 200, body: { version: 1, etag, bindings: [viewer] } });
    expect(get()).toEqual(first.body);
    expect(set({ etag: "ACAB", bindings: [] })).toMatchObject(
      rejection(409, "ABORTED", expect.stringContaining("concurrent policy changes")),
    );
    expect(get()).toEqual(first.body);
    const second = set({ etag: first.body["etag"] ?? "", bindings: [] });
    expect(second).toMatchObject({ status: 200, body: { etag } });
    expect(second.body["etag"]).not.toBe(first.body["etag"]);
  });

  it("are optional: a write without one replaces the policy", () => {
    set({ bindings: [viewer] });
    expect(set({ bindings: [] }).body).toEqual({ etag });
  });

  it("must be bytes", () => {
    expect(fieldsOf(set({ etag: "no bytes" }))).toEqual(["policy.etag"]);
  });
});

describe("versions", () => {
  it("return conditions only if version 3 is requested", () => {
    expect(set({ version: 3, bindings: [viewer, admin] }).body).toEqual({ version: 3, etag, bindings: [admin, viewer] });
    expect(get(3)).toEqual({ version: 3, etag, bindings: [admin, viewer] });
    const redacted = { role: expect.stringMatching(/^roles\/eventarc\.admin_withcond_[0-9a-f]{20}$/) as string, members: admin.members };
    for (const version of [undefined, 0, 1]) expect(get(version)).toEqual({ version: 1, etag, bindings: [redacted, viewer] });
  });

  it("are 0, 1 and 3", () => {
    for (const version of [2, 4, -1]) {
      expect(fieldsOf(set({ version }))).toEqual(["policy.version"]);
      expect(request(`GET triggers/orders:getIamPolicy?options.requestedPolicyVersion=${version}`).status).toBe(400);
    }
    expect(set({ version: 1, bindings: [viewer] }).status).toBe(200);
  });

  it("must be 3 to write conditions, and to change a policy with conditions", () => {
    for (const version of [0, 1]) expect(set({ version, bindings: [admin] })).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
    const { body } = set({ version: 3, bindings: [admin, viewer] });
    expect(set({ etag: body["etag"] ?? "", bindings: [viewer] })).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
    expect(set({ etag: body["etag"] ?? "", version: 3, bindings: [viewer] }).body).toMatchObject({ version: 1 });
  });
});

describe("masks", () => {
  const auditConfigs = [{ service: "allServices", auditLogConfigs: [{ logType: "ADMIN_READ", exemptedMembers: ["user:a@example.com"] }] }];

  it("keep audit settings unless they name them", () => {
    expect(set({ bindings: [viewer], auditConfigs }).body).not.toHaveProperty("auditConfigs");
    expect(set({ auditConfigs }, "bindings,etag,auditConfigs").body).toEqual({ version: 1, etag, auditConfigs });
    expect(set({ bindings: [viewer] }).body).toEqual({ version: 1, etag, bindings: [viewer], auditConfigs });
    expect(set({}, "audit_configs").body).toEqual({ version: 1, etag, bindings: [viewer] });
  });

  it("have no other paths", () => {
    for (const mask of ["roles", "bindings,", "*"]) expect(fieldsOf(set({}, mask))).toEqual(["update_mask"]);
  });

  it.each<[JsonObject]>([
    [{ auditLogConfigs: [{ logType: "ADMIN_READ" }] }],
    [{ service: "a" }],
    [{ service: "a", auditLogConfigs: [{}] }],
  ])("rejects the audit settings %j", (config) => {
    expect(set({ auditConfigs: [config] }, "auditConfigs").status).toBe(400);
  });
});

describe("members", () => {
  const members = (...list: string[]): ReturnType<typeof request> => set({ bindings: [{ role: "roles/eventarc.viewer", members: list }] });

  it.each([
    "allUsers",
    "allAuthenticatedUsers",
    "user:a@example.com",
    "serviceAccount:a@demo-project.iam.gserviceaccount.com",
    "serviceAccount:demo-project.svc.id.goog[ns/name]@x.y",
    "group:a@example.com",
    "domain:example.com",
    "projectOwner:demo-project",
    "principal://iam.googleapis.com/locations/global/workforcePools/p/subject/S",
    "principalSet://iam.googleapis.com/locations/global/workforcePools/p/group/G",
    "deleted:user:Ana@example.com?uid=123",
  ])("takes %s", (member) => {
    expect(members(member).body).toMatchObject({ bindings: [{ members: [member] }] });
  });

  it.each([
    "ana@example.com",
    "",
    "people:a@example.com",
    "user:ana",
    "user:",
    "domain:a@b.c",
    "allusers",
    "deleted:user:a@b.c",
    "principal:a",
    "toString:a",
  ])("rejects %j", (member) => {
    expect(fieldsOf(members(member))).toEqual(["policy.bindings[0].members"]);
  });

  it("are stored in lower case, once, in order; bindings are joined, without empty ones, in order", () => {
    const bindings = [
      { role: "roles/eventarc.viewer", members: ["user:B@Example.com", "user:a@example.com"] },
      { role: "roles/eventarc.admin", members: [] },
      { role: "roles/eventarc.viewer", members: ["user:b@example.com"] },
      { role: "projects/demo-project/roles/own", members: ["allUsers"] },
    ];
    expect(set({ bindings }).body["bindings"]).toEqual([
      { role: "projects/demo-project/roles/own", members: ["allUsers"] },
      { role: "roles/eventarc.viewer", members: ["user:a@example.com", "user:b@example.com"] },
    ]);
  });
});

it("rejects invalid roles, and conditions without title or expression", () => {
  expect(fieldsOf(set({ bindings: [{ role: "viewer", members: [] }, { members: [] }] }))).toEqual([
    "policy.bindings[0].role",
    "policy.bindings[1].role",
  ]);
  expect(fieldsOf(set({ version: 3, bindings: [{ ...admin, condition: {} }] }))).toEqual([
    "policy.bindings[0].condition.title",
    "policy.bindings[0].condition.expression",
  ]);
  expect(fieldsOf(request("POST triggers/orders:setIamPolicy", {}))).toEqual(["policy"]);
  expect(fieldsOf(request("POST triggers/orders:setIamPolicy", { bindings: [] }))).toEqual([""]);
});
