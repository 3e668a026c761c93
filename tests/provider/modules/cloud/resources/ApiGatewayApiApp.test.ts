/** Applications. See docs/modules/cloud.md#applications. */
import type { App } from "../../../../emulators/cloud/gateway/apps";
import { setupOf } from "./setup";

const program = { apiAppName: "mobile", apiAppDesc: "Mobile app", tags: { team: "shop" } };

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
});

describe("changes by another writer", () => {
  test("a masked secret does not replace the known one, and is not imported", async () => {
    const { stack, app, id } = await createFixture();
    app().masked = true;
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs["apiAppSecret"]).toBe(app().secret);
    await stack.import(id);
    expect(stack.outputs).not.toHaveProperty("apiAppSecret");
  });
});
