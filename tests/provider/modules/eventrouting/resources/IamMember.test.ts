/** One member of one role in the policy of an object. See docs/modules/eventrouting.md#iam-bindings, of each kind. */
import { ana, iamSetup, kinds, ops, viewer, errorMessageOf } from "./iam-setup";

const trigger = () => iamSetup("TriggerIamMember", "triggers");

describe.each(kinds)("%sIamMember", (kind, collection) => {
  test("create and delete, beside other members", async () => {
    const { stack, lines, written, policy, write, name } = iamSetup(`${kind}IamMember`, collection);
    write([{ role: viewer, members: [ops] }]);
    const before = policy().etag;
    const program = { name: "orders", role: viewer, member: ana };
    expect(await stack.up(program)).toBe("create");
    const path = `${collection}/orders`;
    const read = `GET ${path}:getIamPolicy?options.requestedPolicyVersion=3`;
    expect(lines()).toEqual([read, `POST ${path}:setIamPolicy`]);
    expect(written()).toEqual([{ policy: { version: 3, etag: before, bindings: [{ role: viewer, members: [ops, ana].sort() }] } }]);
    expect(stack.stored!.id).toBe(`${name} ${viewer} ${ana}`);
    expect(stack.outputs).toEqual({
      name,
      role: viewer,
      member: ana,
      etag: policy().etag,
      project: "demo-project",
      location: "us-central1",
    });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
    await stack.destroy();
    expect(policy().bindings).toEqual([{ role: viewer, members: [ops] }]);
  });
});

test("a member that exists has an owner: the create fails and writes nothing", async () => {
  const { stack, name, write, written } = trigger();
  write([{ role: viewer, members: ["user:Ana@Example.com", ops] }]);
  const message = await errorMessageOf(stack.up({ name: "orders", role: viewer, member: ana }));
  expect(message).toContain(`TriggerIamMember ${name} ${viewer} ${ana} already exists`);
  expect(written()).toEqual([]);
});

test("the spelling of the program stays; another spelling is no change, and that of the service no drift", async () => {
  const { stack, policy, name, written } = trigger();
  const program = { name: "orders", role: viewer, member: "user:Ana@Example.com" };
  await stack.up(program);
  expect(policy().bindings).toEqual([{ role: viewer, members: [ana] }]);
  expect(stack.stored!.id).toBe(`${name} ${viewer} ${ana}`);
  expect(stack.outputs["member"]).toBe(program.member);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.up({ ...program, member: ana })).toBe("same");
  await stack.destroy();
  expect(policy().bindings).toEqual([]);
  expect(written()).toHaveLength(2);
});

test.each([
  ["user:ana@example.com x", "member"],
  ["", "member"],
])("member %j is rejected before a request", async (member, property) => {
  const { stack, requests } = trigger();
  expect(await errorMessageOf(stack.up({ name: "orders", role: viewer, member }))).toMatch(new RegExp(`^${property} \\| `));
  expect(requests).toEqual([]);
});

test.each([
  "",
  "orders",
  "triggers/orders",
  "NAME",
  "NAME roles/x",
  "projects/demo-project/locations/us-central1/channels/orders roles/x user:a@b.c",
])("import id %j is malformed", async (text) => {
  const { stack, name } = trigger();
  const importId = await errorMessageOf(stack.import(text.replace("NAME", name)));
  expect(importId).toContain('expected "projects/{project}/locations/{location}/triggers/{id} {role} {member}"');
});
