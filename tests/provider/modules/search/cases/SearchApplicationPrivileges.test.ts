/** Privileges of applications, on a server with security. See docs/modules/search-access.md#application-privileges. */
import { json, rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture } from "./server";

const kind = "SearchApplicationPrivileges";
const path = "/_security/privilege/shop";
const read = { actions: ["data:read/*"] };
const write = { actions: ["data:write/*", "data:read/*"], metadata: '{"a":1}' };
const admin = { actions: ["*"] };
const shop = { application: "shop", privileges: { read, write } };
const remote = { read: { ...read, metadata: {} }, write: { actions: write.actions, metadata: { a: 1 } } };
const put = (privileges: object) => ({ "PUT /_security/privilege": { shop: privileges } });
const granting = (application: string) => ({ applications: [{ application, privileges: ["read"], resources: ["*"] }] });

scenarios(
  kind,
  {
    "access 67: privileges are created with one request": {
      bodies: [{ shop: remote }],
    },
    "access 67: an update writes those that changed, and those of others are no drift": {
      other: put({ admin }),
      refresh: [],
      change: { privileges: { read: admin, write } },
      bodies: [{ shop: { read: { ...admin, metadata: {} } } }],
    },
    "access 67: nor deleted": {
      other: put({ admin }),
      next: "destroy",
      kept: { [path]: { shop: { admin } }, [`${path}/read`]: undefined },
    },
    "names that every object inherits are names like others": {
      program: { application: "constructor", privileges: { read } },
      next: { application: "constructor", privileges: { read, constructor: read } },
      bodies: [{ constructor: { constructor: remote.read } }],
    },
    "access 68: a privilege that leaves the program is deleted alone": {
      change: { privileges: { read } },
      writes: [`DELETE ${path}/write`],
      kept: { [path]: { shop: { read } } },
    },
    "access 68: and so are all of them": {
      change: { privileges: { admin } },
      writes: ["PUT /_security/privilege", `DELETE ${path}/read%2Cwrite`],
      kept: { [path]: { shop: { admin } } },
    },
    "access 69: a privilege that another writer has deleted is drift, and is written again alone": {
      other: { [`DELETE ${path}/read`]: undefined },
      refresh: ["privileges.read"],
      next: shop,
      bodies: [{ shop: { read: remote.read } }],
    },
    "access 123: a declared privilege that exists is named": {
      before: put({ write: { actions: ["x/*"] } }),
      refusal: /^already_exists: .*already exists and differs in privileges\.write\./,
    },
    "a privilege that another writer creates at the same time is a warning": {
      override: { "PUT /_security/privilege": json({ shop: { read: { created: true }, write: { created: false } } }) },
      error: /does not return the object/,
      logged: /^warning: A privilege of the application "shop" was replaced: another writer created it/,
    },
    "without any privilege the object is gone": {
      other: { [`DELETE ${path}/read,write`]: undefined },
      refresh: ["gone"],
    },
    "roles that grant a deleted privilege are a warning": {
      other: { "PUT /_security/role/clerk": granting("shop"), "PUT /_security/role/other": granting("stock") },
      next: "destroy",
      logged: /^warning: Roles grant privileges of the application "shop": clerk\.$/,
    },
  },
  { program: shop },
);

test("access 126: two programs own privileges of one application", async () => {
  const { stack, another, find } = caseFixture(kind);
  const other = another();
  await stack.up({ ...shop, privileges: { read } });
  await other.up({ ...shop, privileges: { write } });
  await stack.up({ ...shop, privileges: { read: admin } });
  await rejects(other.up(shop), /^already_exists/);
  await other.up({ ...shop, privileges: { write: admin } });
  await stack.destroy();
  expect(await find(path)).toMatchObject({ shop: { write: admin } });
  expect(await other.refresh()).toEqual([]);
});

test("a program that reads an application with the inputs of its state but no privileges gets all of them", async () => {
  const { stack, uuid } = caseFixture(kind);
  await stack.up(shop);
  const named = { application: "shop" };
  stack.stored = { id: `${await uuid()}/shop`, inputs: named, state: named, unfinished: [] };
  await stack.refresh();
  expect(stack.outputs).toMatchObject(shop);
});

test.each(["and a refresh", "and none"])("what a failed update has added is deleted by the next one, %s", async (title) => {
  const { stack, override, find } = caseFixture(kind);
  await stack.up(shop);
  override.set(`DELETE ${path}/write`, json({ error: { type: "x", reason: "busy" }, status: 500 }, 500));
  await rejects(stack.up({ ...shop, privileges: { read, admin } }), /busy/);
  override.clear();
  if (title === "and a refresh") await stack.refresh();
  await stack.up({ ...shop, privileges: { read } });
  expect(await find(path)).toEqual({ shop: { read: expect.anything() } });
});

rejections(kind, shop, [
  ["access 70", { privileges: { read: { actions: ["a/b", "x"] } } }, /an action must contain \/, \* or :/],
  ["access 70", { privileges: { Read: read } }, /a name must begin with a lower-case letter/],
  ["access 70", { privileges: {} }, /expected at least one privilege/],
  ["access 70", { privileges: { read: { actions: [] } } }, /expected at least one entry/],
  ["access 70", { privileges: { read: { ...read, metadata: '{"_a":1}' } } }, /the key "_a" begins with _/],
  ["access 62", { application: "shop-*" }, /must begin with a lower-case letter/],
]);
