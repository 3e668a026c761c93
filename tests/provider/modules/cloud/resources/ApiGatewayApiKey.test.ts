/** API keys: create, update, replacement. See docs/modules/cloud.md#api-keys. */
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

  test("is enabled by default", async () => {
    const { stack, actions } = emulatorFixture();
    await stack.up({ secretName: "ci" });
    expect(actions()).toEqual(["CreateApiKey"]);
    expect(stack.outputs["status"]).toBe("on");
  });

  test("partial create: ID and secret are kept when disabling fails, and the next update disables it", async () => {
    const { stack, rejectAction, recover, actions, key } = emulatorFixture();
    rejectAction("DisableApiKey", "UnsupportedOperation.UinNotInWhiteList");
    expect(await errorMessageOf(stack.up(auto))).toContain("UnsupportedOperation.UinNotInWhiteList");
    expect(stack.stored!.id).toBe(key().id);
    expect(stack.outputs).toMatchObject({ status: "on", accessKeySecret: key().secret });
    recover();
    actions();
    expect(await stack.up(auto)).toBe("update");
    expect(actions().filter((action) => !action.startsWith("Describe"))).toEqual(["DisableApiKey"]);
    expect(key().enabled).toBe(false);
  });

  test("partial create: the response of the create is the state if the read fails", async () => {
    const { stack, rejectAction, key } = emulatorFixture();
    rejectAction("DescribeApiKeysStatus", "UnauthorizedOperation");
    await errorMessageOf(stack.up(auto));
    const { id, secret, created } = key();
    const own = { apiGatewayApiKeyId: id, accessKeyId: id, accessKeySecret: secret, createTime: created };
    expect(stack.outputs).toMatchObject({ ...own, secretName: "ci", accessKeyType: "auto" });
    expect(stack.stored!.outputs["accessKeySecret"]).toHaveProperty("value", secret);
  });

  test("a lost response is not repeated, and the message describes how to find the object", async () => {
    const { stack, loseResponse, actions } = emulatorFixture();
    loseResponse("CreateApiKey", true);
    expect(await errorMessageOf(stack.up(auto))).toContain('Look for a key named "ci" with getApiGatewayApiKeys');
    expect(actions()).toEqual(["CreateApiKey"]);
    expect(stack.stored).toBeUndefined();
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

  test("nulls keep the values of the program", async () => {
    const fixture = await createFixture(auto);
    const row = { AccessKeyId: fixture.id, AccessKeyType: null, SecretName: null, Status: null };
    fixture.override = ({ action }) => (action === "DescribeApiKeysStatus" ? { Result: { TotalCount: 1, ApiKeySet: [row] } } : undefined);
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(fixture.stack.outputs).toMatchObject({ ...auto, createTime: "", modifyTime: "" });
  });

  test.each([
    ["DisableApiKey", { secretName: "ci" }, auto],
    ["EnableApiKey", auto, { secretName: "ci" }],
  ])("%s whose response was lost was applied", async (action, from, to) => {
    const fixture = await createFixture(from);
    let tries = 0;
    fixture.override = (call) => {
      if (call.action !== action || tries++ > 0) return undefined;
      fixture.callAction(action, call.params);
      return { Error: { Code: "RequestLimitExceeded", Message: "the response was lost" } };
    };
    expect(await fixture.stack.up(to)).toBe("update");
    expect(tries).toBe(2);
    expect(await fixture.stack.refresh()).toEqual([]);
    fixture.rejectAction(action === "DisableApiKey" ? "EnableApiKey" : "DisableApiKey", "UnsupportedOperation.UnsupportedUpdateApiKey");
    expect(await errorMessageOf(fixture.stack.up(from))).toContain("UnsupportedOperation.UnsupportedUpdateApiKey");
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

  test("changes its secret in place", async () => {
    const { stack, sent, key } = await createFixture(manual);
    const next = { ...manual, accessKeySecret: "another_secret" };
    expect(await stack.up(next)).toBe("update");
    expect(sent("UpdateApiKey")).toEqual({ AccessKeyId: "partner_b_key", AccessKeySecret: "another_secret" });
    expect(key().secret).toBe("another_secret");
    expect(await stack.refresh()).toEqual([]);
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

  test("a secret that another writer changed is drift", async () => {
    const { stack, key } = await createFixture(manual);
    Object.assign(key(), { secret: "changed_by_hand", enabled: false });
    expect(await stack.refresh()).toEqual(["accessKeySecret", "status"]);
    expect(await stack.up(manual)).toBe("update");
    expect(key()).toMatchObject({ secret: manual.accessKeySecret, enabled: true });
  });

  test("partial update: a stored new secret is reported when the change of the status fails", async () => {
    const { stack, rejectAction, recover, actions } = await createFixture(manual);
    rejectAction("DisableApiKey", "UnsupportedOperation.UinNotInWhiteList");
    const next = { ...manual, accessKeySecret: "another_secret", status: "off" };
    await errorMessageOf(stack.up(next));
    expect(stack.outputs).toMatchObject({ accessKeySecret: "another_secret", status: "on" });
    recover();
    actions();
    expect(await stack.up(next)).toBe("update");
    expect(actions().filter((action) => !action.startsWith("Describe"))).toEqual(["DisableApiKey"]);
  });

  test("an existing ID fails; no message contains the secret", async () => {
    const { stack, callAction } = emulatorFixture();
    callAction("CreateApiKey", {
      SecretName: "x",
      AccessKeyType: "manual",
      AccessKeyId: manual.accessKeyId,
      AccessKeySecret: "somebody_elses",
    });
    const text = await errorMessageOf(stack.up(manual));
    expect(text).toContain("partner_b_key already exists and differs in accessKeySecret, secretName");
    expect(text).not.toContain(manual.accessKeySecret);
    expect(stack.stored).toBeUndefined();
  });

  test("after a lost response it is looked up", async () => {
    const { stack, loseResponse, gateway } = emulatorFixture();
    loseResponse("CreateApiKey", true);
    expect(await stack.up(manual)).toBe("create");
    expect(stack.stored!.id).toBe("partner_b_key");
    expect(gateway.keys.size).toBe(1);
  });
});

describe("replacement", () => {
  test.each([
    [{ secretName: "other" }, ["secretName!"], "delete first"],
    [{ accessKeyId: "other_key" }, ["accessKeyId!"], "replace"],
  ] as const)("%j of a manual key", async (other, paths, how) => {
    const { stack, gateway } = await createFixture(manual);
    expect(await stack.preview({ ...manual, ...other })).toEqual(paths);
    expect(await stack.up({ ...manual, ...other })).toBe(how);
    expect(gateway.keys.size).toBe(1);
  });

  test("of an auto key", async () => {
    const { stack, actions } = await createFixture(auto);
    expect(await stack.up({ ...auto, secretName: "other" })).toBe("replace");
    expect(actions()[0]).toBe("CreateApiKey");
    expect(await stack.preview(manual)).toContain("accessKeyType!");
  });

  test("from manual to auto: the service generates ID and secret", async () => {
    const { stack, id } = await createFixture(manual);
    expect(await stack.preview({ secretName: "partner" })).toEqual(["accessKeyType!"]);
    expect(await stack.up({ secretName: "partner" })).toBe("replace");
    expect(stack.outputs["accessKeyId"]).not.toBe(id);
  });
});
