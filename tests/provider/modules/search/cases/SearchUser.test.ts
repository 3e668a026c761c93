/** Users, those of the server among them, on a server with security. See docs/modules/search-access.md#users and docs/modules/search-access.md#built-in-users. */
import { json, rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture, logsIn } from "./server";

const path = "/_security/user/ann";
const password = "first-password";
const second = "second-password";
const bare = { username: "ann", roles: ["reader"], fullName: "Ann" };
const ann = { ...bare, password };
const remote = { password, roles: ["reader"], full_name: "Ann" };
const ofServer = /^failed_precondition: .*Use SearchBuiltinUser/;
const odd = "/_security/user/a%2Fb%20%25";

scenarios(
  "SearchUser",
  {
    "access 54: the password is written once": {
      writes: [`PUT ${path}`],
      bodies: [{ ...remote, email: null, metadata: {}, enabled: true }],
    },
    "access 54: an update of other inputs leaves it out": {
      change: { email: "ann@example.com" },
      bodies: [{ roles: ["reader"], full_name: "Ann", email: "ann@example.com", metadata: {}, enabled: true }],
    },
    "removed metadata is removed, also inside of objects": {
      members: { metadata: '{"a":1,"b":{"c":1,"d":2}}' },
      change: { metadata: '{"b":{"d":2}}' },
      kept: { [path]: { ann: { metadata: { b: { d: 2 } } } } },
    },
    "access 136: a new password of a user that another client deleted is an error, and creates no user": {
      other: { [`DELETE ${path}`]: undefined },
      change: { password: second },
      error: /object not found\. Run `pulumi refresh`/,
      kept: { [path]: undefined },
    },
    "access 58: a new user needs a password": {
      program: bare,
      refusal: /a new user requires exactly one of password, passwordHash; got none/,
    },
    "access 61: a name is one segment of the path": {
      program: { username: "a/b %", password },
      writes: [`PUT ${odd}`],
      kept: { [odd]: { "a/b %": {} } },
    },
    "access 135: a built-in user is not created": {
      members: { username: "elastic" },
      error: ofServer,
    },
    "access 135: nor imported": {
      imported: "<uuid>/elastic",
      error: ofServer,
    },
    "roles that do not exist are a warning of the preview": {
      checked: { ...ann, roles: ["superuser", "x"] },
      logged: /^warning: Roles do not exist: x\./,
    },
  },
  { program: ann },
);

rejections("SearchUser", ann, [
  ...["ann ", "a".repeat(508), "ä"].map((username) => ["access 60", { username }, /^username \| must have 1 to 507/] as const),
  ...["a,b", "x*"].map((username) => ["access 62", { username }, /^username \| must have 1 to 507/] as const),
  ["access 62", { username: "_all" }, /must not be _all/],
  ["access 58", { passwordHash: "$2a$10$x" }, /exclude each other(?![^]*(?:first-password|2a))/],
  ["access 58", { password: "short" }, /^password \|(?!.*\bshort")/],
]);

test("access 55, access 56: a changed password or version of it is one request", async () => {
  const fixture = caseFixture("SearchUser");
  const { stack, call, writes, bodies } = fixture;
  await stack.up(ann);
  expect(await logsIn(fixture, "ann", password)).toBe(true);
  writes();
  bodies();
  await stack.up({ ...ann, password: second });
  expect([await logsIn(fixture, "ann", password), await logsIn(fixture, "ann", second)]).toEqual([false, true]);
  await call(`PUT ${path}/_password`, { password: "of-another-one" });
  await stack.up({ ...ann, password: second, passwordVersion: "2" });
  expect(writes()).toEqual([`PUT ${path}/_password`, `PUT ${path}/_password`]);
  expect(bodies()).toEqual([{ password: second }, { password: second }]);
  expect(await logsIn(fixture, "ann", second)).toBe(true);
});

test("access 57: a disabled user is one request, and cannot authenticate", async () => {
  const fixture = caseFixture("SearchUser");
  const { stack, writes } = fixture;
  await stack.up(ann);
  writes();
  for (const enabled of [false, true]) {
    await stack.up({ ...ann, enabled });
    expect(writes()).toEqual([`PUT ${path}/_${enabled ? "en" : "dis"}able`]);
    expect(await logsIn(fixture, "ann", password)).toBe(enabled);
  }
});

test("access 58: an imported user keeps its password", async () => {
  const fixture = caseFixture("SearchUser");
  const { stack, call, bodies } = fixture;
  await call(`PUT ${path}`, remote);
  await stack.import("ann");
  expect(stack.inputs).toEqual(bare);
  await stack.up({ ...bare, roles: [] });
  expect(bodies()).toEqual([{ roles: [], full_name: "Ann", email: null, metadata: {}, enabled: true }]);
  expect(await logsIn(fixture, "ann", password)).toBe(true);
  await stack.up({ ...bare, roles: [], password: second });
  expect(await logsIn(fixture, "ann", second)).toBe(true);
});

test("access 66: the user of the connection is neither deleted nor disabled, and a new password is a warning", async () => {
  const fixture = caseFixture("SearchUser", { ELASTICSEARCH_USERNAME: "ann", ELASTICSEARCH_PASSWORD: password });
  const { stack, another, call, writes, logged } = fixture;
  await call(`PUT ${path}`, { password, roles: ["superuser"] });
  await stack.import("ann");
  const superuser = { username: "ann", roles: ["superuser"] };
  const refused = /^failed_precondition: .*authenticates as this user/;
  await rejects(stack.up({ ...superuser, enabled: false }), refused);
  await rejects(stack.up({ ...superuser, roles: ["kibana_admin"] }), /^failed_precondition: .*who would lose roles: superuser\./);
  await rejects(stack.destroy(), refused);
  expect(writes()).toEqual([]);
  const other = another();
  await other.up({ username: "bob", password });
  await other.destroy();
  expect(logged()).toBe("");
  for (const next of [
    { ...superuser, password: second },
    { ...superuser, password, fullName: "Ann" },
  ]) {
    await call(`PUT ${path}/_password`, { password });
    await stack.up(next);
    expect(logged()).toMatch(/^warning: .*Change the password of the connection as well/);
    expect(stack.outputs).toMatchObject({ ...next, enabled: true });
    expect(await logsIn(fixture, "ann", next.password)).toBe(true);
  }
});

describe("built-in users", () => {
  const beats = { username: "beats_system" };
  const ofBeats = "/_security/user/beats_system";

  scenarios(
    "SearchBuiltinUser",
    {
      "access 63: password and state are one request each": {
        members: { password, enabled: false },
        writes: [`PUT ${ofBeats}/_password`, `PUT ${ofBeats}/_disable`],
        outputs: { enabled: false, roles: ["beats_system"] },
      },
      "access 63: of what changed": {
        members: { password, enabled: false },
        change: { password, enabled: true },
        writes: [`PUT ${ofBeats}/_enable`],
      },
      "access 63: destroy sends none": {
        members: { password, enabled: false },
        next: "destroy",
        writes: [],
        logged: /^info: The built-in user "beats_system" keeps its password and its state\.$/,
        kept: { [ofBeats]: { beats_system: { enabled: false } } },
      },
      "access 64: another name replaces": {
        members: { password },
        preview: ["password", "username!"],
        next: { username: "apm_system", password: second },
        writes: ["PUT /_security/user/apm_system/_password"],
      },
      "access 65: a user of the native realm is an error": {
        before: { [`PUT ${path}`]: { password, roles: [] } },
        program: { username: "ann", password },
        refusal: /^not_found: .*Use SearchUser\./,
      },
      "access 65: and so is none": {
        program: { username: "nobody", password },
        refusal: /^not_found: .*xpack\.security\.authc\.reserved_realm\.enabled/s,
      },
      "a user that a response with the status 200 lacks is gone": {
        other: {},
        override: { [`GET ${ofBeats}`]: json({}) },
        refresh: ["gone"],
      },
      "access 142: an omitted input is not compared": {
        other: { [`PUT ${ofBeats}/_disable`]: undefined },
        refresh: [],
        preview: ["enabled"],
        change: { enabled: true },
      },
      "access 142: the state of the server is an output": {
        other: { [`PUT ${ofBeats}/_disable`]: undefined },
        refresh: [],
        next: beats,
        outputs: { enabled: false },
      },
    },
    { program: beats },
  );

  test("access 66: the user of the connection is not disabled, and a new password is a warning", async () => {
    const { stack, call, writes, logged } = caseFixture("SearchBuiltinUser", {
      ELASTICSEARCH_USERNAME: "elastic",
      ELASTICSEARCH_PASSWORD: password,
    });
    await call("PUT /_security/user/elastic/_password", { password });
    await rejects(stack.up({ username: "elastic", enabled: false }), /^failed_precondition: .*authenticates as this user/);
    expect(writes()).toEqual([]);
    for (const next of [second, `${second}-2`]) {
      await call("PUT /_security/user/elastic/_password", { password });
      await stack.up({ username: "elastic", password: next });
      expect(logged()).toMatch(/^warning: .*Change the password of the connection as well/);
      expect(stack.outputs).toMatchObject({ password: next, enabled: true });
    }
  });
});
