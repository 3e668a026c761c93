/** Applications. See docs/modules/cloud.md#applications. */
import type { App } from "../../../../emulators/cloud/gateway/apps";
import { staged, wordsOf } from "./stage";

const program = { apiAppName: "mobile", apiAppDesc: "Mobile app", tags: { team: "shop" } };
const least = { apiAppName: "mobile" };
const read = ["DescribeApiAppsStatus", "DescribeResourceTagsByResourceIds"];

function bench() {
  const held = staged("ApiGatewayApiApp");
  return Object.assign(held, { app: (): App => held.emulator.world.apps.entries()[0]![1] });
}

async function made(inputs: object = program) {
  const held = bench();
  await held.stack.up(inputs);
  held.actions();
  return Object.assign(held, { id: held.stack.kept!.id });
}

describe("create", () => {
  test("sends what the program says, tags, reads, and no difference is left", async () => {
    const { stack, actions, sent, app, emulator } = bench();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["CreateApiApp", "ModifyResourceTags", ...read]);
    expect(sent("CreateApiApp")).toEqual({ ApiAppName: "mobile", ApiAppDesc: "Mobile app" });
    const { id, key, secret, created, modified } = app();
    expect(sent("ModifyResourceTags")).toEqual({
      Resource: `qcs::apigateway:ap-guangzhou:uin/:apiAppId/${id}`,
      ReplaceTags: [{ TagKey: "team", TagValue: "shop" }],
    });
    expect(sent("DescribeApiAppsStatus")).toEqual({ Filters: [{ Name: "ApiAppId", Values: [id] }], Limit: 100, Offset: 0 });
    expect(stack.kept!.id).toBe(id);
    const own = { apiAppId: id, apiGatewayApiAppId: id, apiAppKey: key, apiAppSecret: secret };
    expect(stack.outputs).toEqual({ ...program, ...own, createdTime: created, modifiedTime: modified });
    expect(emulator.tags.of(id)).toEqual({ team: "shop" });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
  });

  test("of the least inputs has neither description nor tags; empty ones say the same", async () => {
    const { stack, actions, sent } = await made(least);
    expect(sent("CreateApiApp")).toEqual({ ApiAppName: "mobile" });
    expect(stack.outputs).not.toHaveProperty("apiAppDesc");
    expect(stack.outputs).not.toHaveProperty("tags");
    expect(await stack.up({ ...least, apiAppDesc: "", tags: {} })).toBe("same");
    expect(actions()).toEqual([]);
  });

  test("key and secret are secrets", async () => {
    const { stack } = await made();
    const { apiAppKey, apiAppSecret } = stack.kept!.outputs;
    for (const value of [apiAppKey, apiAppSecret]) expect(value).toHaveProperty("value");
  });

  test("half made: the id is kept when the tags fail, and the next update writes the tags alone", async () => {
    const { stack, refuse, recover, actions, app } = bench();
    refuse("ModifyResourceTags", "FailedOperation");
    expect(await wordsOf(stack.up(program))).toContain("ModifyResourceTags failed: FailedOperation");
    expect(stack.kept!.id).toBe(app().id);
    expect(stack.outputs).toMatchObject({ apiAppName: "mobile", apiAppDesc: "Mobile app", apiAppSecret: app().secret });
    expect(stack.outputs).not.toHaveProperty("tags");
    recover();
    actions();
    expect(await stack.up(program)).toBe("update");
    expect(actions()).toEqual([...read, "ModifyResourceTags", ...read]);
    expect(await stack.refresh()).toEqual([]);
  });

  test("half made: what create answered stands where nothing can be read", async () => {
    const { stack, refuse, app } = bench();
    refuse("DescribeApiAppsStatus", "UnauthorizedOperation");
    await wordsOf(stack.up(program));
    const { id, key, secret } = app();
    expect(stack.outputs).toMatchObject({
      apiAppId: id,
      apiGatewayApiAppId: id,
      apiAppKey: key,
      apiAppSecret: secret,
      apiAppName: "mobile",
    });
  });

  test("a lost answer is not asked again, and the message says how to find what may be there", async () => {
    const { stack, lose, actions } = bench();
    lose("CreateApiApp", true);
    expect(await wordsOf(stack.up(program))).toContain(
      'may have been created. Look for an application named "mobile" with getApiGatewayApiApps',
    );
    expect(actions()).toEqual(["CreateApiApp"]);
    expect(stack.kept).toBeUndefined();
  });

  test("a quota ends it", async () => {
    const { stack, refuse } = bench();
    refuse("CreateApiApp", "LimitExceeded.ApiAppCountLimitExceeded");
    expect(await wordsOf(stack.up(program))).toContain("LimitExceeded.ApiAppCountLimitExceeded");
    expect(stack.kept).toBeUndefined();
  });
});

describe("change", () => {
  test.each([
    [{ apiAppName: "web" }, { ApiAppName: "web" }],
    [{ apiAppDesc: "Web app" }, { ApiAppDesc: "Web app" }],
    [{ apiAppDesc: "" }, { ApiAppDesc: "" }],
  ])("%j is sent alone", async (other, params) => {
    const { stack, actions, sent, id } = await made();
    const next = { ...program, ...other };
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toEqual([...read, "ModifyApiApp", ...read]);
    expect(sent("ModifyApiApp")).toEqual({ ApiAppId: id, ...params });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(next)).toBe("same");
  });

  test("a description that the program no longer gives stays", async () => {
    const { stack, app, sent } = await made();
    expect(await stack.preview({ ...program, apiAppDesc: undefined })).toEqual([]);
    expect(await stack.up({ apiAppName: "web", tags: program.tags })).toBe("update");
    expect(sent("ModifyApiApp")).not.toHaveProperty("ApiAppDesc");
    expect(app().description).toBe("Mobile app");
    expect(stack.outputs["apiAppDesc"]).toBe("Mobile app");
  });

  test("tags alone go to the tag service alone", async () => {
    const { stack, actions, sent, emulator, id } = await made();
    expect(await stack.up({ ...program, tags: { crew: "a" } })).toBe("update");
    expect(actions()).toEqual([...read, "ModifyResourceTags", ...read]);
    expect(sent("ModifyResourceTags")).toMatchObject({
      DeleteTags: [{ TagKey: "team" }],
      ReplaceTags: [{ TagKey: "crew", TagValue: "a" }],
    });
    expect(emulator.tags.of(id)).toEqual({ crew: "a" });
  });

  test("an update that stops half-way reports the live state; the next one does the rest", async () => {
    const { stack, refuse, recover, actions } = await made();
    const next = { ...program, apiAppName: "web", tags: {} };
    refuse("ModifyResourceTags", "FailedOperation");
    await wordsOf(stack.up(next));
    expect(stack.outputs).toMatchObject({ apiAppName: "web", tags: { team: "shop" } });
    recover();
    actions();
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toEqual([...read, "ModifyResourceTags", ...read]);
  });
});

describe("what happens behind the back", () => {
  test("drift is reported and reverted", async () => {
    const { stack, app, emulator, id } = await made();
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

  test("a description that the program leaves to the service is no drift; a new key shows", async () => {
    const { stack, app, ask, id } = await made(least);
    app().description = "by hand";
    ask("UpdateApiAppKey", { ApiAppId: id, ApiAppKey: "another-key" });
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs).toMatchObject({ apiAppDesc: "by hand", apiAppKey: "another-key", apiAppSecret: app().secret });
    expect(await stack.up(least)).toBe("same");
  });

  test("a secret that is masked does not take the place of the known one, nor is the mask imported", async () => {
    const { stack, app, id } = await made();
    app().masked = true;
    expect(await stack.refresh()).toEqual([]);
    expect(stack.outputs["apiAppSecret"]).toBe(app().secret);
    await stack.import(id);
    expect(stack.outputs).not.toHaveProperty("apiAppSecret");
  });

  test("a failed read is a failure, not an end", async () => {
    const { stack, refuse } = await made();
    refuse("DescribeApiAppsStatus", "UnsupportedOperation.InvalidAction");
    expect(await wordsOf(stack.refresh())).toContain("UnsupportedOperation.InvalidAction");
    refuse("DescribeResourceTagsByResourceIds", "FailedOperation");
    expect(await wordsOf(stack.refresh())).toContain("FailedOperation");
  });

  test("another application in the answer is not this one", async () => {
    const held = await made();
    held.instead = ({ action }) =>
      action === "DescribeApiAppsStatus"
        ? { Result: { TotalCount: 1, ApiAppSet: [{ ApiAppId: `${held.id}9`, ApiAppName: "x" }] } }
        : undefined;
    expect(await held.stack.refresh()).toEqual(["gone"]);
  });

  test("gone: refresh drops it, an update says so, a delete is quiet", async () => {
    const { stack, emulator, actions } = await made();
    emulator.world.apps.clear();
    expect(await wordsOf(stack.up({ ...program, apiAppName: "x" }))).toContain("object not found. Run `pulumi refresh`");
    const kept = stack.kept!;
    actions();
    await stack.destroy();
    expect(actions()).toEqual(["DeleteApiApp"]);
    stack.kept = kept;
    expect(await stack.refresh()).toEqual(["gone"]);
  });
});

test("import takes over what is there", async () => {
  const { stack, id } = await made();
  await stack.import(id);
  expect(stack.inputs).toEqual(program);
  expect(await stack.up(program)).toBe("same");
  expect(await wordsOf(stack.import("a#b"))).toContain("expected <apiAppId>, for example app-q1z5h8kd");
});

test("delete waits while it is bound to an API, and ends when it stays so", async () => {
  const held = await made();
  let refused = 0;
  held.instead = ({ action }) =>
    action === "DeleteApiApp" && refused++ < 2
      ? { Error: { Code: "UnsupportedOperation.ResourceAssociated", Message: "bound" } }
      : undefined;
  await held.stack.destroy();
  expect(refused).toBe(3);
  expect(held.emulator.world.apps.size).toBe(0);
});

test("a name must say something", async () => {
  const { stack } = bench();
  expect(await wordsOf(stack.up({ apiAppName: "" }))).toBe("apiAppName | must not be empty");
});
