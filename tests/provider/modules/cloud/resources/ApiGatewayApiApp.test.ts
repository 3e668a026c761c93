/** Applications. See docs/modules/cloud.md#applications. */
import type { App } from "../../../../emulators/cloud/gateway/apps";
import { setupOf } from "./setup";

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
});

describe("changes by another writer", () => {
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
