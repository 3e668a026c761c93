/** The public API gateway of a shop's order service. Partners call it with a key and a quota, the shop's dashboard calls it as an application. */
import * as pulumi from "@pulumi/pulumi";
import { cloud } from "pulumi-quartet";

const config = new pulumi.Config();
const prefix = config.require("prefix");
const environment = "release";

const orders = new cloud.ApiGatewayService("orders", {
  serviceName: `${prefix}-orders`,
  serviceDesc: "Orders of the shop",
  protocol: "http",
  netTypes: ["OUTER"],
  // The limit of requests per second of all callers in the environment `release`.
  releaseLimit: 500,
  tags: { team: prefix },
});
const serviceId = orders.id;

// Two APIs: one forwards to the back end, the other returns a fixed response until it has a back end.
const order = new cloud.ApiGatewayApi("order", {
  serviceId,
  apiName: `${prefix}-order`,
  apiDesc: "One order",
  authType: "SECRET",
  requestConfigPath: "/orders/{id}",
  requestConfigMethod: "GET",
  requestParameters: [
    { name: "id", position: "PATH", type: "string", desc: "Number of the order", required: true },
    { name: "lang", position: "QUERY", type: "string", desc: "Language of texts", defaultValue: "en" },
  ],
  serviceConfigType: "HTTP",
  serviceConfigUrl: config.require("backend"),
  serviceConfigPath: "/v1/orders",
  serviceConfigMethod: "GET",
  serviceConfigTimeout: 10,
  responseType: "JSON",
  responseErrorCodes: [
    // Maps the back end's code for "no such order" to the public one.
    { code: 410, msg: "gone", desc: "There is no such order any more", needConvert: true, convertedCode: 404 },
    { code: 503, msg: "busy", desc: "Try again later" },
  ],
  releaseLimit: 200,
});
const summary = new cloud.ApiGatewayApi("summary", {
  serviceId,
  apiName: `${prefix}-summary`,
  apiDesc: "Figures for the dashboard",
  authType: "APP",
  requestConfigPath: "/summary",
  requestConfigMethod: "GET",
  serviceConfigType: "MOCK",
  serviceConfigMockReturnMessage: '{"orders":0}',
  responseType: "JSON",
});

// A release publishes the current APIs without referring to them, so `dependsOn` lists them. Changing the description publishes again.
const release = new cloud.ApiGatewayServiceRelease(
  "release",
  { serviceId, environmentName: environment, releaseDesc: "First version" },
  { dependsOn: [order, summary] },
);
const published = { dependsOn: [release] };

// For partners: a key, a usage plan with their quota, and the attachment of the plan to the API.
const partner = new cloud.ApiGatewayApiKey("partner", { secretName: `${prefix}-partner` });
const partners = new cloud.ApiGatewayUsagePlan("partners", {
  usagePlanName: `${prefix}-partners`,
  usagePlanDesc: "What partners may ask",
  maxRequestNum: 100_000,
  maxRequestNumPreSec: 50,
});
new cloud.ApiGatewayApiKeyAttachment("partnerHasPlan", { apiKeyId: partner.id, usagePlanId: partners.id });
const partnersMayOrder = new cloud.ApiGatewayUsagePlanAttachment(
  "partnersMayOrder",
  { usagePlanId: partners.id, serviceId, environment, bindType: "API", apiId: order.id },
  published,
);

// For the dashboard: an application that may call the other API.
const dashboard = new cloud.ApiGatewayApiApp("dashboard", {
  apiAppName: `${prefix}-dashboard`,
  apiAppDesc: "The screen in the warehouse",
  tags: { team: prefix },
});
new cloud.ApiGatewayApiAppAttachment("dashboardMaySum", { apiAppId: dashboard.id, environment, serviceId, apiId: summary.id }, published);

// A plugin and an IP strategy can only be attached to a published environment.
const browsers = new cloud.ApiGatewayPlugin("browsers", {
  pluginName: `${prefix}-browsers`,
  pluginType: "Cors",
  description: "Lets pages of the shop call the API",
  pluginData: JSON.stringify({ allow_headers: "*", allow_methods: "GET", allow_origins: "https://www.example.com", max_age: 600 }),
});
new cloud.ApiGatewayPluginAttachment(
  "browsersMayOrder",
  { pluginId: browsers.id, serviceId, environmentName: environment, apiId: order.id },
  published,
);
const office = new cloud.ApiGatewayIpStrategy("office", {
  serviceId,
  strategyName: `${prefix}-office`,
  strategyType: "WHITE",
  strategyData: ["203.0.113.0/28", "198.51.100.7"].join("\n"),
});
new cloud.ApiGatewayStrategyAttachment(
  "officeMaySum",
  { serviceId, strategyId: office.strategyId, environmentName: environment, bindApiId: summary.id },
  published,
);

// The public domain; its DNS needs a CNAME record for the default domain of the service. "/" maps to the published environment.
new cloud.ApiGatewayCustomDomain(
  "address",
  {
    serviceId,
    subDomain: `${prefix}.${config.require("domain")}`,
    defaultDomain: orders.outerSubDomain.apply((name) => name!), // a service that is reachable from outside has one
    netType: "OUTER",
    protocol: "http",
    isDefaultMapping: false,
    pathMappings: [`/#${environment}`, "/next#test"],
  },
  published,
);

// Lookups of the created objects. The first one uses the ID of the plan attachment, so that it runs after the attachment is created.
const services = cloud.getApiGatewayServicesOutput({ serviceId: partnersMayOrder.serviceId });
const keys = cloud.getApiGatewayApiKeysOutput({ apiKeyId: partner.id });
// The address lists of the account, to allow more clients than the office above.
const templates = cloud.getAddressTemplatesOutput();

export const defaultDomain = orders.outerSubDomain;
export const version = release.releaseVersion;
export const plans = services.apply(({ lists }) => lists[0]?.usagePlanLists);
export const partnerKeyId = partner.accessKeyId;
// Looked-up secrets are secret outputs: `pulumi stack output --show-secrets` shows them.
export const partnerSecret = keys.apply(({ lists }) => lists[0]?.accessKeySecret);
export const addressTemplates = templates.templateLists;
