/** API keys: create, update, replacement, deletion. See docs/modules/cloud.md#api-keys. */
import { auto, emulatorFixture, createFixture, manual } from "./key-setup";
import { errorMessageOf } from "./setup";

describe("a key that the service generates", () => {
  test("is created, disabled, read, imported, enabled, deleted", async () => {
    const { stack, actions, sent, key, gateway } = emulatorFixture();
    expect(await stack.up(auto)).toBe("create");
    expect(actions()).toEqual(["CreateApiKey", "DisableApiKey", "DescribeApiKeysStatus"]);
    const { id, secret, created, modified } = key();
    expect(sent("CreateApiKey")).toEqual({ SecretName: "ci", AccessKeyType: "auto" });
    expect(sent("DisableApiKey")).toEqual({ AccessKeyId: id });
    expect(stack.stored!.id).toBe(id);
    const times = { createTime: created, modifyTime: modified };
    const own = { accessKeyType: "auto", accessKeyId: id, accessKeySecret: secret, apiGatewayApiKeyId: id };
    expect(stack.outputs).toEqual({ ...auto, ...own, ...times });
    expect(stack.stored!.outputs["accessKeySecret"]).toHaveProperty("value", secret);
    expect(await stack.up(auto)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
    expect(sent("DescribeApiKeysStatus")).toEqual({ Filters: [{ Name: "AccessKeyId", Values: [id] }], Limit: 100, Offset: 0 });
    await stack.import(id);
    expect(stack.inputs).toEqual(auto);
    expect(await stack.up(auto)).toBe("same");
    expect(await stack.up({ secretName: "ci" })).toBe("update");
    expect(sent("EnableApiKey")).toEqual({ AccessKeyId: id });
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DisableApiKey", "DeleteApiKey"]);
    expect(gateway.keys.size).toBe(0);
  });

  test("a masked or empty secret does not replace the known one", async () => {
    const fixture = await createFixture({ secretName: "ci" });
    const { secret } = fixture.key();
    for (const shown of ["mJ3t****", "", null]) {
      const row = { AccessKeyId: fixture.id, AccessKeySecret: shown, AccessKeyType: "auto", SecretName: "ci", Status: 1 };
      fixture.override = ({ action }) => (action === "DescribeApiKeysStatus" ? { Result: { TotalCount: 1, ApiKeySet: [row] } } : undefined);
      expect(await fixture.stack.refresh()).toEqual([]);
      expect(fixture.stack.outputs["accessKeySecret"]).toBe(secret);
    }
  });
});

describe("a key of the program", () => {
  test("is created with ID and secret, and imported with them", async () => {
    const { stack, sent } = emulatorFixture();
    await stack.up(manual);
    expect(sent("CreateApiKey")).toEqual({
      SecretName: "partner",
      AccessKeyType: "manual",
      AccessKeyId: "partner_b_key",
      AccessKeySecret: "b7d0f4c92e6a41f8",
    });
    expect(stack.stored!.id).toBe("partner_b_key");
    expect(await stack.refresh()).toEqual([]);
    await stack.import("partner_b_key");
    expect(stack.inputs).toEqual(manual);
    expect(stack.stored!.inputs["accessKeySecret"]).toHaveProperty("value", manual.accessKeySecret);
    expect(await stack.up(manual)).toBe("same");
  });

  test("changes its secret once, also if the service masks it", async () => {
    const fixture = await createFixture(manual);
    const row = { AccessKeyId: fixture.id, AccessKeySecret: "****", AccessKeyType: "manual", SecretName: "partner", Status: 1 };
    fixture.override = ({ action }) => (action === "DescribeApiKeysStatus" ? { Result: { TotalCount: 1, ApiKeySet: [row] } } : undefined);
    const next = { ...manual, accessKeySecret: "another_secret" };
    expect(await fixture.stack.up(next)).toBe("update");
    expect(fixture.stack.outputs["accessKeySecret"]).toBe("another_secret");
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(await fixture.stack.up(next)).toBe("same");
    await fixture.stack.import(fixture.id);
    const { accessKeySecret: _hidden, ...imported } = manual;
    expect(fixture.stack.inputs).toEqual(imported);
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
