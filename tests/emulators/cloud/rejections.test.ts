/**
 * What the services beside the gateway must reject but values of single parameters, which their tables declare. The vendor's client, tests/conformance and
 * tests/provider/modules/cloud show what they accept.
 */
import type { JsonObject } from "../exchange";
import { callerOf, type CallOptions, rejection } from "./caller";
import { createCloudEmulator } from "./index";

const account = "qcs::cam::uin/100000000001";
const device = "qcs::cam:uin/100000000001::mfa/softToken";
const id = "service-k3v9x2ab";
const resource = `qcs::apigw:ap-guangzhou:uin/:service/${id}`;
const policy = { version: "2.0", statement: [{ effect: "allow", action: ["vpc:Describe*"], resource: "*" }] };
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value)).replaceAll("*", "%2A");

/** The parameters of an accepted call of each action. */
const calls: Record<string, JsonObject> = {
  "vpc/DescribeAddressTemplates": { Offset: "0", Limit: "100" },
  "antiddos/DescribeBgpBizTrend": {
    Business: "bgp-multip",
    StartTime: "2023-11-22 09:25:00",
    EndTime: "2023-11-22 10:25:00",
    MetricName: "intraffic",
    InstanceId: "bgp-00000ry7",
    Flag: 0,
  },
  "tag/ModifyResourceTags": { Resource: resource, ReplaceTags: [{ TagKey: "team", TagValue: "shop" }] },
  "tag/DescribeResourceTagsByResourceIds": {
    ServiceType: "apigw",
    ResourcePrefix: "service",
    ResourceRegion: "ap-guangzhou",
    ResourceIds: [id],
    Limit: 20,
    Offset: 0,
  },
  "sts/GetCallerIdentity": {},
  "sts/AssumeRole": { RoleArn: `${account}:roleName/deploy`, RoleSessionName: "quartet", Policy: encoded(policy) },
  "sts/AssumeRoleWithSAML": {
    RoleArn: `${account}:roleName/saml`,
    RoleSessionName: "quartet",
    SAMLAssertion: "PHNhbWxwOlJlc3BvbnNlPg==",
    PrincipalArn: `${account}:saml-provider/idp`,
  },
  "sts/AssumeRoleWithWebIdentity": {
    ProviderId: "OIDC",
    WebIdentityToken: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln",
    RoleArn: `${account}:roleName/oidc`,
    RoleSessionName: "quartet",
  },
  "sts/GetSessionToken": { SerialNumber: device, TokenCode: "523886" },
};
const unsigned = (target: string): CallOptions => (/With(SAML|WebIdentity)$/.test(target) ? { signer: null } : {});
const create = (): ReturnType<typeof createCloudEmulator> => {
  const emulator = createCloudEmulator();
  emulator.sts.codes.set(device, new Set(["523886"]));
  return emulator;
};

test.each(Object.keys(calls))("%s is accepted without a mistake", (target) => {
  expect(callerOf(create())(target, calls[target], unsigned(target))).not.toHaveProperty("Error");
});

const value = "InvalidParameterValue";
const wrongParam = "InvalidParameter.ParamError";
const roles = "sts/AssumeRole sts/AssumeRoleWithSAML sts/AssumeRoleWithWebIdentity";
const filter = (Name: string, ...Values: string[]): JsonObject => ({ Filters: [{ Name, Values }] });
const tags = (...pairs: [string, string][]): JsonObject => ({ ReplaceTags: pairs.map(([TagKey, TagValue]) => ({ TagKey, TagValue })) });
const eleven = Array.from({ length: 11 }, (_, i): [string, string] => [`key-${i}`, ""]);
const rows: [targets: string, change: JsonObject, code: string][] = [
  ["vpc/DescribeAddressTemplates", filter("address-template-group-name", "x"), "InvalidParameter.FilterInvalidKey"],
  ["vpc/DescribeAddressTemplates", filter("toString", "x"), "InvalidParameter.FilterInvalidKey"],
  ["vpc/DescribeAddressTemplates", { Offset: "-1" }, `${value}.Malformed`],
  ...["2023-11-22T09:25:00Z", "2023-11-22 09:26:00", "2023-02-29 09:25:00", "2023-11-22 10:25:00"].map(
    (StartTime): [string, JsonObject, string] => ["antiddos/DescribeBgpBizTrend", { StartTime }, value],
  ),
  ...[
    `qcs::apigateway:ap-guangzhou:uin/:service/${id}`,
    `qcs::apigw:ap-nowhere:uin/:service/${id}`,
    `qcs::apigw:ap-guangzhou::service/${id}`,
    "qcs::apigw:ap-guangzhou:uin/:service/app-q1z5h8kd",
  ].map((Resource): [string, JsonObject, string] => ["tag/ModifyResourceTags", { Resource }, `${value}.ResourceDescriptionError`]),
  ["tag/ModifyResourceTags", { ReplaceTags: null }, "InvalidParameter.Tag"],
  ["tag/ModifyResourceTags", { DeleteTags: [{ TagKey: "team" }] }, `${value}.DeleteTagsParamError`],
  ["tag/ModifyResourceTags", { DeleteTags: eleven.map(([TagKey]) => ({ TagKey })) }, `${value}.DeleteTagsParamError`],
  ["tag/ModifyResourceTags", tags(...eleven), "LimitExceeded.Quota"],
  ["tag/ModifyResourceTags", tags(["a", "b"], ["a", "c"]), "InvalidParameter.Tag"],
  ["tag/ModifyResourceTags", tags(["Tencent", "x"]), "InvalidParameter.ReservedTagKey"],
  ["tag/ModifyResourceTags", tags(["", "x"]), `${value}.TagKeyEmpty`],
  ["tag/ModifyResourceTags", tags(["a", "tab\t"]), `${value}.TagValueCharacterIllegal`],
  ["tag/DescribeResourceTagsByResourceIds", { Offset: 10 }, "InvalidParameter"],
  ["tag/DescribeResourceTagsByResourceIds", { ServiceType: "gateway" }, `${value}.ServiceTypeInvalid`],
  ["tag/DescribeResourceTagsByResourceIds", { ResourceIds: ["app-q1z5h8kd"] }, `${value}.ResourceIdInvalid`],
  [roles, { RoleArn: `${account}:roleName/other` }, "ResourceNotFound.RoleNotFound"],
  ...[JSON.stringify(policy), "%7", "%ff", "null", encoded({ ...policy, version: "1.0" }), encoded({ ...policy, statement: [] })].map(
    (Policy): [string, JsonObject, string] => ["sts/AssumeRole", { Policy }, "InvalidParameter.StrategyInvalid"],
  ),
  ["sts/AssumeRoleWithSAML", { SAMLAssertion: "dGV4dA==" }, wrongParam],
  ["sts/AssumeRoleWithSAML", { PrincipalArn: `${account}:saml-provider/other` }, "UnauthorizedOperation"],
  ["sts/AssumeRoleWithWebIdentity", { ProviderId: "other" }, "UnauthorizedOperation"],
  ["sts/GetSessionToken", { TokenCode: "000000" }, "FailedOperation.CheckMFAError"],
  ["sts/GetSessionToken", { SerialNumber: "phone" }, "FailedOperation.MFATypeNotSupported"],
  ["sts/GetSessionToken", { SerialNumber: null }, wrongParam],
];
const single = rows.flatMap(([targets, change, code]) => targets.split(" ").map((target) => [target, change, code] as const));

test.each(single)("%s with %j is rejected: %s", (target, change, code) => {
  expect(callerOf(create())(target, { ...calls[target], ...change }, unsigned(target))).toEqual(rejection(code));
});

test("a role demands its external ID and a code, which is valid once; temporary keys end", () => {
  let time = 1_700_000_000_000;
  const emulator = createCloudEmulator({ now: () => new Date(time) });
  const call = (target: string, more: JsonObject = {}, special: CallOptions = {}) =>
    callerOf(emulator)(target, { ...calls[target], ...more }, { now: new Date(time), ...special });
  emulator.sts.codes.set(device, new Set(["523886"]));
  expect(call("sts/GetSessionToken")).toHaveProperty("Credentials");
  expect(call("sts/GetSessionToken")).toEqual(rejection("FailedOperation.CheckMFAError"));
  const { TmpSecretId, TmpSecretKey, Token } = call("sts/AssumeRole").Credentials as Record<string, string>;
  const signer = { secretId: TmpSecretId!, secretKey: TmpSecretKey!, token: Token };
  expect(call("sts/GetCallerIdentity", {}, { signer })).toMatchObject({ Type: "CAMRole" });
  time += 7_200_000;
  expect(call("sts/GetCallerIdentity", {}, { signer })).toEqual(rejection("AuthFailure.TokenFailure"));
  emulator.sts.roles.set(`${account}:roleName/deploy`, { externalId: "partner-42" });
  expect(call("sts/AssumeRole")).toEqual(rejection("UnauthorizedOperation"));
  expect(call("sts/AssumeRole", { ExternalId: "partner-42" })).toHaveProperty("Credentials");
  emulator.sts.roles.set(`${account}:roleName/deploy`, { mfa: true });
  expect(call("sts/AssumeRole")).toEqual(rejection(wrongParam));
  emulator.sts.spentAssertions.add("PHNhbWxwOlJlc3BvbnNlPg==");
  expect(call("sts/AssumeRoleWithSAML", {}, { signer: null })).toEqual(rejection(wrongParam));
});

test("a resource has at most fifty tags, and the vendor's own are not changed; tags keep a service from being deleted", () => {
  const emulator = create();
  const call = callerOf(emulator);
  const { ServiceId } = call("apigateway/CreateService", { ServiceName: "orders", Protocol: "http" }) as { ServiceId: string };
  const Resource = resource.replace(id, ServiceId);
  const modify = (change: JsonObject) => call("tag/ModifyResourceTags", { Resource, ...change });
  for (let from = 0; from < 50; from += 10)
    expect(modify(tags(...eleven.slice(1).map(([key]): [string, string] => [`${from}-${key}`, ""])))).toEqual({});
  expect(modify(tags(["one-more", ""]))).toEqual(rejection("LimitExceeded.ResourceAttachedTags"));
  expect(call("apigateway/DeleteService", { ServiceId })).toEqual(rejection("UnsupportedOperation.TagsNotEmpty"));
  emulator.tags.put({ serviceType: "apigw", prefix: "service", region: "ap-guangzhou", id }, "made-by", {
    value: "vendor",
    category: "System",
  });
  expect(call("tag/ModifyResourceTags", { Resource: resource, DeleteTags: [{ TagKey: "made-by" }] })).toEqual(rejection("FailedOperation"));
});
