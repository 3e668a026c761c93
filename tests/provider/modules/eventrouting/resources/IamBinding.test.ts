/** One role with its members in the policy of an object. See docs/modules/eventrouting.md#iam-bindings. */
import { eventStack } from "../support";
import { admin, ana, iamSetup, night, ops, viewer, errorMessageOf } from "./iam-setup";

const binding = () => iamSetup("TriggerIamBinding");
const others = { role: admin, members: [ops] };
const program = { name: "orders", role: viewer, members: [ana] };

test("create, change, delete, with all other entries unchanged", async () => {
  const { stack, lines, written, policy, write, name } = binding();
  const audits = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ" }] }];
  write([others], audits);
  const before = policy().etag;
  await stack.up(program);
  expect(lines()).toEqual(["GET triggers/orders:getIamPolicy?options.requestedPolicyVersion=3", "POST triggers/orders:setIamPolicy"]);
  expect(written()).toEqual([{ policy: { version: 3, etag: before, bindings: [others, { role: viewer, members: [ana] }] } }]);
  expect(stack.stored!.id).toBe(`${name} ${viewer}`);
  const place = { project: "demo-project", location: "us-central1" };
  expect(stack.outputs).toEqual({ ...program, name, etag: policy().etag, ...place });

  expect(await stack.up({ ...program, members: [ops] })).toBe("update");
  expect(policy()).toMatchObject({ bindings: [others, { role: viewer, members: [ops] }], auditConfigs: audits });
  expect(stack.outputs["etag"]).toBe(policy().etag);
  await stack.destroy();
  expect(policy().bindings).toEqual([others]);
});

test("import, by the title of the condition if there is one", async () => {
  const { stack, name, write } = binding();
  const untitled = { expression: night.expression } as typeof night;
  write([
    others,
    { role: viewer, members: ["user:Zoe@example.com", ana] },
    { role: viewer, members: [ops], condition: untitled },
    { role: viewer, members: ["user:zoe@example.com"] },
    { role: viewer, members: [ops], condition: night },
  ]);
  await stack.import(`v1/${name} ${viewer}`);
  expect(stack.stored!.id).toBe(`${name} ${viewer}`);
  expect(stack.inputs).toMatchObject({ name, role: viewer, members: ["user:Zoe@example.com", ana] });
  await stack.import(`${name} ${viewer} ${night.title}`);
  expect(stack.inputs).toMatchObject({ members: [ops], condition: night });
  for (const missing of ["roles/eventarc.eventReceiver", `${viewer} another title`])
    await expect(stack.import(`${name} ${missing}`)).rejects.toThrow("nothing to import");
});

test("the name of the object is completed; a full name contains project and location", async () => {
  const { stack, name } = binding();
  await stack.up(program);
  for (const equal of [
    { name },
    { name: `https://eventarc.googleapis.com/v1/${name}` },
    { name, project: "partner-project", location: "eu" },
  ])
    expect(await stack.preview({ ...program, ...equal })).toEqual([]);
  expect(await stack.preview({ ...program, location: "eu" })).toEqual(["location!", "name!"]);
});

test.each([
  ["name", { name: "projects/demo-project/locations/us-central1/channels/orders" }],
  ["name", { name: "a/b" }],
  ["name", { name: "or ders" }],
  ["name", { name: "" }],
  ["role", { role: "" }],
  ["role", { role: "roles/a b" }],
  ["members", { members: [] }],
  ["location", { location: "a/b" }],
  ["project", { project: "a/b" }],
])("%s is rejected before a request: %j", async (property, change) => {
  const { stack, requests } = binding();
  expect(await errorMessageOf(stack.up({ ...program, ...change }))).toMatch(new RegExp(`^${property} \\| `));
  expect(requests).toEqual([]);
});

test("bindings of one role with different conditions are different; a changed one replaces, and the new one is created first", async () => {
  const fixture = binding();
  const { stack, policy, write, name, written } = fixture;
  const rest = [
    { role: viewer, members: [ops] },
    { role: viewer, members: [ops], condition: { ...night, expression: "request.time.getHours() < 20" } },
  ];
  write(rest);
  await stack.up({ ...program, condition: { ...night, description: "" } });
  expect(stack.stored!.id).toBe(`${name} ${viewer} ${night.title}`);
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs["condition"]).toEqual({ ...night, description: "" });
  const importing = eventStack("TriggerIamBinding", fixture).stack.import(stack.stored!.id);
  expect(await errorMessageOf(importing)).toContain("does not distinguish them");
  const later = { ...night, expression: "request.time.getHours() > 22" };
  expect(await stack.up({ ...program, condition: later })).toBe("replace");
  expect((written().at(-2)!["policy"] as { bindings: unknown[] }).bindings).toHaveLength(4);
  const own = { role: viewer, members: [ana], condition: later };
  expect([...policy().bindings].sort()).toEqual(expect.arrayContaining([...rest, own]));
  await stack.destroy();
  expect(policy().bindings).toHaveLength(2);
});

describe("existing policies", () => {
  test("a binding of that role with other members is replaced, with a warning; its former owner deletes nothing", async () => {
    const fixture = binding();
    const { stack, name, policy, write } = fixture;
    write([{ role: viewer, members: [ops] }]);
    const former = eventStack("TriggerIamBinding", fixture).stack;
    await former.import(`${name} ${viewer}`);
    await stack.up(program);
    expect(stack.lines).toMatchObject([{ severity: "warning", message: expect.stringContaining(`replaced ${ops}, which had`) as string }]);
    await former.destroy();
    expect(policy().bindings).toEqual([{ role: viewer, members: [ana] }]);
  });

  test("a role with one of the members in any spelling: the create fails and writes nothing", async () => {
    const { stack, name, write, written } = binding();
    write([{ role: viewer, members: ["user:Ana@Example.com", ops] }]);
    expect(await errorMessageOf(stack.up(program))).toContain(`TriggerIamBinding ${name} ${viewer} already exists`);
    expect(written()).toEqual([]);
    await stack.up({ ...program, condition: night });
  });

  test("the spelling of the program stays; an additional member is drift", async () => {
    const { stack, policy, write } = binding();
    const members = ["user:Zoe@Example.com", ana];
    const bindings = [{ role: viewer, members: [ana, "user:zoe@example.com"] }];
    await stack.up({ ...program, members });
    expect([policy().bindings, stack.outputs["members"]]).toEqual([bindings, members]);
    expect(await stack.refresh()).toEqual([]);
    write([{ role: viewer, members: [ana, ops, "user:zoe@example.com"] }]);
    expect(await stack.refresh()).toContain("members[2]");
    expect(await stack.up({ ...program, members })).toBe("update");
    expect(policy().bindings).toEqual(bindings);
  });

  test("a deleted binding is missing, as without its object, and its delete writes nothing", async () => {
    const { stack, write, written, emulator, name } = binding();
    await stack.up(program);
    write([others]);
    await stack.destroy();
    expect(written()).toHaveLength(1);
    await stack.up(program);
    write([others]);
    expect(await stack.refresh()).toEqual(["gone"]);
    emulator.objects.triggers.delete(name);
    expect(await errorMessageOf(stack.up(program))).toContain(`TriggerIamBinding ${name}: 404 NOT_FOUND: `);
  });

  test("another name of the project is the same object: the old entry is deleted first", async () => {
    const { stack, policy } = binding();
    const news = { ...program, name: "projects/481516234200/locations/us-central1/triggers/orders" };
    await stack.up({ ...program, location: "us-central1" });
    expect(await stack.up({ ...news, location: "us-central1" })).toBe("delete first");
    expect(policy().bindings).toEqual([{ role: viewer, members: [ana] }]);
  });
});
