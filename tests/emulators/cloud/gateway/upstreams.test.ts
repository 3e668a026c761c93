/** Back-end channels in the emulator. */
import type { JsonObject } from "../../exchange";
import { callerOf, rejection } from "../caller";
import type { Setup } from "./setup";
import { apiParams, beginning, createSetup } from "./setup";

let setup: Setup;
let id: string;

const plain: JsonObject = { Scheme: "HTTP", Algorithm: "ROUND-ROBIN", UniqVpcId: "vpc-8j2k5n1c" };
const node: JsonObject = { Host: "10.0.4.11", Port: 9090, Weight: 10 };
const health: JsonObject = {
  EnableActiveCheck: true,
  EnablePassiveCheck: true,
  HealthyHttpStatus: "200",
  UnhealthyHttpStatus: "500",
  TcpFailureThreshold: 5,
  TimeoutThreshold: 5,
  HttpFailureThreshold: 3,
};
const service: JsonObject = { Weight: 1, ClusterId: "cls-1", Namespace: "shop", ServiceName: "orders", Port: 80, ExtraLabels: [] };

beforeEach(() => {
  setup = createSetup();
  id = setup.call("CreateUpstream", { ...plain, UpstreamName: "orders-vpc" }).UpstreamId as string;
});

const list = (...filters: [string, string][]): JsonObject => {
  const Filters = filters.map(([Name, value]) => ({ Name, Values: [value] }));
  return setup.result("DescribeUpstreams", { Limit: 10, Offset: 0, ...(Filters.length > 0 && { Filters }) });
};
const read = (UpstreamId: string): JsonObject => (list(["UpstreamId", UpstreamId]).UpstreamSet as [JsonObject])[0];
const modify = (more: JsonObject): JsonObject => setup.call("ModifyUpstream", { UpstreamId: id, ...more });

describe("a channel", () => {
  it("is created with the defaults of the service", () => {
    expect(read(id)).toEqual({
      ...plain,
      UpstreamId: expect.stringMatching(/^upstream-[a-z0-9]{8}$/),
      UpstreamName: "orders-vpc",
      UpstreamDescription: null,
      UpstreamType: "IP_PORT",
      Retries: 3,
      UpstreamHost: "",
      Nodes: [],
      HealthChecker: null,
      K8sServices: [],
      Tags: [],
      CreatedTime: beginning,
    });
  });

  it("has nodes with their state, and a health check with its defaults", () => {
    const created = setup.call("CreateUpstream", { ...plain, Algorithm: "round_robin", Nodes: [node], HealthChecker: health });
    const rest = {
      VmInstanceId: null,
      Tags: null,
      ServiceName: null,
      NameSpace: null,
      ClusterId: null,
      Source: null,
      UniqueServiceName: null,
    };
    const defaults = { ActiveCheckHttpPath: "/", ActiveCheckTimeout: 5, ActiveCheckInterval: 5, UnhealthyTimeout: 30 };
    expect(read(created.UpstreamId as string)).toMatchObject({
      Algorithm: "ROUND-ROBIN",
      Nodes: [{ ...node, ...rest, Healthy: "NO_DATA" }],
      HealthChecker: { ...health, ...defaults },
    });
  });

  it("of Kubernetes services lists their pods; the response has a plural name where the request has a singular one", () => {
    const created = setup.call("CreateUpstream", { ...plain, UpstreamType: "K8S", K8sService: [service] });
    expect(read(created.UpstreamId as string)).toMatchObject({
      K8sServices: [service],
      Nodes: [{ Host: "172.16.0.10", Port: 80, ServiceName: "orders", NameSpace: "shop", ClusterId: "cls-1", Source: "K8S" }],
    });
    expect(setup.call("CreateUpstream", { ...plain, K8sServices: [service] })).toEqual(rejection("UnknownParameter"));
  });

  it.each<[JsonObject, string]>([
    [{ Scheme: "FTP" }, "InvalidParameterValue.NotInOptions"],
    [{ Algorithm: "RANDOM" }, "InvalidParameterValue.NotInOptions"],
    [{ UpstreamType: "VM" }, "InvalidParameterValue.NotInOptions"],
    [{ UniqVpcId: "net-1" }, "InvalidParameterValue.InvalidVpcConfig"],
    [{ Retries: -1 }, "InvalidParameterValue.RangeExceeded"],
    [{ Nodes: [{ ...node, Host: "" }] }, "InvalidParameter.FormatError"],
    [{ Nodes: [{ ...node, Port: 65_536 }] }, "InvalidParameterValue.RangeExceeded"],
    [{ Nodes: [{ ...node, Weight: 101 }] }, "InvalidParameterValue.RangeExceeded"],
    [{ Nodes: [{ Host: "10.0.0.1", Port: 1 }] }, "MissingParameter"],
    [{ HealthChecker: { ...health, TimeoutThreshold: 255 } }, "InvalidParameterValue.RangeExceeded"],
    [{ HealthChecker: { EnableActiveCheck: true } }, "MissingParameter"],
    [{ K8sService: [{ ...service, ExtraLabels: null }] }, "MissingParameter"],
  ])("with %p is rejected, to make and to change", (wrong, code) => {
    const before = read(id);
    expect(setup.call("CreateUpstream", { ...plain, ...wrong })).toEqual(rejection(code));
    expect(modify(wrong)).toEqual(rejection(code));
    expect(list()).toEqual({ TotalCount: 1, UpstreamSet: [before] });
  });

  it("accepts the schemes of gRPC on creation only", () => {
    expect(setup.call("CreateUpstream", { ...plain, Scheme: "gRPCs" })).toEqual({ UpstreamId: expect.any(String) });
    expect(modify({ Scheme: "gRPC" })).toEqual(rejection("InvalidParameterValue.NotInOptions"));
    expect(modify({ Scheme: "HTTPS" })).toMatchObject({ Result: { Scheme: "HTTPS" } });
  });

  it("changes only what is sent, lists and objects as a whole", () => {
    modify({ Nodes: [node], HealthChecker: { ...health, UnhealthyTimeout: 60 }, UpstreamHost: "a.example.com" });
    const { Tags: _, ...shown } = read(id);
    expect(shown).toMatchObject({ UpstreamName: "orders-vpc", UpstreamHost: "a.example.com", HealthChecker: { UnhealthyTimeout: 60 } });
    expect(modify({ Retries: 10 })).toEqual({ Result: { ...shown, Retries: 10 } });
    modify({ Nodes: [], HealthChecker: health, UpstreamName: "", UpstreamHost: "" });
    expect(read(id)).toMatchObject({ Nodes: [], HealthChecker: { UnhealthyTimeout: 30 }, UpstreamName: "", UpstreamHost: "" });
    expect(modify({ UpstreamId: "upstream-00000000" })).toEqual(rejection("InvalidParameterValue.InvalidUpstream"));
  });

  it("is listed by filters; Limit and Offset are required", () => {
    setup.call("CreateUpstream", { ...plain, UpstreamName: "second" });
    expect(list().TotalCount).toBe(2);
    expect(list(["UpstreamName", "second"])).toMatchObject({ TotalCount: 1, UpstreamSet: [{ UpstreamName: "second" }] });
    expect(list(["UpstreamId", "upstream-00000000"])).toEqual({ TotalCount: 0, UpstreamSet: [] });
    expect(setup.result("DescribeUpstreams", { Limit: 1, Offset: 1 })).toMatchObject({ UpstreamSet: [{ UpstreamName: "second" }] });
    for (const half of [{ Limit: 10 }, { Offset: 0 }] as JsonObject[]) {
      expect(setup.call("DescribeUpstreams", half)).toEqual(rejection("MissingParameter"));
    }
    const unusual = { Limit: 10, Offset: 0, Filters: [{ Name: "Name", Values: ["x"] }] };
    expect(setup.call("DescribeUpstreams", unusual)).toEqual(rejection("InvalidParameterValue.InvalidFilterNotSupportedName"));
  });

  it("shows the tags of its creation and those of the tag service", () => {
    const Tags = [
      { Key: "team", Value: "shop" },
      { Key: "stage", Value: "test" },
    ];
    const created = setup.call("CreateUpstream", { ...plain, Tags }).UpstreamId as string;
    const Resource = `qcs::apigateway:ap-guangzhou:uin/:upstreamId/${created}`;
    const ReplaceTags = [{ TagKey: "team", TagValue: "orders" }];
    const response = callerOf(setup.emulator)("tag/ModifyResourceTags", { Resource, ReplaceTags }, { now: new Date(beginning) });
    expect(response).toEqual({});
    expect(read(created).Tags).toEqual([
      { Key: "stage", Value: "test" },
      { Key: "team", Value: "orders" },
    ]);
  });
});

describe("a channel behind an API", () => {
  let ApiId: string;

  beforeEach(() => {
    const ServiceConfig = {
      Product: "upstream",
      UniqVpcId: "vpc-8j2k5n1c",
      Url: "http://orders",
      Path: "/",
      Method: "GET",
      UpstreamId: id,
    };
    const { ServiceMockReturnMessage: _, ...params } = apiParams(setup.serviceId, "three");
    ApiId = setup.result("CreateApi", { ...params, ServiceType: "HTTP", ServiceConfig }).ApiId as string;
  });

  const bound = (...filters: [string, string][]): JsonObject => {
    const Filters = filters.map(([Name, value]) => ({ Name, Values: [value] }));
    return setup.result("DescribeUpstreamBindApis", { UpstreamId: id, ...(Filters.length > 0 && { Filters }) });
  };

  it("lists the APIs", () => {
    const row = { ApiId, ServiceId: setup.serviceId, ApiName: "three", ServiceName: "orders", BindTime: beginning };
    expect(bound()).toEqual({ TotalCount: 1, BindApiSet: [row] });
    expect(bound(["ServiceId", setup.serviceId], ["ApiId", ApiId]).TotalCount).toBe(1);
    expect(bound(["ApiId", "api-00000000"])).toEqual({ TotalCount: 0, BindApiSet: [] });
    const unusual = { UpstreamId: id, Filters: [{ Name: "ApiName", Values: ["three"] }] };
    expect(setup.call("DescribeUpstreamBindApis", unusual)).toEqual(rejection("InvalidParameterValue.InvalidFilterNotSupportedName"));
  });

  it("is deleted after them, once", () => {
    expect(setup.call("DeleteUpstream", { UpstreamId: id })).toEqual(rejection("UnsupportedOperation.UnsupportedDeleteUpstream"));
    setup.result("DeleteApi", { ServiceId: setup.serviceId, ApiId });
    expect(setup.call("DeleteUpstream", { UpstreamId: id })).toEqual({ UpstreamId: id });
    expect(setup.call("DeleteUpstream", { UpstreamId: id })).toEqual(rejection("ResourceNotFound"));
    expect(setup.call("DescribeUpstreamBindApis", { UpstreamId: id })).toEqual(rejection("ResourceNotFound"));
  });
});
