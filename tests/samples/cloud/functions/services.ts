// Samples of the functions of services: domains, IP strategies, plans, environments, versions, limits. See docs/modules/cloud.md#function-list.
import type { Plain } from "../../../../provider/core/values/value";
import { filter, first, list, listed, listedOutputOf, outputOf, T, times } from "./sample";
import { bindingRow } from "./apis";
import { apiName, apiRow, serviceRow } from "./apps";

const ServiceId = "service-ody35h5e";
const serviceId = ServiceId;

const domain = {
  DomainName: "api.example.com",
  CertificateId: "cert-1",
  IsDefaultMapping: false,
  Protocol: "https",
  NetType: "OUTER",
};
const unmapped = { ...outputOf(domain), certificateId: "", isStatusOn: false, pathMappings: [] };
const mappings = [
  { Path: "/good", Environment: "test" },
  { Path: "/bad", Environment: "release" },
];

const domainSample = list(
  "getApiGatewayCustomerDomains",
  { serviceId },
  [
    listed("DescribeServiceSubDomains", { ServiceId }, "DomainSet", [
      { ...domain, Status: 1, IsForcedHttps: false },
      { ...domain, DomainName: "www.example.com", Status: 0, CertificateId: null, IsDefaultMapping: true },
      { ...domain, DomainName: "", Status: null, CertificateId: "" },
    ]),
    {
      action: "DescribeServiceSubDomainMappings",
      params: { ServiceId, SubDomain: "api.example.com" },
      response: { Result: { IsDefaultMapping: false, PathMappingSet: mappings } },
    },
  ],
  {
    id: serviceId,
    lists: [
      { ...outputOf(domain), isStatusOn: true, pathMappings: mappings.map(outputOf) },
      { ...unmapped, domainName: "www.example.com", isDefaultMapping: true },
      { ...unmapped, domainName: "" },
    ],
  },
);

const strategy = { StrategyId: "IPStrategy-nbxqk56k", StrategyName: "block", StrategyType: "BLACK", StrategyData: "9.9.9.9" };
const shownOfApi = { ...apiRow, ServiceId, VpcId: -1, UniqVpcId: "", Tags: [] };
const boundApi = { ...shownOfApi, OauthConfig: null, RelationBuniessApiIds: [] };
const boundTo = (EnvironmentName: string, BindApis: Plain[] | null) => ({
  action: "DescribeIPStrategy",
  params: { ServiceId, StrategyId: "IPStrategy-nbxqk56k", EnvironmentName, ...first },
  response: { Result: { ...strategy, ServiceId, BindApiTotalCount: BindApis?.length ?? 0, BindApis } },
});
const attached = { ...listedOutputOf(shownOfApi), relationBusinessApiIds: [] };

const strategySample = list(
  "getApiGatewayIpStrategies",
  { serviceId, strategyName: "block" },
  [
    {
      action: "DescribeIPStrategysStatus",
      params: { ServiceId, Filters: [filter("StrategyName", "block")] },
      response: { Result: { TotalCount: 1, StrategySet: [{ ...strategy, ...times, ServiceId, BindApiTotalCount: 1, BindApis: null }] } },
    },
    boundTo("test", [
      {
        ...boundApi,
        OauthConfig: { PublicKey: "pk", TokenLocation: "Header.token", LoginRedirectUrl: null },
        RelationBuniessApiIds: ["api-2"],
        Tags: ["team:edge"],
      },
    ]),
    boundTo("release", [boundApi]),
    boundTo("prepub", null),
  ],
  {
    id: "service-ody35h5e#block",
    lists: [
      {
        strategyId: "IPStrategy-nbxqk56k",
        strategyName: "block",
        strategyType: "BLACK",
        ipList: "9.9.9.9",
        serviceId,
        bindApiTotalCount: 1,
        modifyTime: T,
        createTime: T,
        attachLists: [
          {
            ...attached,
            oauthConfig: { login_redirect_url: "", public_key: "pk", token_location: "Header.token" },
            relationBusinessApiIds: ["api-2"],
            tags: ["team:edge"],
          },
          attached,
        ],
      },
    ],
  },
);

const shownOfService = { ...serviceRow, ServiceId, ServiceDesc: "" };
const service = { ...shownOfService, ApiTotalCount: 1, UserType: "General" };
const planRow = { ...bindingRow, ServiceId, ApiId: null, ApiName: null, Path: null, Method: null };

const serviceSample = list(
  "getApiGatewayServices",
  { serviceId },
  [
    listed("DescribeServicesStatus", { Filters: [filter("ServiceId", serviceId)] }, "ServiceSet", [{ ServiceId }]),
    { action: "DescribeService", params: { ServiceId }, response: service },
    listed("DescribeServiceUsagePlan", { ServiceId }, "ServiceUsagePlanList", [
      planRow,
      { ...planRow, UsagePlanId: "usagePlan-2", UsagePlanName: "gold" },
      { ...planRow, Environment: "test" },
    ]),
    listed("DescribeApiUsagePlan", { ServiceId }, "ApiUsagePlanList", [
      { ...bindingRow, ServiceId },
      { ...bindingRow, ServiceId, Environment: "test" },
    ]),
  ],
  {
    id: "#service-ody35h5e",
    lists: [
      {
        ...listedOutputOf(shownOfService),
        exclusiveSetName: "",
        usagePlanLists: [
          { usagePlanId: "usagePlan-mwaoj3xh", usagePlanName: "basic", bindType: "SERVICE", apiId: "" },
          { usagePlanId: "usagePlan-2", usagePlanName: "gold", bindType: "SERVICE", apiId: "" },
          { usagePlanId: "usagePlan-mwaoj3xh", usagePlanName: "basic", bindType: "API", apiId: "api-0cvmf4x4" },
          { usagePlanId: "usagePlan-mwaoj3xh", usagePlanName: "basic", bindType: "API", apiId: "api-0cvmf4x4" },
        ],
      },
    ],
  },
);

const other = { ServiceId: "service-nxz6yync" };
const published = { EnvironmentName: "release", Url: "http://x/release", Status: 1, VersionName: "20231114221320a1b2c3" };
const environments = [{ EnvironmentName: "test", Url: "", Status: 0, VersionName: "" }, published];
const version = { VersionName: published.VersionName, VersionDesc: "first" };

const environmentSamples = [
  list(
    "getApiGatewayServiceEnvironmentList",
    { serviceId: "service-nxz6yync" },
    [listed("DescribeServiceEnvironmentList", other, "EnvironmentList", environments)],
    { id: "service-nxz6yync", results: environments.map(outputOf) },
  ),
  list(
    "getApiGatewayServiceReleaseVersions",
    { serviceId: "service-nxz6yync" },
    [listed("DescribeServiceReleaseVersion", other, "VersionList", [version])],
    { id: "service-nxz6yync", results: [outputOf(version)] },
  ),
];

const apiLimit = {
  ...apiName,
  EnvironmentStrategySet: [
    { EnvironmentName: "release", Quota: 500 },
    { EnvironmentName: "test", Quota: -1 },
  ],
};
const { EnvironmentStrategySet: limits, ...limitedApi } = apiLimit;
const apiLimits = { ...outputOf(limitedApi), strategyLists: limits.map(outputOf) };
const release = { ...published, Strategy: 5000, MaxStrategy: 5000 };
const { maxStrategy: _most, ...released } = outputOf(release);
const { versionName: _none, ...unversioned } = released;

const limitSamples = [
  list(
    "getApiGatewayThrottlingApis",
    { environmentNames: ["release"] },
    [
      listed("DescribeServicesStatus", {}, "ServiceSet", [{ ServiceId }, other]),
      listed("DescribeApiEnvironmentStrategy", { ServiceId, EnvironmentNames: ["release"] }, "ApiEnvironmentStrategySet", null),
      listed("DescribeApiEnvironmentStrategy", { ...other, EnvironmentNames: ["release"] }, "ApiEnvironmentStrategySet", [apiLimit]),
    ],
    {
      id: "286371331",
      lists: [
        { serviceId, apiEnvironmentStrategies: [] },
        { serviceId: "service-nxz6yync", apiEnvironmentStrategies: [apiLimits] },
      ],
    },
  ),
  list(
    "getApiGatewayThrottlingServices",
    { serviceId },
    [listed("DescribeServiceEnvironmentStrategy", { ServiceId }, "EnvironmentList", [release, { ...release, VersionName: null }])],
    { id: "2296870776", lists: [{ serviceId, environments: [released, unversioned] }] },
  ),
];

/** The samples. */
export const serviceLookupSamples = [domainSample, strategySample, serviceSample, ...environmentSamples, ...limitSamples];
