/** API keys: missing, deleted, rejected. See docs/modules/cloud.md#api-keys. */
import { auto, emulatorFixture, createFixture, manual } from "./key-setup";
import { errorMessageOf } from "./setup";

describe("a deleted key", () => {
  test("is dropped, fails an update, and its delete succeeds", async () => {
    const { stack, gateway } = await createFixture(auto);
    gateway.keys.clear();
    const stored = stack.stored!;
    expect(await errorMessageOf(stack.up({ secretName: "ci" }))).toContain("object not found. Run `pulumi refresh`");
    await stack.destroy();
    stack.stored = stored;
    expect(await stack.refresh()).toEqual(["gone"]);
  });

  test("is reported by an exact match and by one code only", async () => {
    const { stack, rejectAction, gateway, key } = await createFixture(auto);
    const other = { ...key(), id: `${key().id}X` };
    gateway.keys.clear();
    gateway.keys.set(other.id, other);
    const stored = stack.stored!;
    expect(await stack.refresh()).toEqual(["gone"]);
    stack.stored = stored;
    rejectAction("DescribeApiKeysStatus", "FailedOperation.CamException");
    expect(await errorMessageOf(stack.refresh())).toContain("FailedOperation.CamException");
    rejectAction("DescribeApiKeysStatus", "ResourceNotFound.InvalidAccessKeyId");
    expect(await stack.refresh()).toEqual(["gone"]);
  });
});

describe("delete", () => {
  test("waits while the key is bound to a plan", async () => {
    const { stack, callAction, gateway, id, actions } = await createFixture({ secretName: "ci" });
    const { UsagePlanId } = callAction("CreateUsagePlan", { UsagePlanName: "gold" });
    callAction("BindSecretIds", { UsagePlanId: UsagePlanId!, AccessKeyIds: [id] });
    gateway.delays.unbind = 300;
    callAction("UnBindSecretIds", { UsagePlanId: UsagePlanId!, AccessKeyIds: [id] });
    await stack.destroy();
    expect(actions().filter((action) => action === "DeleteApiKey").length).toBeGreaterThan(1);
    expect(gateway.keys.size).toBe(0);
  });

  test("continues where it stopped", async () => {
    const { stack, rejectAction, recover, key, gateway } = await createFixture({ secretName: "ci" });
    rejectAction("DeleteApiKey", "InvalidParameterValue.InvalidRegion");
    await errorMessageOf(stack.destroy());
    expect(key().enabled).toBe(false);
    recover();
    await stack.destroy();
    expect(gateway.keys.size).toBe(0);
  });
});

describe("delete of a disabled key", () => {
  test("does not disable it again", async () => {
    const { stack, actions, gateway } = await createFixture(auto);
    await stack.destroy();
    expect(actions()).toEqual(["DeleteApiKey"]);
    expect(gateway.keys.size).toBe(0);
  });

  test("disables it when another writer has enabled it", async () => {
    const { stack, actions, key, gateway } = await createFixture(auto);
    key().enabled = true;
    await stack.destroy();
    expect(actions()).toEqual(["DeleteApiKey", "DisableApiKey", "DeleteApiKey"]);
    expect(gateway.keys.size).toBe(0);
  });
});

test("an ID of two parts is invalid", async () => {
  const { stack, calls } = emulatorFixture();
  expect(await errorMessageOf(stack.import("a#b"))).toContain("expected <accessKeyId>, for example AKID");
  expect(calls).toEqual([]);
});

test.each([
  [{ accessKeyType: "manual" }, ["accessKeyId | required for accessKeyType manual", "accessKeySecret | required for accessKeyType manual"]],
  [
    { accessKeyId: "partner_b_key" },
    [
      "accessKeyId | can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.",
    ],
  ],
  [
    { accessKeySecret: "b7d0f4c92e6a41f8" },
    [
      "accessKeySecret | can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.",
    ],
  ],
  [{ ...manual, accessKeyId: "a-b" }, ["accessKeyId | expected 5 to 50 letters, digits or underscores"]],
  [{ ...manual, accessKeySecret: "short" }, ["accessKeySecret | expected 10 to 50 letters, digits or underscores"]],
  [{ secretName: "", status: "ON" }, ["secretName | must not be empty", "status | expected on or off"]],
])("check: %j", async (other, expectedTexts) => {
  const { stack, calls } = emulatorFixture();
  const reported = (await errorMessageOf(stack.up({ secretName: "ci", ...other }))).split("\n");
  // A failure of a secret has no property, because the engine shows the value of the property beside it.
  const lines = reported.map((line) => line.replace(/; did you mean.*/, "").replace(/^ \| (\w+): /, "$1 | "));
  expect(lines.sort()).toEqual([...expectedTexts].sort());
  expect(calls).toEqual([]);
});
