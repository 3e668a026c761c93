// The functions that return one remote list: one row each. See docs/modules/cloud.md#list-functions.
import { isObject } from "../../../core/json/json";
import { scalarText } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import { goneCodes } from "../gone";
import { environmentNames } from "../ids";
import { isGiven, keyStatusOf } from "../mapping";
import type { RemoteApiKey, RemoteBoundApi, RemoteDomain } from "../remote";
import { usagePlansOf } from "../usage-plans";
import type { FunctionCall } from "./cloud-function";
import { eachRow, listFunctions } from "./list-function";

/** The functions by name. */
export const lists = listFunctions({
  getAddressTemplates: {
    action: "DescribeAddressTemplates",
    rows: "AddressTemplateSet",
    output: "templateLists",
    filters: ["name", "id"],
    filterPrefix: "address-template",
    id: "AddressTemplateId",
    pages: { asText: true },
  },
  getAddressTemplateGroups: {
    action: "DescribeAddressTemplateGroups",
    rows: "AddressTemplateGroupSet",
    output: "groupLists",
    filters: ["name", "id"],
    filterPrefix: "address-template-group",
    id: "AddressTemplateGroupId",
    pages: { asText: true },
  },
  getAntiddosBgpInstances: {
    action: "DescribeBgpInstances",
    rows: "BGPInstanceList",
    output: "bgpInstanceLists",
    required: ["filterRegion"],
    send: ["filterInstanceIdLists", "filterTags"],
    id: ["filterRegion"],
  },
  getApiGatewayApiApps: {
    action: "DescribeApiAppsStatus",
    rows: "ApiAppSet",
    output: "apiAppLists",
    filters: ["apiAppId", "apiAppName"],
    id: "ApiAppId",
  },
  getApiGatewayApiDocs: {
    action: "DescribeAPIDocs",
    rows: "APIDocSet",
    output: "apiDocLists",
    id: "ApiDocId",
  },
  getApiGatewayApiKeys: {
    action: "DescribeApiKeysStatus",
    retriesInternalErrors: true,
    rows: "ApiKeySet",
    output: "lists",
    filters: ["secretName", "apiKeyId"],
    id: ["secretName", "apiKeyId"],
    pages: { required: true },
    convert: (keys: RemoteApiKey[]) => keys.map((key) => ({ ...key, Status: keyStatusOf(key.Status) ?? "" })),
  },
  getApiGatewayApiPlugins: {
    action: "DescribePluginsByApi",
    rows: "PluginSummary",
    output: "results",
    required: ["apiId", "serviceId"],
    send: ["environmentName"],
    id: "PluginId",
  },
  getApiGatewayApiUsagePlans: {
    action: "DescribeApiUsagePlan",
    rows: "ApiUsagePlanList",
    output: "results",
    required: ["serviceId"],
    id: "UsagePlanId",
  },
  getApiGatewayApis: {
    action: "DescribeApisStatus",
    retriesInternalErrors: true,
    rows: "ApiIdStatusSet",
    output: "lists",
    required: ["serviceId"],
    filters: ["apiId", "apiName"],
    id: ["apiName", "apiId"],
    convert: eachRow(({ ServiceId, ApiId = null }, { params, client }) =>
      client.find("DescribeApi", { ServiceId: ServiceId ?? params.ServiceId ?? null, ApiId }, goneCodes("api")),
    ),
  },
  getApiGatewayBindApiAppsStatus: {
    action: "DescribeApiBindApiAppsStatus",
    rows: "ApiAppApiSet",
    output: "results",
    required: ["serviceId"],
    send: ["apiIds", "filters"],
    rules: { apiIds: { minItems: 1 } },
    id: "ApiAppId",
    // All bindings are in one element.
    convert: (rows) => (rows.length === 0 ? [] : [{ ApiAppApiSets: rows }]),
  },
  getApiGatewayCustomerDomains: {
    action: "DescribeServiceSubDomains",
    retriesInternalErrors: true,
    rows: "DomainSet",
    output: "lists",
    required: ["serviceId"],
    id: ["serviceId"],
    convert: eachRow(async (domain: RemoteDomain, call) => ({
      ...domain,
      IsStatusOn: domain.Status === 1,
      PathMappings: await mappingsOf(domain, call),
    })),
  },
  getApiGatewayIpStrategies: {
    action: "DescribeIPStrategysStatus",
    retriesInternalErrors: true,
    rows: "StrategySet",
    output: "lists",
    required: ["serviceId"],
    filters: ["strategyName"],
    id: ["serviceId", "strategyName"],
    pages: { required: true, isWhole: true },
    convert: eachRow(async (strategy, call) => ({ ...strategy, AttachLists: await boundApis(strategy, call) })),
  },
  getApiGatewayPlugins: {
    action: "DescribeAllPluginApis",
    rows: "ApiSet",
    output: "results",
    required: ["serviceId", "pluginId", "environmentName"],
    id: "ApiId",
  },
  getApiGatewayServiceEnvironmentList: {
    action: "DescribeServiceEnvironmentList",
    rows: "EnvironmentList",
    output: "results",
    required: ["serviceId"],
    id: ["serviceId"],
  },
  getApiGatewayServiceReleaseVersions: {
    action: "DescribeServiceReleaseVersion",
    rows: "VersionList",
    output: "results",
    required: ["serviceId"],
    id: ["serviceId"],
  },
  getApiGatewayServices: {
    action: "DescribeServicesStatus",
    retriesInternalErrors: true,
    rows: "ServiceSet",
    output: "lists",
    filters: ["serviceId", "serviceName"],
    id: ["serviceName", "serviceId"],
    fileKeys: { netTypes: "net_type" },
    convert: eachRow(async ({ ServiceId = null }, { client }) => {
      const service = await client.find("DescribeService", { ServiceId }, goneCodes("service"));
      return service && { ...service, UsagePlanLists: await usagePlansOf(client, ServiceId), ExclusiveSetName: "" };
    }),
  },
  getApiGatewayUpstreams: {
    action: "DescribeUpstreamBindApis",
    rows: "BindApiSet",
    output: "results",
    required: ["upstreamId"],
    send: ["filters"],
    id: "ApiId",
  },
  getApiGatewayUsagePlanEnvironments: {
    action: "DescribeUsagePlanEnvironments",
    retriesInternalErrors: true,
    rows: "EnvironmentList",
    output: "lists",
    required: ["usagePlanId"],
    send: ["bindType"],
    id: ["usagePlanId", "bindType"],
  },
  getApiGatewayUsagePlans: {
    action: "DescribeUsagePlansStatus",
    retriesInternalErrors: true,
    rows: "UsagePlanStatusSet",
    output: "lists",
    filters: ["usagePlanId", "usagePlanName"],
    id: ["usagePlanId", "usagePlanName"],
  },
});

/** Returns the path mappings of a domain without the default mapping. */
async function mappingsOf({ DomainName, IsDefaultMapping }: RemoteDomain, { params, client }: FunctionCall): Promise<PlainMap[]> {
  if (IsDefaultMapping !== false || !isGiven(DomainName)) return [];
  return client.readPages("DescribeServiceSubDomainMappings", { ...params, SubDomain: DomainName }, "PathMappingSet", { isWhole: true });
}

/** Returns the APIs that a strategy is bound to in all environments. An API that is bound in two environments is listed twice. */
async function boundApis({ StrategyId = null }: PlainMap, { inputs, client }: FunctionCall): Promise<PlainMap[]> {
  const all: RemoteBoundApi[][] = [];
  for (const EnvironmentName of environmentNames)
    all.push(
      await client.readPages("DescribeIPStrategy", { ServiceId: inputs.serviceId ?? null, StrategyId, EnvironmentName }, "BindApis"),
    );
  return all.flat().map((api) => ({ ...api, OauthConfig: oauthConfigOf(api.OauthConfig) }));
}

/** Returns the output, which is a map whose keys are in snake_case. */
function oauthConfigOf(config: Plain | undefined): PlainMap | null {
  if (!isObject(config)) return null;
  const { LoginRedirectUrl, PublicKey, TokenLocation } = config;
  const members = { login_redirect_url: LoginRedirectUrl, public_key: PublicKey, token_location: TokenLocation };
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, scalarText(value)]));
}
