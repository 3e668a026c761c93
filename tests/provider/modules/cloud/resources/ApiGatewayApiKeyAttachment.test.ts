/** Bindings of keys. See docs/modules/cloud.md#api-key-attachments. */
import { setupOf, errorMessageOf } from "./setup";

function emulatorFixture() {
  const fixture = setupOf("ApiGatewayApiKeyAttachment");
  const usagePlanId = String(fixture.callAction("CreateUsagePlan", { UsagePlanName: "gold" })["UsagePlanId"]);
  const apiKeyId = String(fixture.callAction("CreateApiKey", { SecretName: "ci" })["AccessKeyId"]);
  const { gateway } = fixture.emulator;
  return Object.assign(fixture, { gateway, program: { apiKeyId, usagePlanId }, id: `${apiKeyId}#${usagePlanId}`, usagePlanId, apiKeyId });
}

async function createFixture() {
  const fixture = emulatorFixture();
  await fixture.stack.up(fixture.program);
  fixture.actions();
  return fixture;
}

describe("create", () => {
  test("reads both, binds, waits until the binding is visible, and leaves no difference", async () => {
    const { stack, actions, sent, program, id, apiKeyId, usagePlanId } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["DescribeUsagePlan", "DescribeApiKeysStatus", "BindSecretIds", "DescribeUsagePlan", "DescribeUsagePlan"]);
    expect(sent("DescribeApiKeysStatus")).toMatchObject({ Filters: [{ Name: "AccessKeyId", Values: [apiKeyId] }] });
    expect(sent("BindSecretIds")).toEqual({ UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayApiKeyAttachmentId: id });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("waits until it is visible", async () => {
    const fixture = emulatorFixture();
    let looks = 0;
    fixture.override = ({ action }) => (action === "DescribeUsagePlan" && ++looks === 2 ? { Result: { BindSecretIds: null } } : undefined);
    expect(await fixture.stack.up(fixture.program)).toBe("create");
    expect(looks).toBe(4);
  });

  test("is not created without the plan or the key", async () => {
    const { stack, gateway, actions, program } = emulatorFixture();
    expect(await errorMessageOf(stack.up({ ...program, apiKeyId: program.apiKeyId.slice(0, -1) }))).toMatch(/key AKID\w+ does not exist/);
    gateway.plans.clear();
    expect(await errorMessageOf(stack.up(program))).toContain("ResourceNotFound.InvalidUsagePlan");
    expect(actions()).not.toContain("BindSecretIds");
    expect(stack.stored).toBeUndefined();
  });

  test("a disabled key is rejected, with a remedy", async () => {
    const { stack, gateway, program, apiKeyId } = emulatorFixture();
    gateway.keys.get(apiKeyId)!.enabled = false;
    expect(await errorMessageOf(stack.up(program))).toMatch(/UnsupportedOperation.InvalidStatus.*\nThe key is disabled\. Set `status`/s);
    expect(stack.stored).toBeUndefined();
  });

  test.each(["UnsupportedOperation.AlreadyBindUsagePlan", "UnsupportedOperation.UnsupportedBindApiKey"])(
    "a key that is bound already (%s) needs an import",
    async (code) => {
      const { stack, callAction, rejectAction, program, id, usagePlanId, apiKeyId } = emulatorFixture();
      callAction("BindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });
      rejectAction("BindSecretIds", code);
      expect(await errorMessageOf(stack.up(program))).toContain(`The binding already exists. Import it with the ID ${id}.`);
      expect(stack.stored).toBeUndefined();
    },
  );

  test("too many keys fail", async () => {
    const { stack, rejectAction, program, actions } = emulatorFixture();
    rejectAction("BindSecretIds", "LimitExceeded.AccessKeyCountInUsagePlanLimitExceeded");
    expect(await errorMessageOf(stack.up(program))).toContain("AccessKeyCountInUsagePlanLimitExceeded");
    expect(actions().filter((action) => action === "BindSecretIds")).toHaveLength(1);
  });

  test("a plan that is deleted during the wait is a failure that keeps the ID", async () => {
    const fixture = emulatorFixture();
    let looks = 0;
    fixture.override = ({ action }) =>
      action === "DescribeUsagePlan" && ++looks > 1 ? { Error: { Code: "ResourceNotFound.InvalidUsagePlan", Message: "gone" } } : undefined;
    expect(await errorMessageOf(fixture.stack.up(fixture.program))).toContain(`binding ${fixture.id}: one of its objects was deleted`);
    expect(fixture.stack.stored!.id).toBe(fixture.id);
    expect(fixture.stack.outputs).toEqual({ ...fixture.program, apiGatewayApiKeyAttachmentId: fixture.id });
    fixture.recover();
    expect(await fixture.stack.up(fixture.program)).toBe("update");
  });

  test.each([true, false])("a lost response is repeated; an applied one (%s) is adopted", async (carriedOut) => {
    const { stack, loseResponse, actions, program, id } = emulatorFixture();
    loseResponse("BindSecretIds", carriedOut, 1);
    expect(await stack.up(program)).toBe("create");
    expect(stack.stored!.id).toBe(id);
    expect(actions().filter((action) => action === "BindSecretIds")).toHaveLength(2);
  });
});

test.each([{ apiKeyId: "k" }, { usagePlanId: "u" }])("%j replaces", async (other) => {
  const { stack, program } = await createFixture();
  expect(await stack.preview({ ...program, ...other })).toEqual([`${Object.keys(other)[0]}!`]);
});

test("a replacement is bound before the old one is unbound", async () => {
  const { stack, callAction, actions, program, gateway } = await createFixture();
  const apiKeyId = String(callAction("CreateApiKey", { SecretName: "other" })["AccessKeyId"]);
  expect(await stack.up({ ...program, apiKeyId })).toBe("replace");
  const done = actions();
  expect(done.indexOf("BindSecretIds")).toBeLessThan(done.indexOf("UnBindSecretIds"));
  expect(
    gateway.plans
      .entries()[0]![1]
      .keys.filter(({ ends }) => (ends ?? Infinity) > Date.now())
      .map(({ id }) => id),
  ).toEqual([apiKeyId]);
});

describe("delete", () => {
  test("unbinds and waits until it is visible; a second one succeeds", async () => {
    const { stack, actions, sent, gateway, usagePlanId, apiKeyId } = await createFixture();
    gateway.delays.unbind = 300;
    const stored = stack.stored!;
    await stack.destroy();
    expect(sent("UnBindSecretIds")).toEqual({ UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });
    const [first, ...looks] = actions();
    expect(first).toBe("UnBindSecretIds");
    expect(looks.length).toBeGreaterThan(1);
    stack.stored = stored;
    await stack.destroy();
    gateway.plans.clear();
    stack.stored = stored;
    await stack.destroy();
  });

  test("a rejection fails", async () => {
    const { stack, rejectAction } = await createFixture();
    rejectAction("UnBindSecretIds", "UnsupportedOperation.RequestPostError");
    expect(await errorMessageOf(stack.destroy())).toContain("UnsupportedOperation.RequestPostError");
  });
});

test("unbound, without its key or without its plan it is missing", async () => {
  for (const how of ["unbound", "keys", "plans"] as const) {
    const { stack, gateway } = await createFixture();
    if (how === "unbound") gateway.plans.entries()[0]![1].keys = [];
    else gateway[how].clear();
    expect(await stack.refresh()).toEqual(["gone"]);
  }
  const { stack, rejectAction } = await createFixture();
  rejectAction("DescribeUsagePlan", "ResourceNotFound");
  expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound");
});

test("import reads the existing object", async () => {
  const { stack, program, id, calls } = await createFixture();
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  const before = calls.length;
  expect(await errorMessageOf(stack.import("AKID1"))).toContain("expected <apiKeyId>#<usagePlanId>, for example");
  expect(calls).toHaveLength(before);
});

test("all failures are reported at once", async () => {
  const { stack } = emulatorFixture();
  const text = await errorMessageOf(stack.up({ apiKeyId: "a#b", usagePlanId: "" }));
  expect(text.split("\n").map((line) => line.split(" ")[0])).toEqual(["apiKeyId", "usagePlanId"]);
});
