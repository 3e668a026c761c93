/** APIs: made, read, replaced, deleted, listed. What a definition must be is in api-definition.test.ts. */
import type { JsonObject } from "../../exchange";
import type { Calls } from "./calling";
import { createCalls, mocked } from "./calling";

let calls: Calls;
let ServiceId: string;
beforeEach(() => {
  calls = createCalls();
  ServiceId = calls.service({ ServiceDesc: "Order service" });
});

const requested = {
  ApiName: "get-user",
  ApiDesc: "Returns one user",
  ApiType: "NORMAL",
  AuthType: "NONE",
  Protocol: "HTTP",
  EnableCORS: true,
  RequestConfig: { Path: "/user/info", Method: "GET" },
  RequestParameters: [{ Name: "name", Position: "QUERY", Type: "string", Desc: "user name", DefaultValue: "tom", Required: true }],
  ServiceType: "HTTP",
  ServiceTimeout: 15,
  ServiceConfig: { Url: "http://backend.example.com", Path: "/user", Method: "GET" },
  ServiceParameters: [{ Name: "name", Position: "QUERY", RelevantRequestParameterName: "name", RelevantRequestParameterType: "string" }],
  ResponseType: "HTML",
  ResponseErrorCodes: [{ Code: 500, Msg: "system error" }],
};

const create = (params: JsonObject = {}): string => String(calls.result("CreateApi", { ServiceId, ...requested, ...params }).ApiId);
const modify = (ApiId: string, params: JsonObject = {}): string => calls.code("ModifyApi", { ServiceId, ApiId, ...requested, ...params });
const read = (ApiId: string): JsonObject => calls.result("DescribeApi", { ServiceId, ApiId });

const functions = ["Register", "Cleanup", "Transport"].flatMap((kind) =>
  ["Name", "Namespace", "Qualifier"].map((member) => [`ServiceWebsocket${kind}Function${member}`, ""]),
);

test("a new API returns its ID and front end, and has every field of the catalog", () => {
  const { Result } = calls.call("CreateApi", { ServiceId, ...requested });
  const { ApiId } = Result as { ApiId: string };
  expect(Result).toEqual({ ApiId, Path: "/user/info", Method: "GET", CreatedTime: "2026-03-02T08:15:30Z" });
  expect(ApiId).toMatch(/^api-[0-9a-z]{8}$/);
  const shown = {
    ServiceId,
    ServiceName: "orders",
    ServiceDesc: "Order service",
    ApiId,
    ApiName: "get-user",
    ApiDesc: "Returns one user",
    CreatedTime: "2026-03-02T08:15:30Z",
    ModifiedTime: "2026-03-02T08:15:30Z",
    ApiType: "NORMAL",
    Protocol: "HTTP",
    AuthType: "NONE",
    ApiBusinessType: "NORMAL",
    AuthRelationApiId: "",
    OauthConfig: null,
    IsDebugAfterCharge: false,
    RequestConfig: { Path: "/user/info", Method: "GET" },
    ResponseType: "HTML",
    ResponseSuccessExample: "",
    ResponseFailExample: "",
    ResponseErrorCodes: [{ Code: 500, Msg: "system error", Desc: "", ConvertedCode: 0, NeedConvert: false }],
    RequestParameters: requested.RequestParameters,
    ServiceTimeout: 15,
    ServiceType: "HTTP",
    ServiceConfig: { Product: "", UniqVpcId: "", ...requested.ServiceConfig, UpstreamId: null, CosConfig: null },
    ServiceParameters: [{ Name: "name", Position: "QUERY", RelevantRequestParameterName: "name" }],
    ConstantParameters: [],
    ServiceMockReturnMessage: "",
    ServiceScfFunctionName: "",
    ServiceScfFunctionNamespace: "",
    ServiceScfFunctionQualifier: "",
    ServiceScfIsIntegratedResponse: false,
    ...Object.fromEntries(functions),
    InternalDomain: null,
    MicroServices: [],
    MicroServicesInfo: [],
    ServiceTsfLoadBalanceConf: null,
    ServiceTsfHealthCheckConf: null,
    EnableCORS: true,
    Tags: [],
    Environments: [],
    IsBase64Encoded: false,
    IsBase64Trigger: false,
    Base64EncodedTriggerRules: null,
  };
  expect(read(ApiId)).toEqual(shown);
  const elsewhere = { ServiceId, ApiId, ApiRegion: "ap-guangzhou" };
  expect(calls.call("DescribeApiForApiApp", elsewhere, "ap-shanghai").Result).toEqual(shown);
});

test("write-only values are never returned", () => {
  const target = { VmIp: "10.0.0.1", VpcId: "vpc-1", VmPort: 80, HostIp: "10.0.0.2" };
  const ApiId = create({
    ServiceType: "TARGET",
    ServiceConfig: null,
    TargetServices: [target],
    Owner: "shop",
    UserType: "X",
    TokenTimeout: 3,
  });
  const api = read(ApiId);
  for (const name of ["TargetServices", "Owner", "UserType", "TokenTimeout"]) expect(api).not.toHaveProperty(name);
  expect(api.ServiceConfig).toBeNull();
});

test("path and method are unique in a service", () => {
  const one = create();
  expect(calls.code("CreateApi", { ServiceId, ...requested, ApiName: "other" })).toBe("InvalidParameterValue.InvalidApiRequestConfig");
  const post = { RequestConfig: { Path: "/user/info", Method: "POST" } };
  const two = create(post);
  expect(modify(two)).toBe("InvalidParameterValue.InvalidRequestParameters");
  expect(modify(one)).toBe("");
  expect(modify(two, post)).toBe("");
  expect(calls.code("CreateApi", { ServiceId: calls.service(), ...requested })).toBe("");
});

test("ModifyApi replaces; absent texts and lists stay, empty ones clear", () => {
  const ApiId = create({ ResponseSuccessExample: "success", IsDebugAfterCharge: true });
  calls.pass(60_000);
  expect(calls.call("ModifyApi", { ServiceId, ApiId, ...mocked("/user/info"), ApiName: "" })).toEqual({});
  expect(read(ApiId)).toMatchObject({
    ApiName: "",
    ApiDesc: "Returns one user",
    ResponseSuccessExample: "success",
    RequestParameters: requested.RequestParameters,
    ResponseErrorCodes: [{ Code: 500 }],
    EnableCORS: false,
    IsDebugAfterCharge: false,
    ServiceType: "MOCK",
    ServiceMockReturnMessage: "hello",
    ServiceConfig: null,
    CreatedTime: "2026-03-02T08:15:30Z",
    ModifiedTime: "2026-03-02T08:16:30Z",
  });
  expect(modify(ApiId, { ApiDesc: "", RequestParameters: [], ServiceParameters: [], ResponseSuccessExample: "" })).toBe("");
  expect(read(ApiId)).toMatchObject({ ApiDesc: "", RequestParameters: [], ServiceParameters: [], ResponseSuccessExample: "" });
});

test("error codes go by their flag alone", () => {
  const ApiId = create();
  const { ResponseErrorCodes: _, ...rest } = requested;
  calls.call("ModifyApi", { ServiceId, ApiId, ...rest });
  expect(read(ApiId).ResponseErrorCodes).toHaveLength(1);
  calls.call("ModifyApi", { ServiceId, ApiId, ...rest, IsDeleteResponseErrorCodes: true });
  expect(read(ApiId).ResponseErrorCodes).toEqual([]);
  expect(modify(ApiId, { ResponseErrorCodes: [] })).toBe("InvalidParameterValue");
});

test("ModifyApi has no targets, namespace, user type and owner, and keeps the protocol", () => {
  const ApiId = create();
  const target = { VmIp: "10.0.0.1", VpcId: "vpc-1", VmPort: 80, HostIp: "10.0.0.2" };
  const extras: JsonObject[] = [{ TargetServices: [target] }, { TargetNamespaceId: "ns" }, { UserType: "X" }, { Owner: "shop" }];
  expect(extras.map((extra) => modify(ApiId, extra))).toEqual(extras.map(() => "UnknownParameter"));
  expect(modify(ApiId, { Protocol: "WEBSOCKET" })).toBe("UnsupportedOperation.ModifyProtocol");
  expect(modify("api-x")).toBe("ResourceNotFound.InvalidApi");
  expect(calls.code("ModifyApi", { ...requested, ServiceId: "service-x", ApiId })).toBe("ResourceNotFound.InvalidService");
});

test("a business API needs its authorization API, which stays as long as it does", () => {
  const key = { PublicKey: "key", TokenLocation: "header" };
  const authorization = create({ AuthType: "OAUTH", ApiBusinessType: "OAUTH", OauthConfig: key });
  const business = { AuthType: "OAUTH", ApiBusinessType: "NORMAL", RequestConfig: { Path: "/business", Method: "GET" } };
  const unknown = "ResourceNotFound.InvalidOauthApi";
  expect(calls.code("CreateApi", { ServiceId, ...requested, ...business })).toBe(unknown);
  expect(calls.code("CreateApi", { ServiceId, ...requested, ...business, AuthRelationApiId: "api-x" })).toBe(unknown);
  const ApiId = create({ ...business, AuthRelationApiId: authorization });
  const application = calls.call("DescribeServiceForApiApp", { ServiceId, ApiRegion: "ap-guangzhou" });
  const first = { RelationBuniessApiIds: [ApiId], OauthConfig: key, TokenLocation: "header" };
  expect(application.ApiIdStatusSet).toMatchObject([first, { RelationBuniessApiIds: [] }]);
  const remove = (id: string) => calls.code("DeleteApi", { ServiceId, ApiId: id });
  expect(remove(authorization)).toBe("UnsupportedOperation.UnsupportedDeleteApi");
  expect([remove(ApiId), remove(authorization)]).toEqual(["", ""]);
});

test("a back-end channel must exist", () => {
  const ServiceConfig = { ...requested.ServiceConfig, UpstreamId: "upstream-x" };
  expect(calls.code("CreateApi", { ServiceId, ...requested, ServiceConfig })).toBe("InvalidParameterValue.InvalidUpstream");
});

test("DeleteApi fails while plans and guards exist", () => {
  const ApiId = create();
  const { UsagePlanId } = calls.result("CreateUsagePlan", { UsagePlanName: "gold" });
  const target = { UsagePlanIds: [String(UsagePlanId)], BindType: "API", Environment: "release", ServiceId, ApiIds: [ApiId] };
  calls.call("BindEnvironment", target);
  const remove = () => calls.code("DeleteApi", { ServiceId, ApiId });
  expect(remove()).toBe("FailedOperation.ApiBindEnvironmen");
  calls.call("UnBindEnvironment", target);
  calls.gateway.guards.api.push((id) => (id === ApiId ? { code: "UnsupportedOperation.ResourceAssociated", message: "bound" } : undefined));
  expect(remove()).toBe("UnsupportedOperation.ResourceAssociated");
  calls.gateway.guards.api.pop();
  expect(calls.call("DeleteApi", { ServiceId, ApiId })).toEqual({ Result: true });
  expect(remove()).toBe("ResourceNotFound.InvalidApi");
});

test("writes of one service go one at a time, those of another are free", () => {
  const other = calls.service();
  calls.gateway.delays.busy = 1000;
  const ApiId = create();
  expect(calls.code("DeleteApi", { ServiceId, ApiId })).toBe("FailedOperation.ServiceInOperation");
  expect(calls.code("CreateApi", { ServiceId: other, ...requested })).toBe("");
  expect(calls.code("DescribeApi", { ServiceId, ApiId })).toBe("");
  calls.pass(1000);
  expect(calls.code("DeleteApi", { ServiceId, ApiId })).toBe("");
});

test("an API is found in its own service only", () => {
  const ApiId = create();
  const code = (service: string) => calls.code("DescribeApi", { ServiceId: service, ApiId });
  expect(code(calls.service())).toBe("ResourceNotFound.InvalidApi");
  expect(code("service-x")).toBe("ResourceNotFound.InvalidService");
});

test("APIs are listed in order of creation, filtered and paged", () => {
  const one = create();
  const two = create({ ApiName: "set-user", RequestConfig: { Path: "/user", Method: "POST" } });
  const list = (params: JsonObject = {}) => calls.result("DescribeApisStatus", { ServiceId, ...params });
  const ids = (params?: JsonObject) => (list(params).ApiIdStatusSet as JsonObject[]).map(({ ApiId }) => ApiId);
  expect((list().ApiIdStatusSet as JsonObject[])[0]).toEqual({
    ServiceId,
    ApiId: one,
    ApiName: "get-user",
    ApiDesc: "Returns one user",
    Path: "/user/info",
    Method: "GET",
    AuthType: "NONE",
    Protocol: "HTTP",
    ApiType: "NORMAL",
    CreatedTime: "2026-03-02T08:15:30Z",
    ModifiedTime: "2026-03-02T08:15:30Z",
  });
  expect([ids(), ids({ Limit: 1, Offset: 1 })]).toEqual([[one, two], [two]]);
  expect(ids({ Filters: [{ Name: "ApiId", Values: [two] }] })).toEqual([two]);
  expect(ids({ Filters: [{ Name: "ApiName", Values: ["get"] }] })).toEqual([one]);
  const unknown = { ServiceId, Filters: [{ Name: "Name", Values: ["get"] }] };
  expect(calls.code("DescribeApisStatus", unknown)).toBe("InvalidParameterValue.InvalidFilterNotSupportedName");
  expect(calls.code("DescribeApisStatus", { ServiceId: "service-x" })).toBe("ResourceNotFound.InvalidService");
});

test("APIs are found by path, types and plans", () => {
  const one = create();
  const two = create({ ApiName: "secret", RequestConfig: { Path: "/secret", Method: "GET" }, AuthType: "SECRET" });
  const UsagePlanId = String(calls.result("CreateUsagePlan", { UsagePlanName: "gold" }).UsagePlanId);
  calls.call("BindEnvironment", { UsagePlanIds: [UsagePlanId], BindType: "API", Environment: "release", ServiceId, ApiIds: [one] });
  const found = (...filters: [string, string][]): unknown[] => {
    const Filters = filters.map(([Name, value]) => ({ Name, Values: [value] }));
    return (calls.result("DescribeApisStatus", { ServiceId, Filters }).ApiIdStatusSet as JsonObject[]).map(({ ApiId }) => ApiId);
  };
  expect([found(["ApiPath", "user"]), found(["AuthType", "SECRET"]), found(["ApiType", "TSF"])]).toEqual([[one], [two], []]);
  expect([found(["ApiBuniessType", "NORMAL"]), found(["AuthRelationApiId", two]), found(["Tags", "a:b"])]).toEqual([[one, two], [], []]);
  expect(found(["NotUsagePlanId", UsagePlanId], ["Environment", "release"])).toEqual([two]);
  expect(found(["NotUsagePlanId", UsagePlanId], ["Environment", "test"])).toEqual([one, two]);
});

test("CreateApi takes parameters in part, ModifyApi as a whole", () => {
  const ApiId = create({ RequestParameters: [{ Name: "id", Position: "QUERY", Type: "string" }] });
  const { RequestParameters } = read(ApiId);
  const rest = { DefaultValue: null, Required: false, Desc: null };
  expect(RequestParameters).toEqual([{ Name: "id", Position: "QUERY", Type: "string", ...rest }]);
  expect(modify(ApiId, { RequestParameters: [{ Name: "id" }] })).toBe("MissingParameter");
  expect(modify(ApiId, { AuthRequired: false })).toBe("");
});
