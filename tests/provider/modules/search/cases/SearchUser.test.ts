/** Users, on a server with security. See docs/modules/search-access.md#users. */
import type { JsonObject } from "../../../../emulators/exchange";
import { basic, cleanSecureServer, secureFixture } from "./server";

const token = "quartet:search:SearchUser";
const path = "/_security/user/ann";
const password = "first-password";
const ann = { username: "ann", password, roles: ["reader"], fullName: "Ann" };

beforeEach(cleanSecureServer);

/** A stack of one user, the user on the server, and whether somebody can authenticate. */
function fixture(env?: Record<string, string>) {
  const stack = secureFixture(token, env);
  const wanted = { cluster: ["monitor"] };
  return {
    ...stack,
    stored: async () => (await stack.find(path))?.["ann"] as JsonObject | undefined,
    logsIn: async (secret: string, username = "ann") =>
      stack.call("POST /_security/user/_has_privileges", wanted, basic(username, secret)).then(
        () => true,
        () => false,
      ),
  };
}

test("access 54: the password is written once, and an update of other inputs leaves it out", async () => {
  const { stack, lines, bodies, logsIn } = fixture();
  expect(await stack.up(ann)).toBe("create");
  expect(lines()).toEqual(["GET", "PUT", "GET"].map((method) => `${method} ${path}`));
  expect(await logsIn(password)).toBe(true);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(ann)).toEqual([]);
  bodies();
  await stack.up({ ...ann, email: "ann@example.com" });
  expect(bodies()).toEqual({
    "PUT ann": { roles: ["reader"], full_name: "Ann", email: "ann@example.com", metadata: {}, enabled: true },
  });
  expect(await logsIn(password)).toBe(true);
});

test("access 55, access 56: a changed password or version of it is one request", async () => {
  const { stack, call, lines, bodies, logsIn } = fixture();
  await stack.up(ann);
  lines();
  bodies();
  await stack.up({ ...ann, password: "second-password" });
  expect(lines().filter((line) => line.startsWith("PUT"))).toEqual([`PUT ${path}/_password`]);
  expect(bodies()).toEqual({ "PUT _password": { password: "second-password" } });
  expect([await logsIn(password), await logsIn("second-password")]).toEqual([false, true]);
  await call(`PUT ${path}/_password`, { password: "of-another-one" });
  await stack.up({ ...ann, password: "second-password", passwordVersion: "2" });
  expect(bodies()).toEqual({ "PUT _password": { password: "second-password" } });
  expect(await logsIn("second-password")).toBe(true);
});

test("access 136: a new password of a user that another client deleted is an error, and creates no user", async () => {
  const { stack, call, stored } = fixture();
  await stack.up(ann);
  await call(`DELETE ${path}`);
  await expect(stack.up({ ...ann, password: "second-password" })).rejects.toThrow(/object not found. Run `pulumi refresh`/);
  expect(await stored()).toBeUndefined();
});

test("access 57: a disabled user is one request, and cannot authenticate", async () => {
  const { stack, lines, logsIn, stored } = fixture();
  await stack.up(ann);
  lines();
  await stack.up({ ...ann, enabled: false });
  expect(lines().filter((line) => line.startsWith("PUT"))).toEqual([`PUT ${path}/_disable`]);
  expect(await logsIn(password)).toBe(false);
  expect(await stored()).toMatchObject({ enabled: false });
  await stack.up(ann);
  expect(lines().filter((line) => line.startsWith("PUT"))).toEqual([`PUT ${path}/_enable`]);
  expect(await logsIn(password)).toBe(true);
});

test("access 58: a new user needs a password, an imported one keeps its own", async () => {
  const { stack, call, bodies, logsIn } = fixture();
  const { password: _password, ...withoutPassword } = ann;
  expect(await stack.up(withoutPassword).catch(String)).toContain("a new user requires exactly one of password, passwordHash; got none");
  await call(`PUT ${path}`, { password, roles: ["reader"], full_name: "Ann" });
  await stack.import("ann");
  expect(stack.inputs).toEqual(withoutPassword);
  expect(await stack.preview(withoutPassword)).toEqual([]);
  await stack.up({ ...withoutPassword, roles: [] });
  expect(bodies()).toEqual({ "PUT ann": { roles: [], full_name: "Ann", email: null, metadata: {}, enabled: true } });
  expect(await logsIn(password)).toBe(true);
  await stack.up({ ...withoutPassword, roles: [], password: "second-password" });
  expect(await logsIn("second-password")).toBe(true);
});

test("access 59: a user of the name is not overwritten, and keeps its password", async () => {
  const { stack, call, logsIn, lines } = fixture();
  await call(`PUT ${path}`, { password: "of-another-one", roles: ["reader"], full_name: "Ann" });
  await expect(stack.up(ann)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringContaining(`pulumi import ${token}`),
  });
  expect(await logsIn("of-another-one")).toBe(true);
  expect(lines()).not.toContain(`PUT ${path}`);
});

test("access 61: a name is one segment of the path", async () => {
  const { stack, call, find, lines } = fixture();
  const odd = "a/b %";
  await call("PUT /_security/user/a", { password, roles: [] });
  await stack.up({ username: odd, password });
  expect(lines()).toContain("PUT /_security/user/a%2Fb%20%25");
  expect(Object.keys((await find("/_security/user/a%2Fb%20%25"))!)).toEqual([odd]);
  await stack.destroy();
  expect(await find("/_security/user/a%2Fb%20%25")).toBeUndefined();
  expect(await find("/_security/user/a")).toBeDefined();
});

test("access 66: the user of the connection is neither deleted nor disabled, and a new password is a warning", async () => {
  const { stack, another, call, find, lines, logged, logsIn } = fixture({
    ELASTICSEARCH_USERNAME: "ann",
    ELASTICSEARCH_PASSWORD: password,
  });
  await call(`PUT ${path}`, { password, roles: ["superuser"] });
  await stack.import("ann");
  const superuser = { username: "ann", roles: ["superuser"] };
  const refused = { code: "failed_precondition", message: expect.stringContaining("authenticates as this user") };
  lines();
  await expect(stack.up({ ...superuser, enabled: false })).rejects.toMatchObject(refused);
  await expect(stack.up({ username: "ann", roles: ["kibana_admin"] })).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining("who would lose roles: superuser."),
  });
  await expect(stack.destroy()).rejects.toMatchObject(refused);
  expect(lines().filter((line) => !line.startsWith("GET"))).toEqual([]);
  expect(await find(path)).toMatchObject({ ann: { enabled: true } });
  expect(logged()).toEqual([]);
  const other = another();
  await other.up({ username: "bob", password });
  await other.destroy();
  await stack.up({ ...superuser, password: "second-password" }).catch(() => undefined);
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining("Change the password of the connection as well") }]);
  expect(await logsIn("second-password")).toBe(true);
});

test("access 135: a built-in user is neither created nor imported", async () => {
  const { stack, uuid } = fixture();
  const rejected = { code: "failed_precondition", message: expect.stringContaining("Use SearchBuiltinUser") };
  await expect(stack.up({ ...ann, username: "elastic" })).rejects.toMatchObject(rejected);
  await expect(stack.import(`${await uuid()}/elastic`)).rejects.toMatchObject(rejected);
});

test("roles that do not exist are a warning of the preview", async () => {
  const { stack, logged } = fixture({ QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  await stack.configure();
  await stack.previewUp({ ...ann, roles: ["superuser", "x"] });
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringMatching(/^Roles do not exist: x\./) }]);
});

test.each([
  ["access 60", { username: "ann " }, "username | must have 1 to 507"],
  ["access 60", { username: "a".repeat(508) }, "username | must have 1 to 507"],
  ["access 60", { username: "ä" }, "username | must have 1 to 507"],
  ["access 62", { username: "a,b" }, "username | must have 1 to 507"],
  ["access 62", { username: "x*" }, "username | must have 1 to 507"],
  ["access 62", { username: "_all" }, "must not be _all"],
  ["access 58", { passwordHash: "$2a$10$x" }, "exclude each other"],
  ["access 58", { password: "short" }, "password |"],
])("%s: a user with %j is rejected before a request", async (_number, members, reason) => {
  const { stack, lines } = fixture();
  const message = await stack.up({ ...ann, ...members }).catch(String);
  expect(message).toContain(reason);
  expect(message).not.toMatch(/first-password|\bshort"|2a/);
  expect(lines()).toEqual([]);
});
