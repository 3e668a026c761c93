/** Users of the server, on a server with security. See docs/modules/search-access.md#built-in-users. */
import { basic, cleanSecureServer, secureFixture } from "./server";

const token = "quartet:search:SearchBuiltinUser";
const path = "/_security/user/beats_system";
const password = "first-password";
const beats = { username: "beats_system" };

beforeEach(cleanSecureServer);

/** A stack of one built-in user, and whether somebody can authenticate. */
function fixture(env?: Record<string, string>) {
  const stack = secureFixture(token, env);
  const wanted = { cluster: ["monitor"] };
  return {
    ...stack,
    writes: () => stack.lines().filter((line) => !line.startsWith("GET")),
    logsIn: async (username: string, secret: string) =>
      stack.call("POST /_security/user/_has_privileges", wanted, basic(username, secret)).then(
        () => true,
        () => false,
      ),
  };
}

test("access 63: password and state are one request each, and destroy sends none", async () => {
  const { stack, find, writes, logged, logsIn } = fixture();
  const program = { ...beats, password, enabled: false };
  await stack.up(program);
  expect(writes()).toEqual([`PUT ${path}/_password`, `PUT ${path}/_disable`]);
  expect(stack.outputs).toMatchObject({ enabled: false, roles: ["beats_system"] });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program)).toEqual([]);
  await stack.up({ ...program, enabled: true });
  expect(writes()).toEqual([`PUT ${path}/_enable`]);
  expect(await logsIn("beats_system", password)).toBe(true);
  await stack.up({ ...program, enabled: true, password: "second-password" });
  expect(writes()).toEqual([`PUT ${path}/_password`]);
  await stack.destroy();
  expect(writes()).toEqual([]);
  expect(logged()).toEqual([{ severity: "info", message: 'The built-in user "beats_system" keeps its password and its state.' }]);
  expect(await logsIn("beats_system", "second-password")).toBe(true);
  expect(await find(path)).toMatchObject({ beats_system: { enabled: true } });
});

test("access 64: another name replaces, and the first user keeps its password", async () => {
  const { stack, writes, logsIn } = fixture();
  await stack.up({ ...beats, password });
  writes();
  expect(await stack.preview({ username: "apm_system", password: "second-password" })).toEqual(["password", "username!"]);
  await stack.up({ username: "apm_system", password: "second-password" });
  expect(writes()).toEqual(["PUT /_security/user/apm_system/_password"]);
  expect(await logsIn("beats_system", password)).toBe(true);
});

test("access 65: a user of the native realm, and none, are errors", async () => {
  const { stack, call, writes } = fixture();
  await call("PUT /_security/user/ann", { password, roles: [] });
  await expect(stack.up({ username: "ann", password })).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining("Use SearchUser."),
  });
  await expect(stack.up({ username: "nobody", password })).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("xpack.security.authc.reserved_realm.enabled"),
  });
  expect(writes()).toEqual([]);
});

test("access 142: the state of the server is an output, and an omitted input is not compared", async () => {
  const { stack, call } = fixture();
  await stack.up(beats);
  expect(stack.outputs).toMatchObject({ enabled: true });
  await call(`PUT ${path}/_disable`);
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs).toMatchObject({ enabled: false });
  expect(await stack.preview(beats)).toEqual([]);
  expect(await stack.preview({ ...beats, enabled: true })).toEqual(["enabled"]);
});

test("an import reads the state", async () => {
  const { stack } = fixture();
  await stack.import("beats_system");
  expect(stack.inputs).toEqual({ username: "beats_system", enabled: true });
});

test("access 66: the user of the connection is not disabled, and a new password is a warning", async () => {
  const { stack, call, writes, logged } = fixture({ ELASTICSEARCH_USERNAME: "elastic", ELASTICSEARCH_PASSWORD: password });
  await call("PUT /_security/user/elastic/_password", { password });
  await expect(stack.up({ username: "elastic", enabled: false })).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining("authenticates as this user"),
  });
  expect(writes()).toEqual([]);
  await stack.up({ username: "elastic", password });
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining("Change the password of the connection as well") }]);
});
