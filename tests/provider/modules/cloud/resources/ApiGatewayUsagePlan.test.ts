/** Usage plans. See docs/modules/cloud.md#usage-plans. */
import type { UsagePlan } from "../../../../emulators/cloud/gateway/gateway-state";
import { setupOf } from "./setup";

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
});
