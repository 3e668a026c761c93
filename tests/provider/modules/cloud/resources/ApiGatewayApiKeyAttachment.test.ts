/** Bindings of keys. See docs/modules/cloud.md#api-key-attachments. */
import { setupOf, errorMessageOf } from "./setup";

function emulatorFixture() {
  const held = setupOf("ApiGatewayApiKeyAttachment");
  const usagePlanId = String(held.callAction("CreateUsagePlan", { UsagePlanName: "gold" })["UsagePlanId"]);
  const apiKeyId = String(held.callAction("CreateApiKey", { SecretName: "ci" })["AccessKeyId"]);
  const { gateway } = held.emulator;
  return Object.assign(held, { gateway, program: { apiKeyId, usagePlanId }, id: `${apiKeyId}#${usagePlanId}`, usagePlanId, apiKeyId });
}

async function made() {
  const held = emulatorFixture();
  await held.stack.up(held.program);
  held.actions();
  return held;
}

describe("create", () => {
  test("reads both, binds, waits until the binding is visible, and leaves no difference", async () => {
    const { stack, actions, sent, program, id, apiKeyId, usagePlanId } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["DescribeUsagePlan", "DescribeApiKeysStatus", "BindSecretIds", "DescribeUsagePlan", "DescribeUsagePlan"]);
    expect(sent("DescribeApiKeysStatus")).toMatchObject({ Filters: [{ Name: "AccessKeyId", Values: [apiKeyId] }] });
    expect(sent("BindSecretIds")).toEqual({ UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });
    expect(stack.kept!.id).toBe(id);
    expect(stack.outputs).toEqual({ ...program, apiGatewayApiKeyAttachmentId: id });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("waits until it is visible", async () => {
    const held = emulatorFixture();
    let looks = 0;
    held.override = ({ action }) => (action === "DescribeUsagePlan" && ++looks === 2 ? { Result: { BindSecretIds: null } } : undefined);
    expect(await held.stack.up(held.program)).toBe("create");
    expect(looks).toBe(4);
  });

  test("is not created without the plan or the key", async () => {
    const { stack, gateway, actions, program } = emulatorFixture();
    expect(await errorMessageOf(stack.up({ ...program, apiKeyId: program.apiKeyId.slice(0, -1) }))).toMatch(/key AKID\w+ does not exist/);
    gateway.plans.clear();
    expect(await errorMessageOf(stack.up(program))).toContain("ResourceNotFound.InvalidUsagePlan");
    expect(actions()).not.toContain("BindSecretIds");
    expect(stack.kept).toBeUndefined();
  });

  test("a disabled key is rejected, with a remedy", async () => {
    const { stack, gateway, program, apiKeyId } = emulatorFixture();
    gateway.keys.get(apiKeyId)!.enabled = false;
    expect(await errorMessageOf(stack.up(program))).toMatch(/UnsupportedOperation.InvalidStatus.*\nThe key is disabled\. Set `status`/s);
    expect(stack.kept).toBeUndefined();
  });

  test.each(["UnsupportedOperation.AlreadyBindUsagePlan", "UnsupportedOperation.UnsupportedBindApiKey"])(
    "a key that is bound already (%s) needs an import",
    async (code) => {
      const { stack, callAction, refuse, program, id, usagePlanId, apiKeyId } = emulatorFixture();
      callAction("BindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });
      refuse("BindSecretIds", code);
      expect(await errorMessageOf(stack.up(program))).toContain(`The binding already exists. Import it with the ID ${id}.`);
      expect(stack.kept).toBeUndefined();
    },
  );

  test("too many keys fail", async () => {
    const { stack, refuse, program, actions } = emulatorFixture();
    refuse("BindSecretIds", "LimitExceeded.AccessKeyCountInUsagePlanLimitExceeded");
    expect(await errorMessageOf(stack.up(program))).toContain("AccessKeyCountInUsagePlanLimitExceeded");
    expect(actions().filter((action) => action === "BindSecretIds")).toHaveLength(1);
  });

  test("a plan that is deleted during the wait is a failure that keeps the ID", async () => {
    const held = emulatorFixture();
    let looks = 0;
    held.override = ({ action }) =>
      action === "DescribeUsagePlan" && ++looks > 1 ? { Error: { Code: "ResourceNotFound.InvalidUsagePlan", Message: "gone" } } : undefined;
    expect(await errorMessageOf(held.stack.up(held.program))).toContain(`binding ${held.id}: one of its objects was deleted`);
    expect(held.stack.kept!.id).toBe(held.id);
    expect(held.stack.outputs).toEqual({ ...held.program, apiGatewayApiKeyAttachmentId: held.id });
    held.recover();
    expect(await held.stack.up(held.program)).toBe("update");
  });

  test.each([true, false])("a lost response is repeated; an applied one (%s) is adopted", async (carriedOut) => {
    const { stack, lose, actions, program, id } = emulatorFixture();
    lose("BindSecretIds", carriedOut, 1);
    expect(await stack.up(program)).toBe("create");
    expect(stack.kept!.id).toBe(id);
    expect(actions().filter((action) => action === "BindSecretIds")).toHaveLength(2);
  });
});

test.each([{ apiKeyId: "k" }, { usagePlanId: "u" }])("%j replaces", async (other) => {
  const { stack, program } = await made();
  expect(await stack.preview({ ...program, ...other })).toEqual([`${Object.keys(other)[0]}!`]);
});

test("a replacement is bound before the old one is unbound", async () => {
  const { stack, callAction, actions, program, gateway } = await made();
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
    const { stack, actions, sent, gateway, usagePlanId, apiKeyId } = await made();
    gateway.delays.unbind = 300;
    const kept = stack.kept!;
    await stack.destroy();
    expect(sent("UnBindSecretIds")).toEqual({ UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });
    const [first, ...looks] = actions();
    expect(first).toBe("UnBindSecretIds");
    expect(looks.length).toBeGreaterThan(1);
    stack.kept = kept;
    await stack.destroy();
    gateway.plans.clear();
    stack.kept = kept;
    await stack.destroy();
  });

  test("a rejection fails", async () => {
    const { stack, refuse } = await made();
    refuse("UnBindSecretIds", "UnsupportedOperation.RequestPostError");
    expect(await errorMessageOf(stack.destroy())).toContain("UnsupportedOperation.RequestPostError");
  });
});

test("unbound, without its key or without its plan it is missing", async () => {
  for (const how of ["unbound", "keys", "plans"] as const) {
    const { stack, gateway } = await made();
    if (how === "unbound") gateway.plans.entries()[0]![1].keys = [];
    else gateway[how].clear();
    expect(await stack.refresh()).toEqual(["gone"]);
  }
  const { stack, refuse } = await made();
  refuse("DescribeUsagePlan", "ResourceNotFound");
  expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound");
});

test("import reads the existing object", async () => {
  const { stack, program, id, calls } = await made();
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  const before = calls.length;
  expect(await errorMessageOf(stack.import("AKID1"))).toContain("expected <apiKeyId>#<usagePlanId>, for example");
  expect(calls).toHaveLength(before);
});

test("all failures are reported at once", async () => {
  const { stack } = emulatorFixture();
  const words = await errorMessageOf(stack.up({ apiKeyId: "a#b", usagePlanId: "" }));
  expect(words.split("\n").map((line) => line.split(" ")[0])).toEqual(["apiKeyId", "usagePlanId"]);
});
