// The lists that contain the objects and bindings of the API gateway. Tables only. See docs/modules/cloud.md#shared-reads.
import type { PlainMap } from "../../core/values/value";
import { goneCodes } from "./gone";
import { memberName } from "./mapping";
import { idFormat, type Parts } from "./ids";
import { RowList } from "./row-list";

/** Returns the filters by these parts of an ID. */
const filterBy =
  <Name extends string>(...names: readonly Name[]) =>
  (parts: Parts<Name>): PlainMap => ({ Filters: names.map((name) => ({ Name: memberName(name), Values: [parts[name]] })) });

/** All services; the rows are excerpts. */
export const services = new RowList({
  action: "DescribeServicesStatus",
  rows: "ServiceSet",
  ids: idFormat(["serviceId"], "service-k3v9x2ab"),
  gone: goneCodes("service"),
});

/** All usage plans; the rows are excerpts. */
export const usagePlans = new RowList({
  action: "DescribeUsagePlansStatus",
  rows: "UsagePlanStatusSet",
  ids: idFormat(["usagePlanId"], "usagePlan-w8d1r5tc"),
  gone: goneCodes("plan"),
});

/** All documents; the rows are excerpts. */
export const apiDocs = new RowList({
  action: "DescribeAPIDocs",
  rows: "APIDocSet",
  ids: idFormat(["apiDocId"], "apidoc-r4e7u2wm"),
  gone: goneCodes("doc"),
});

/** All plugins. */
export const plugins = new RowList({
  action: "DescribePlugins",
  rows: "PluginSet",
  ids: idFormat(["pluginId"], "plugin-b6n0t3ys"),
  gone: goneCodes("plugin"),
  filterByIds: (ids) => ({ PluginIds: [...ids] }),
});

/** All applications. */
export const apps = new RowList({
  action: "DescribeApiAppsStatus",
  rows: "ApiAppSet",
  ids: idFormat(["apiAppId"], "app-q1z5h8kd"),
  gone: goneCodes("app"),
  filterByParts: filterBy("apiAppId"),
});

/** All keys. The filter matches parts of IDs. */
export const apiKeys = new RowList({
  action: "DescribeApiKeysStatus",
  rows: "ApiKeySet",
  ids: idFormat(["accessKeyId"], "AKIDz8krbsJ5yKBZQpn74WFkmLPx3exampl"),
  gone: goneCodes("key"),
  filterByParts: filterBy("accessKeyId"),
});

/** All back-end channels. */
export const upstreams = new RowList({
  action: "DescribeUpstreams",
  rows: "UpstreamSet",
  ids: idFormat(["upstreamId"], "upstream-n5j8c1xg"),
  gone: goneCodes("upstream"),
  filterByParts: filterBy("upstreamId"),
});

/** The APIs of a service; the rows are excerpts. */
export const apis = new RowList({
  action: "DescribeApisStatus",
  rows: "ApiIdStatusSet",
  ids: idFormat(["serviceId", "apiId"], "service-k3v9x2ab#api-7fq2m0zd"),
  containerParts: ["serviceId"],
  gone: goneCodes("api"),
});

/** The limits of the APIs of a service. */
export const apiLimits = new RowList({
  action: "DescribeApiEnvironmentStrategy",
  rows: "ApiEnvironmentStrategySet",
  ids: apis.ids,
  containerParts: ["serviceId"],
  gone: [],
  filterByParts: ({ apiId }) => ({ ApiId: apiId }),
});

/** The IP strategies of a service. */
export const ipStrategies = new RowList({
  action: "DescribeIPStrategysStatus",
  rows: "StrategySet",
  ids: idFormat(["serviceId", "strategyId"], "service-k3v9x2ab#IPStrategy-9m2c4x7e"),
  containerParts: ["serviceId"],
  gone: goneCodes("strategy"),
  isWhole: true,
  requiredMembers: ["StrategyData"],
  // The environment selects the bindings of the response only.
  readObject: ({ serviceId, strategyId }, client) =>
    client.object("DescribeIPStrategy", {
      ServiceId: serviceId,
      StrategyId: strategyId,
      EnvironmentName: "test",
      Limit: 100,
      Offset: 0,
    }),
});

/** The custom domains of a service. */
export const domains = new RowList({
  action: "DescribeServiceSubDomains",
  rows: "DomainSet",
  ids: idFormat(["serviceId", "subDomain"], "service-k3v9x2ab#api.example.com"),
  members: { subDomain: "DomainName" },
  containerParts: ["serviceId"],
  gone: goneCodes("domain"),
  ignoresCase: true,
});

/** The versions that were published to an environment of a service. */
export const releases = new RowList({
  action: "DescribeServiceEnvironmentReleaseHistory",
  rows: "VersionList",
  ids: idFormat(["serviceId", "environmentName", "releaseVersion"], "service-k3v9x2ab#release#20260305100211-3f0c9a52"),
  members: { releaseVersion: "VersionName" },
  containerParts: ["serviceId", "environmentName"],
  gone: goneCodes("service"),
});

/** The environments of a service, with the version in force. */
export const serviceEnvironments = new RowList({
  action: "DescribeServiceEnvironmentList",
  rows: "EnvironmentList",
  ids: idFormat(["serviceId", "environmentName"], "service-k3v9x2ab#release"),
  containerParts: ["serviceId"],
  gone: [],
});

/** The bindings of an application to APIs. */
export const appApis = new RowList({
  action: "DescribeApiAppBindApisStatus",
  rows: "ApiAppApiSet",
  ids: idFormat(["apiAppId", "environment", "serviceId", "apiId"], "app-q1z5h8kd#test#service-k3v9x2ab#api-7fq2m0zd"),
  members: { environment: "EnvironmentName" },
  containerParts: ["apiAppId"],
  gone: goneCodes("app", "api"),
  filterByParts: filterBy("apiId", "serviceId", "environment"),
});

/** The bindings of a plugin to APIs. */
export const pluginApis = new RowList({
  action: "DescribePluginApis",
  rows: "AttachedApis",
  ids: idFormat(["pluginId", "serviceId", "environmentName", "apiId"], "plugin-b6n0t3ys#service-k3v9x2ab#release#api-7fq2m0zd"),
  members: { environmentName: "Environment" },
  containerParts: ["pluginId"],
  gone: goneCodes("plugin", "api"),
});

/** The bindings of an IP strategy to APIs in one environment. */
export const strategyApis = new RowList({
  action: "DescribeIPStrategy",
  rows: "BindApis",
  ids: idFormat(["serviceId", "strategyId", "bindApiId", "environmentName"], "service-k3v9x2ab#IPStrategy-9m2c4x7e#api-7fq2m0zd#release"),
  members: { bindApiId: "ApiId" },
  containerParts: ["serviceId", "strategyId", "environmentName"],
  gone: goneCodes("strategy", "api"),
});

/** The bindings of keys to a usage plan, as the plan contains them. */
export const planKeys = new RowList({
  action: "DescribeUsagePlan",
  rows: "BindSecretIds",
  ids: idFormat(["apiKeyId", "usagePlanId"], "AKIDz8krbsJ5yKBZQpn74WFkmLPx3exampl#usagePlan-w8d1r5tc"),
  containerParts: ["usagePlanId"],
  gone: goneCodes("plan", "key"),
  isWhole: true,
});

const planBindingParts = ["usagePlanId", "serviceId", "environment"] as const;

/** The bindings of usage plans to a service, and to its APIs. */
export const planBindings = {
  SERVICE: new RowList({
    action: "DescribeServiceUsagePlan",
    rows: "ServiceUsagePlanList",
    ids: idFormat(planBindingParts, "usagePlan-w8d1r5tc#service-k3v9x2ab#release"),
    containerParts: ["serviceId"],
    gone: goneCodes("plan", "service"),
  }),
  API: new RowList({
    action: "DescribeApiUsagePlan",
    rows: "ApiUsagePlanList",
    ids: idFormat([...planBindingParts, "apiId"], "usagePlan-w8d1r5tc#service-k3v9x2ab#release#api-7fq2m0zd"),
    containerParts: ["serviceId"],
    gone: goneCodes("plan", "api"),
  }),
};
