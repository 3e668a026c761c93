// The functions that return one remote list: one row each. Irregular functions have files of their own. See docs/modules/cloud.md#list-functions.
import { keyStatusOf } from "../key-status";
import type { RemoteApiKey } from "../remote";
import { listFunction } from "./list-function";

/** The functions by name. */
export const lists = {
  getAntiddosBgpInstances: listFunction("getAntiddosBgpInstances", {
    action: "DescribeBgpInstances",
    rows: "BGPInstanceList",
    output: "bgpInstanceLists",
    required: ["filterRegion"],
    send: ["filterInstanceIdLists", "filterTags"],
    names: { filterInstanceIdLists: "FilterInstanceIdList", filterTags: "FilterTag" },
    id: ["filterRegion"],
  }),
  getApiGatewayApiApps: listFunction("getApiGatewayApiApps", {
    action: "DescribeApiAppsStatus",
    rows: "ApiAppSet",
    output: "apiAppLists",
    filters: { apiAppId: "ApiAppId", apiAppName: "ApiAppName" },
    id: "ApiAppId",
  }),
  getApiGatewayApiDocs: listFunction("getApiGatewayApiDocs", {
    action: "DescribeAPIDocs",
    rows: "APIDocSet",
    output: "apiDocLists",
    id: "ApiDocId",
  }),
  getApiGatewayApiKeys: listFunction("getApiGatewayApiKeys", {
    action: "DescribeApiKeysStatus",
    retriesInternalErrors: true,
    rows: "ApiKeySet",
    output: "lists",
    filters: { secretName: "SecretName", apiKeyId: "AccessKeyId" },
    id: ["secretName", "apiKeyId"],
    pages: { required: true },
    row: (key: RemoteApiKey) => ({ ...key, Status: keyStatusOf(key.Status) ?? "" }),
  }),
  getApiGatewayApiPlugins: listFunction("getApiGatewayApiPlugins", {
    action: "DescribePluginsByApi",
    rows: "PluginSummary",
    output: "results",
    required: ["apiId", "serviceId"],
    send: ["environmentName"],
    id: "PluginId",
  }),
  getApiGatewayApiUsagePlans: listFunction("getApiGatewayApiUsagePlans", {
    action: "DescribeApiUsagePlan",
    rows: "ApiUsagePlanList",
    output: "results",
    required: ["serviceId"],
    id: "UsagePlanId",
  }),
  getApiGatewayPlugins: listFunction("getApiGatewayPlugins", {
    action: "DescribeAllPluginApis",
    rows: "ApiSet",
    output: "results",
    required: ["serviceId", "pluginId", "environmentName"],
    id: "ApiId",
  }),
  getApiGatewayServiceEnvironmentList: listFunction("getApiGatewayServiceEnvironmentList", {
    action: "DescribeServiceEnvironmentList",
    rows: "EnvironmentList",
    output: "results",
    required: ["serviceId"],
    id: ["serviceId"],
  }),
  getApiGatewayServiceReleaseVersions: listFunction("getApiGatewayServiceReleaseVersions", {
    action: "DescribeServiceReleaseVersion",
    rows: "VersionList",
    output: "results",
    required: ["serviceId"],
    id: ["serviceId"],
  }),
  getApiGatewayUpstreams: listFunction("getApiGatewayUpstreams", {
    action: "DescribeUpstreamBindApis",
    rows: "BindApiSet",
    output: "results",
    required: ["upstreamId"],
    send: ["filters"],
    id: "ApiId",
  }),
  getApiGatewayUsagePlanEnvironments: listFunction("getApiGatewayUsagePlanEnvironments", {
    action: "DescribeUsagePlanEnvironments",
    retriesInternalErrors: true,
    rows: "EnvironmentList",
    output: "lists",
    required: ["usagePlanId"],
    send: ["bindType"],
    id: ["usagePlanId", "bindType"],
  }),
  getApiGatewayUsagePlans: listFunction("getApiGatewayUsagePlans", {
    action: "DescribeUsagePlansStatus",
    retriesInternalErrors: true,
    rows: "UsagePlanStatusSet",
    output: "lists",
    filters: { usagePlanId: "UsagePlanId", usagePlanName: "UsagePlanName" },
    id: ["usagePlanId", "usagePlanName"],
  }),
};
