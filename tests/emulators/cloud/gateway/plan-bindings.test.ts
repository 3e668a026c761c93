/** Usage plans bound to services, APIs and keys, seen from every side. */
import type { JsonObject } from "../../exchange";
import type { Calls } from "./calling";
import { createCalls } from "./calling";

let calls: Calls;
let ServiceId: string;
let ApiId: string;
let UsagePlanId: string;
beforeEach(() => {
  calls = createCalls();
  ServiceId = calls.service();
  ApiId = calls.api(ServiceId);
  UsagePlanId = String(calls.result("CreateUsagePlan", { UsagePlanName: "gold", MaxRequestNumPreSec: 10 }).UsagePlanId);
});

const toService = (Environment = "release"): JsonObject => ({ UsagePlanIds: [UsagePlanId], BindType: "SERVICE", Environment, ServiceId });
const toApi = (Environment = "release"): JsonObject => ({ ...toService(Environment), BindType: "API", ApiIds: [ApiId] });
const times = { CreatedTime: "2026-03-02T08:15:30Z", ModifiedTime: "2026-03-02T08:15:30Z" };
const figures = { Environment: "release", InUseRequestNum: 0, MaxRequestNum: -1, MaxRequestNumPreSec: 10, ...times };
const plan = () => ({ UsagePlanId, UsagePlanName: "gold", UsagePlanDesc: null });
const environments = (BindType: string) => calls.result("DescribeUsagePlanEnvironments", { UsagePlanId, BindType });

test("a plan bound to a service shows on the plan and on the service, without an API", () => {
  expect(calls.call("BindEnvironment", toService())).toEqual({ Result: true });
  const row = { ServiceId, ServiceName: "orders", ApiId: null, ApiName: null, Path: null, Method: null, ...figures };
  expect(environments("SERVICE")).toEqual({ TotalCount: 1, EnvironmentList: [row] });
  expect(environments("API")).toEqual({ TotalCount: 0, EnvironmentList: [] });
  const list = calls.result("DescribeServiceUsagePlan", { ServiceId });
  expect(list).toEqual({ TotalCount: 1, ServiceUsagePlanList: [{ ...row, ...plan() }] });
  expect(calls.result("DescribeApiUsagePlan", { ServiceId })).toEqual({ TotalCount: 0, ApiUsagePlanList: [] });
  expect(calls.result("DescribeUsagePlan", { UsagePlanId })).toMatchObject({
    BindEnvironmentTotalCount: 1,
    BindEnvironments: [{ EnvironmentName: "release", ServiceId }],
  });
});

test("a plan bound to an API shows with the API's front end", () => {
  calls.call("BindEnvironment", toApi());
  const row = { ServiceId, ServiceName: "orders", ApiId, ApiName: "hello", Path: "/hello", Method: "GET", ...figures };
  expect(environments("API")).toEqual({ TotalCount: 1, EnvironmentList: [row] });
  expect(environments("SERVICE")).toMatchObject({ TotalCount: 0 });
  expect(calls.result("DescribeApiUsagePlan", { ServiceId })).toEqual({ TotalCount: 1, ApiUsagePlanList: [{ ...row, ...plan() }] });
  expect(calls.result("DescribeServiceUsagePlan", { ServiceId })).toMatchObject({ TotalCount: 0 });
});

test("one entry per plan and environment, paged", () => {
  calls.call("BindEnvironment", toService("release"));
  calls.call("BindEnvironment", toService("test"));
  calls.call("BindEnvironment", toService("test"));
  expect(calls.result("DescribeServiceUsagePlan", { ServiceId, Limit: 1, Offset: 1 })).toMatchObject({
    TotalCount: 2,
    ServiceUsagePlanList: [{ Environment: "test" }],
  });
});

test("in one environment plans of the service and of its APIs exclude each other", () => {
  const clash = "UnsupportedOperation.UnsupportedBindEnvironment";
  calls.call("BindEnvironment", toService("release"));
  expect(calls.code("BindEnvironment", toApi("release"))).toBe(clash);
  expect(calls.code("BindEnvironment", toApi("test"))).toBe("");
  expect(calls.code("BindEnvironment", toService("test"))).toBe(clash);
});

test.each<[JsonObject, string]>([
  [{ ApiIds: null }, "InvalidParameterValue.InvalidApiIds"],
  [{ BindType: "SERVICE" }, "InvalidParameterValue.InvalidApiIds"],
  [{ BindType: "api" }, "InvalidParameter.FormatError"],
  [{ Environment: "live" }, "InvalidParameter.FormatError"],
  [{ ApiIds: ["api-x"] }, "ResourceNotFound.InvalidApi"],
  [{ ServiceId: "service-x" }, "ResourceNotFound.InvalidService"],
  [{ UsagePlanIds: ["usagePlan-x"] }, "ResourceNotFound.InvalidUsagePlan"],
  [{ UsagePlanIds: [] }, "InvalidParameterValue"],
])("BindEnvironment rejects %j", (special, code) => {
  expect(calls.code("BindEnvironment", { ...toApi(), ...special })).toBe(code);
  expect(environments("API")).toMatchObject({ TotalCount: 0 });
});

test("an unbinding is visible after a delay; until then plan, service and API count as in use", () => {
  calls.call("BindEnvironment", toApi());
  calls.gateway.delays.unbind = 1000;
  expect(calls.call("UnBindEnvironment", toApi())).toEqual({ Result: true });
  expect(environments("API")).toMatchObject({ TotalCount: 1 });
  expect(calls.code("DeleteUsagePlan", { UsagePlanId })).toBe("UnsupportedOperation.UsagePlanInUse");
  expect(calls.code("DeleteApi", { ServiceId, ApiId })).toBe("FailedOperation.ApiBindEnvironmen");
  calls.pass(1000);
  expect(environments("API")).toMatchObject({ TotalCount: 0 });
  expect(calls.code("UnBindEnvironment", toApi())).toBe("UnsupportedOperation.UnsupportedUnBindEnvironment");
  expect(calls.code("DeleteApi", { ServiceId, ApiId })).toBe("");
  expect(calls.code("DeleteUsagePlan", { UsagePlanId })).toBe("");
});

test("binding again before the unbinding is visible keeps the binding", () => {
  calls.call("BindEnvironment", toService());
  calls.gateway.delays.unbind = 1000;
  calls.call("UnBindEnvironment", toService());
  calls.call("BindEnvironment", toService());
  calls.pass(1000);
  expect(environments("SERVICE")).toMatchObject({ TotalCount: 1 });
});

test("deleted objects are no longer bound to the plan", () => {
  calls.call("BindEnvironment", toApi());
  calls.gateway.apis.delete(ApiId);
  expect(environments("API")).toMatchObject({ TotalCount: 0 });
  expect(calls.code("DeleteUsagePlan", { UsagePlanId })).toBe("");
});

const key = (): string => String(calls.result("CreateApiKey", { SecretName: "partner-a" }).AccessKeyId);
const keys = () => calls.result("DescribeUsagePlan", { UsagePlanId }).BindSecretIds;

test("keys are bound to the plan as a whole, each once", () => {
  const one = key();
  const two = key();
  expect(calls.call("BindSecretIds", { UsagePlanId, AccessKeyIds: [one, two] })).toEqual({ Result: true });
  expect(keys()).toEqual([one, two]);
  expect(calls.result("DescribeUsagePlanSecretIds", { UsagePlanId, Limit: 1 })).toEqual({
    TotalCount: 2,
    AccessKeyList: [{ AccessKeyId: one, SecretName: "partner-a", Status: 1 }],
  });
  const again = { UsagePlanId, AccessKeyIds: [one] };
  expect(calls.code("BindSecretIds", again)).toBe("UnsupportedOperation.AlreadyBindUsagePlan");
  expect(calls.call("UnBindSecretIds", again)).toEqual({ Result: true });
  expect(keys()).toEqual([two]);
  expect(calls.code("UnBindSecretIds", again)).toBe("ResourceNotFound.InvalidAccessKeyId");
});

test("keys that are unknown, disabled or named twice are not bound, nor those beside them", () => {
  const one = key();
  const off = key();
  calls.call("DisableApiKey", { AccessKeyId: off });
  const code = (...AccessKeyIds: string[]) => calls.code("BindSecretIds", { UsagePlanId, AccessKeyIds });
  expect(code(one, "AKIDx")).toBe("ResourceNotFound.InvalidAccessKeyId");
  expect(code(one, off)).toBe("UnsupportedOperation.InvalidStatus");
  expect(code(one, one)).toBe("InvalidParameterValue.InvalidAccessKeyIds");
  expect(calls.code("BindSecretIds", { UsagePlanId: "usagePlan-x", AccessKeyIds: [one] })).toBe("ResourceNotFound.InvalidUsagePlan");
  expect(keys()).toEqual([]);
});

test("the unbinding of a key is visible after a delay; binding it meanwhile keeps it", () => {
  const params = { UsagePlanId, AccessKeyIds: [key()] };
  calls.call("BindSecretIds", params);
  calls.gateway.delays.unbind = 1000;
  calls.call("UnBindSecretIds", params);
  expect(keys()).toEqual(params.AccessKeyIds);
  calls.call("BindSecretIds", params);
  calls.pass(1000);
  expect(keys()).toEqual(params.AccessKeyIds);
  calls.call("UnBindSecretIds", params);
  calls.pass(1000);
  expect(keys()).toEqual([]);
});

test("plans are found by what they are not bound to", () => {
  calls.call("BindEnvironment", toService("test"));
  calls.call("BindEnvironment", toApi("release"));
  const found = (...filters: [string, string][]): number => {
    const Filters = filters.map(([Name, value]) => ({ Name, Values: [value] }));
    return Number(calls.result("DescribeUsagePlansStatus", { Filters }).TotalCount);
  };
  expect([found(["NotServiceId", ServiceId]), found(["NotServiceId", "service-x"])]).toEqual([0, 1]);
  expect([found(["NotServiceId", ServiceId], ["Environment", "release"]), found(["NotApiId", ApiId], ["Environment", "test"])]).toEqual([
    1, 1,
  ]);
  expect([found(["NotApiId", ApiId]), found(["NotApiId", ApiId], ["Environment", "release"])]).toEqual([0, 0]);
});
