// Samples of the functions of APIs, plugins, documents, usage plans, keys and upstreams. See docs/modules/cloud.md#list-functions.
import type { PlainMap } from "../../../../provider/core/values/value";
import { filter, list, listed, listedOutputOf, outputOf, T, times, type Sample } from "./sample";
import { hello } from "./apps";

const helloRow = {
  ServiceId: "service-ody35h5e",
  ApiId: "api-0cvmf4x4",
  ApiName: "hello",
  ApiDesc: "greets",
  Path: "/user/info",
  Method: "GET",
  AuthType: "NONE",
  Protocol: "HTTP",
  ApiType: "NORMAL",
  ...times,
};
const summary: PlainMap = {
  serviceId: "service-ody35h5e",
  apiName: "hello",
  apiDesc: "greets",
  authType: "NONE",
  protocol: "HTTP",
  enableCors: true,
  requestConfigPath: "/user/info",
  requestConfigMethod: "GET",
  requestParameters: [{ name: "name", position: "QUERY", type: "string", defaultValue: "tom", required: true, desc: "who" }],
  serviceConfigType: "HTTP",
  serviceConfigTimeout: 15,
  serviceConfigProduct: "",
  serviceConfigVpcId: "",
  serviceConfigUrl: "http://backend.example.com",
  serviceConfigPath: "/user",
  serviceConfigMethod: "GET",
  responseType: "HTML",
  responseSuccessExample: "success",
  responseFailExample: "fail",
  responseErrorCodes: [{ code: 500, msg: "system error", desc: "", convertedCode: 5000, needConvert: true }],
  modifyTime: T,
  createTime: T,
};
/** Members that the example of the specification does not show. */
const functionDetails = {
  ServiceScfFunctionName: "f",
  ServiceScfFunctionNamespace: "n",
  ServiceScfFunctionQualifier: "q",
  ServiceMockReturnMessage: "m",
};
const functionSummary = {
  serviceConfigScfFunctionName: "f",
  serviceConfigScfFunctionNamespace: "n",
  serviceConfigScfFunctionQualifier: "q",
  serviceConfigMockReturnMessage: "m",
};
const {
  ServiceMockReturnMessage: _mock,
  ServiceScfFunctionName: _name,
  ServiceScfFunctionNamespace: _namespace,
  ServiceScfFunctionQualifier: _qualifier,
  ...plainHello
} = hello;
const detail: PlainMap = {
  ...plainHello,
  ServiceId: "service-ody35h5e",
  AuthType: "NONE",
  ResponseErrorCodes: [{ Code: 500, Msg: "system error", Desc: "", ConvertedCode: 5000, NeedConvert: true }],
};
const apiOf = { ServiceId: "service-ody35h5e", ApiId: "api-0cvmf4x4" };
const bare = { Method: "", Path: "", Product: "", Url: "", VpcId: "" };

const apiSamples: Sample[] = [
  list(
    "getApiGatewayApis",
    { serviceId: "service-ody35h5e", apiName: "hello" },
    [
      listed("DescribeApisStatus", { ServiceId: "service-ody35h5e", Filters: [filter("ApiName", "hello")] }, "ApiIdStatusSet", [helloRow]),
      { action: "DescribeApi", params: apiOf, response: { Result: detail } },
    ],
    { id: "hello#", lists: [summary] },
  ),
  list(
    "getApiGatewayApis",
    { serviceId: "service-ody35h5e", apiName: "hello", apiId: "api-0cvmf4x4" },
    [
      listed(
        "DescribeApisStatus",
        { ServiceId: "service-ody35h5e", Filters: [filter("ApiId", "api-0cvmf4x4"), filter("ApiName", "hello")] },
        "ApiIdStatusSet",
        [helloRow],
      ),
      {
        action: "DescribeApi",
        params: apiOf,
        response: { Result: { ...detail, ...functionDetails, RequestConfig: null, ServiceConfig: null } },
      },
    ],
    {
      id: "hello#api-0cvmf4x4",
      lists: [
        {
          ...summary,
          ...functionSummary,
          ...Object.fromEntries(Object.entries(bare).map(([key, value]) => [`serviceConfig${key}`, value])),
          requestConfigPath: "",
          requestConfigMethod: "",
        },
      ],
    },
  ),
];

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
const apiOfPlugin = {
  ApiId: "api-0cvmf4x4",
  ApiName: "hello",
  ApiType: "NORMAL",
  Path: "/user/info",
  Method: "GET",
  AttachedOtherPlugin: false,
  IsAttached: true,
};
const apiOfUpstream = { ApiId: "api-0cvmf4x4", ServiceId: "service-hvg0uueg", ApiName: "hello", ServiceName: "shop", BindTime: T };
const byApi = { ApiId: "api-0cvmf4x4", ServiceId: "service-nxz6yync", EnvironmentName: "release" };
const byPlugin = { ServiceId: "service-nxz6yync", PluginId: "plugin-ny74siyz", EnvironmentName: "release" };

const pluginSamples: Sample[] = [
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

/** A usage plan where the list of an API or of a service shows it. */
export const bindingRow = {
  ServiceId: "service-nxz6yync",
  ServiceName: "shop",
  ApiId: "api-0cvmf4x4",
  ApiName: "hello",
  Path: "/user/info",
  Method: "GET",
  UsagePlanId: "usagePlan-mwaoj3xh",
  UsagePlanName: "basic",
  UsagePlanDesc: "",
  Environment: "release",
  InUseRequestNum: 0,
  MaxRequestNum: -1,
  MaxRequestNumPreSec: 500,
  ...times,
};
const noApi = { ApiId: null, ApiName: null, Path: null, Method: null };
const key = { apiKeyId: "AKIDgatewayEXAMPLE", accessKeySecret: "secretEXAMPLE", modifyTime: T, createTime: T };
const keyRow = {
  AccessKeyId: "AKIDgatewayEXAMPLE",
  AccessKeySecret: "secretEXAMPLE",
  AccessKeyType: "auto",
  SecretName: "partner",
  ...times,
  Status: 1,
};

const plan = {
  UsagePlanId: "usagePlan-mwaoj3xh",
  UsagePlanName: "basic",
  UsagePlanDesc: "",
  MaxRequestNumPreSec: 500,
  MaxRequestNum: -1,
  ...times,
};

const planSamples: Sample[] = [
  list(
    "getApiGatewayApiKeys",
    { secretName: "partner" },
    [listed("DescribeApiKeysStatus", { Filters: [filter("SecretName", "partner")] }, "ApiKeySet", [keyRow])],
    { id: "partner#", lists: [{ ...key, status: "on" }] },
  ),
  list(
    "getApiGatewayApiKeys",
    { secretName: "partner", apiKeyId: "k" },
    [
      listed("DescribeApiKeysStatus", { Filters: [filter("SecretName", "partner"), filter("AccessKeyId", "k")] }, "ApiKeySet", [
        { ...keyRow, Status: 0 },
        { ...keyRow, Status: 2 },
        { ...keyRow, Status: null },
      ]),
    ],
    { id: "partner#k", lists: ["off", "", ""].map((status) => ({ ...key, status })) },
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
export const apiLookupSamples: readonly Sample[] = [...apiSamples, ...pluginSamples, ...planSamples];
