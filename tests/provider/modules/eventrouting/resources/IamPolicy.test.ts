/** The whole policy of an object. See docs/modules/eventrouting.md#iam-policies. */
import { admin, ana, iamSetup, night, ops, viewer } from "./iam-setup";
import { expectNoDrift, expectRejected, home } from "../support";

const trigger = () => iamSetup("TriggerIamPolicy");
const audits = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [ana] }] }];
const bindings = [{ role: viewer, members: [ana] }];
const program = { triggerId: "orders", bindings };

test("create, change, delete", async () => {
  const { stack, lines, written, policy, name } = trigger();
  await stack.up(program);
  expect(lines()).toEqual(["GET triggers/orders:getIamPolicy?options.requestedPolicyVersion=3", "POST triggers/orders:setIamPolicy"]);
  expect(written()).toEqual([{ policy: { etag: "ACAB", bindings }, updateMask: "bindings,etag" }]);
  expect(stack.stored!.id).toBe(name);
  const place = { project: "demo-project", location: "us-central1" };
  expect(stack.outputs).toEqual({ ...program, ...place, auditConfigs: [], version: 1, etag: policy().etag });
  for (const [key, value] of Object.entries({ triggerId: "others", location: "us-east1", project: "partner-project" }))
    expect(await stack.preview({ ...program, [key]: value })).toEqual([`${key}!`]);

  const others = [{ role: admin, members: [ops] }];
  expect(await stack.up({ ...program, bindings: others })).toBe("update");
  lines();
  await stack.destroy();
  expect([lines(), policy().bindings]).toEqual([[], others]);
  const warnings = stack.lines.filter((line) => line.startsWith("warning: "));
  expect(warnings).toEqual([expect.stringContaining(`${name}: the policy stays`)]);
});

test("import, without audit settings if there are none", async () => {
  const { stack, name, write } = trigger();
  write(bindings);
  await stack.import(`v1/${name}`);
  expect(stack.inputs).toEqual({ ...program, location: "us-central1", project: "demo-project" });
  await expect(stack.import(`${home}/elsewhere/orders`)).rejects.toThrow("Invalid import ID");
});

test("a response to a write that is not a policy is an error with an unknown outcome", async () => {
  const fixture = trigger();
  fixture.override = ({ line }) => (line.endsWith(":setIamPolicy") ? { body: {} } : undefined);
  await expect(fixture.stack.up(program)).rejects.toMatchObject({
    code: "unavailable",
    ambiguous: true,
    message: expect.stringContaining("a policy without an etag"),
  });
});

test("the response to a write that replaces grants which the program does not declare: a warning with their roles, and none without", async () => {
  const { stack, write } = trigger();
  write([...bindings, { role: admin, members: [ops] }]);
  await stack.up(program);
  expect(stack.lines).toEqual([expect.stringMatching(`^warning: .*replaced grants of ${admin} that`)]);
  await stack.destroy();
  stack.lines.length = 0;
  await stack.up(program);
  expect(stack.lines).toEqual([]);
});

test("a binding with a condition needs version 3, and so does the removal of the last one", async () => {
  const { stack, written, policy } = trigger();
  const conditional = [{ role: admin, members: [ana], condition: night }];
  await stack.up({ ...program, version: 1, bindings: conditional });
  expect(stack.outputs).toMatchObject({ version: 3, bindings: conditional });
  await expectNoDrift(stack);
  expect(await stack.up({ ...program, version: 1, bindings: [] })).toBe("update");
  expect(written()).toMatchObject([{ policy: { version: 3 } }, { policy: { version: 3, bindings: [] } }]);
  expect(policy().bindings).toEqual([]);
});

test("any other version is rejected before a request", async () => {
  await expectRejected("TriggerIamPolicy", { triggerId: "orders", version: 2 }, /^version \| .*expected 0, 1 or 3; got 2/);
});

describe("audit settings", () => {
  test("of other writers stay if the program gives none, in a create and in an update", async () => {
    const { stack, written, policy, write } = trigger();
    write([], audits);
    await stack.up(program);
    expect(stack.outputs["auditConfigs"]).toEqual(audits);
    await expectNoDrift(stack);
    const news = { ...program, bindings: [{ role: viewer, members: [ops] }] };
    await stack.up({ ...news, auditConfigs: audits });
    write(news.bindings, [{ service: "allServices", auditLogConfigs: [] }]);
    await stack.up({ ...program, auditConfigs: audits });
    expect(written().map(({ updateMask }) => updateMask)).toEqual(Array(3).fill("bindings,etag"));
    expect(policy()).toMatchObject({ bindings, auditConfigs: [{ service: "allServices" }] });
  });

  test("a mask of the program is sent unchanged; a wider one is written, though nothing else changes", async () => {
    const { stack, written, policy, write } = trigger();
    const both = { ...program, auditConfigs: audits };
    write([{ role: admin, members: [ops] }]);
    for (const declared of [both, { ...both, bindings: undefined }]) {
      await stack.up({ ...declared, updateMask: "auditConfigs" });
      expect(policy()).toMatchObject({ auditConfigs: audits, bindings: [{ role: admin, members: [ops] }] });
      // What the mask leaves out is not compared.
      await expectNoDrift(stack);
    }
    expect(await stack.up({ ...both, updateMask: "bindings,auditConfigs" })).toBe("update");
    expect(policy().bindings).toEqual(bindings);
    await expectNoDrift(stack);
    expect(await stack.up(both)).toBe("update");
    const masks = ["auditConfigs", "bindings,auditConfigs", "bindings,etag,auditConfigs"];
    expect([...new Set(written().map(({ updateMask }) => updateMask))]).toEqual(masks);
    expect(stack.outputs).not.toHaveProperty("updateMask");
  });

  test("what a wider mask replaces of another writer is a warning", async () => {
    const { stack, write } = trigger();
    write([{ role: admin, members: [ops] }]);
    for (const updateMask of ["auditConfigs", "bindings,auditConfigs"]) await stack.up({ ...program, auditConfigs: audits, updateMask });
    expect(stack.lines).toEqual([expect.stringMatching(/^warning: Another writer changed bindings/)]);
  });
});

test("order and spelling of the program stay", async () => {
  const { stack, write } = trigger();
  const logs = [{ logType: "DATA_WRITE" }, { logType: "DATA_READ" }];
  const declared = {
    bindings: [
      { role: viewer, members: ["user:Zoe@Example.com", ana] },
      { role: admin, members: [ops], condition: { ...night, description: "" } },
    ],
    auditConfigs: [{ service: "allServices", auditLogConfigs: logs }, ...audits],
  };
  await stack.up({ ...program, ...declared });
  expect(stack.outputs).toMatchObject(declared);
  const equal = [
    { role: admin, members: [ops], condition: night },
    { role: viewer, members: [ana, "user:zoe@example.com"] },
  ];
  write(equal, [...audits, { service: "allServices", auditLogConfigs: logs.toReversed() }]);
  await expectNoDrift(stack);
});

test("the etag is known in previews that change nothing of the policy", async () => {
  const { stack } = trigger();
  await stack.up(program);
  const { etag } = stack.stored!.state;
  expect((await stack.previewUp(program))["etag"]).toBe(etag);
});
