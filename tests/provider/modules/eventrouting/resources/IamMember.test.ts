/** One member of one role in the policy of an object. See docs/modules/eventrouting.md#iam-bindings, of each kind. */
import { admin, ana, iamSetup, kinds, night, ops, viewer, errorMessageOf } from "./iam-setup";

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

  test("import, and an equal program", async () => {
    const { stack, name, write } = iamSetup(`${kind}IamMember`, collection);
    write([
      { role: viewer, members: [ana, ops] },
      { role: viewer, members: [ops], condition: night },
    ]);
    await stack.import(`https://eventarc.googleapis.com/v1/${name} ${viewer} user:Ana@Example.com`);
    expect(stack.stored!.id).toBe(`${name} ${viewer} ${ana}`);
    expect(stack.inputs).toEqual({ name, role: viewer, member: ana, project: "demo-project", location: "us-central1" });
    expect(await stack.up({ name: "orders", role: viewer, member: ana })).toBe("same");
    await stack.import(`${name} ${viewer} ${ops} ${night.title}`);
    expect(stack.inputs).toMatchObject({ member: ops, condition: night });
    expect(await stack.up({ name: "orders", role: viewer, member: ops, condition: night })).toBe("same");
    expect(await errorMessageOf(stack.import(`${name} ${viewer} ${ana} ${night.title}`))).toContain("nothing to import");
    expect(await errorMessageOf(stack.import(`${name} ${admin} ${ana}`))).toContain("nothing to import");
  });
});

test("a member that exists has an owner: the create fails and writes nothing", async () => {
  const { stack, name, write, written } = trigger();
  write([{ role: viewer, members: ["user:Ana@Example.com", ops] }]);
  const message = await errorMessageOf(stack.up({ name: "orders", role: viewer, member: ana }));
  expect(message).toContain(`TriggerIamMember ${name} ${viewer} ${ana} already exists`);
  expect(written()).toEqual([]);
});

test("the last member deletes the binding, of its condition only", async () => {
  const { stack, policy, write } = trigger();
  write([{ role: viewer, members: [ana] }]);
  await stack.up({ name: "orders", role: viewer, member: ana, condition: night });
  expect(policy().bindings).toHaveLength(2);
  await stack.destroy();
  expect(policy().bindings).toEqual([{ role: viewer, members: [ana] }]);
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

test("a principal keeps its case", async () => {
  const { stack, policy } = trigger();
  const member = "principal://iam.googleapis.com/locations/global/workforcePools/Pool/subject/Ana";
  await stack.up({ name: "orders", role: viewer, member });
  expect(policy().bindings).toEqual([{ role: viewer, members: [member] }]);
  expect(await stack.preview({ name: "orders", role: viewer, member: member.toLowerCase() })).toEqual(["member!"]);
});

test("every change replaces", async () => {
  const { stack, policy } = trigger();
  const program = { name: "orders", role: viewer, member: ana };
  await stack.up(program);
  expect(await stack.preview({ ...program, role: admin })).toEqual(["role!"]);
  expect(await stack.preview({ ...program, condition: night })).toEqual(["condition!"]);
  expect(await stack.preview({ ...program, name: "others" })).toEqual(["name!"]);
  expect(await stack.up({ ...program, member: ops })).toBe("replace");
  expect(policy().bindings).toEqual([{ role: viewer, members: [ops] }]);
});

test("a member that another writer removed is missing, and its delete writes nothing", async () => {
  const { stack, write, written } = trigger();
  const program = { name: "orders", role: viewer, member: ana };
  await stack.up(program);
  write([{ role: viewer, members: [ops] }]);
  await stack.destroy();
  expect(written()).toHaveLength(1);
  await stack.up(program);
  write([{ role: viewer, members: [ops] }]);
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("without its object the member is missing: read, create, delete", async () => {
  const { stack, emulator, name } = trigger();
  const program = { name: "orders", role: viewer, member: ana };
  await stack.up(program);
  emulator.objects.triggers.delete(name);
  await stack.destroy();
  expect(await errorMessageOf(stack.up(program))).toContain(`TriggerIamMember ${name}: 404 NOT_FOUND: `);
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
