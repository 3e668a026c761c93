/** Privileges of applications, on a server with security. See docs/modules/search-access.md#application-privileges. */
import { cleanSecureServer, secureFixture } from "./server";

const token = "quartet:search:SearchApplicationPrivileges";
const path = "/_security/privilege/shop";
const read = { actions: ["data:read/*"] };
const write = { actions: ["data:write/*", "data:read/*"], metadata: '{"a":1}' };
const admin = { actions: ["*"] };
const shop = { application: "shop", privileges: { read, write } };

beforeEach(cleanSecureServer);

/** A stack of privileges, those of the server by name, and the writes since the last call. */
function fixture() {
  const stack = secureFixture(token);
  return {
    ...stack,
    names: async () => Object.keys(((await stack.find(path))?.["shop"] as object | undefined) ?? {}).sort(),
    writes: () => stack.lines().filter((line) => !line.startsWith("GET")),
  };
}

test("access 67: privileges of others are neither drift nor deleted", async () => {
  const { stack, call, names, bodies } = fixture();
  await stack.up(shop);
  expect(bodies()).toEqual({
    "PUT privilege": {
      shop: { read: { ...read, metadata: {} }, write: { actions: write.actions, metadata: { a: 1 } } },
    },
  });
  await call("PUT /_security/privilege", { shop: { admin } });
  expect(await stack.refresh()).toEqual([]);
  await stack.up({ ...shop, privileges: { read: { actions: ["data:read/a"] }, write } });
  expect(bodies()).toEqual({ "PUT privilege": { shop: { read: { actions: ["data:read/a"], metadata: {} } } } });
  await stack.destroy();
  expect(await names()).toEqual(["admin"]);
});

test("access 68: a privilege that leaves the program is deleted alone", async () => {
  const { stack, names, writes } = fixture();
  await stack.up(shop);
  writes();
  await stack.up({ ...shop, privileges: { read } });
  expect(writes()).toEqual([`DELETE ${path}/write`]);
  expect(await names()).toEqual(["read"]);
});

test("access 69: a privilege that another writer has deleted is drift, and is written again alone", async () => {
  const { stack, call, bodies, names } = fixture();
  await stack.up(shop);
  await call(`DELETE ${path}/read`);
  expect(await stack.refresh()).toEqual(["privileges.read"]);
  bodies();
  await stack.up(shop);
  expect(bodies()).toEqual({ "PUT privilege": { shop: { read: { ...read, metadata: {} } } } });
  expect(await names()).toEqual(["read", "write"]);
  await call(`DELETE ${path}/read,write`);
  expect(await stack.refresh()).toEqual(["gone"]);
});

test.each([
  ["access 123", { write: { actions: ["x/*"] } }, " and differs in privileges.write"],
  ["access 124", { read }, ""],
])("%s: a declared privilege that exists is not overwritten (%j)", async (_number, existing, difference) => {
  const { stack, call, find, writes } = fixture();
  await call("PUT /_security/privilege", { shop: existing });
  await expect(stack.up(shop)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringMatching(new RegExp(`already exists${difference}\\.[^]*pulumi import ${token}`)),
  });
  expect(await find(path)).toMatchObject({ shop: existing });
  expect(writes()).toEqual([]);
});

test("access 126: two programs own privileges of one application", async () => {
  const { stack, another, names } = fixture();
  const other = another();
  await stack.up({ application: "shop", privileges: { read } });
  await other.up({ application: "shop", privileges: { write } });
  await stack.up({ application: "shop", privileges: { read: admin } });
  await expect(other.up({ application: "shop", privileges: { write, read } })).rejects.toMatchObject({ code: "already_exists" });
  await other.up({ application: "shop", privileges: { write: admin } });
  await stack.destroy();
  expect(await names()).toEqual(["write"]);
  expect(await other.refresh()).toEqual([]);
});

test("roles that grant a deleted privilege are a warning", async () => {
  const { stack, call, logged } = fixture();
  await stack.up(shop);
  const granting = (application: string): object => ({ applications: [{ application, privileges: ["read"], resources: ["*"] }] });
  await call("PUT /_security/role/clerk", granting("shop"));
  await call("PUT /_security/role/other", granting("stock"));
  await stack.destroy();
  expect(logged()).toEqual([{ severity: "warning", message: 'Roles grant privileges of the application "shop": clerk.' }]);
});

test.each([
  ["access 70", { privileges: { read: { actions: ["a/b", "x"] } } }, "an action must contain /, * or :"],
  ["access 70", { privileges: { Read: read } }, "a name must begin with a lower-case letter"],
  ["access 70", { privileges: {} }, "expected at least one privilege"],
  ["access 70", { privileges: { read: { actions: [] } } }, "expected at least one entry"],
  ["access 70", { privileges: { read: { ...read, metadata: '{"_a":1}' } } }, 'the key "_a" begins with _'],
  ["access 62", { application: "shop-*" }, "must begin with a lower-case letter"],
])("%s: %j is rejected before a request", async (_number, members, reason) => {
  const { stack, lines } = fixture();
  expect(await stack.up({ ...shop, ...members }).catch(String)).toContain(reason);
  expect(lines()).toEqual([]);
});
