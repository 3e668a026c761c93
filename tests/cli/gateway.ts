// The program of the tests of module cloud: one resource of every importable type, and its import IDs.
import type { Program } from "../support/cli";

/** The values that tests change in the program. */
interface Variations {
  /** A change replaces the API. */
  owner?: string;
  /** A change publishes again. */
  note?: string;
}

const of = (kind: string, properties: object, ...dependsOn: string[]): object => ({
  type: `quartet:cloud:${kind}`,
  properties,
  ...(dependsOn.length > 0 && { options: { dependsOn: dependsOn.map((name) => `\${${name}}`) } }),
});

const serviceId = "${service.id}";
const environment = "release";

const tags = { team: "shop" };

const alone: Record<string, object> = {
  service: of("ApiGatewayService", {
    serviceName: "orders",
    protocol: "http",
    netTypes: ["OUTER"],
    serviceDesc: "All orders",
    releaseLimit: 500,
    tags,
  }),
  key: of("ApiGatewayApiKey", { secretName: "partner" }),
  plan: of("ApiGatewayUsagePlan", {
    usagePlanName: "gold",
    usagePlanDesc: "Gold customers",
    maxRequestNum: 1000,
    maxRequestNumPreSec: 50,
  }),
  plugin: of("ApiGatewayPlugin", { pluginName: "pages", pluginType: "Cors", pluginData: '{"allow_origins":"*","max_age":600}' }),
  app: of("ApiGatewayApiApp", { apiAppName: "dashboard", apiAppDesc: "The screen", tags }),
  channel: of("ApiGatewayUpstream", {
    scheme: "HTTP",
    algorithm: "ROUND-ROBIN",
    uniqVpcId: "vpc-8j2k5n1c",
    upstreamName: "orders-vpc",
    upstreamType: "IP_PORT",
    nodes: [{ host: "10.0.4.11", port: 9090, weight: 10, vmInstanceId: "ins-2f8h3k9d" }],
    tags,
  }),
};

const ofService = ({ owner, note = "First version" }: Variations): Record<string, object> => ({
  api: of("ApiGatewayApi", {
    serviceId,
    apiName: "order",
    apiDesc: "One order",
    authType: "SECRET",
    requestConfigPath: "/orders/{id}",
    requestParameters: [
      { name: "lang", position: "QUERY", type: "string", defaultValue: "en" },
      { name: "id", position: "PATH", type: "string", desc: "Number", required: true },
    ],
    serviceConfigUrl: "http://orders.example.com",
    serviceConfigPath: "/v1/orders",
    serviceConfigMethod: "GET",
    responseErrorCodes: [{ code: 410, msg: "gone", needConvert: true, convertedCode: 404 }],
    releaseLimit: 200,
    ...(owner && { owner }),
  }),
  release: of("ApiGatewayServiceRelease", { serviceId, environmentName: environment, releaseDesc: note }, "api"),
  office: of("ApiGatewayIpStrategy", {
    serviceId,
    strategyName: "office",
    strategyType: "WHITE",
    strategyData: "203.0.113.0/28\n198.51.100.7",
  }),
  domain: of(
    "ApiGatewayCustomDomain",
    {
      serviceId,
      subDomain: "api.example.com",
      defaultDomain: "${service.outerSubDomain}",
      netType: "OUTER",
      protocol: "http",
      isDefaultMapping: false,
      pathMappings: ["/#release", "/next#test"],
    },
    "release",
  ),
  doc: of("ApiGatewayApiDoc", { apiDocName: "orders-doc", serviceId, environment, apiIds: ["${api.id}"] }, "release"),
});

const bindings: Record<string, object> = {
  keyOfPlan: of("ApiGatewayApiKeyAttachment", { apiKeyId: "${key.id}", usagePlanId: "${plan.id}" }),
  planOfApi: of(
    "ApiGatewayUsagePlanAttachment",
    { usagePlanId: "${plan.id}", serviceId, environment, bindType: "API", apiId: "${api.id}" },
    "release",
  ),
  officeOfApi: of(
    "ApiGatewayStrategyAttachment",
    { serviceId, strategyId: "${office.strategyId}", environmentName: environment, bindApiId: "${api.id}" },
    "release",
  ),
  pluginOfApi: of(
    "ApiGatewayPluginAttachment",
    { pluginId: "${plugin.id}", serviceId, environmentName: environment, apiId: "${api.id}" },
    "release",
  ),
  appOfApi: of("ApiGatewayApiAppAttachment", { apiAppId: "${app.id}", environment, serviceId, apiId: "${api.id}" }, "release"),
};

/** The program. */
export const gatewayProgram = (variations: Variations = {}): Program => ({
  resources: { ...alone, ...ofService(variations), ...bindings },
  outputs: { domain: "${service.outerSubDomain}", version: "${release.releaseVersion}", secret: "${key.accessKeySecret}" },
});
