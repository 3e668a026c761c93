/** The whole policy of an object. See docs/modules/eventrouting.md#iam-policies, of each kind. */
import { admin, ana, iamSetup, kinds, night, ops, viewer, errorMessageOf } from "./iam-setup";
import { home } from "../support";

const trigger = () => iamSetup("TriggerIamPolicy", "triggers");
const audits = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [ana] }] }];

describe.each(kinds)("%sIamPolicy", (kind, collection, key) => {
  test("create, change, delete", async () => {
    const { stack, lines, written, policy, name } = iamSetup(`${kind}IamPolicy`, collection);
    const program = { [key]: "orders", bindings: [{ role: viewer, members: [ana] }] };
    expect(await stack.up(program)).toBe("create");
    const path = `${collection}/orders`;
    const read = `GET ${path}:getIamPolicy?options.requestedPolicyVersion=3`;
    expect(lines()).toEqual([read, `POST ${path}:setIamPolicy`]);
    expect(written()).toEqual([{ policy: { etag: "ACAB", bindings: program.bindings }, updateMask: "bindings,etag" }]);
    expect(stack.stored!.id).toBe(name);
    expect(stack.outputs).toEqual({
      [key]: "orders",
      location: "us-central1",
      project: "demo-project",
      bindings: program.bindings,
      auditConfigs: [],
      version: 1,
      etag: policy().etag,
    });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);

    expect(await stack.up({ ...program, bindings: [{ role: admin, members: [ops] }] })).toBe("update");
    expect(policy().bindings).toEqual([{ role: admin, members: [ops] }]);

    lines();
    await stack.destroy();
    expect(lines()).toEqual([]);
    expect(policy().bindings).toEqual([{ role: admin, members: [ops] }]);
    expect(stack.lines.filter(({ severity }) => severity === "warning").map(({ message }) => message)).toEqual([
      expect.stringContaining(`${name}: the policy stays`),
    ]);
  });

  test("import by name, with a version or an address before it", async () => {
    const { stack, name, write } = iamSetup(`${kind}IamPolicy`, collection);
    write([{ role: viewer, members: [ana] }]);
    for (const id of [name, `v1/${name}`, `https://eventarc.googleapis.com/v1/${name}`]) {
      await stack.import(id);
      expect(stack.stored!.id).toBe(name);
      expect(stack.inputs).toEqual({
        [key]: "orders",
        location: "us-central1",
        project: "demo-project",
        bindings: [{ role: viewer, members: [ana] }],
      });
      expect(await stack.up({ [key]: "orders", bindings: [{ role: viewer, members: [ana] }] })).toBe("same");
    }
    expect(await errorMessageOf(stack.import(`${home}/elsewhere/orders`))).toContain("Invalid import ID");
    expect(await errorMessageOf(stack.import(`${name}-unknown`))).toContain("nothing to import");
  });

  test("a deleted object has no policy, and cannot be given one", async () => {
    const { stack, emulator, name } = iamSetup(`${kind}IamPolicy`, collection);
    const program = { [key]: "orders", bindings: [{ role: viewer, members: [ana] }] };
    await stack.up(program);
    emulator.objects[collection].delete(name);
    expect(await stack.refresh()).toEqual(["gone"]);
    expect(await errorMessageOf(stack.up(program))).toContain(`${kind}IamPolicy ${name}: 404 NOT_FOUND: `);
    expect(stack.stored).toBeUndefined();
  });

  test("ID and location: a change replaces", async () => {
    const { stack } = iamSetup(`${kind}IamPolicy`, collection);
    const program = { [key]: "orders", bindings: [] };
    await stack.up(program);
    expect(await stack.preview({ ...program, [key]: "others" })).toEqual([`${key}!`]);
    expect(await stack.preview({ ...program, location: "us-east1" })).toEqual(["location!"]);
    expect(await stack.preview({ ...program, project: "partner-project" })).toEqual(["project!"]);
  });
});

describe("the response to a write", () => {
  const program = { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] };

  test("is the state, without later writes of others", async () => {
    const fixture = trigger();
    const response = { version: 1, etag: "BwYKfLxq0z8=", bindings: program.bindings };
    fixture.override = ({ line }) => (line.endsWith(":setIamPolicy") ? { body: response } : undefined);
    await fixture.stack.up(program);
    expect(fixture.stack.outputs).toMatchObject(response);
    expect(await fixture.stack.refresh()).not.toEqual([]);
  });

  test("that is not a policy: an error with an unknown outcome", async () => {
    const fixture = trigger();
    fixture.override = ({ line }) => (line.endsWith(":setIamPolicy") ? { body: {} } : undefined);
    await expect(fixture.stack.up(program)).rejects.toMatchObject({ code: "unavailable", ambiguous: true });
    expect(fixture.stack.stored).toBeUndefined();
  });

  test("that replaces grants which the program does not declare: a warning with their roles, and none without", async () => {
    const { stack, write, policy } = trigger();
    write([
      { role: viewer, members: [ana] },
      { role: admin, members: [ops] },
    ]);
    await stack.up(program);
    expect(stack.lines).toEqual([{ severity: "warning", message: expect.stringContaining(`replaced grants of ${admin} that`) as string }]);
    expect(policy().bindings).toEqual(program.bindings);
    await stack.destroy();
    stack.lines.length = 0;
    await stack.up(program);
    expect(stack.lines).toEqual([]);
  });
});

describe("versions", () => {
  const conditional = [{ role: admin, members: [ana], condition: night }];

  test("a binding with a condition needs 3, and so does the removal of the last one", async () => {
    const { stack, written, policy } = trigger();
    await stack.up({ triggerId: "orders", version: 1, bindings: conditional });
    expect(written().at(-1)).toMatchObject({ policy: { version: 3 } });
    expect(policy().bindings).toEqual(conditional);
    expect(stack.outputs).toMatchObject({ version: 3, bindings: conditional });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ triggerId: "orders", version: 1, bindings: [] })).toBe("update");
    expect(written().at(-1)).toMatchObject({ policy: { version: 3, bindings: [] } });
    expect(policy().bindings).toEqual([]);
  });

  test.each([0, 1, 3])("%d is sent where there is no condition, and what the service returns is no difference", async (version) => {
    const { stack, written } = trigger();
    const program = { triggerId: "orders", version, bindings: [{ role: viewer, members: [ana] }] };
    await stack.up(program);
    expect(written()).toEqual([{ policy: { version, etag: "ACAB", bindings: program.bindings }, updateMask: "bindings,etag" }]);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(program)).toBe("same");
  });

  test("any other is rejected before a request", async () => {
    const { stack, requests } = trigger();
    expect(await errorMessageOf(stack.up({ triggerId: "orders", version: 2 }))).toMatch(/^version \| .*expected 0, 1 or 3; got 2/);
    expect(requests).toEqual([]);
  });
});

describe("audit settings", () => {
  test("are sent with a mask, and are equal in another order", async () => {
    const { stack, written, policy } = trigger();
    const program = { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }], auditConfigs: audits };
    await stack.up(program);
    expect(written().at(-1)).toMatchObject({ policy: { auditConfigs: audits }, updateMask: "bindings,etag,auditConfigs" });
    expect(policy().auditConfigs).toEqual(audits);
    expect(stack.outputs["auditConfigs"]).toEqual(audits);
    const other = [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_WRITE", exemptedMembers: [] }, { logType: "DATA_READ" }] }];
    expect(await stack.up({ ...program, auditConfigs: [...other, ...audits] })).toBe("update");
    expect(await stack.refresh()).toEqual([]);
    const turned = [...audits, { ...other[0]!, auditLogConfigs: [{ logType: "DATA_READ" }, { logType: "DATA_WRITE" }] }];
    expect(await stack.up({ ...program, auditConfigs: turned })).toBe("same");
    expect(await stack.up({ ...program, auditConfigs: [] })).toBe("update");
    expect(policy().auditConfigs).toEqual([]);
  });

  test("of other writers stay if the program gives none", async () => {
    const { stack, written, policy, write } = trigger();
    write([], audits);
    const program = { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] };
    await stack.up(program);
    expect(written().at(-1)).toHaveProperty("updateMask", "bindings,etag");
    expect(policy()).toMatchObject({ auditConfigs: audits, bindings: program.bindings });
    expect(stack.outputs["auditConfigs"]).toEqual(audits);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(program)).toBe("same");
  });

  test("are imported, if there are any", async () => {
    const { stack, name, write } = trigger();
    write([], audits);
    await stack.import(name);
    expect(stack.inputs).toMatchObject({ auditConfigs: audits });
    expect(await stack.up({ triggerId: "orders", auditConfigs: audits })).toBe("same");
  });

  test("a mask of the program is sent unchanged", async () => {
    const { stack, written, policy, write } = trigger();
    write([{ role: admin, members: [ops] }]);
    await stack.up({ triggerId: "orders", auditConfigs: audits, updateMask: "auditConfigs" });
    expect(written().at(-1)).toMatchObject({ updateMask: "auditConfigs" });
    expect(policy()).toMatchObject({ auditConfigs: audits, bindings: [{ role: admin, members: [ops] }] });
  });
});

test("a wider mask is written, though nothing else changes", async () => {
  const { stack, written, policy } = trigger();
  const program = { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }], auditConfigs: audits };
  await stack.up({ ...program, updateMask: "bindings" });
  expect(policy().auditConfigs).toEqual([]);
  expect(await stack.up({ ...program, updateMask: "bindings,auditConfigs" })).toBe("update");
  expect(written().at(-1)).toMatchObject({ updateMask: "bindings,auditConfigs" });
  expect(policy().auditConfigs).toEqual(audits);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.up({ ...program, updateMask: "bindings,auditConfigs" })).toBe("same");
  expect(await stack.up(program)).toBe("update");
  expect(written().at(-1)).toMatchObject({ updateMask: "bindings,etag,auditConfigs" });
  expect(stack.outputs).not.toHaveProperty("updateMask");
});

describe("semantic equality", () => {
  test("order and spelling of bindings and members are equal; the spelling of the program stays", async () => {
    const { stack, write } = trigger();
    const bindings = [
      { role: viewer, members: ["user:Zoe@Example.com", ana] },
      { role: admin, members: [ops], condition: { ...night, description: "" } },
    ];
    await stack.up({ triggerId: "orders", bindings });
    expect(stack.outputs["bindings"]).toEqual(bindings);
    write([
      { role: admin, members: [ops], condition: night },
      { role: viewer, members: [ana, "user:zoe@example.com"] },
    ]);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ triggerId: "orders", bindings: bindings.toReversed() })).toBe("same");
  });

  test("additions and removals by others are drift, and the next update reverts them", async () => {
    const { stack, write, policy } = trigger();
    const program = { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] };
    await stack.up(program);
    write([{ role: viewer, members: [ana, ops] }]);
    expect(await stack.refresh()).toEqual(["bindings[0].members[1]"]);
    expect(await stack.up(program)).toBe("update");
    expect(policy().bindings).toEqual(program.bindings);
    write([]);
    expect(await stack.refresh()).not.toEqual([]);
    expect(await stack.up(program)).toBe("update");
    expect(policy().bindings).toEqual(program.bindings);
  });
});
