/** Publication: versions, environments, what shows when. */
import type { JsonObject } from "../../exchange";
import type { Calls } from "./calling";
import { createCalls } from "./calling";

let calls: Calls;
let ServiceId: string;
beforeEach(() => {
  calls = createCalls();
  ServiceId = calls.service();
});

const release = (EnvironmentName = "release", ReleaseDesc = "first"): string =>
  String(calls.result("ReleaseService", { ServiceId, EnvironmentName, ReleaseDesc }).ReleaseVersion);
const environments = () => calls.call("DescribeService", { ServiceId }).AvailableEnvironments;
const history = (params: JsonObject = {}) => calls.result("DescribeServiceEnvironmentReleaseHistory", { ServiceId, ...params });

test("a release runs in its environment, is in the history and survives there", () => {
  const ApiId = calls.api(ServiceId);
  const params = { ServiceId, EnvironmentName: "release", ReleaseDesc: "first" };
  const { Result } = calls.call("ReleaseService", params);
  expect(Result).toEqual({ ReleaseDesc: "first", ReleaseVersion: expect.stringMatching(/^20260302081530-[0-9a-z]{8}$/) });
  const { ReleaseVersion } = Result as JsonObject;
  expect(environments()).toEqual(["release"]);
  expect(calls.result("DescribeServiceEnvironmentList", { ServiceId })).toEqual({
    TotalCount: 3,
    EnvironmentList: [
      { EnvironmentName: "test", Url: "", Status: 0, VersionName: "" },
      { EnvironmentName: "prepub", Url: "", Status: 0, VersionName: "" },
      {
        EnvironmentName: "release",
        Url: `http://${ServiceId}-1250000000.gz.apigw.tencentcs.com/release/`,
        Status: 1,
        VersionName: ReleaseVersion,
      },
    ],
  });
  expect(calls.result("DescribeApi", { ServiceId, ApiId }).Environments).toEqual(["release"]);
  expect(calls.call("UnReleaseService", { ServiceId, EnvironmentName: "release" })).toEqual({ Result: true });
  expect(environments()).toEqual([]);
  expect(calls.result("DescribeApi", { ServiceId, ApiId }).Environments).toEqual([]);
  const version = { VersionName: ReleaseVersion, VersionDesc: "first", ReleaseTime: "2026-03-02T08:15:30Z" };
  expect(history({ EnvironmentName: "release" })).toEqual({ TotalCount: 1, VersionList: [version] });
});

test("an API that came after the release is not published", () => {
  const one = calls.api(ServiceId);
  release();
  const two = calls.api(ServiceId, { RequestConfig: { Path: "/two", Method: "GET" } });
  const published = (ApiId: string) => calls.result("DescribeApi", { ServiceId, ApiId }).Environments;
  expect([published(one), published(two)]).toEqual([["release"], []]);
  release();
  expect(published(two)).toEqual(["release"]);
});

test("releases are rejected without an API, without a note, to an unknown environment", () => {
  const code = (params: JsonObject) => calls.code("ReleaseService", { ServiceId, EnvironmentName: "test", ReleaseDesc: "note", ...params });
  expect(code({})).toBe("FailedOperation.ServiceError");
  calls.api(ServiceId);
  expect(code({ ReleaseDesc: "" })).toBe("InvalidParameter.FormatError");
  expect(code({ ReleaseDesc: "x".repeat(201) })).toBe("InvalidParameter.FormatError");
  expect(code({ EnvironmentName: "live" })).toBe("InvalidParameter.FormatError");
  expect(code({ ServiceId: "service-x" })).toBe("ResourceNotFound.InvalidService");
  expect(calls.code("ReleaseService", { ServiceId, EnvironmentName: "test" })).toBe("MissingParameter");
  expect(environments()).toEqual([]);
  expect(code({ ReleaseDesc: "x".repeat(200) })).toBe("");
});

test("an environment that is not published can be taken offline", () => {
  expect(calls.call("UnReleaseService", { ServiceId, EnvironmentName: "test" })).toEqual({ Result: true });
});

test("publishing and unpublishing are visible after a delay", () => {
  calls.api(ServiceId);
  calls.gateway.delays.publish = 1000;
  release("test");
  expect(environments()).toEqual([]);
  calls.pass(1000);
  expect(environments()).toEqual(["test"]);
  calls.call("UnReleaseService", { ServiceId, EnvironmentName: "test" });
  calls.pass(999);
  expect(environments()).toEqual(["test"]);
  calls.pass(1);
  expect(environments()).toEqual([]);
});

test("publishing keeps the service busy", () => {
  calls.api(ServiceId);
  calls.gateway.delays.busy = 1000;
  release();
  const again = () => calls.code("UnReleaseService", { ServiceId, EnvironmentName: "release" });
  expect(again()).toBe("FailedOperation.ServiceInOperation");
  calls.pass(1000);
  expect(again()).toBe("");
});

test("UpdateService switches a published environment to another version of the service", () => {
  calls.api(ServiceId);
  const old = release("release", "old");
  const other = release("release", "new");
  const update = { ServiceId, EnvironmentName: "release", VersionName: old };
  const running = () => (calls.result("DescribeServiceEnvironmentList", { ServiceId }).EnvironmentList as JsonObject[])[2]?.VersionName;
  expect(running()).toBe(other);
  expect(calls.call("UpdateService", update)).toEqual({ Result: true });
  expect(running()).toBe(old);
  expect(history()).toMatchObject({ TotalCount: 2 });
  expect(calls.code("UpdateService", { ...update, EnvironmentName: "test" })).toBe("FailedOperation.ServiceError");
  expect(calls.code("UpdateService", { ...update, VersionName: "none" })).toBe("ResourceNotFound");
  expect(calls.code("UpdateService", { ...update, ServiceId: "service-x" })).toBe("ResourceNotFound");
});

test("versions and history: the newest first, paged, each version once", () => {
  expect(calls.result("DescribeServiceReleaseVersion", { ServiceId })).toEqual({ TotalCount: 0, VersionList: [] });
  calls.api(ServiceId);
  const one = release("test", "one");
  calls.pass(1000);
  const two = release("release", "two");
  const names = (result: JsonObject) => (result.VersionList as JsonObject[]).map(({ VersionName }) => VersionName);
  expect(names(history())).toEqual([two, one]);
  expect(names(history({ EnvironmentName: "test" }))).toEqual([one]);
  expect(names(history({ Limit: 1, Offset: 1 }))).toEqual([one]);
  calls.call("UpdateService", { ServiceId, EnvironmentName: "test", VersionName: two });
  expect(calls.result("DescribeServiceReleaseVersion", { ServiceId })).toEqual({
    TotalCount: 2,
    VersionList: [
      { VersionName: two, VersionDesc: "two" },
      { VersionName: one, VersionDesc: "one" },
    ],
  });
  expect(calls.code("DescribeServiceReleaseVersion", { ServiceId: "service-x" })).toBe("ResourceNotFound.InvalidService");
});
