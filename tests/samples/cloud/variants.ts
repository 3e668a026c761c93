/** Programs of the resources of module cloud: the samples of the conformance suite, and further sets of inputs for optional ones. */
import { cloudSamples, prepare } from ".";
import type { CloudSample, Prerequisites } from ".";
import type { Properties } from "../../support/structs";
import type { Preparation, Variant } from "../variant";
import { mappingsOfDomain } from "./attached";
import { backEnds } from "./back-ends";

/** Creates what samples need. */
const groundOf = ({ handle, now }: Preparation): Prerequisites => prepare({ handle, calls: [] }, { now });

const ofSample = (sample: CloudSample): Variant => ({
  title: sample.title,
  token: sample.type,
  ...(sample.noImport && { cannotImport: true }),
  ...(sample.dependent && { dependent: sample.dependent }),
  program(preparation) {
    const prerequisites = groundOf(preparation);
    const { importId } = sample;
    return {
      inputs: sample.inputs(prerequisites),
      news: sample.news?.(prerequisites),
      ...(importId && { importId: (id: string) => importId(prerequisites, id) }),
    };
  },
});

type Inputs = (prerequisites: Prerequisites) => Properties;

const variant = (kind: string, title: string, inputs: Inputs, news?: Inputs): Variant => ({
  title,
  token: `quartet:cloud:${kind}`,
  program(preparation) {
    const prerequisites = groundOf(preparation);
    return { inputs: inputs(prerequisites), news: news?.(prerequisites) };
  },
});

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
const k8sServices = [
  {
    weight: 10,
    clusterId: "cls-1",
    namespace: "shop",
    serviceName: "orders",
    port: 80,
    name: "main",
    extraLabels: [{ key: "app", value: "orders" }],
  },
];
const domain = ({ serviceId, defaultDomain }: Prerequisites): Properties => ({
  serviceId,
  subDomain: "api.example.com",
  protocol: "http",
  netType: "OUTER",
  defaultDomain,
});
const operation = {
  operationId: "first",
  "x-apigw-service-timeout": 15,
  responses: { 200: { description: "ok" } },
  "x-apigw-backend": { ServiceType: "HTTP", ServiceConfig: { Url: "http://backend.example.com", Path: "/test", Method: "GET" } },
};
const document = JSON.stringify({
  openapi: "3.0.0",
  info: { title: "orders", version: "1.0.0" },
  paths: { "/first": { get: operation } },
});

const further: readonly Variant[] = [
  variant(
    "ApiGatewayService",
    "service, minimal",
    () => service,
    () => ({ ...service, serviceDesc: "later" }),
  ),
  variant(
    "ApiGatewayService",
    "service in a VPC",
    () => ({ ...service, netTypes: ["INNER", "OUTER"], uniqVpcId: "vpc-1a2b3c4d", ipVersion: "IPv4", releaseLimit: -1, tags: {} }),
    () => ({ ...service, netTypes: ["OUTER", "INNER"], uniqVpcId: "vpc-1a2b3c4d", testLimit: 20 }),
  ),
  variant(
    "ApiGatewayApiApp",
    "application, minimal",
    () => ({ apiAppName: "mobile" }),
    () => ({ apiAppName: "tablet" }),
  ),
  variant(
    "ApiGatewayApiKey",
    "key, minimal",
    () => ({ secretName: "ci" }),
    () => ({ secretName: "ci", status: "off" }),
  ),
  variant(
    "ApiGatewayUsagePlan",
    "usage plan, minimal",
    () => ({ usagePlanName: "gold" }),
    () => ({ usagePlanName: "gold", maxRequestNum: 5 }),
  ),
  variant(
    "ApiGatewayUpstream",
    "channel, minimal",
    () => channel,
    () => ({ ...channel, retries: 5 }),
  ),
  variant(
    "ApiGatewayUpstream",
    "channel of Kubernetes services",
    () => ({ ...channel, upstreamType: "K8S", k8sServices }),
    () => ({ ...channel, upstreamType: "K8S", k8sServices, upstreamName: "orders" }),
  ),
  variant(
    "ApiGatewayUpstream",
    "channel, all inputs",
    () => ({
      ...channel,
      upstreamName: "orders",
      upstreamDescription: "nodes",
      upstreamType: "IP_PORT",
      retries: 5,
      healthChecker,
      upstreamHost: "orders.local",
      tags: { team: "shop" },
      nodes: [{ host: "10.0.4.11", port: 9090, weight: 10, vmInstanceId: "ins-2f8h3k9d", tags: ["blue"] }],
    }),
    () => ({ ...channel, upstreamName: "orders", healthChecker: { ...healthChecker, healthyHttpStatus: "204" } }),
  ),
  {
    ...variant("ApiGatewayCustomDomain", "domain, minimal", domain, (prerequisites) => ({
      ...domain(prerequisites),
      protocol: "https",
      certificateId: "c9Xk",
    })),
    dependent: mappingsOfDomain,
  },
  variant("ApiGatewayUsagePlanAttachment", "plan of a service", ({ planId, serviceId }) => ({
    usagePlanId: planId,
    serviceId,
    environment: "release",
  })),
  variant(
    "ApiGatewayPlugin",
    "plugin, minimal",
    () => ({ pluginName: "cors", pluginType: "Cors", pluginData: '{"allow_origins":"*"}' }),
    () => ({ pluginName: "cors", pluginType: "Cors", pluginData: '{"allow_origins": "https://example.com"}' }),
  ),
  variant(
    "ApiGatewayService",
    "service on an instance, with the deprecated cluster name",
    () => ({ ...service, instanceId: "instance-1a2b3c4d", exclusiveSetName: "set" }),
    () => ({ ...service, instanceId: "instance-1a2b3c4d", exclusiveSetName: "set", serviceDesc: "later" }),
  ),
  {
    ...variant("ApiGatewayImportOpenApi", "document, all inputs", ({ serviceId }) => ({
      serviceId,
      content: document,
      encodeType: "JSON",
      contentVersion: "openAPI",
    })),
    cannotImport: true,
  },
  { ...variant("ApiGatewayImportOpenApi", "document, minimal", ({ serviceId }) => ({ serviceId, content: document })), cannotImport: true },
];

const apis = backEnds.map(([title, { inputs, news = { apiDesc: "later" } }]): Variant => ({
  title: `API: ${title}`,
  token: "quartet:cloud:ApiGatewayApi",
  program(preparation) {
    const { serviceId } = groundOf(preparation);
    const front = { serviceId, apiName: "get-user", requestConfigPath: "/user/info", ...inputs };
    return { inputs: front, news: { ...front, ...news }, importId: (id) => `${serviceId}#${id}` };
  },
}));

/** All of them. */
export const cloudVariants: readonly Variant[] = [...cloudSamples.map(ofSample), ...further, ...apis];
