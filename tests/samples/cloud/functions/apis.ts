// Samples of the functions of APIs, plugins, documents, usage plans, keys and upstreams. See docs/modules/cloud.md#list-functions.
import { filter, list, listed, listedOutputOf, outputOf, T, times } from "./sample";
import { apiName, hello, summary } from "./apps";

const apiOf = { ServiceId: "service-nxz6yync", ApiId: "api-0cvmf4x4" };

const apiSample = list(
  "getApiGatewayApis",
  { serviceId: "service-nxz6yync", apiName: "hello", apiId: "api-0cvmf4x4" },
  [
    listed(
      "DescribeApisStatus",
      { ServiceId: "service-nxz6yync", Filters: [filter("ApiId", "api-0cvmf4x4"), filter("ApiName", "hello")] },
      "ApiIdStatusSet",
      [apiOf],
    ),
    { action: "DescribeApi", params: apiOf, response: { Result: hello } },
  ],
  {
    id: "hello#api-0cvmf4x4",
    lists: [
      {
        ...listedOutputOf(summary),
        enableCors: true,
        requestConfigPath: "/user/info",
        requestConfigMethod: "GET",
        serviceConfigType: "HTTP",
        serviceConfigTimeout: 15,
        serviceConfigProduct: "upstream",
        serviceConfigVpcId: "vpc-1",
        serviceConfigUrl: "http://backend.example.com",
        serviceConfigPath: "/user",
        serviceConfigMethod: "GET",
        serviceConfigScfFunctionName: "f",
        serviceConfigScfFunctionNamespace: "n",
        serviceConfigScfFunctionQualifier: "q",
        serviceConfigMockReturnMessage: "m",
      },
    ],
  },
);

const doc = { ApiDocId: "apidoc-a7ucbxla", ApiDocName: "shop", ApiDocStatus: "COMPLETED" };
const attachedPlugin = {
  PluginId: "plugin-ny74siyz",
  Environment: "release",
  AttachedTime: T,
  PluginName: "block",
  PluginType: "IPControl",
  Description: "",
  PluginData: '{"type":"white_list","blocks":"1.1.1.1"}',
};
const apiOfPlugin = { ...apiName, ApiType: "NORMAL", AttachedOtherPlugin: false, IsAttached: true };
const apiOfUpstream = { ApiId: "api-0cvmf4x4", ServiceId: "service-hvg0uueg", ApiName: "hello", ServiceName: "shop", BindTime: T };
const byApi = { ApiId: "api-0cvmf4x4", ServiceId: "service-nxz6yync", EnvironmentName: "release" };
const byPlugin = { ServiceId: "service-nxz6yync", PluginId: "plugin-ny74siyz", EnvironmentName: "release" };

const pluginSamples = [
  list("getApiGatewayApiDocs", {}, [listed("DescribeAPIDocs", {}, "APIDocSet", [doc])], { id: "2045842204", apiDocLists: [outputOf(doc)] }),
  list("getApiGatewayApiPlugins", outputOf(byApi), [listed("DescribePluginsByApi", byApi, "PluginSummary", [attachedPlugin])], {
    id: "3259155464",
    results: [outputOf(attachedPlugin)],
  }),
  list("getApiGatewayPlugins", outputOf(byPlugin), [listed("DescribeAllPluginApis", byPlugin, "ApiSet", [apiOfPlugin])], {
    id: "4022993182",
    results: [outputOf(apiOfPlugin)],
  }),
  list(
    "getApiGatewayUpstreams",
    { upstreamId: "upstream-4n5bfklc", filters: [{ name: "ServiceId", values: ["service-hvg0uueg"] }] },
    [
      listed(
        "DescribeUpstreamBindApis",
        { UpstreamId: "upstream-4n5bfklc", Filters: [filter("ServiceId", "service-hvg0uueg")] },
        "BindApiSet",
        [apiOfUpstream],
      ),
    ],
    { id: "4022993182", results: [outputOf(apiOfUpstream)] },
  ),
];

const plan = {
  UsagePlanId: "usagePlan-mwaoj3xh",
  UsagePlanName: "basic",
  UsagePlanDesc: "",
  MaxRequestNumPreSec: 500,
  MaxRequestNum: -1,
  ...times,
};
/** A usage plan where the list of an API or of a service shows it. */
export const bindingRow = {
  ...plan,
  ...apiName,
  ServiceId: "service-nxz6yync",
  ServiceName: "shop",
  Environment: "release",
  InUseRequestNum: 0,
};
const noApi = { ApiId: null, ApiName: null, Path: null, Method: null };
const key = { apiKeyId: "AKIDgatewayEXAMPLE", accessKeySecret: "secretEXAMPLE", modifyTime: T, createTime: T };
const keyRow = { AccessKeyId: key.apiKeyId, AccessKeySecret: key.accessKeySecret, ...times, Status: 1 };

const planSamples = [
  list(
    "getApiGatewayApiKeys",
    { secretName: "partner", apiKeyId: "k" },
    [listed("DescribeApiKeysStatus", { Filters: [filter("SecretName", "partner"), filter("AccessKeyId", "k")] }, "ApiKeySet", [keyRow])],
    { id: "partner#k", lists: [{ ...key, status: "on" }] },
  ),
  list(
    "getApiGatewayApiUsagePlans",
    { serviceId: "service-nxz6yync" },
    [listed("DescribeApiUsagePlan", { ServiceId: "service-nxz6yync" }, "ApiUsagePlanList", [bindingRow])],
    {
      id: "445365034",
      results: [outputOf(bindingRow)],
    },
  ),
  list(
    "getApiGatewayUsagePlans",
    { usagePlanName: "basic" },
    [listed("DescribeUsagePlansStatus", { Filters: [filter("UsagePlanName", "basic")] }, "UsagePlanStatusSet", [plan])],
    { id: "#basic", lists: [listedOutputOf(plan)] },
  ),
  list(
    "getApiGatewayUsagePlanEnvironments",
    { usagePlanId: "usagePlan-mwaoj3xh" },
    [
      listed("DescribeUsagePlanEnvironments", { UsagePlanId: "usagePlan-mwaoj3xh", BindType: "SERVICE" }, "EnvironmentList", [
        { ...bindingRow, ...noApi, ServiceId: "service-ody35h5e" },
      ]),
    ],
    {
      id: "usagePlan-mwaoj3xh#SERVICE",
      bindType: "SERVICE",
      lists: [{ serviceId: "service-ody35h5e", serviceName: "shop", environment: "release", modifyTime: T, createTime: T }],
    },
  ),
];

/** The samples. */
export const apiLookupSamples = [apiSample, ...pluginSamples, ...planSamples];
