/** The objects in the cloud before a resource of a sample is created: a service with APIs, published twice, and one object of each kind that others refer to. */
import type { CloudEmulator } from "../../emulators/cloud/index";
import { apiParams } from "../../emulators/cloud/gateway/setup";
import type { JsonObject } from "../../emulators/exchange";
import { actionsOf, creatorOf, type ActionOptions } from "./actions";

/** Creates the objects that samples need, as another writer; the calls are not recorded. Fails on an error. */
export function prepare(emulator: Pick<CloudEmulator, "handle" | "calls">, way: ActionOptions = {}) {
  const id = creatorOf(actionsOf(emulator, way));
  const serviceId = id("CreateService", { ServiceName: "orders", Protocol: "http&https", NetTypes: ["OUTER", "INNER"] }, "ServiceId");
  const api = (name: string, more: JsonObject = {}) => id("CreateApi", { ...apiParams(serviceId, name), ...more }, "ApiId");
  const publish = (ReleaseDesc: string) =>
    id("ReleaseService", { ServiceId: serviceId, EnvironmentName: "release", ReleaseDesc }, "ReleaseVersion");
  const strategy = { ServiceId: serviceId, StrategyName: "office", StrategyType: "WHITE", StrategyData: "9.9.9.9" };
  const plugin = { PluginName: "office-only", PluginType: "IPControl", PluginData: '{"type":"white_list","blocks":"1.1.1.1"}' };
  const prerequisites = {
    serviceId,
    /** Its domain on the internet. */
    defaultDomain: id("DescribeService", { ServiceId: serviceId }, "OuterSubDomain"),
    /** `GET /one` and `GET /two`. */
    apiIds: [api("one"), api("two")] as const,
    /** `GET /keyed`, which lets in holders of keys only. */
    keyedApiId: api("keyed", { AuthType: "SECRET" }),
    keyIds: [id("CreateApiKey", { SecretName: "a" }, "AccessKeyId"), id("CreateApiKey", { SecretName: "b" }, "AccessKeyId")] as const,
    planId: id("CreateUsagePlan", { UsagePlanName: "silver" }, "UsagePlanId"),
    appId: id("CreateApiApp", { ApiAppName: "desktop" }, "ApiAppId"),
    strategyId: id("CreateIPStrategy", strategy, "StrategyId"),
    pluginId: id("CreatePlugin", plugin, "PluginId"),
    /** The versions published in `release`; the second one runs. */
    versions: [publish("first"), publish("second")] as const,
  };
  emulator.calls.length = 0;
  return prerequisites;
}

/** IDs of these objects. */
export type Prerequisites = ReturnType<typeof prepare>;
