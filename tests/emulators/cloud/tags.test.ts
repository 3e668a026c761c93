/** The tag service: six-segment names, the rules of a change, reading by pages. */
import type { JsonObject } from "../exchange";
import { callerOf, rejection } from "./caller";
import type { CloudEmulator } from "./index";
import { createCloudEmulator } from "./index";
import type { Tagged } from "./tags";

let emulator: CloudEmulator;
let callAction: ReturnType<typeof callerOf>;
beforeEach(() => {
  emulator = createCloudEmulator();
  callAction = callerOf(emulator);
});

const id = "service-k3v9x2ab";
const name = `qcs::apigw:ap-guangzhou:uin/:service/${id}`;
const service: Tagged = { serviceType: "apigw", prefix: "service", region: "ap-guangzhou", id };

const modify = (change: JsonObject, Resource = name): JsonObject => callAction("tag/ModifyResourceTags", { Resource, ...change });
const written = (...pairs: [string, string][]): JsonObject => ({ ReplaceTags: pairs.map(([TagKey, TagValue]) => ({ TagKey, TagValue })) });
const dropped = (...keys: string[]): JsonObject => ({ DeleteTags: keys.map((TagKey) => ({ TagKey })) });
const numbered = (count: number, from = 0): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`key-${from + index}`, `value-${from + index}`]);

const describeTags = (change: JsonObject = {}): JsonObject =>
  callAction("tag/DescribeResourceTagsByResourceIds", {
    ServiceType: "apigw",
    ResourcePrefix: "service",
    ResourceRegion: "ap-guangzhou",
    ResourceIds: [id],
    Limit: 20,
    Offset: 0,
    ...change,
  });

it("writes, replaces and drops tags", () => {
  expect(modify(written(["team", "shop"], ["stage", ""]))).toEqual({});
  expect(modify({ ...written(["team", "cart"], ["owner", "ann"]), ...dropped("stage", "never") })).toEqual({});
  expect(emulator.tags.of(id)).toEqual({ team: "cart", owner: "ann" });
});

it("accepts and requires the category of a tag", () => {
  expect(modify({ ReplaceTags: [{ TagKey: "team", TagValue: "shop", Category: "Custom" }] })).toEqual({});
  expect(["Custom", "All", "System"].map((Category) => describeTags({ Category })["TotalCount"])).toEqual([1, 1, 0]);
});

it("returns tags as the catalog specifies", () => {
  modify(written(["team", "shop"]));
  const row = {
    TagKey: "team",
    TagValue: "shop",
    ResourceId: id,
    TagKeyMd5: "f894427cc1c571f79da49605ef8b112f",
    TagValueMd5: "fb54f3c5992b96d001bb16e8e92d968d",
    ServiceType: "apigw",
    Category: "Custom",
  };
  expect(describeTags()).toEqual({ TotalCount: 1, Offset: 0, Limit: 20, Tags: [row] });
});

it.each([
  ["apigw", "service", "service-k3v9x2ab"],
  ["apigateway", "apiAppId", "app-q1z5h8kd"],
  ["apigateway", "upstreamId", "upstream-n5j8c1xg"],
])("tags %s %s", (serviceType, prefix, resourceId) => {
  expect(modify(written(["team", "shop"]), `qcs::${serviceType}:ap-guangzhou:uin/:${prefix}/${resourceId}`)).toEqual({});
  const read = describeTags({ ServiceType: serviceType, ResourcePrefix: prefix, ResourceIds: [resourceId] });
  expect(read).toMatchObject({ TotalCount: 1, Tags: [{ ResourceId: resourceId }] });
});

it.each([
  `qcs::apigateway:ap-guangzhou:uin/:service/${id}`,
  "qcs::apigw:ap-guangzhou:uin/:apiAppId/app-q1z5h8kd",
  `qcs::apigw:ap-nowhere:uin/:service/${id}`,
  `qcs::apigw::uin/:service/${id}`,
  `qcs::apigw:ap-guangzhou::service/${id}`,
  "qcs::apigw:ap-guangzhou:uin/:service/",
  "qcs::apigw:ap-guangzhou:uin/:service/app-q1z5h8kd",
  `qcs::apigw:ap-guangzhou:uin/:services/${id}`,
  id,
])("rejects the resource name %s", (resource) => {
  expect(modify(written(["a", "b"]), resource)).toEqual(rejection("InvalidParameterValue.ResourceDescriptionError"));
});

it("requires one list, none of them empty, and at most ten entries in each", () => {
  expect(modify({})).toEqual(rejection("InvalidParameter.Tag"));
  expect(modify({ ...written(["a", "b"]), DeleteTags: [] })).toEqual(rejection("InvalidParameterValue"));
  expect(modify({ ...dropped("a"), ReplaceTags: [] })).toEqual(rejection("InvalidParameterValue"));
  expect(modify({ ...written(...numbered(10)), ...dropped(...numbered(10, 10).map(([key]) => key)) })).toEqual({});
  expect(modify(written(...numbered(11)))).toEqual(rejection("LimitExceeded.Quota"));
  expect(modify(dropped(...numbered(11).map(([key]) => key)))).toEqual(rejection("InvalidParameterValue.DeleteTagsParamError"));
});

it("rejects a key in both lists, or twice in one", () => {
  expect(modify({ ...written(["a", "b"]), ...dropped("a") })).toEqual(rejection("InvalidParameterValue.DeleteTagsParamError"));
  expect(modify(written(["a", "b"], ["a", "c"]))).toEqual(rejection("InvalidParameter.Tag"));
  expect(modify({ ...written(["a", "b"]), ...dropped("A") })).toEqual({});
});

it.each<[string, string, string]>([
  ["qcloud", "x", "InvalidParameter.ReservedTagKey"],
  ["Tencent", "x", "InvalidParameter.ReservedTagKey"],
  ["project", "x", "InvalidParameter.ReservedTagKey"],
  ["", "x", "InvalidParameterValue.TagKeyEmpty"],
  ["k".repeat(128), "x", "InvalidParameterValue.TagKeyLengthExceeded"],
  ["a<b", "x", "InvalidParameterValue.TagKeyCharacterIllegal"],
  ["a", "v".repeat(256), "InvalidParameterValue.TagValueLengthExceeded"],
  ["a", "tab\t", "InvalidParameterValue.TagValueCharacterIllegal"],
])("rejects the tag %j: %j", (key, value, code) => {
  expect(modify(written(["fine", "fine"], [key, value]))).toEqual(rejection(code));
  expect(emulator.tags.of(id)).toEqual({});
});

it("accepts at most fifty tags on a resource", () => {
  for (let from = 0; from < 50; from += 10) expect(modify(written(...numbered(10, from)))).toEqual({});
  expect(modify(written(["one-more", ""]))).toEqual(rejection("LimitExceeded.ResourceAttachedTags"));
  expect(modify({ ...written(["one-more", ""]), ...dropped("key-0") })).toEqual({});
  expect(modify(written(["key-1", "changed"]))).toEqual({});
});

it("lists by pages whose offset is a multiple of their size", () => {
  for (let from = 0; from < 50; from += 10) modify(written(...numbered(10, from)));
  const keys = (Offset: number): unknown[] => (describeTags({ Offset })["Tags"] as JsonObject[]).map(({ TagKey }) => TagKey);
  expect(keys(0)).toEqual(numbered(20).map(([key]) => key));
  expect(keys(40)).toEqual(numbered(10, 40).map(([key]) => key));
  expect(keys(60)).toEqual([]);
  expect(describeTags()).toHaveProperty("TotalCount", 50);
  for (const Offset of [10, 50, -20]) expect(describeTags({ Offset })).toEqual(rejection("InvalidParameter"));
  expect(describeTags({ Limit: 0 })).toEqual(rejection("InvalidParameter"));
});

it.each<[JsonObject, string]>([
  [{ ServiceType: "gateway" }, "InvalidParameterValue.ServiceTypeInvalid"],
  [{ ServiceType: "apigateway" }, "InvalidParameterValue.ResourcePrefixInvalid"],
  [{ ResourcePrefix: "services" }, "InvalidParameterValue.ResourcePrefixInvalid"],
  [{ ResourceRegion: "ap-nowhere" }, "InvalidParameterValue.RegionInvalid"],
  [{ ResourceIds: ["app-q1z5h8kd"] }, "InvalidParameterValue.ResourceIdInvalid"],
  [{ ResourceIds: [] }, "InvalidParameterValue"],
])("cannot be read by %j", (change, code) => {
  expect(describeTags(change)).toEqual(rejection(code));
});

it("keeps regions apart", () => {
  modify(written(["team", "shop"]), name.replace("guangzhou", "shanghai"));
  expect(describeTags()).toHaveProperty("TotalCount", 0);
  expect(describeTags({ ResourceRegion: "ap-shanghai" })).toHaveProperty("TotalCount", 1);
});

it("returns tags of the vendor, which only the vendor can change and which prevent nothing", () => {
  emulator.tags.put(service, "made-by", { value: "vendor", category: "System" });
  expect(describeTags()).toMatchObject({ Tags: [{ TagKey: "made-by", Category: "System" }] });
  expect(describeTags({ Category: "Custom" })).toHaveProperty("Tags", []);
  expect(modify(dropped("made-by"))).toEqual(rejection("FailedOperation"));
  expect(modify(written(["made-by", "me"]))).toEqual(rejection("FailedOperation"));
  expect([emulator.tags.of(id), emulator.tags.exists(id)]).toEqual([{}, false]);
});

it("reports to the gateway which services still have tags, and which", () => {
  const rejections = (): unknown[] => emulator.gateway.guards.service.flatMap((guard) => guard(id, new Date()) ?? []);
  expect(rejections()).toEqual([]);
  modify(written(["team", "shop"]));
  expect(rejections()).toEqual([expect.objectContaining({ code: "UnsupportedOperation.TagsNotEmpty" })]);
  expect(emulator.gateway.tagsOf(id)).toEqual([{ Key: "team", Value: "shop" }]);
  modify(dropped("team"));
  expect(rejections()).toEqual([]);
});
