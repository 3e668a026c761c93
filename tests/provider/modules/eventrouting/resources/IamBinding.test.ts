/** One role with its members in the policy of an object. See docs/modules/eventrouting.md#iam-bindings, of each kind. */
import { eventStack } from "../support";
import { admin, ana, iamSetup, kinds, night, ops, viewer, errorMessageOf } from "./iam-setup";

const trigger = () => iamSetup("TriggerIamBinding", "triggers");
const others = { role: admin, members: [ops] };

describe.each(kinds)("%sIamBinding", (kind, collection) => {
  test("create, change, delete, with all other entries unchanged", async () => {
    const { stack, lines, written, policy, write, name } = iamSetup(`${kind}IamBinding`, collection);
    write([others]);
    const before = policy().etag;
    const program = { name: "orders", role: viewer, members: [ana] };
    expect(await stack.up(program)).toBe("create");
    const path = `${collection}/orders`;
    const read = `GET ${path}:getIamPolicy?options.requestedPolicyVersion=3`;
    expect(lines()).toEqual([read, `POST ${path}:setIamPolicy`]);
    expect(written()).toEqual([{ policy: { version: 3, etag: before, bindings: [others, { role: viewer, members: [ana] }] } }]);
    expect(stack.stored!.id).toBe(`${name} ${viewer}`);
    expect(stack.outputs).toEqual({
      name,
      role: viewer,
      members: [ana],
      etag: policy().etag,
      project: "demo-project",
      location: "us-central1",
    });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);

    expect(await stack.preview({ ...program, members: [ana, ops] })).toEqual(["members[1]"]);
    expect(await stack.up({ ...program, members: [ops] })).toBe("update");
    expect(policy().bindings).toEqual([others, { role: viewer, members: [ops] }]);
    expect(stack.outputs["etag"]).toBe(policy().etag);

    await stack.destroy();
    expect(policy().bindings).toEqual([others]);
  });

  test("import, and an equal program", async () => {
    const { stack, name, write } = iamSetup(`${kind}IamBinding`, collection);
    write([others, { role: viewer, members: [ana] }, { role: viewer, members: [ops], condition: night }]);
    await stack.import(`v1/${name} ${viewer}`);
    expect(stack.stored!.id).toBe(`${name} ${viewer}`);
    expect(stack.inputs).toEqual({ name, role: viewer, members: [ana], project: "demo-project", location: "us-central1" });
    expect(await stack.up({ name: "orders", role: viewer, members: [ana] })).toBe("same");
    await stack.import(`${name} ${viewer} ${night.title}`);
    expect(stack.inputs).toMatchObject({ members: [ops], condition: night });
    expect(await stack.up({ name, role: viewer, members: [ops], condition: night })).toBe("same");
    expect(await errorMessageOf(stack.import(`${name} roles/eventarc.eventReceiver`))).toContain("nothing to import");
    expect(await errorMessageOf(stack.import(`${name} ${viewer} another title`))).toContain("nothing to import");
  });
});

test("members are imported as returned, joined if a policy has them twice; a condition may have no title", async () => {
  const { stack, name, write } = trigger();
  const untitled = { expression: night.expression } as typeof night;
  write([
    { role: viewer, members: ["user:Zoe@example.com", ana] },
    { role: viewer, members: [ops], condition: untitled },
    { role: viewer, members: ["user:zoe@example.com", ops] },
  ]);
  await stack.import(`${name} ${viewer}`);
  expect(stack.inputs).toMatchObject({ members: ["user:Zoe@example.com", ana, ops] });
});

describe("the object's name", () => {
  test("is completed; a full name contains project and location", async () => {
    const { stack, name } = trigger();
    const program = { role: viewer, members: [ana] };
    await stack.up({ ...program, name: "orders" });
    expect(await stack.preview({ ...program, name })).toEqual([]);
    expect(await stack.preview({ ...program, name: `https://eventarc.googleapis.com/v1/${name}` })).toEqual([]);
    expect(await stack.preview({ ...program, name, project: "partner-project", location: "eu" })).toEqual([]);
    expect(await stack.preview({ ...program, name: "orders", location: "eu" })).toEqual(["location!", "name!"]);
  });

  test.each(["projects/demo-project/locations/us-central1/channels/orders", "triggers/orders", "a/b", "projects//locations/a/triggers/b"])(
    "%s is rejected before a request",
    async (name) => {
      const { stack, requests } = trigger();
      expect(await errorMessageOf(stack.up({ name, role: viewer, members: [ana] }))).toMatch(
        /^name \| expected the name of one of the triggers/,
      );
      expect(requests).toEqual([]);
    },
  );

  test.each([
    [{ name: "orders", role: "", members: [ana] }, "role"],
    [{ name: "orders", role: "roles/a b", members: [ana] }, "role"],
    [{ name: "or ders", role: viewer, members: [ana] }, "name"],
    [{ name: "", role: viewer, members: [ana] }, "name"],
    [{ name: "orders", role: viewer, members: [] }, "members"],
    [{ name: "orders", role: viewer, members: [ana], location: "a/b" }, "location"],
    [{ name: "orders", role: viewer, members: [ana], project: "a/b" }, "project"],
  ])("%j is rejected before a request", async (program, property) => {
    const { stack, requests } = trigger();
    expect(await errorMessageOf(stack.up(program))).toMatch(new RegExp(`^${property} \\| `));
    expect(requests).toEqual([]);
  });
});

describe("conditions", () => {
  test("bindings of one role with different conditions are different", async () => {
    const fixture = trigger();
    const { stack, policy, write, name } = fixture;
    const day = { title: night.title, expression: "request.time.getHours() < 20" };
    const rest = [
      { role: viewer, members: [ops] },
      { role: viewer, members: [ops], condition: day },
    ];
    write(rest);
    await stack.up({ name: "orders", role: viewer, members: [ana], condition: { ...night, description: "" } });
    expect(stack.stored!.id).toBe(`${name} ${viewer} ${night.title}`);
    const own = { role: viewer, members: [ana], condition: night };
    expect(policy().bindings).toEqual(expect.arrayContaining([...rest, own]));
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs["condition"]).toEqual({ ...night, description: "" });
    expect(await errorMessageOf(iamSetup("TriggerIamBinding", "triggers", fixture).stack.import(stack.stored!.id))).toContain(
      "does not distinguish them",
    );
    await stack.destroy();
    expect(policy().bindings).toHaveLength(2);
    expect(policy().bindings).toEqual(expect.arrayContaining(rest));
  });

  test("a changed condition replaces: the new binding is created, then the old one is deleted", async () => {
    const { stack, policy, written } = trigger();
    const program = { name: "orders", role: viewer, members: [ana], condition: night };
    await stack.up(program);
    const later = { ...night, expression: "request.time.getHours() > 22" };
    expect(await stack.up({ ...program, condition: later })).toBe("replace");
    expect(policy().bindings).toEqual([{ role: viewer, members: [ana], condition: later }]);
    expect((written().at(-2)!["policy"] as { bindings: unknown[] }).bindings).toHaveLength(2);
  });
});

describe("existing policies", () => {
  test("a binding of that role with other members is replaced, with a warning; its former owner deletes nothing", async () => {
    const fixture = trigger();
    const { stack, name, policy, write } = fixture;
    write([{ role: viewer, members: [ops] }]);
    const former = eventStack("TriggerIamBinding", fixture).stack;
    await former.import(`${name} ${viewer}`);
    await stack.up({ name: "orders", role: viewer, members: [ana] });
    expect(policy().bindings).toEqual([{ role: viewer, members: [ana] }]);
    expect(stack.lines).toEqual([
      { severity: "warning", message: expect.stringContaining(`replaced ${ops}, which had the role`) as string },
    ]);
    await former.destroy();
    expect(policy().bindings).toEqual([{ role: viewer, members: [ana] }]);
  });

  test.each([[[ana]], [["user:Ana@Example.com", ops]]])(
    "a role with the members %j: the create fails and writes nothing",
    async (members) => {
      const { stack, name, policy, write, written } = trigger();
      write([{ role: viewer, members }]);
      const message = await errorMessageOf(stack.up({ name: "orders", role: viewer, members: [ana] }));
      expect(message).toContain(`TriggerIamBinding ${name} ${viewer} already exists`);
      expect(message).toContain(`pulumi import quartet:eventrouting/v1:TriggerIamBinding`);
      expect([policy().bindings, written()]).toEqual([[{ role: viewer, members }], []]);
      await stack.up({ name: "orders", role: viewer, members: [ana], condition: night });
      expect(policy().bindings).toHaveLength(2);
    },
  );

  test("audit settings stay", async () => {
    const { stack, policy, write } = trigger();
    const audits = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ" }] }];
    write([], audits);
    await stack.up({ name: "orders", role: viewer, members: [ana] });
    expect(policy().auditConfigs).toEqual(audits);
  });

  test("members in another order and spelling are equal; an additional member is drift", async () => {
    const { stack, policy, write } = trigger();
    const program = { name: "orders", role: viewer, members: ["user:Zoe@Example.com", ana] };
    await stack.up(program);
    expect(policy().bindings).toEqual([{ role: viewer, members: [ana, "user:zoe@example.com"] }]);
    expect(stack.outputs["members"]).toEqual(program.members);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ ...program, members: program.members.toReversed() })).toBe("same");
    write([{ role: viewer, members: [ana, ops, "user:zoe@example.com"] }]);
    expect(await stack.refresh()).toContain("members[2]");
    expect(await stack.up(program)).toBe("update");
    expect(policy().bindings).toEqual([{ role: viewer, members: [ana, "user:zoe@example.com"] }]);
  });

  test("a deleted binding is missing, and its delete writes nothing", async () => {
    const { stack, write, written } = trigger();
    const program = { name: "orders", role: viewer, members: [ana] };
    await stack.up(program);
    write([others]);
    await stack.destroy();
    expect(written()).toHaveLength(1);
    await stack.up(program);
    write([others]);
    expect(await stack.refresh()).toEqual(["gone"]);
  });

  test("without its object the binding is missing: read, create, delete", async () => {
    const fixture = trigger();
    const { stack, emulator, name } = fixture;
    const program = { name: "orders", role: viewer, members: [ana] };
    await stack.up(program);
    emulator.objects.triggers.delete(name);
    await stack.destroy();
    expect(await errorMessageOf(stack.up(program))).toContain(`TriggerIamBinding ${name}: 404 NOT_FOUND: `);
    emulator.objects.triggers.set(name, { name });
    emulator.policies.delete(name);
    await stack.up(program);
    emulator.objects.triggers.delete(name);
    expect(await stack.refresh()).toEqual(["gone"]);
  });

  test("another name of the project is the same object: the old entry is deleted first", async () => {
    const { stack, policy } = trigger();
    const program = { role: viewer, members: [ana], location: "us-central1" };
    await stack.up({ ...program, name: "orders" });
    expect(await stack.up({ ...program, name: "projects/481516234200/locations/us-central1/triggers/orders" })).toBe("delete first");
    expect(policy().bindings).toEqual([{ role: viewer, members: [ana] }]);
  });
});
