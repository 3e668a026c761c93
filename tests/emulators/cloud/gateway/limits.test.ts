/** Limits per environment, of services and of APIs. */
import type { JsonObject } from "../../exchange";
import type { Calls } from "./calling";
import { createCalls } from "./calling";

let calls: Calls;
let ServiceId: string;
let ApiId: string;
beforeEach(() => {
  calls = createCalls();
  ServiceId = calls.service();
  ApiId = calls.api(ServiceId);
});

const ofService = () =>
  (calls.result("DescribeServiceEnvironmentStrategy", { ServiceId }).EnvironmentList as JsonObject[]).map(({ Strategy }) => Strategy);
const ofApi = (params: JsonObject = {}) => calls.result("DescribeApiEnvironmentStrategy", { ServiceId, ...params });

test("a service shows its limits, -1 for none, and the ceiling", () => {
  calls.call("ModifyServiceEnvironmentStrategy", { ServiceId, Strategy: 500, EnvironmentNames: ["test"] });
  const { ReleaseVersion } = calls.result("ReleaseService", { ServiceId, EnvironmentName: "release", ReleaseDesc: "first" });
  const Url = (name: string) => `http://${ServiceId}-1250000000.gz.apigw.tencentcs.com/${name}/`;
  const row = (EnvironmentName: string) => ({ EnvironmentName, Url: Url(EnvironmentName), MaxStrategy: 5000 });
  expect(calls.result("DescribeServiceEnvironmentStrategy", { ServiceId })).toEqual({
    TotalCount: 3,
    EnvironmentList: [
      { ...row("test"), Status: 0, VersionName: null, Strategy: 500 },
      { ...row("prepub"), Status: 0, VersionName: null, Strategy: -1 },
      { ...row("release"), Status: 1, VersionName: ReleaseVersion, Strategy: -1 },
    ],
  });
  expect(calls.result("DescribeServiceEnvironmentStrategy", { ServiceId, Limit: 1, Offset: 1 })).toMatchObject({
    TotalCount: 3,
    EnvironmentList: [{ EnvironmentName: "prepub" }],
  });
});

test("limits of a service are set for several environments and removed with -1", () => {
  const modify = (Strategy: number, EnvironmentNames: string[]) =>
    calls.call("ModifyServiceEnvironmentStrategy", { ServiceId, Strategy, EnvironmentNames });
  expect(modify(5000, ["release", "prepub"])).toEqual({ Result: true });
  expect(ofService()).toEqual([-1, 5000, 5000]);
  modify(-1, ["release"]);
  expect(ofService()).toEqual([-1, 5000, -1]);
});

test.each<[JsonObject, string]>([
  [{ Strategy: 5001 }, "InvalidParameterValue.RangeExceeded"],
  [{ Strategy: 0 }, "InvalidParameterValue.RangeExceeded"],
  [{ Strategy: -2 }, "InvalidParameterValue.RangeExceeded"],
  [{ EnvironmentNames: ["live"] }, "InvalidParameterValue.InvalidRequestParameters"],
  [{ EnvironmentNames: "release" }, "InvalidParameter"],
  [{ ServiceId: "service-x" }, "InvalidParameterValue.InvalidRequestParameters"],
])("ModifyServiceEnvironmentStrategy rejects %j", (special, code) => {
  const params = { ServiceId, Strategy: 500, EnvironmentNames: ["release"], ...special };
  expect(calls.code("ModifyServiceEnvironmentStrategy", params)).toBe(code);
  expect(ofService()).toEqual([-1, -1, -1]);
});

test("an API has its quotas, for the requested environments and in their order", () => {
  const modify = { ServiceId, EnvironmentName: "release", ApiIds: [ApiId] };
  expect(calls.call("ModifyApiEnvironmentStrategy", { ...modify, Strategy: 500 })).toEqual({ Result: true });
  expect(ofApi({ ApiId })).toEqual({
    TotalCount: 1,
    ApiEnvironmentStrategySet: [
      {
        ApiId,
        ApiName: "hello",
        Path: "/hello",
        Method: "GET",
        EnvironmentStrategySet: [
          { EnvironmentName: "test", Quota: -1 },
          { EnvironmentName: "prepub", Quota: -1 },
          { EnvironmentName: "release", Quota: 500 },
        ],
      },
    ],
  });
  const quotas = (params: JsonObject) => (ofApi(params).ApiEnvironmentStrategySet as JsonObject[])[0]?.EnvironmentStrategySet;
  expect(quotas({ EnvironmentNames: ["release", "test"] })).toEqual([
    { EnvironmentName: "release", Quota: 500 },
    { EnvironmentName: "test", Quota: -1 },
  ]);
  calls.call("ModifyApiEnvironmentStrategy", { ...modify, Strategy: -1 });
  expect(quotas({ EnvironmentNames: ["release"] })).toEqual([{ EnvironmentName: "release", Quota: -1 }]);
});

test("without ApiId all APIs of the service are listed, oldest first", () => {
  const other = calls.api(ServiceId, { RequestConfig: { Path: "/two", Method: "GET" } });
  expect(ofApi()).toMatchObject({ TotalCount: 2, ApiEnvironmentStrategySet: [{ ApiId }, { ApiId: other }] });
  expect(ofApi({ Limit: 1, Offset: 1 })).toMatchObject({ TotalCount: 2, ApiEnvironmentStrategySet: [{ ApiId: other }] });
});

test("an unknown API, service or environment is rejected", () => {
  const params = { ServiceId, Strategy: 500, EnvironmentName: "release", ApiIds: [ApiId] };
  const code = (special: JsonObject) => calls.code("ModifyApiEnvironmentStrategy", { ...params, ...special });
  expect(code({ ApiIds: [ApiId, "api-x"] })).toBe("ResourceNotFound.InvalidApi");
  expect(code({ ServiceId: "service-x" })).toBe("ResourceNotFound.InvalidApi");
  expect(code({ EnvironmentName: "live" })).toBe("InvalidParameterValue.InvalidRequestParameters");
  expect(code({ Strategy: 5001 })).toBe("InvalidParameterValue.RangeExceeded");
  expect(calls.code("DescribeApiEnvironmentStrategy", { ServiceId, ApiId: "api-x" })).toBe("ResourceNotFound.InvalidApi");
  expect(calls.code("DescribeApiEnvironmentStrategy", { ServiceId: "service-x" })).toBe("ResourceNotFound.InvalidService");
  expect(JSON.stringify(ofApi())).not.toContain("500");
});
