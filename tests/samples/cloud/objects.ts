/** Samples of the resources of module cloud that are objects of their own. See docs/modules/cloud.md#services and docs/modules/cloud.md#ip-strategies. */
import type { SampleRow } from "./sample";

const limits = { releaseLimit: 100, preLimit: 50, testLimit: 10 };
const otherLimits = { releaseLimit: 200, preLimit: 60, testLimit: 20 };
const node = { host: "10.0.0.1", port: 8080, weight: 10 };
const firewall = (address: string) => JSON.stringify({ type: "white_list", blocks: address });

/** One for each kind; keys of both types. */
export const objects: readonly SampleRow[] = [
  {
    title: "service",
    kind: "ApiGatewayService",
    inputs: {
      ...limits,
      serviceName: "shop",
      protocol: "http&https",
      netTypes: ["OUTER"],
      serviceDesc: "first",
      tags: { team: "shop", stage: "dev" },
    },
    news: {
      ...otherLimits,
      serviceName: "store",
      serviceDesc: "second",
      netTypes: ["OUTER", "INNER"],
      tags: { team: "store", owner: "me" },
    },
    replacing: { instanceId: "instance-1a2b3c4d" },
    nameless: true,
  },
  {
    title: "API",
    kind: "ApiGatewayApi",
    inputs: ({ serviceId }) => ({
      ...limits,
      serviceId,
      apiName: "get-user",
      requestConfigPath: "/user",
      requestConfigMethod: "GET",
      apiDesc: "first",
      serviceConfigUrl: "http://backend.example.com",
      serviceConfigPath: "/user",
      serviceConfigMethod: "GET",
      requestParameters: [{ name: "q", position: "QUERY", type: "string", required: false }],
    }),
    news: { ...otherLimits, apiName: "fetch-user", apiDesc: "second" },
    replacing: { owner: "other" },
    nameless: true,
  },
  {
    title: "key that the service makes",
    kind: "ApiGatewayApiKey",
    inputs: { secretName: "ci", status: "off" },
    news: { status: "on" },
    replacing: { secretName: "cd" },
    nameless: true,
  },
  {
    title: "key of the program's own",
    kind: "ApiGatewayApiKey",
    inputs: {
      secretName: "partner",
      accessKeyType: "manual",
      accessKeyId: "partner_b_key",
      accessKeySecret: "b7d0f4c92e6a41f8",
      status: "off",
    },
    news: { accessKeySecret: "another_secret_71", status: "on" },
    replacing: { secretName: "friend" },
  },
  {
    title: "IP strategy",
    kind: "ApiGatewayIpStrategy",
    inputs: ({ serviceId }) => ({ serviceId, strategyName: "home", strategyType: "WHITE", strategyData: "8.8.8.8" }),
    news: { strategyData: "8.8.8.8\n10.0.0.0/8" },
    replacing: { strategyType: "BLACK" },
    nameless: true,
  },
  {
    title: "plugin",
    kind: "ApiGatewayPlugin",
    inputs: { pluginName: "house-only", pluginType: "IPControl", pluginData: firewall("1.1.1.1"), description: "first" },
    news: { pluginName: "door-only", pluginData: firewall("2.2.2.2"), description: "second" },
    replacing: { pluginType: "Cors", pluginData: '{"allow_origins":"*"}' },
    nameless: true,
  },
  {
    title: "application",
    kind: "ApiGatewayApiApp",
    inputs: { apiAppName: "mobile", apiAppDesc: "first", tags: { team: "shop" } },
    news: { apiAppName: "tablet", apiAppDesc: "second", tags: { team: "store" } },
    nameless: true,
  },
  {
    title: "usage plan",
    kind: "ApiGatewayUsagePlan",
    inputs: { usagePlanName: "gold", usagePlanDesc: "first", maxRequestNum: 1000, maxRequestNumPreSec: 10 },
    news: { usagePlanName: "platinum", usagePlanDesc: "second", maxRequestNumPreSec: 20 },
    nameless: true,
  },
  {
    title: "document",
    kind: "ApiGatewayApiDoc",
    inputs: ({ serviceId, apiIds }) => ({ apiDocName: "orders-doc", serviceId, environment: "release", apiIds: [...apiIds] }),
    news: ({ apiIds }) => ({ apiDocName: "orders", apiIds: [apiIds[0]] }),
    nameless: true,
  },
  {
    title: "channel",
    kind: "ApiGatewayUpstream",
    inputs: {
      scheme: "HTTP",
      algorithm: "ROUND-ROBIN",
      uniqVpcId: "vpc-1a2b3c4d",
      upstreamName: "users",
      retries: 2,
      nodes: [node],
      tags: { team: "shop" },
    },
    news: { upstreamName: "people", retries: 3, nodes: [{ ...node, host: "10.0.0.2", weight: 20 }], tags: { team: "store" } },
    nameless: true,
  },
];
