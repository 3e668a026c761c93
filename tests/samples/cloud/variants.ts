/** Programs of the resources of module cloud: the samples of the conformance suite, and further sets of inputs for optional ones. */
import { cloudSamples } from ".";
import { document } from "./attached";
import { backEnds } from "./back-ends";
import { sampleOf, type Given, type Inputs } from "./sample";

const service = { serviceName: "shop", protocol: "http", netTypes: ["OUTER"] };
const channel = { scheme: "HTTP", algorithm: "ROUND-ROBIN", uniqVpcId: "vpc-1a2b3c4d" };
/** A health check of an upstream, with both ways of checking. */
export const healthChecker = {
  enableActiveCheck: true,
  enablePassiveCheck: true,
  healthyHttpStatus: "200",
  unhealthyHttpStatus: "500",
  tcpFailureThreshold: 5,
  timeoutThreshold: 5,
  httpFailureThreshold: 3,
};
const pods = {
  weight: 10,
  clusterId: "cls-1",
  namespace: "shop",
  serviceName: "orders",
  port: 80,
  name: "main",
  extraLabels: [{ key: "app", value: "orders" }],
};
const channelInputs = {
  ...channel,
  upstreamName: "orders",
  upstreamDescription: "nodes",
  upstreamType: "IP_PORT",
  retries: 5,
  healthChecker,
  upstreamHost: "orders.local",
  tags: { team: "shop" },
  nodes: [{ host: "10.0.4.11", port: 9090, weight: 10, vmInstanceId: "ins-2f8h3k9d", tags: ["blue"] }],
};
const vpc = { ...service, netTypes: ["INNER", "OUTER"], uniqVpcId: "vpc-1a2b3c4d", ipVersion: "IPv4", releaseLimit: -1, tags: {} };

type Row = [kind: string, title: string, inputs: Given, changes?: Given];
const further: readonly Row[] = [
  ["ApiGatewayService", "service, minimal", service, { serviceDesc: "later" }],
  [
    "ApiGatewayService",
    "service in a VPC",
    vpc,
    { netTypes: ["OUTER", "INNER"], testLimit: 20, ipVersion: null, releaseLimit: null, tags: null },
  ],
  ["ApiGatewayApiApp", "application, minimal", { apiAppName: "mobile" }, { apiAppName: "tablet" }],
  ["ApiGatewayApiKey", "key, minimal", { secretName: "ci" }, { status: "off" }],
  ["ApiGatewayUsagePlan", "usage plan, minimal", { usagePlanName: "gold" }, { maxRequestNum: 5 }],
  ["ApiGatewayUpstream", "channel, minimal", channel, { retries: 5 }],
  [
    "ApiGatewayUpstream",
    "channel of Kubernetes services",
    { ...channel, upstreamType: "K8S", k8sServices: [pods] },
    { upstreamName: "orders" },
  ],
  [
    "ApiGatewayUpstream",
    "channel, all inputs",
    channelInputs,
    {
      healthChecker: { ...healthChecker, healthyHttpStatus: "204" },
      upstreamDescription: null,
      upstreamType: null,
      retries: null,
      upstreamHost: null,
      tags: null,
      nodes: null,
    },
  ],
  [
    "ApiGatewayCustomDomain",
    "domain, minimal",
    ({ serviceId, defaultDomain }) => ({ serviceId, subDomain: "api.example.com", protocol: "http", netType: "OUTER", defaultDomain }),
    { protocol: "https", certificateId: "c9Xk" },
  ],
  [
    "ApiGatewayUsagePlanAttachment",
    "plan of a service",
    ({ planId, serviceId }) => ({ usagePlanId: planId, serviceId, environment: "release" }),
  ],
  [
    "ApiGatewayPlugin",
    "plugin, minimal",
    { pluginName: "cors", pluginType: "Cors", pluginData: '{"allow_origins":"*"}' },
    { pluginData: '{"allow_origins": "https://example.com"}' },
  ],
  [
    "ApiGatewayService",
    "service on an instance, with the deprecated cluster name",
    { ...service, instanceId: "instance-1a2b3c4d", exclusiveSetName: "set" },
    { serviceDesc: "later" },
  ],
  [
    "ApiGatewayImportOpenApi",
    "document, all inputs",
    ({ serviceId }) => ({ serviceId, content: document("first"), encodeType: "JSON", contentVersion: "openAPI" }),
  ],
  ["ApiGatewayImportOpenApi", "document, minimal", ({ serviceId }) => ({ serviceId, content: document("first") })],
];

const front: Inputs = ({ serviceId }) => ({ serviceId, apiName: "get-user", requestConfigPath: "/user/info" });

/** All of them. */
export const cloudVariants = [
  ...cloudSamples,
  ...further.map(([kind, title, inputs, news]) => sampleOf({ kind, title, inputs, news })),
  ...backEnds.map(([title, { inputs, news = { apiDesc: "later" } }]) =>
    sampleOf({ kind: "ApiGatewayApi", title: `API: ${title}`, inputs: (before) => ({ ...front(before), ...inputs }), news }),
  ),
];
