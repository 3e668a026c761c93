/** Roles where the server needs another license or version, or other writers have more than it. See docs/modules/search-access.md#roles. */
import { json } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchRole";
const path = "/_security/role/reader";
const group = { names: ["logs-*"], privileges: ["read"] };
const reader = { name: "reader", clusters: ["monitor"], indices: [group] };

test("access 39: members that have no property survive an update, at every depth", async () => {
  const { stack, override, emulator, bodies } = stackFixture(token);
  await stack.up(reader);
  const stored = { ...emulator.roles.get("reader")!, indices: [{ ...group, new_rule: { a: 1.5 } }], new_member: [12345678901234567890n] };
  const text = JSON.stringify({ reader: stored }, (_key, value: unknown) => (typeof value === "bigint" ? `<${value}>` : value)).replace(
    /"<|>"/g,
    "",
  );
  override.set(`GET ${path}`, { ...json({}), body: text });
  override.set(`PUT ${path}`, json({ role: { created: false } }));
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs["otherMembers"]).toBe('{"new_member":[12345678901234567890]}');
  await stack.up({ ...reader, description: "d" });
  expect(bodies()["PUT reader"]).toMatchObject({
    description: "d",
    indices: [{ ...group, new_rule: { a: 1.5 } }],
    new_member: [12345678901234567890],
  });
});

test("access 44: a license without document level security has a hint, and a role without effect is a warning", async () => {
  const { stack, emulator, logged } = stackFixture(token, { license: "basic" });
  const restricted = { ...reader, indices: [{ ...group, query: '{"match_all":{}}' }] };
  await expect(stack.up(restricted)).rejects.toMatchObject({
    code: "permission_denied",
    message: expect.stringMatching(/\nThe license of the cluster does not include field and document level security\.$/),
  });
  expect(emulator.roles.names()).toEqual([]);
  await stack.up(reader);
  emulator.roles.set("reader", { ...emulator.roles.get("reader")!, indices: [{ ...group, allow_restricted_indices: false, query: "{}" }] });
  await stack.refresh();
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining('The role "reader" has no effect: the license') }]);
});

test("access 45, access 132: empty categories of global privileges make no difference", async () => {
  const { stack, emulator } = stackFixture(token, { version: "9.5.0" });
  await stack.up({ ...reader, global: '{"profile":{"write":{"applications":["a"]}}}' });
  expect(await stack.refresh()).toEqual([]);
  await stack.up(reader);
  emulator.roles.set("reader", { ...emulator.roles.get("reader")!, global: { role: {}, data_source: [] } });
  expect(await stack.refresh()).toEqual([]);
});

test("a role that another writer creates at the same time is a warning", async () => {
  const { stack, override, logged } = stackFixture(token);
  override.set(`PUT ${path}`, json({ role: { created: false } }));
  override.set(`GET ${path}`, json({}, 404));
  await stack.up(reader).catch(String);
  expect(logged()).toContainEqual({ severity: "warning", message: expect.stringContaining("another writer created it") });
});
