/** What the state of objects of the gateway forbids, and how their changes become visible. */
import type { JsonObject } from "../../exchange";
import { rejection } from "../caller";
import { given, textOf } from "./setup";

/** A call with changes of the accepted parameters, and the code with which it is rejected; a number lets so many milliseconds pass. */
type Step = [action: string, params: JsonObject, code?: string] | number;

/** What the state of objects forbids: calls in their order. */
const conflicts: Record<string, (all: ReturnType<typeof given>) => Step[]> = {
  "a service in use is not deleted": ({ calls, setup }) => {
    const service = calls.DescribeService!;
    const planned = { ...calls.BindEnvironment, BindType: "SERVICE", ApiIds: null };
    return [
      ["DeleteService", service, "UnsupportedOperation.ApiListNotEmpty"],
      ...setup.apiIds.map((ApiId): Step => ["DeleteApi", { ...service, ApiId }]),
      ["DeleteService", service, "UnsupportedOperation.ExistingOnlineEnvironment"],
      ["ReleaseService", calls.ReleaseService!, "FailedOperation.ServiceError"],
      ["UnReleaseService", { ...service, EnvironmentName: "release" }],
      ["BindEnvironment", planned],
      ["DeleteService", service, "UnsupportedOperation.UsagePlanInUse"],
      ["UnBindEnvironment", planned],
      2000,
      ["DeleteService", service],
      ["DeleteService", service, "ResourceNotFound.InvalidService"],
    ];
  },
  "a VPC is set once": ({ calls }) => [
    ["ModifyService", { ...calls.ModifyService, UniqVpcId: "vpc-1" }],
    ["ModifyService", { ...calls.ModifyService, UniqVpcId: "vpc-2" }, "FailedOperation.ServiceError"],
  ],
  "plans of a service and of its APIs exclude each other, and a plan in use is not deleted": ({ calls, ids }) => {
    const bound = calls.BindEnvironment!;
    const plan = { UsagePlanId: ids.UsagePlanId };
    return [
      ["BindEnvironment", bound],
      ["BindEnvironment", { ...bound, BindType: "SERVICE", ApiIds: null }, "UnsupportedOperation.UnsupportedBindEnvironment"],
      ["DeleteApi", calls.DeleteApi!, "FailedOperation.ApiBindEnvironmen"],
      ["UnBindEnvironment", bound],
      ["DeleteUsagePlan", plan, "UnsupportedOperation.UsagePlanInUse"],
      2000,
      ["UnBindEnvironment", bound, "UnsupportedOperation.UnsupportedUnBindEnvironment"],
      ["DeleteUsagePlan", plan],
    ];
  },
  "a key is bound once, and deleted only if it is disabled and unbound": ({ calls, ids }) => {
    const key = { AccessKeyId: ids.AccessKeyId };
    const bound = calls.BindSecretIds!;
    return [
      ["BindSecretIds", bound],
      ["BindSecretIds", bound, "UnsupportedOperation.AlreadyBindUsagePlan"],
      ["EnableApiKey", key, "UnsupportedOperation.UnsupportedUpdateApiKey"],
      ["DeleteApiKey", key, "UnsupportedOperation.InvalidStatus"],
      ["DisableApiKey", key],
      ["DisableApiKey", key, "UnsupportedOperation.UnsupportedUpdateApiKey"],
      ["DeleteApiKey", key, "UnsupportedOperation.ResourceIsInUse"],
      ["UnBindSecretIds", bound],
      2000,
      ["UnBindSecretIds", bound, "ResourceNotFound.InvalidAccessKeyId"],
      ["BindSecretIds", bound, "UnsupportedOperation.InvalidStatus"],
      ["DeleteApiKey", key],
      ["CreateApiKey", calls.CreateApiKey!],
      ["CreateApiKey", calls.CreateApiKey!, "FailedOperation.AccessKeyExist"],
    ];
  },
  "an application is bound and unbound once, and both ends stay until that is visible": ({ calls, ids }) => [
    ["BindApiApp", calls.BindApiApp!],
    ["BindApiApp", calls.BindApiApp!, "UnsupportedOperation.ResourceAssociated"],
    ["UnbindApiApp", calls.BindApiApp!],
    ["DeleteApiApp", { ApiAppId: ids.ApiAppId }, "UnsupportedOperation.ResourceAssociated"],
    ["DeleteApi", calls.DeleteApi!, "UnsupportedOperation.ResourceAssociated"],
    2000,
    ["UnbindApiApp", calls.BindApiApp!, "UnsupportedOperation.ResourceUnassociated"],
    ["DeleteApiApp", { ApiAppId: ids.ApiAppId }],
  ],
  "one plugin of a type for each API, detached once, from a published environment": ({ calls, ids, setup }) => {
    const PluginId = textOf(setup.call("CreatePlugin", calls.CreatePlugin), "PluginId");
    const { ServiceId, ApiId, PluginId: former } = ids;
    const attached = { ServiceId, ApiId, PluginId: former, EnvironmentName: "release" };
    return [
      ["AttachPlugin", calls.AttachPlugin!],
      ["AttachPlugin", { ...calls.AttachPlugin, PluginId }, "InvalidParameterValue.DuplicatePluginConfig"],
      ["DetachPlugin", attached],
      2000,
      ["DetachPlugin", attached, "InvalidParameterValue.InvalidApiIds"],
      ["UnReleaseService", { ServiceId, EnvironmentName: "release" }],
      ["DetachPlugin", attached, "InvalidParameterValue.InvalidEnvStatus"],
    ];
  },
  "a domain belongs to one service, of which it has at most five": ({ calls, ids: { ServiceId }, setup }) => {
    const other = setup.call("CreateService", calls.CreateService);
    const bind = calls.BindSubDomain!;
    const there = { ServiceId: other.ServiceId!, NetSubDomain: other.OuterSubDomain!, SubDomain: "www.example.com" };
    const first = { ServiceId, SubDomain: "a.example.com" };
    return [
      ["BindSubDomain", { ...bind, ...there }, "FailedOperation.DomainAlreadyBindOtherService"],
      ...["a", "b", "c", "d"].map((name): Step => ["BindSubDomain", { ...bind, SubDomain: `${name}.example.com` }]),
      ["BindSubDomain", bind, "LimitExceeded.ExceededDomainLimit"],
      ["UnBindSubDomain", first],
      ["UnBindSubDomain", first, "FailedOperation.DomainNotBindService"],
      ["DescribeServiceSubDomainMappings", first, "FailedOperation.ServiceError"],
    ];
  },
  "an upstream of an API is not deleted": ({ calls, ids: { UpstreamId } }) => [
    ["CreateApi", { ...calls.CreateApi, ServiceType: "HTTP", ServiceConfig: { Url: "http://a", Path: "/", Method: "GET", UpstreamId } }],
    ["DeleteUpstream", { UpstreamId }, "UnsupportedOperation.UnsupportedDeleteUpstream"],
  ],
};

const codeOf = ({ Error: error }: JsonObject): unknown => (error as JsonObject | undefined)?.Code ?? "";
const run = ({ call, pass }: ReturnType<typeof given>["setup"], step: Step): unknown =>
  typeof step === "number" ? pass(step) : codeOf(call(step[0], step[1]));

test.each(Object.entries(conflicts))("%s", (_title, stepsOf) => {
  const all = given();
  all.setup.gateway.delays.unbind = 2000;
  const steps = stepsOf(all);
  expect(steps.map((step) => [step, run(all.setup, step)])).toEqual(
    steps.map((step) => [step, typeof step === "number" ? undefined : (step[2] ?? "")]),
  );
});

test("a service takes one write after the other, and new objects are visible after a delay, in their region", () => {
  const { setup, calls } = given();
  const { call } = setup;
  const missing = rejection("ResourceNotFound.InvalidService");
  setup.gateway.delays.busy = setup.gateway.delays.visible = 1000;
  const { ServiceId = "" } = call("CreateService", calls.CreateService);
  expect(call("DescribeService", { ServiceId })).toEqual(missing);
  expect(call("DeleteApi", calls.DeleteApi)).toEqual({ Result: true });
  expect(call("ModifyService", calls.ModifyService)).toEqual(rejection("FailedOperation.ServiceInOperation"));
  setup.pass(1000);
  expect(call("ModifyService", calls.ModifyService)).toEqual({});
  expect(call("DescribeService", { ServiceId })).toMatchObject({ ServiceId });
  expect(call("DescribeService", { ServiceId }, "ap-shanghai")).toEqual(missing);
});
