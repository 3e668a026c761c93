/** Usage plans. See docs/modules/cloud.md#usage-plans. */
import type { UsagePlan } from "../../../../emulators/cloud/gateway/gateway-state";
import { setupOf, errorMessageOf } from "./setup";

const program = { usagePlanName: "gold", usagePlanDesc: "Gold customers", maxRequestNum: 100, maxRequestNumPreSec: 10 };
const read = ["DescribeUsagePlan", "DescribeUsagePlanEnvironments", "DescribeUsagePlanEnvironments"];

function emulatorFixture() {
  const fixture = setupOf("ApiGatewayUsagePlan");
  return Object.assign(fixture, { plan: (): UsagePlan => fixture.emulator.gateway.plans.entries()[0]![1] });
}

async function createFixture(inputs: object = program) {
  const fixture = emulatorFixture();
  await fixture.stack.up(inputs);
  fixture.actions();
  return Object.assign(fixture, { id: fixture.stack.stored!.id });
}

describe("create", () => {
  test("sends the inputs, waits until it is visible, and leaves no difference", async () => {
    const { stack, actions, calls, plan } = emulatorFixture();
    expect(await stack.up(program)).toBe("create");
    expect(actions()).toEqual(["CreateUsagePlan", "DescribeUsagePlan"]);
    expect(calls[0]!.params).toEqual({
      UsagePlanName: "gold",
      UsagePlanDesc: "Gold customers",
      MaxRequestNum: 100,
      MaxRequestNumPreSec: 10,
    });
    const { id, created, modified } = plan();
    expect(stack.stored!.id).toBe(id);
    expect(stack.outputs).toEqual({
      ...program,
      apiGatewayUsagePlanId: id,
      createTime: created,
      modifyTime: modified,
      attachApiKeys: [],
      attachLists: [],
    });
    expect(await stack.up(program)).toBe("same");
    expect(await stack.refresh()).toEqual([]);
    expect(calls.slice(3).map(({ params }) => params)).toEqual([
      { UsagePlanId: id, BindType: "SERVICE", Offset: 0, Limit: 100 },
      { UsagePlanId: id, BindType: "API", Offset: 0, Limit: 100 },
    ]);
  });

  test("without limits sends none", async () => {
    const { stack, calls } = emulatorFixture();
    await stack.up({ usagePlanName: "free" });
    expect(calls[0]!.params).toEqual({ UsagePlanName: "free", MaxRequestNum: -1, MaxRequestNumPreSec: -1 });
    expect(stack.outputs).not.toHaveProperty("usagePlanDesc");
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ usagePlanName: "free", usagePlanDesc: "", maxRequestNum: -1 })).toBe("same");
  });

  test("waits until it is visible", async () => {
    const { stack, emulator, actions } = emulatorFixture();
    emulator.gateway.delays.visible = 300;
    await stack.up(program);
    expect(actions().filter((action) => action === "DescribeUsagePlan").length).toBeGreaterThan(1);
  });

  test("partial create: the ID is kept when the wait fails", async () => {
    const { stack, rejectAction, recover, plan, emulator } = emulatorFixture();
    rejectAction("DescribeUsagePlan", "InvalidParameterValue.InvalidRegion");
    expect(await errorMessageOf(stack.up(program))).toContain("DescribeUsagePlan failed");
    const { id, created, modified } = plan();
    expect(stack.stored!.id).toBe(id);
    const own = { apiGatewayUsagePlanId: id, createTime: created, modifyTime: modified, attachApiKeys: [], attachLists: [] };
    expect(stack.outputs).toEqual({ ...program, ...own });
    recover();
    expect(await stack.up(program)).toBe("update");
    expect(await stack.up(program)).toBe("same");
    expect(emulator.gateway.plans.size).toBe(1);
  });

  test("a lost response is not repeated, and the message describes how to find the object", async () => {
    const { stack, loseResponse, actions } = emulatorFixture();
    loseResponse("CreateUsagePlan", true);
    expect(await errorMessageOf(stack.up(program))).toContain('Look for a usage plan named "gold" with getApiGatewayUsagePlans');
    expect(actions()).toEqual(["CreateUsagePlan"]);
    expect(stack.stored).toBeUndefined();
  });

  test("a quota of the account fails", async () => {
    const { stack, rejectAction } = emulatorFixture();
    rejectAction("CreateUsagePlan", "LimitExceeded.UsagePlanLimitExceeded");
    expect(await errorMessageOf(stack.up(program))).toContain("LimitExceeded.UsagePlanLimitExceeded");
    expect(stack.stored).toBeUndefined();
  });
});

describe("change", () => {
  test.each([
    [{ usagePlanName: "silver" }, { UsagePlanName: "silver" }],
    [{ usagePlanDesc: "other" }, { UsagePlanDesc: "other" }],
    [{ usagePlanDesc: undefined }, { UsagePlanDesc: "" }],
    [{ maxRequestNum: undefined }, { MaxRequestNum: -1 }],
    [{ maxRequestNumPreSec: 2000 }, { MaxRequestNumPreSec: 2000 }],
  ])("%j is sent with all four settings", async (other, params) => {
    const { stack, actions, sent, id } = await createFixture();
    const next = { ...program, ...other };
    expect(await stack.up(next)).toBe("update");
    expect(actions()).toEqual([...read, "ModifyUsagePlan", ...read]);
    const all = { UsagePlanName: "gold", UsagePlanDesc: "Gold customers", MaxRequestNum: 100, MaxRequestNumPreSec: 10 };
    expect(sent("ModifyUsagePlan")).toEqual({ UsagePlanId: id, ...all, ...params });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(next)).toBe("same");
  });

  test("a rejected change leaves the state unchanged", async () => {
    const { stack, rejectAction, recover } = await createFixture();
    rejectAction("ModifyUsagePlan", "InvalidParameter.FormatError");
    await errorMessageOf(stack.up({ ...program, maxRequestNum: 7 }));
    expect(stack.outputs).toMatchObject(program);
    recover();
    expect(await stack.up({ ...program, maxRequestNum: 7 })).toBe("update");
  });
});

describe("read", () => {
  test("reports what the plan is bound to: services first, then APIs", async () => {
    const { stack, callAction, id, serviceId, apiIds } = await createFixture();
    const { AccessKeyId } = callAction("CreateApiKey", { SecretName: "k" });
    callAction("BindSecretIds", { UsagePlanId: id, AccessKeyIds: [AccessKeyId!] });
    const bind = { ServiceId: serviceId, UsagePlanIds: [id] };
    callAction("BindEnvironment", { ...bind, BindType: "API", Environment: "test", ApiIds: [apiIds[1]] });
    callAction("BindEnvironment", { ...bind, BindType: "SERVICE", Environment: "release" });
    expect(await stack.refresh()).toEqual([]);
    const time = { createTime: expect.any(String) as unknown, modifyTime: expect.any(String) as unknown };
    const place = { serviceId, serviceName: "orders", ...time };
    expect(stack.outputs).toMatchObject({ attachApiKeys: [AccessKeyId] });
    expect(stack.outputs["attachLists"]).toEqual([
      { ...place, environment: "release" },
      { ...place, environment: "test", apiId: apiIds[1], apiName: "two", path: "/two", method: "GET" },
    ]);
    expect(await stack.up(program)).toBe("same");
  });

  test("all pages are read", async () => {
    const fixture = await createFixture();
    const rows = Array.from({ length: 101 }, (_, i) => ({ ServiceId: `service-${i}`, Environment: "test" }));
    fixture.override = ({ action, params }) =>
      action === "DescribeUsagePlanEnvironments" && params["BindType"] === "SERVICE"
        ? { Result: { TotalCount: 101, EnvironmentList: rows.slice(Number(params["Offset"]), Number(params["Offset"]) + 100) } }
        : undefined;
    await fixture.stack.refresh();
    expect(fixture.stack.outputs["attachLists"]).toHaveLength(101);
  });

  test("nulls: no limit for limits, the program's values for the rest", async () => {
    const fixture = await createFixture({ usagePlanName: "gold" });
    const nothing = {
      UsagePlanId: fixture.stack.stored!.id,
      UsagePlanName: null,
      UsagePlanDesc: null,
      MaxRequestNum: null,
      MaxRequestNumPreSec: null,
      BindSecretIds: null,
    };
    fixture.override = ({ action }) => (action === "DescribeUsagePlan" ? { Result: nothing } : undefined);
    expect(await fixture.stack.refresh()).toEqual([]);
    expect(fixture.stack.outputs).toMatchObject({ usagePlanName: "gold", maxRequestNum: -1, attachApiKeys: [], createTime: "" });
  });

  test("drift is reported and reverted", async () => {
    const { stack, plan } = await createFixture();
    Object.assign(plan(), { name: "x", description: "y", maxRequests: 5, maxPerSecond: -1 });
    expect(await stack.refresh()).toEqual(["maxRequestNum", "maxRequestNumPreSec", "usagePlanDesc", "usagePlanName"]);
    expect(await stack.up(program)).toBe("update");
    expect(stack.outputs).toMatchObject(program);
  });

  test.each(["DescribeUsagePlan", "DescribeUsagePlanEnvironments"])("not found at %s is deleted", async (action) => {
    const { stack, rejectAction } = await createFixture();
    rejectAction(action, "ResourceNotFound.InvalidUsagePlan");
    expect(await stack.refresh()).toEqual(["gone"]);
  });

  test("another code is a failure", async () => {
    const { stack, rejectAction } = await createFixture();
    rejectAction("DescribeUsagePlan", "ResourceNotFound");
    expect(await errorMessageOf(stack.refresh())).toContain("ResourceNotFound");
  });
});

test("import reads the existing object, except for defaults", async () => {
  const { stack, id } = await createFixture({ usagePlanName: "gold", maxRequestNum: 5 });
  await stack.import(id);
  expect(stack.inputs).toEqual({ usagePlanName: "gold", maxRequestNum: 5 });
  expect(await stack.up({ usagePlanName: "gold", maxRequestNum: 5 })).toBe("same");
  expect(await errorMessageOf(stack.import("a#b"))).toContain("expected <usagePlanId>, for example usagePlan-w8d1r5tc");
});

test("delete waits while it is bound, and succeeds for a deleted object", async () => {
  const { stack, emulator, callAction, id, serviceId, actions } = await createFixture();
  callAction("BindEnvironment", { ServiceId: serviceId, UsagePlanIds: [id], BindType: "SERVICE", Environment: "release" });
  emulator.gateway.delays.unbind = 300;
  callAction("UnBindEnvironment", { ServiceId: serviceId, UsagePlanIds: [id], BindType: "SERVICE", Environment: "release" });
  const stored = stack.stored!;
  await stack.destroy();
  expect(actions().length).toBeGreaterThan(1);
  expect(emulator.gateway.plans.size).toBe(0);
  stack.stored = stored;
  await stack.destroy();
  stack.stored = stored;
  expect(await errorMessageOf(stack.up({ ...program, maxRequestNum: 3 }))).toContain("object not found. Run `pulumi refresh`");
});

test.each([
  [{ maxRequestNum: 0 }, "maxRequestNum | expected a number from 1 to 99999999, or -1 for no limit; got 0"],
  [{ maxRequestNum: -2 }, "maxRequestNum | expected a number from 1 to 99999999, or -1 for no limit; got -2"],
  [{ maxRequestNum: 100_000_000 }, "maxRequestNum | expected a number from 1 to 99999999, or -1 for no limit; got 100000000"],
  [{ maxRequestNumPreSec: 2001 }, "maxRequestNumPreSec | expected a number from 1 to 2000, or -1 for no limit; got 2001"],
])("check: %j", async (other, text) => {
  const { stack, calls } = emulatorFixture();
  expect(await errorMessageOf(stack.up({ ...program, ...other }))).toBe(text);
  const both = await errorMessageOf(stack.up({ ...program, ...other, usagePlanName: "" }));
  expect(both.split("\n")).toEqual([text, "usagePlanName | must not be empty"]);
  expect(calls).toEqual([]);
});
