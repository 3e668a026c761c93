/** One member of one role in the policy of an object. See docs/modules/eventrouting.md#iam-bindings. */
import { admin, ana, iamSetup, night, ops, viewer, errorMessageOf } from "./iam-setup";

const setup = () => iamSetup("TriggerIamMember");
const program = { name: "orders", role: viewer, member: ana };

test("create and delete, beside other members; every change replaces", async () => {
  const { stack, written, policy, write, name } = setup();
  write([{ role: viewer, members: [ops] }]);
  const before = policy().etag;
  await stack.up(program);
  expect(written()).toEqual([{ policy: { version: 3, etag: before, bindings: [{ role: viewer, members: [ops, ana].sort() }] } }]);
  expect(stack.stored!.id).toBe(`${name} ${viewer} ${ana}`);
  const place = { project: "demo-project", location: "us-central1" };
  expect(stack.outputs).toEqual({ ...program, name, etag: policy().etag, ...place });
  for (const [key, value] of Object.entries({ role: admin, condition: night, name: "others", member: ops }))
    expect(await stack.preview({ ...program, [key]: value })).toEqual([`${key}!`]);
  await stack.destroy();
  expect(policy().bindings).toEqual([{ role: viewer, members: [ops] }]);
});

test("import", async () => {
  const { stack, name, write } = setup();
  write([
    { role: viewer, members: [ana, ops] },
    { role: viewer, members: [ops], condition: night },
  ]);
  await stack.import(`https://eventarc.googleapis.com/v1/${name} ${viewer} user:Ana@Example.com`);
  expect(stack.stored!.id).toBe(`${name} ${viewer} ${ana}`);
  expect(stack.inputs).toMatchObject({ name, role: viewer, member: ana });
  await stack.import(`${name} ${viewer} ${ops} ${night.title}`);
  expect(stack.inputs).toMatchObject({ member: ops, condition: night });
  await expect(stack.import(`${name} ${viewer} ${ana} ${night.title}`)).rejects.toThrow("nothing to import");
});

test("a member that exists has an owner: the create fails and writes nothing", async () => {
  const { stack, name, write, written } = setup();
  write([{ role: viewer, members: ["user:Ana@Example.com", ops] }]);
  expect(await errorMessageOf(stack.up(program))).toContain(`TriggerIamMember ${name} ${viewer} ${ana} already exists`);
  expect(written()).toEqual([]);
});

test("the last member deletes the binding, of its condition only", async () => {
  const { stack, policy, write } = setup();
  write([{ role: viewer, members: [ana] }]);
  await stack.up({ ...program, condition: night });
  expect(policy().bindings).toHaveLength(2);
  await stack.destroy();
  expect(policy().bindings).toEqual([{ role: viewer, members: [ana] }]);
});

test("the spelling of the program stays; another spelling is no change, and that of the service no drift", async () => {
  const { stack, policy, name, written } = setup();
  const member = "user:Ana@Example.com";
  await stack.up({ ...program, member });
  expect([policy().bindings, stack.stored!.id]).toEqual([[{ role: viewer, members: [ana] }], `${name} ${viewer} ${ana}`]);
  expect(stack.outputs["member"]).toBe(member);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.up(program)).toBe("same");
  await stack.destroy();
  expect(written()).toHaveLength(2);
});

test("a member that another writer removed is missing, and its delete writes nothing", async () => {
  const { stack, write, written } = setup();
  await stack.up(program);
  write([{ role: viewer, members: [ops] }]);
  const { stored } = stack;
  expect(await stack.refresh()).toEqual(["gone"]);
  stack.stored = stored;
  await stack.destroy();
  expect(written()).toHaveLength(1);
});

test.each(["user:ana@example.com x", ""])("member %j is rejected before a request", async (member) => {
  const { stack, requests } = setup();
  expect(await errorMessageOf(stack.up({ ...program, member }))).toMatch(/^member \| /);
  expect(requests).toEqual([]);
});

test.each(["", "orders", "triggers/orders", "NAME roles/x", "projects/p/locations/l/channels/orders roles/x user:a@b.c"])(
  "import id %j is malformed",
  async (text) => {
    const { stack, name } = setup();
    const expected = 'expected "projects/{project}/locations/{location}/triggers/{id} {role} {member}"';
    expect(await errorMessageOf(stack.import(text.replace("NAME", name)))).toContain(expected);
  },
);
