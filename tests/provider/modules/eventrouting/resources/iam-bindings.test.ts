/** One role with its members, and one member of a role, in the policy of an object. See docs/modules/eventrouting.md#iam-bindings. */
import { unknown } from "../../../../../provider/core/values/value";
import { eventStack, expectNoDrift, expectRejected, expectSettled } from "../support";
import { admin, ana, iamSetup, night, ops, viewer } from "./iam-setup";

const others = { role: admin, members: [ops] };
const granted = { role: viewer, members: [ana] };
const upper = "user:Ana@Example.com";

/** The same grant as both kinds declare it, with the end of its ID. */
const kinds = [
  { kind: "TriggerIamBinding", program: { name: "orders", ...granted }, spelled: { members: [upper] }, rest: viewer },
  {
    kind: "TriggerIamMember",
    program: { name: "orders", role: viewer, member: ana },
    spelled: { member: upper },
    rest: `${viewer} ${ana}`,
  },
];

describe.each(kinds)("$kind", ({ kind, program, spelled, rest }) => {
  test("create and delete, with all other entries unchanged", async () => {
    const { stack, lines, written, policy, write, name } = iamSetup(kind);
    const audits = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ" }] }];
    write([others], audits);
    const { etag } = policy();
    await stack.up(program);
    expect(lines()).toEqual(["GET triggers/orders:getIamPolicy?options.requestedPolicyVersion=3", "POST triggers/orders:setIamPolicy"]);
    expect(written()).toEqual([{ policy: { version: 3, etag, bindings: [others, granted] } }]);
    expect(stack.stored!.id).toBe(`${name} ${rest}`);
    expect(stack.outputs).toEqual({ ...program, name, etag: policy().etag, project: "demo-project", location: "us-central1" });
    await stack.destroy();
    expect(policy()).toMatchObject({ bindings: [others], auditConfigs: audits });
  });

  test("import, by the title of the condition if there is one", async () => {
    const { stack, name, write } = iamSetup(kind);
    const untitled = { expression: night.expression } as typeof night;
    // A title may end with a blank.
    const late = { ...night, title: `${night.title} ` };
    const conditional = [night, late].map((condition) => ({ ...granted, condition }));
    write([others, granted, { role: viewer, members: [ops], condition: untitled }, ...conditional]);
    await stack.import(`https://eventarc.googleapis.com/v1/${name} ${rest.replace(ana, upper)}`);
    expect(stack.stored!.id).toBe(`${name} ${rest}`);
    expect(stack.inputs).toMatchObject({ ...program, name });
    for (const condition of [night, late]) {
      await stack.import(`${name} ${rest} ${condition.title}`);
      expect(stack.inputs).toMatchObject({ ...program, name, condition });
    }
    for (const missing of [rest.replace(viewer, "roles/eventarc.eventReceiver"), `${rest} another title`])
      await expect(stack.import(`${name} ${missing}`)).rejects.toThrow("nothing to import");
  });

  test("a grant that exists, in any spelling, has an owner: the create fails and writes nothing, except with another condition", async () => {
    const { stack, name, write, written } = iamSetup(kind);
    write([{ role: viewer, members: [upper, ops] }]);
    await expect(stack.up(program)).rejects.toThrow(`${kind} ${name} ${rest} already exists`);
    expect(written()).toEqual([]);
    await stack.up({ ...program, condition: night });
  });

  test("the spelling of the program stays; another spelling is no change, and that of the service no drift", async () => {
    const { stack, policy, name } = iamSetup(kind);
    await stack.up({ ...program, ...spelled });
    expect([policy().bindings, stack.stored!.id]).toEqual([[granted], `${name} ${rest}`]);
    expect(stack.outputs).toMatchObject(spelled);
    await expectSettled(stack, program);
  });

  test("a grant that another writer removed is missing, and its delete writes nothing", async () => {
    const { stack, write, written } = iamSetup(kind);
    await stack.up(program);
    write([others]);
    const { stored } = stack;
    expect(await stack.refresh()).toEqual(["gone"]);
    stack.stored = stored;
    await stack.destroy();
    expect(written()).toHaveLength(1);
  });

  test("a full name contains project and location, also one that a preview does not know", async () => {
    const { stack, name } = iamSetup(kind);
    await stack.up(program);
    for (const equal of [{ name: `https://eventarc.googleapis.com/v1/${name}` }, { name, project: "partner-project", location: "eu" }])
      expect(await stack.preview({ ...program, ...equal })).toEqual([]);
    const outputs = await stack.previewUp({ ...program, name: unknown, project: "partner-project" });
    expect(outputs["project"]).toBe(unknown);
  });
});

const [{ kind: bindings, program }, { kind: members, program: member }] = kinds as [(typeof kinds)[0], (typeof kinds)[0]];

test.each([
  { name: "projects/demo-project/locations/us-central1/channels/orders" },
  { name: "a/b" },
  { name: "" },
  { role: "" },
  { role: "roles/a b" },
  { members: [] },
  { location: "a/b" },
  { project: "a/b" },
  { member: "user:ana@example.com x" },
  { member: "" },
])("%j is rejected before a request", async (change) => {
  const [kind, valid] = "member" in change ? [members, member] : [bindings, program];
  await expectRejected(kind, { ...valid, ...change }, new RegExp(`^${Object.keys(change)[0]} \\| `));
});

test.each(["", "orders", "triggers/orders", "NAME roles/x", "projects/p/locations/l/channels/orders roles/x user:a@b.c"])(
  "import id %j is malformed",
  async (text) => {
    const { stack, name } = iamSetup(members);
    const expected = 'expected "projects/{project}/locations/{location}/triggers/{id} {role} {member}"';
    await expect(stack.import(text.replace("NAME", name))).rejects.toThrow(expected);
  },
);

test("a member is added to and removed from the binding of its condition only; every change replaces it", async () => {
  const { stack, policy, write } = iamSetup(members);
  const rest = [
    { role: viewer, members: [ops] },
    { ...granted, condition: night },
  ];
  write(rest);
  await stack.up(member);
  expect(policy().bindings).toEqual(expect.arrayContaining([{ role: viewer, members: [ops, ana].sort() }, rest[1]]));
  for (const [key, value] of Object.entries({ role: admin, condition: night, name: "others", member: ops }))
    expect(await stack.preview({ ...member, [key]: value })).toEqual([`${key}!`]);
  await stack.destroy();
  expect(policy().bindings).toEqual(expect.arrayContaining(rest));
  write([rest[1]!]);
  await stack.up(member);
  await stack.destroy();
  expect(policy().bindings).toEqual([rest[1]]);
});

test("bindings of one role with different conditions are different; a changed one replaces, and the new one is created first", async () => {
  const fixture = iamSetup(bindings);
  const { stack, policy, write, name, written } = fixture;
  const rest = [
    { role: viewer, members: [ops] },
    { role: viewer, members: [ops], condition: { ...night, expression: "request.time.getHours() < 20" } },
  ];
  write(rest);
  await stack.up({ ...program, condition: { ...night, description: "" } });
  expect(stack.stored!.id).toBe(`${name} ${viewer} ${night.title}`);
  await expectNoDrift(stack);
  expect(stack.outputs["condition"]).toEqual({ ...night, description: "" });
  const importing = eventStack(bindings, fixture).stack.import(stack.stored!.id);
  await expect(importing).rejects.toThrow("does not distinguish them");
  const condition = { ...night, expression: "request.time.getHours() > 22" };
  expect(await stack.up({ ...program, condition })).toBe("replace");
  expect(written().at(-2)).toMatchObject({ policy: { bindings: { length: 4 } } });
  expect(policy().bindings).toEqual(expect.arrayContaining([...rest, { ...granted, condition }]));
  await stack.destroy();
  expect(policy().bindings).toHaveLength(2);
});

test("a binding of that role with other members is replaced, with a warning; its former owner deletes nothing", async () => {
  const fixture = iamSetup(bindings);
  const { stack, name, policy, write } = fixture;
  write([{ role: viewer, members: [ops] }]);
  const former = eventStack(bindings, fixture).stack;
  await former.import(`${name} ${viewer}`);
  await stack.up(program);
  expect(stack.lines).toEqual([expect.stringMatching(`^warning: .*replaced ${ops}, which had`)]);
  await former.destroy();
  expect(policy().bindings).toEqual([granted]);
});

test("another name of the project is the same object: the old entry is deleted first", async () => {
  const { stack, policy } = iamSetup(bindings);
  await stack.up({ ...program, location: "us-central1" });
  const name = "projects/481516234200/locations/us-central1/triggers/orders";
  expect(await stack.up({ ...program, name, location: "us-central1" })).toBe("delete first");
  expect(policy().bindings).toEqual([granted]);
});
