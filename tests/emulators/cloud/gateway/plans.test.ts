/** Usage plans: quotas, changes, lists. What they are bound to is in plan-bindings.test.ts. */
import type { JsonObject } from "../../exchange";
import type { Calls } from "./calling";
import { createCalls } from "./calling";

let calls: Calls;
beforeEach(() => {
  calls = createCalls();
});

const requested = { UsagePlanName: "gold", UsagePlanDesc: "Gold customers", MaxRequestNum: 100, MaxRequestNumPreSec: 10 };
const create = (params: JsonObject = requested): string => String(calls.result("CreateUsagePlan", params).UsagePlanId);

test("a plan is returned as created; without quotas there is no limit", () => {
  const plan = calls.result("CreateUsagePlan", requested);
  expect(plan).toEqual({
    UsagePlanId: expect.stringMatching(/^usagePlan-[0-9a-z]{8}$/),
    ...requested,
    CreatedTime: "2026-03-02T08:15:30Z",
    ModifiedTime: "2026-03-02T08:15:30Z",
    BindSecretIdTotalCount: 0,
    BindSecretIds: [],
    BindEnvironmentTotalCount: 0,
    BindEnvironments: [],
  });
  expect(calls.result("DescribeUsagePlan", { UsagePlanId: String(plan.UsagePlanId) })).toEqual(plan);
  const silver = calls.result("CreateUsagePlan", { UsagePlanName: "silver" });
  expect(silver).toMatchObject({ UsagePlanDesc: null, MaxRequestNum: -1, MaxRequestNumPreSec: -1 });
});

test.each<[JsonObject, string, string]>([
  [{ MaxRequestNum: 0 }, "InvalidParameterValue.InvalidMaxRequestNum", "InvalidParameter.FormatError"],
  [{ MaxRequestNum: 100_000_000 }, "InvalidParameterValue.InvalidMaxRequestNum", "InvalidParameter.FormatError"],
  [{ MaxRequestNumPreSec: 2001 }, "InvalidParameterValue.InvalidMaxRequestNum", "InvalidParameter.FormatError"],
  [{ MaxRequestNumPreSec: -2 }, "InvalidParameterValue.InvalidMaxRequestNum", "InvalidParameter.FormatError"],
  [{ MaxRequestNumPreSec: "10" }, "InvalidParameter", "InvalidParameter"],
  [{ UsagePlanName: "" }, "InvalidParameter.FormatError", "InvalidParameter.FormatError"],
])("%j is rejected", (special, created, modified) => {
  const UsagePlanId = create();
  expect(calls.code("CreateUsagePlan", { ...requested, ...special })).toBe(created);
  expect(calls.code("ModifyUsagePlan", { ...requested, ...special, UsagePlanId })).toBe(modified);
  expect(calls.result("DescribeUsagePlan", { UsagePlanId })).toMatchObject(requested);
});

test("ModifyUsagePlan changes what is given; an empty text clears the description", () => {
  const UsagePlanId = create();
  calls.pass(60_000);
  const changed = calls.result("ModifyUsagePlan", { UsagePlanId, UsagePlanDesc: "", MaxRequestNum: -1, MaxRequestNumPreSec: 2000 });
  expect(changed).toMatchObject({ UsagePlanName: "gold", UsagePlanDesc: "", MaxRequestNum: -1, MaxRequestNumPreSec: 2000 });
  expect(changed).toMatchObject({ CreatedTime: "2026-03-02T08:15:30Z", ModifiedTime: "2026-03-02T08:16:30Z" });
  expect(calls.result("DescribeUsagePlan", { UsagePlanId })).toEqual(changed);
});

test("a new plan is visible after a delay", () => {
  calls.gateway.delays.visible = 1000;
  const UsagePlanId = create();
  expect(calls.code("DescribeUsagePlan", { UsagePlanId })).toBe("ResourceNotFound.InvalidUsagePlan");
  calls.pass(1000);
  expect(calls.code("DescribeUsagePlan", { UsagePlanId })).toBe("");
});

test("every action rejects a deleted plan", () => {
  const UsagePlanId = create();
  expect(calls.call("DeleteUsagePlan", { UsagePlanId })).toEqual({ Result: true });
  for (const action of ["DescribeUsagePlan", "ModifyUsagePlan", "DeleteUsagePlan", "DescribeUsagePlanSecretIds"])
    expect(calls.code(action, { UsagePlanId })).toBe("ResourceNotFound.InvalidUsagePlan");
});

test("plans are listed in order of creation, filtered and paged, without their bindings", () => {
  const one = create();
  const two = create({ UsagePlanName: "silver" });
  const ids = (params: JsonObject) =>
    (calls.result("DescribeUsagePlansStatus", params).UsagePlanStatusSet as JsonObject[]).map(({ UsagePlanId }) => UsagePlanId);
  expect([ids({}), ids({ Limit: 1, Offset: 1 })]).toEqual([[one, two], [two]]);
  expect(ids({ Filters: [{ Name: "UsagePlanId", Values: [one] }] })).toEqual([one]);
  expect(ids({ Filters: [{ Name: "UsagePlanName", Values: ["sil"] }] })).toEqual([two]);
  const times = { CreatedTime: "2026-03-02T08:15:30Z", ModifiedTime: "2026-03-02T08:15:30Z" };
  const { TotalCount, UsagePlanStatusSet } = calls.result("DescribeUsagePlansStatus", { Limit: 1 });
  expect([TotalCount, UsagePlanStatusSet]).toEqual([2, [{ UsagePlanId: one, ...requested, ...times }]]);
  const unknown = { Filters: [{ Name: "Name", Values: ["gold"] }] };
  expect(calls.code("DescribeUsagePlansStatus", unknown)).toBe("InvalidParameterValue.InvalidFilterNotSupportedName");
});
