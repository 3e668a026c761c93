/** Samples of the resources of module cloud that are objects of their own. See docs/modules/cloud.md#services and docs/modules/cloud.md#ip-strategies. */
import type { Store } from "../../emulators/store";
import type { Properties } from "../../support/structs";
import type { CloudSample } from "./sample";
import { tokenOf } from "./sample";

/** The names in a store, but for those that stood there before. */
const beside = (store: Store<unknown>, ...before: readonly string[]): string[] => store.names().filter((id) => !before.includes(id));

const service = {
  serviceName: "shop",
  protocol: "http&https",
  netTypes: ["OUTER"],
  serviceDesc: "first",
  releaseLimit: 100,
  preLimit: 50,
  testLimit: 10,
  tags: { team: "shop", stage: "dev" },
};
const backend = { serviceConfigUrl: "http://backend.example.com", serviceConfigPath: "/user", serviceConfigMethod: "GET" };
const api = {
  apiName: "get-user",
  requestConfigPath: "/user",
  requestConfigMethod: "GET",
  apiDesc: "first",
  ...backend,
  releaseLimit: 100,
  preLimit: 50,
  testLimit: 10,
  requestParameters: [{ name: "q", position: "QUERY", type: "string", required: false }],
};
const manual = { secretName: "partner", accessKeyType: "manual", accessKeyId: "partner_b_key", accessKeySecret: "b7d0f4c92e6a41f8" };
const plugin = { pluginName: "house-only", pluginType: "IPControl", pluginData: '{"type": "white_list", "blocks": "1.1.1.1"}' };
const plan = { usagePlanName: "gold", usagePlanDesc: "first", maxRequestNum: 1000, maxRequestNumPreSec: 10 };
const channel: Properties = {
  scheme: "HTTP",
  algorithm: "ROUND-ROBIN",
  uniqVpcId: "vpc-1a2b3c4d",
  upstreamName: "users",
  retries: 2,
  nodes: [{ host: "10.0.0.1", port: 8080, weight: 10 }],
  tags: { team: "shop" },
};

/** One for each kind; keys of both types. */
export const objects: readonly CloudSample[] = [
  {
    title: "service",
    type: tokenOf("ApiGatewayService"),
    inputs: () => service,
    news: () => ({
      ...service,
      serviceName: "store",
      serviceDesc: "second",
      netTypes: ["OUTER", "INNER"],
      releaseLimit: 200,
      preLimit: 60,
      testLimit: 20,
      tags: { team: "store", owner: "me" },
    }),
    replacing: () => ({ ...service, instanceId: "instance-1a2b3c4d" }),
    existing: ({ services }, { serviceId }) => beside(services, serviceId),
    nameless: true,
  },
  {
    title: "API",
    type: tokenOf("ApiGatewayApi"),
    inputs: ({ serviceId }) => ({ serviceId, ...api }),
    news: ({ serviceId }) => ({
      serviceId,
      ...api,
      apiName: "fetch-user",
      apiDesc: "second",
      releaseLimit: 200,
      preLimit: 60,
      testLimit: 20,
    }),
    replacing: ({ serviceId }) => ({ serviceId, ...api, owner: "other" }),
    existing: ({ apis }, { apiIds, keyedApiId }) => beside(apis, ...apiIds, keyedApiId),
    nameless: true,
    sole: true,
    importId: ({ serviceId }, id) => `${serviceId}#${id}`,
  },
  {
    title: "key that the service makes",
    type: tokenOf("ApiGatewayApiKey"),
    inputs: () => ({ secretName: "ci", status: "off" }),
    news: () => ({ secretName: "ci", status: "on" }),
    replacing: () => ({ secretName: "cd", status: "off" }),
    existing: ({ keys }, { keyIds }) => beside(keys, ...keyIds),
    nameless: true,
  },
  {
    title: "key of the program's own",
    type: tokenOf("ApiGatewayApiKey"),
    inputs: () => ({ ...manual, status: "off" }),
    news: () => ({ ...manual, accessKeySecret: "another_secret_71", status: "on" }),
    replacing: () => ({ ...manual, secretName: "friend", status: "off" }),
    existing: ({ keys }, { keyIds }) => beside(keys, ...keyIds),
  },
  {
    title: "IP strategy",
    type: tokenOf("ApiGatewayIpStrategy"),
    inputs: ({ serviceId }) => ({ serviceId, strategyName: "home", strategyType: "WHITE", strategyData: "8.8.8.8" }),
    news: ({ serviceId }) => ({ serviceId, strategyName: "home", strategyType: "WHITE", strategyData: "8.8.8.8\n10.0.0.0/8" }),
    replacing: ({ serviceId }) => ({ serviceId, strategyName: "home", strategyType: "BLACK", strategyData: "8.8.8.8" }),
    existing: ({ strategies }, { serviceId, strategyId }) => beside(strategies, strategyId).map((id) => `${serviceId}#${id}`),
    nameless: true,
  },
  {
    title: "plugin",
    type: tokenOf("ApiGatewayPlugin"),
    inputs: () => ({ ...plugin, description: "first" }),
    news: () => ({ ...plugin, pluginName: "door-only", pluginData: '{"type": "white_list", "blocks": "2.2.2.2"}', description: "second" }),
    replacing: () => ({ ...plugin, pluginType: "Cors", pluginData: '{"allow_origins":"*"}' }),
    existing: ({ plugins }, { pluginId }) => beside(plugins, pluginId),
    nameless: true,
  },
  {
    title: "application",
    type: tokenOf("ApiGatewayApiApp"),
    inputs: () => ({ apiAppName: "mobile", apiAppDesc: "first", tags: { team: "shop" } }),
    news: () => ({ apiAppName: "tablet", apiAppDesc: "second", tags: { team: "store" } }),
    existing: ({ apps }, { appId }) => beside(apps, appId),
    nameless: true,
  },
  {
    title: "usage plan",
    type: tokenOf("ApiGatewayUsagePlan"),
    inputs: () => plan,
    news: () => ({ ...plan, usagePlanName: "platinum", usagePlanDesc: "second", maxRequestNumPreSec: 20 }),
    existing: ({ plans }, { planId }) => beside(plans, planId),
    nameless: true,
  },
  {
    title: "document",
    type: tokenOf("ApiGatewayApiDoc"),
    inputs: ({ serviceId, apiIds }) => ({ apiDocName: "orders-doc", serviceId, environment: "release", apiIds: [...apiIds] }),
    news: ({ serviceId, apiIds }) => ({ apiDocName: "orders", serviceId, environment: "release", apiIds: [apiIds[0]] }),
    existing: ({ documents }) => beside(documents),
    nameless: true,
  },
  {
    title: "channel",
    type: tokenOf("ApiGatewayUpstream"),
    inputs: () => channel,
    news: () => ({
      ...channel,
      upstreamName: "people",
      retries: 3,
      nodes: [{ host: "10.0.0.2", port: 8080, weight: 20 }],
      tags: { team: "store" },
    }),
    existing: ({ upstreams }) => beside(upstreams),
    nameless: true,
  },
];
