/** Applications. See docs/modules/cloud.md#applications. */
import type { App } from "../../../../emulators/cloud/gateway/apps";
import { setupOf, errorMessageOf } from "./setup";

const program = { apiAppName: "mobile", apiAppDesc: "Mobile app", tags: { team: "shop" } };
const minimal = { apiAppName: "mobile" };
const read = ["DescribeApiAppsStatus", "DescribeResourceTagsByResourceIds"];

function emulatorFixture() {
  const fixture = setupOf("ApiGatewayApiApp");
  return Object.assign(fixture, { app: (): App => fixture.emulator.gateway.apps.entries()[0]![1] });
}

async function createFixture(inputs: object = program) {
  const fixture = emulatorFixture();
  await fixture.stack.up(inputs);
  fixture.actions();
  return Object.assign(fixture, { id: fixture.stack.stored!.id });
}

describe("create", () => {
  test("sends the inputs, tags, reads, and leaves no difference", async () => {
    const { stack, actions, sent, app, emulator } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["CreateApiApp", "ModifyResourceTags", "DescribeResourceTagsByResourceIds"]);
    expect(sent("CreateApiApp")).toEqual({ ApiAppName: "mobile", ApiAppDesc: "Mobile app" });
    const { id, key, secret, created, modified } = app();
    expect(sent("ModifyResourceTags")).toEqual({
      Resource: `qcs::apigateway:ap-guangzhou:uin/:apiAppId/${id}`,
      ReplaceTags: [{ TagKey: "team", TagValue: "shop" }],
    });
    expect(stack.stored!.id).toBe(id);
    const own = { apiAppId: id, apiGatewayApiAppId: id, apiAppKey: key, apiAppSecret: secret };
    expect(stack.outputs).toEqual({ ...program, ...own, createdTime: created, modifiedTime: modified });
    expect(emulator.tags.of(id)).toEqual({ team: "shop" });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
    expect(sent("DescribeApiAppsStatus")).toEqual({ Filters: [{ Name: "ApiAppId", Values: [id] }], Limit: 100, Offset: 0 });
  });

  test("with required inputs only has neither description nor tags; empty ones are equal", async () => {
    const { stack, actions, sent } = await createFixture(minimal);
    expect(sent("CreateApiApp")).toEqual({ ApiAppName: "mobile" });
    expect(stack.outputs).not.toHaveProperty("apiAppDesc");
    expect(stack.outputs).not.toHaveProperty("tags");
    expect(await stack.up({ ...minimal, apiAppDesc: "", tags: {} })).toBe("same");
    expect(actions()).toEqual([]);
  });

  test("key and secret are secrets", async () => {
    const { stack } = await createFixture();
    const { apiAppKey, apiAppSecret } = stack.stored!.outputs;
    for (const value of [apiAppKey, apiAppSecret]) expect(value).toHaveProperty("value");
  });

  test("partial create: the ID is kept when the tags fail, and the next update writes only the tags", async () => {
    const { stack, rejectAction, recover, actions, app } = emulatorFixture();
    rejectAction("ModifyResourceTags", "FailedOperation");
    expect(await errorMessageOf(stack.up(program))).toContain("ModifyResourceTags failed: FailedOperation");
    expect(stack.stored!.id).toBe(app().id);
    expect(stack.outputs).toMatchObject({ apiAppName: "mobile", apiAppDesc: "Mobile app", apiAppSecret: app().secret });
    expect(stack.outputs).not.toHaveProperty("tags");
    recover();
    actions();
    expect(await stack.up(program)).toBe("update");
    expect(actions()).toEqual([...read, "ModifyResourceTags", ...read]);
    expect(await stack.refresh()).toEqual([]);
  });

  test("partial create: the response of the create is the state if the read fails", async () => {
    const { stack, rejectAction, app } = emulatorFixture();
    rejectAction("DescribeApiAppsStatus", "UnauthorizedOperation");
    await errorMessageOf(stack.up(program));
    const { id, key, secret } = app();
    expect(stack.outputs).toMatchObject({
      apiAppId: id,
      apiGatewayApiAppId: id,
      apiAppKey: key,
      apiAppSecret: secret,
      apiAppName: "mobile",
    });
  });

  test("a lost response is not repeated, and the message describes how to find the object", async () => {
    const { stack, loseResponse, actions } = emulatorFixture();
    loseResponse("CreateApiApp", true);
    expect(await errorMessageOf(stack.up(program))).toContain(
      'may have been created. Look for an application named "mobile" with getApiGatewayApiApps',
    );
    expect(actions()).toEqual(["CreateApiApp"]);
    expect(stack.stored).toBeUndefined();
  });

  test("a quota fails", async () => {
    const { stack, rejectAction } = emulatorFixture();
    rejectAction("CreateApiApp", "LimitExceeded.ApiAppCountLimitExceeded");
    expect(await errorMessageOf(stack.up(program))).toContain("LimitExceeded.ApiAppCountLimitExceeded");
    expect(stack.stored).toBeUndefined();
  });
});

describe("change", () => {
  test.each([
    [{ apiAppName: "web" }, { ApiAppName: "web" }],
    [{ apiAppDesc: "Web app" }, { ApiAppDesc: "Web app" }],
    [{ apiAppDesc: "" }, { ApiAppDesc: "" }],
  ])("only %j is sent", async (other, params) => {
    const { stack, actions, sent, id } = await createFixture();
    const next = { ...program, ...other };
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toEqual(["ModifyApiApp", ...read]);
    expect(sent("ModifyApiApp")).toEqual({ ApiAppId: id, ...params });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(next)).toBe("same");
  });

  test("a removed description stays", async () => {
    const { stack, app, sent } = await createFixture();
    expect(await stack.preview({ ...program, apiAppDesc: undefined })).toEqual([]);
    expect(await stack.up({ apiAppName: "web", tags: program.tags })).toBe("update");
    expect(sent("ModifyApiApp")).not.toHaveProperty("ApiAppDesc");
    expect(app().description).toBe("Mobile app");
    expect(stack.outputs["apiAppDesc"]).toBe("Mobile app");
  });

  test("a change of tags calls the tag service only", async () => {
    const { stack, actions, sent, emulator, id } = await createFixture();
    expect(await stack.up({ ...program, tags: { crew: "a" } })).toBe("update");
    expect(actions()).toEqual([...read, "ModifyResourceTags", ...read]);
    expect(sent("ModifyResourceTags")).toMatchObject({
      DeleteTags: [{ TagKey: "team" }],
      ReplaceTags: [{ TagKey: "crew", TagValue: "a" }],
    });
    expect(emulator.tags.of(id)).toEqual({ crew: "a" });
  });

  test("an update that fails after a part reports the live state; the next one does the rest", async () => {
    const { stack, rejectAction, recover, actions } = await createFixture();
    const next = { ...program, apiAppName: "web", tags: {} };
    rejectAction("ModifyResourceTags", "FailedOperation");
    await errorMessageOf(stack.up(next));
    expect(stack.outputs).toMatchObject({ apiAppName: "web", tags: { team: "shop" } });
    recover();
    actions();
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toEqual([...read, "ModifyResourceTags", ...read]);
  });
});

describe("changes by another writer", () => {
  test("drift is reported and reverted", async () => {
    const { stack, app, emulator, id } = await createFixture();
    Object.assign(app(), { name: "other", description: null });
    emulator.tags.put({ serviceType: "apigateway", prefix: "apiAppId", region: "ap-guangzhou", id }, "by-hand", {
      value: "1",
      category: "Custom",
    });
    expect(await stack.refresh()).toEqual(["apiAppDesc", "apiAppName", 'tags["by-hand"]']);
    expect(await stack.up(program)).toBe("update");
    expect(stack.outputs).toMatchObject(program);
    expect(emulator.tags.of(id)).toEqual({ team: "shop" });
  });

  test("an undeclared description is no drift; a new key is", async () => {
    const { stack, app, callAction, id } = await createFixture(minimal);
    app().description = "by hand";
    callAction("UpdateApiAppKey", { ApiAppId: id, ApiAppKey: "another-key" });
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs).toMatchObject({ apiAppDesc: "by hand", apiAppKey: "another-key", apiAppSecret: app().secret });
    expect(await stack.up(minimal)).toBe("same");
  });

  test("a masked secret does not replace the known one, and is not imported", async () => {
    const { stack, app, id } = await createFixture();
    app().masked = true;
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs["apiAppSecret"]).toBe(app().secret);
    await stack.import(id);
    expect(stack.outputs).not.toHaveProperty("apiAppSecret");
  });

  test("a failed read is an error, not a deleted object", async () => {
    const { stack, rejectAction } = await createFixture();
    rejectAction("DescribeApiAppsStatus", "UnsupportedOperation.InvalidAction");
    expect(await errorMessageOf(stack.refresh())).toContain("UnsupportedOperation.InvalidAction");
    rejectAction("DescribeResourceTagsByResourceIds", "FailedOperation");
    expect(await errorMessageOf(stack.refresh())).toContain("FailedOperation");
  });

  test("another application in the response is ignored", async () => {
    const fixture = await createFixture();
    fixture.override = ({ action }) =>
      action === "DescribeApiAppsStatus"
        ? { Result: { TotalCount: 1, ApiAppSet: [{ ApiAppId: `${fixture.id}9`, ApiAppName: "x" }] } }
        : undefined;
    expect(await fixture.stack.refresh()).toEqual(["gone"]);
  });

  test("deleted: a refresh drops it, an update reports it, a delete succeeds", async () => {
    const { stack, emulator, actions } = await createFixture();
    emulator.gateway.apps.clear();
    expect(await errorMessageOf(stack.up({ ...program, apiAppName: "x" }))).toContain("object not found. Run `pulumi refresh`");
    const stored = stack.stored!;
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DeleteApiApp"]);
    stack.stored = stored;
    expect(await stack.refresh()).toEqual(["gone"]);
  });
});

test("import reads the existing object", async () => {
  const { stack, id } = await createFixture();
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  expect(await errorMessageOf(stack.import("a#b"))).toContain("expected <apiAppId>, for example app-q1z5h8kd");
});

test("delete waits while it is bound to an API, and fails at its time limit", async () => {
  const fixture = await createFixture();
  let rejected = 0;
  fixture.override = ({ action }) =>
    action === "DeleteApiApp" && rejected++ < 2
      ? { Error: { Code: "UnsupportedOperation.ResourceAssociated", Message: "bound" } }
      : undefined;
  await fixture.stack.destroy();
  expect(rejected).toBe(3);
  expect(fixture.emulator.gateway.apps.size).toBe(0);
});

test("a name must not be blank", async () => {
  const { stack } = emulatorFixture();
  expect(await errorMessageOf(stack.up({ apiAppName: "" }))).toBe("apiAppName | must not be empty");
});
