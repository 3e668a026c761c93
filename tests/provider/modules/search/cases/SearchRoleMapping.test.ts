/** Role mappings, on a server with security. See docs/modules/search-access.md#role-mappings. */
import { cleanSecureServer, secureFixture } from "./server";

const token = "quartet:search:SearchRoleMapping";
const path = "/_security/role_mapping/staff";
const staff = { name: "staff", roles: ["reader"], rules: '{"field":{"groups":["a"]}}' };
const previewChecks = { QUARTET_SEARCH_PREVIEW_CHECKS: "true" };

beforeEach(cleanSecureServer);

test("access 49: a list of one value is the value, and the order of conditions makes no difference", async () => {
  const { stack, lines } = secureFixture(token);
  await stack.up(staff);
  expect(lines()).toEqual(["GET", "PUT", "GET"].map((method) => `${method} ${path}`));
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview({ ...staff, rules: '{"field":{"groups":"a"}}' })).toEqual([]);
  const all = (...rules: string[]): object => ({ ...staff, rules: `{"all":[${rules.join(",")}]}` });
  await stack.up(all('{"field":{"a":["x"]}}', '{"except":{"any":[{"field":{"b":1}},{"field":{"c":[2,3]}}]}}'));
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(all('{"except":{"any":[{"field":{"c":[2,3]}},{"field":{"b":[1]}}]}}', '{"field":{"a":"x"}}'))).toEqual([]);
  expect(await stack.preview(all('{"field":{"a":"x"}}', '{"except":{"any":[{"field":{"c":[3,2]}}]}}'))).toEqual(["rules"]);
});

test.each([
  ["access 123", { enabled: false, roles: ["other"], rules: { field: { groups: "b" } } }, " and differs in enabled, roles, rules"],
  ["access 124", { enabled: true, roles: ["reader"], rules: { field: { groups: "a" } } }, ""],
])("%s: a role mapping of the name is not overwritten (%j)", async (_number, mapping, difference) => {
  const { stack, call, find, lines } = secureFixture(token);
  await call(`PUT ${path}`, mapping);
  await expect(stack.up(staff)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringMatching(new RegExp(`already exists${difference}\\.[^]*pulumi import ${token}`)),
  });
  expect(await find(path)).toMatchObject({ staff: mapping });
  expect(lines()).not.toContain(`PUT ${path}`);
});

test("access 53: roles that do not exist are a warning of the preview", async () => {
  const { stack, call, logged } = secureFixture(token, previewChecks);
  await stack.configure();
  await call("PUT /_security/role/reader", {});
  await stack.previewUp({ ...staff, roles: ["reader", "superuser"] });
  expect(logged()).toEqual([]);
  await stack.previewUp({ ...staff, roles: ["x", "reader", "y"] });
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringMatching(/^Roles do not exist: x, y\. Create them/) }]);
});

test("a change by another writer is drift, and one that another writer has deleted is gone", async () => {
  const { stack, call } = secureFixture(token);
  await stack.up(staff);
  await call(`PUT ${path}`, { enabled: false, roles: ["reader"], rules: { field: { groups: "b" } }, metadata: { a: 1 } });
  expect(await stack.refresh()).toEqual(["enabled", "metadata", "rules"]);
  await stack.up(staff);
  await call(`DELETE ${path}`);
  expect(await stack.refresh()).toEqual(["gone"]);
});

test.each([
  ["access 51", { roles: undefined }, "exactly one of roles, roleTemplates; got none"],
  ["access 51", { roleTemplates: [{ template: { source: "a" } }] }, "exactly one of roles, roleTemplates; got 2"],
  ["access 52", { rules: '{"all":[{}]}' }, "rules.all[0]: expected an object with exactly one of any, all, field, except"],
  ["access 52", { rules: '{"all":[],"any":[]}' }, "expected an object with exactly one of any, all, field."],
  ["access 52", { rules: '{"except":{"field":{"a":1}}}' }, "rules | expected an object with exactly one of any, all, field."],
  ["access 52", { rules: '{"any":[{"field":{"a":1}},{"except":{"field":{"a":1}}}]}' }, "rules.any[1]: expected"],
  ["access 52", { rules: '{"any":{}}' }, "rules.any: expected a list"],
  ["access 52", { rules: '{"field":{"a":1,"b":2}}' }, "rules.field: expected an object with exactly one field"],
  ["access 52", { rules: '{"all":[{"except":{"field":{"a":[]}}}]}' }, "rules.all[0].except.field.a: expected a value"],
  ["access 62", { name: "_all" }, "must not be _all"],
  ["access 62", { name: "ä".repeat(250) }, "at most 499 bytes; got 500"],
])("%s: %j is rejected before a request", async (_number, members, reason) => {
  const { stack, lines } = secureFixture(token);
  expect(await stack.up({ ...staff, ...members }).catch(String)).toContain(reason);
  expect(lines()).toEqual([]);
});
