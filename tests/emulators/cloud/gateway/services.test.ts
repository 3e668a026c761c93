/** Services: what they return, when they become visible, what prevents their deletion. */
import type { JsonObject } from "../../exchange";
import type { Calls } from "./calling";
import { createCalls } from "./calling";

let calls: Calls;
beforeEach(() => {
  calls = createCalls();
});

const requested = {
  ServiceName: "orders",
  Protocol: "http&https",
  ServiceDesc: "Order service",
  NetTypes: ["INNER", "OUTER"],
  IpVersion: "IPv4",
  UniqVpcId: "vpc-8j2k5n1c",
};

test("a new service is returned as created, the network types in another order", () => {
  const created = calls.call("CreateService", requested);
  const id = String(created.ServiceId);
  expect(id).toMatch(/^service-[0-9a-z]{8}$/);
  expect(created).toEqual({
    ServiceId: id,
    ServiceName: "orders",
    ServiceDesc: "Order service",
    OuterSubDomain: `${id}-1250000000.gz.apigw.tencentcs.com`,
    InnerSubDomain: `${id}-1250000000.gz.apigw.tencentyun.com`,
    CreatedTime: "2026-03-02T08:15:30Z",
    NetTypes: ["INNER", "OUTER"],
    IpVersion: "IPv4",
  });
  expect(calls.call("DescribeService", { ServiceId: id })).toEqual({
    ServiceId: id,
    ServiceName: "orders",
    ServiceDesc: "Order service",
    Protocol: "http&https",
    NetTypes: ["OUTER", "INNER"],
    IpVersion: "IPv4",
    AvailableEnvironments: [],
    InternalSubDomain: `${id}-1250000000.gz.apigw.tencentyun.com`,
    OuterSubDomain: `${id}-1250000000.gz.apigw.tencentcs.com`,
    InnerHttpPort: 80,
    InnerHttpsPort: 443,
    CreatedTime: "2026-03-02T08:15:30Z",
    ModifiedTime: "2026-03-02T08:15:30Z",
    ApiTotalCount: 0,
    ApiIdStatusSet: null,
    UsagePlanTotalCount: 0,
    UsagePlanList: [],
    UserType: null,
    SetId: null,
    Tags: [],
    InstanceId: null,
    InstanceName: null,
    SetType: null,
    DeploymentType: null,
    SpecialUse: "DEFAULT",
    UniqVpcId: "vpc-8j2k5n1c",
  });
});

test("its APIs, plans and tags are members of the service", () => {
  const ServiceId = calls.service();
  const ApiId = calls.api(ServiceId, { ApiDesc: "Says hello" });
  const { UsagePlanId } = calls.result("CreateUsagePlan", { UsagePlanName: "gold", MaxRequestNumPreSec: 10 });
  const target = { UsagePlanIds: [String(UsagePlanId)], BindType: "API", Environment: "release", ServiceId, ApiIds: [ApiId] };
  calls.call("BindEnvironment", target);
  calls.gateway.tagsOf = () => [{ Key: "team", Value: "shop" }];
  const times = { CreatedTime: "2026-03-02T08:15:30Z", ModifiedTime: "2026-03-02T08:15:30Z" };
  const row = {
    ServiceId,
    ApiId,
    ApiName: "hello",
    ApiDesc: "Says hello",
    Path: "/hello",
    Method: "GET",
    ...times,
    UniqVpcId: "",
    ApiType: "NORMAL",
    Protocol: "HTTP",
    IsDebugAfterCharge: false,
    AuthType: "NONE",
    ApiBusinessType: "NORMAL",
    AuthRelationApiId: "",
    OauthConfig: null,
    TokenLocation: null,
  };
  const plan = { Environment: "release", UsagePlanId, UsagePlanName: "gold", UsagePlanDesc: null, MaxRequestNumPreSec: 10, ...times };
  const common = { ApiTotalCount: 1, UsagePlanTotalCount: 1, UsagePlanList: [plan], Tags: [{ Key: "team", Value: "shop" }] };
  expect(calls.call("DescribeService", { ServiceId })).toMatchObject({ ...common, ApiIdStatusSet: [row] });
  const application = calls.call("DescribeServiceForApiApp", { ServiceId, ApiRegion: "ap-guangzhou" });
  expect(application).toMatchObject({ ...common, ApiIdStatusSet: [{ ...row, RelationBuniessApiIds: [] }], UserType: "General", SetId: 1 });
  expect(application).not.toHaveProperty("InstanceId");
});

test.each<[JsonObject, string]>([
  [{ ServiceName: "" }, "InvalidParameter.FormatError"],
  [{ Protocol: "ftp" }, "InvalidParameterValue.NotInOptions"],
  [{ Protocol: "" }, "InvalidParameterValue.NotInOptions"],
  [{ NetTypes: ["OUTER", "SIDE"] }, "InvalidParameterValue.NotInOptions"],
  [{ IpVersion: "IPv6" }, "InvalidParameterValue.NotInOptions"],
  [{ UniqVpcId: "net-1" }, "InvalidParameterValue.InvalidVpcConfig"],
  [{ Tags: [{ Key: "team", Value: "shop" }] }, "FailedOperation.TagBindServiceError"],
  [{ Colour: "red" }, "UnknownParameter"],
  [{ NetTypes: [] }, "InvalidParameterValue"],
])("CreateService rejects %j", (special, code) => {
  expect(calls.code("CreateService", { ...requested, ...special })).toBe(code);
  expect(calls.gateway.services.size).toBe(0);
});

test("a new service creates its tags if there is a tag service", () => {
  const bound: unknown[] = [];
  calls.gateway.bindTags = ({ id, region }, tags) => bound.push([id, region, tags]) > 0;
  const Tags = [{ Key: "team", Value: "shop" }];
  const ServiceId = calls.service({ Tags });
  expect(bound).toEqual([[ServiceId, "ap-guangzhou", Tags]]);
});

test("a new service is visible after a delay, for every action", () => {
  calls.gateway.delays.visible = 1000;
  const ServiceId = calls.service();
  const gone = "ResourceNotFound.InvalidService";
  expect(calls.code("DescribeService", { ServiceId })).toBe(gone);
  expect(calls.code("ModifyService", { ServiceId, ServiceName: "new" })).toBe(gone);
  expect(calls.result("DescribeServicesStatus")).toMatchObject({ TotalCount: 0 });
  calls.pass(1000);
  expect(calls.call("DescribeService", { ServiceId })).toMatchObject({ ServiceId });
});

test("a service belongs to its region", () => {
  const ServiceId = calls.service();
  expect(() => calls.call("DescribeService", { ServiceId }, "ap-shanghai")).toThrow("does not exist");
  expect(calls.call("DescribeServiceForApiApp", { ServiceId, ApiRegion: "ap-guangzhou" }, "ap-shanghai")).toMatchObject({ ServiceId });
  expect(calls.code("DescribeServiceForApiApp", { ServiceId, ApiRegion: "ap-shanghai" })).toBe("ResourceNotFound.InvalidService");
});

test("ModifyService changes what is given and returns nothing; an empty text clears the description", () => {
  const ServiceId = calls.service(requested);
  calls.pass(60_000);
  expect(calls.call("ModifyService", { ServiceId, ServiceName: "sales", Protocol: "https", ServiceDesc: "" })).toEqual({});
  expect(calls.call("DescribeService", { ServiceId })).toMatchObject({
    ServiceName: "sales",
    Protocol: "https",
    ServiceDesc: "",
    InnerHttpPort: 0,
    ModifiedTime: "2026-03-02T08:16:30Z",
    UniqVpcId: "vpc-8j2k5n1c",
  });
});

test("a VPC can be set once, a network type can be added and not removed", () => {
  const ServiceId = calls.service();
  calls.call("ModifyService", { ServiceId, UniqVpcId: "vpc-1", NetTypes: ["OUTER", "INNER"] });
  expect(calls.code("ModifyService", { ServiceId, UniqVpcId: "vpc-2" })).toBe("FailedOperation.ServiceError");
  expect(calls.code("ModifyService", { ServiceId, NetTypes: ["INNER"] })).toBe("UnsupportedOperation.ReduceNetTypes");
  expect(calls.code("ModifyService", { ServiceId, UniqVpcId: "vpc-1", NetTypes: ["INNER", "OUTER"] })).toBe("");
  expect(calls.code("ModifyService", { ServiceId, UniqVpcId: "net-1" })).toBe("InvalidParameter.FormatError");
});

test("after a write the service is busy for other writes; a rejected write delays none", () => {
  const ServiceId = calls.service();
  calls.gateway.delays.busy = 500;
  expect(calls.code("ModifyService", { ServiceId, Protocol: "ftp" })).toBe("InvalidParameterValue.NotInOptions");
  calls.call("ModifyService", { ServiceId, ServiceName: "sales" });
  const busy = "FailedOperation.ServiceInOperation";
  expect(calls.code("ModifyService", { ServiceId, ServiceName: "more" })).toBe(busy);
  expect(calls.code("DeleteService", { ServiceId })).toBe(busy);
  expect(calls.code("DescribeService", { ServiceId })).toBe("");
  calls.pass(500);
  expect(calls.code("DeleteService", { ServiceId })).toBe("");
});

test("DeleteService fails while APIs, environments, plans and guards exist", () => {
  const ServiceId = calls.service();
  const ApiId = calls.api(ServiceId);
  const { UsagePlanId } = calls.result("CreateUsagePlan", { UsagePlanName: "gold" });
  const target = { UsagePlanIds: [String(UsagePlanId)], BindType: "SERVICE", Environment: "test", ServiceId };
  calls.call("BindEnvironment", target);
  calls.call("ReleaseService", { ServiceId, EnvironmentName: "test", ReleaseDesc: "first" });
  const deleted = () => calls.code("DeleteService", { ServiceId });
  expect(deleted()).toBe("UnsupportedOperation.ApiListNotEmpty");
  calls.call("DeleteApi", { ServiceId, ApiId });
  expect(deleted()).toBe("UnsupportedOperation.ExistingOnlineEnvironment");
  calls.call("UnReleaseService", { ServiceId, EnvironmentName: "test" });
  expect(deleted()).toBe("UnsupportedOperation.UsagePlanInUse");
  calls.gateway.delays.unbind = 1000;
  calls.call("UnBindEnvironment", target);
  expect(deleted()).toBe("UnsupportedOperation.UsagePlanInUse");
  calls.pass(1000);
  calls.gateway.guards.service.push((id) =>
    id === ServiceId ? { code: "UnsupportedOperation.TagsNotEmpty", message: "tags" } : undefined,
  );
  expect(deleted()).toBe("UnsupportedOperation.TagsNotEmpty");
  calls.gateway.guards.service.pop();
  expect(calls.call("DeleteService", { ServiceId })).toEqual({ Result: true });
  expect(deleted()).toBe("ResourceNotFound.InvalidService");
});

test("services are listed in order of creation, filtered, paged, with fields of their own", () => {
  const one = calls.service();
  const two = calls.service({ ServiceName: "sales", ServiceDesc: "Sales" });
  const ids = (params: JsonObject) => {
    const { TotalCount, ServiceSet } = calls.result("DescribeServicesStatus", params);
    return [TotalCount, ...(ServiceSet as JsonObject[]).map(({ ServiceId }) => ServiceId)];
  };
  expect(ids({})).toEqual([2, one, two]);
  expect(ids({ Limit: 1, Offset: 1 })).toEqual([2, two]);
  expect(ids({ Filters: [{ Name: "ServiceName", Values: ["sal"] }] })).toEqual([1, two]);
  expect(ids({ Filters: [{ Name: "ServiceId", Values: [String(one), "service-x"] }] })).toEqual([1, one]);
  expect(calls.code("DescribeServicesStatus", { Filters: [{ Name: "Colour", Values: ["red"] }] })).toBe(
    "InvalidParameterValue.InvalidFilterNotSupportedName",
  );
  const [row] = calls.result("DescribeServicesStatus").ServiceSet as JsonObject[];
  expect(row).toEqual({
    ServiceId: one,
    ServiceName: "orders",
    ServiceDesc: "",
    Protocol: "http&https",
    NetTypes: ["OUTER"],
    IpVersion: "IPv4",
    AvailableEnvironments: [],
    OuterSubDomain: `${one}-1250000000.gz.apigw.tencentcs.com`,
    InnerSubDomain: "",
    InnerHttpPort: 0,
    InnerHttpsPort: 0,
    ExclusiveSetName: "",
    TradeIsolateStatus: 0,
    Tags: [],
    InstanceId: "",
    SetType: "",
    DeploymentType: "",
    CreatedTime: "2026-03-02T08:15:30Z",
    ModifiedTime: "2026-03-02T08:15:30Z",
  });
});

test("services are found by their properties, and by the absence of a bound plan", () => {
  const one = calls.service();
  const two = calls.service({ NetTypes: ["INNER"], InstanceId: "instance-1" });
  const UsagePlanId = String(calls.result("CreateUsagePlan", { UsagePlanName: "gold" }).UsagePlanId);
  calls.call("BindEnvironment", { UsagePlanIds: [UsagePlanId], BindType: "SERVICE", Environment: "test", ServiceId: one });
  const found = (...filters: [string, string][]): unknown[] => {
    const Filters = filters.map(([Name, value]) => ({ Name, Values: [value] }));
    return (calls.result("DescribeServicesStatus", { Filters }).ServiceSet as JsonObject[]).map(({ ServiceId }) => ServiceId);
  };
  expect([found(["NetType", "INNER"]), found(["InstanceId", "instance-1"]), found(["EIAMAppId", "x"])]).toEqual([[two], [two], []]);
  expect(found(["IpVersion", "IPv4"])).toEqual([one, two]);
  expect(found(["NotUsagePlanId", UsagePlanId])).toEqual([two]);
  expect(found(["NotUsagePlanId", UsagePlanId], ["Environment", "test"])).toEqual([two]);
  expect(found(["NotUsagePlanId", UsagePlanId], ["Environment", "release"])).toEqual([one, two]);
});
