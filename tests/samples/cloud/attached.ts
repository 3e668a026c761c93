/** Samples of the resources of module cloud that bind, publish, switch or import objects that exist already. */
import type { BindingKey } from "../../emulators/cloud/gateway/bindings";
import type { Bindings } from "../../emulators/cloud/gateway/bindings";
import type { UsagePlan, GatewayState } from "../../emulators/cloud/gateway/gateway-state";
import type { Properties } from "../../support/structs";
import type { Prerequisites } from "./prerequisites";
import type { CloudSample } from "./sample";
import { tokenOf } from "./sample";

const far = new Date(8.64e15);
const bound = (bindings: Bindings, id: (binding: BindingKey) => string[]): string[] =>
  bindings.showing(far).map((binding) => id(binding).join("#"));
const planOf = (gateway: GatewayState, { planId }: Prerequisites): Pick<UsagePlan, "keys" | "targets"> =>
  gateway.plans.get(planId) ?? { keys: [], targets: [] };

const operation = (name: string): Properties => ({
  operationId: name,
  "x-apigw-service-timeout": 15,
  "x-apigw-backend": { ServiceType: "HTTP", ServiceConfig: { Url: "http://backend.example.com", Path: "/test", Method: "GET" } },
  responses: { 200: { description: "ok" } },
});
const document = (...names: string[]): string =>
  JSON.stringify({
    openapi: "3.0.0",
    info: { title: "orders", version: "1.0.0" },
    paths: Object.fromEntries(names.map((name) => [`/${name}`, { get: operation(name) }])),
  });

const withKeys = ({ planId, serviceId, keyedApiId, keyIds }: Prerequisites, environment = "release"): Properties => ({
  usagePlanId: planId,
  serviceId,
  environment,
  bindType: "API",
  apiId: keyedApiId,
  accessKeyIds: [...keyIds].sort(),
});

/** The mappings of the default mapping are the service's own. */
export const mappingsOfDomain = { pathMappings: ["isDefaultMapping"] };

/** One for each kind. */
export const attached: readonly CloudSample[] = [
  {
    title: "domain",
    type: tokenOf("ApiGatewayCustomDomain"),
    dependent: mappingsOfDomain,
    inputs: ({ serviceId, defaultDomain }) => ({
      serviceId,
      subDomain: "api.example.com",
      protocol: "http",
      netType: "OUTER",
      defaultDomain,
      isDefaultMapping: false,
      pathMappings: ["/good#test", "/root#release"],
    }),
    news: ({ serviceId, defaultDomain }) => ({
      serviceId,
      subDomain: "api.example.com",
      protocol: "https",
      certificateId: "c9Xk2m4Q",
      netType: "OUTER",
      defaultDomain,
      isDefaultMapping: false,
      isForcedHttps: true,
      pathMappings: ["/good#release"],
    }),
    replacing: ({ serviceId, defaultDomain }) => ({
      serviceId,
      subDomain: "www.example.com",
      protocol: "http",
      netType: "OUTER",
      defaultDomain,
    }),
    existing: ({ domains }, { serviceId }) => domains.names().map((name) => `${serviceId}#${name}`),
  },
  {
    title: "release",
    type: tokenOf("ApiGatewayServiceRelease"),
    inputs: ({ serviceId }) => ({ serviceId, environmentName: "prepub", releaseDesc: "first" }),
    replacing: ({ serviceId }) => ({ serviceId, environmentName: "prepub", releaseDesc: "second" }),
    existing: ({ services }, { serviceId }) => {
      const { status, version } = services.get(serviceId)!.publications.prepub;
      return status === 1 ? [`${serviceId}#prepub#${version}`] : [];
    },
    nameless: true,
  },
  {
    title: "binding of a plan",
    type: tokenOf("ApiGatewayUsagePlanAttachment"),
    inputs: (prerequisites) => withKeys(prerequisites),
    replacing: (prerequisites) => withKeys(prerequisites, "test"),
    existing: (gateway, prerequisites) => {
      const targets = planOf(gateway, prerequisites).targets.filter(({ ends }) => ends === undefined);
      const keys = [...prerequisites.keyIds].sort().join(",");
      return targets.map(({ serviceId, apiId, environment }) =>
        [prerequisites.planId, serviceId, environment, "API", apiId, keys].join("#"),
      );
    },
  },
  {
    title: "binding of a key",
    type: tokenOf("ApiGatewayApiKeyAttachment"),
    inputs: ({ planId, keyIds }) => ({ apiKeyId: keyIds[0], usagePlanId: planId }),
    replacing: ({ planId, keyIds }) => ({ apiKeyId: keyIds[1], usagePlanId: planId }),
    existing: (gateway, prerequisites) => {
      const keys = planOf(gateway, prerequisites).keys.filter(({ ends }) => ends === undefined);
      return keys.map(({ id }) => `${id}#${prerequisites.planId}`);
    },
  },
  {
    title: "binding of a strategy",
    type: tokenOf("ApiGatewayStrategyAttachment"),
    inputs: ({ serviceId, strategyId, apiIds }) => ({ serviceId, strategyId, environmentName: "release", bindApiId: apiIds[0] }),
    replacing: ({ serviceId, strategyId, apiIds }) => ({ serviceId, strategyId, environmentName: "release", bindApiId: apiIds[1] }),
    existing: ({ strategyBindings }) =>
      bound(strategyBindings, ({ owner, serviceId, apiId, environment }) => [serviceId, owner, apiId, environment]),
  },
  {
    title: "binding of a plugin",
    type: tokenOf("ApiGatewayPluginAttachment"),
    inputs: ({ serviceId, pluginId, apiIds }) => ({ pluginId, serviceId, environmentName: "release", apiId: apiIds[0] }),
    replacing: ({ serviceId, pluginId, apiIds }) => ({ pluginId, serviceId, environmentName: "release", apiId: apiIds[1] }),
    existing: ({ pluginBindings }) =>
      bound(pluginBindings, ({ owner, serviceId, apiId, environment }) => [owner, serviceId, environment, apiId]),
  },
  {
    title: "binding of an application",
    type: tokenOf("ApiGatewayApiAppAttachment"),
    inputs: ({ serviceId, appId, apiIds }) => ({ apiAppId: appId, environment: "test", serviceId, apiId: apiIds[0] }),
    replacing: ({ serviceId, appId, apiIds }) => ({ apiAppId: appId, environment: "test", serviceId, apiId: apiIds[1] }),
    existing: ({ appBindings }) => bound(appBindings, ({ owner, serviceId, apiId, environment }) => [owner, environment, serviceId, apiId]),
  },
  {
    title: "switch of a version",
    type: tokenOf("ApiGatewayUpdateService"),
    inputs: ({ serviceId, versions }) => ({ serviceId, environmentName: "release", versionName: versions[0] }),
    replacing: ({ serviceId, versions }) => ({ serviceId, environmentName: "release", versionName: versions[1] }),
    existing: () => [],
    operation: true,
    noImport: true,
  },
  {
    title: "change of an application's key",
    type: tokenOf("ApiGatewayUpdateApiAppKey"),
    inputs: ({ appId }) => ({ apiAppId: appId, apiAppKey: "a-key-of-the-program" }),
    replacing: ({ appId }) => ({ apiAppId: appId, apiAppKey: "another-key-of-the-program" }),
    existing: () => [],
    operation: true,
    noImport: true,
  },
  {
    title: "import of a document",
    type: tokenOf("ApiGatewayImportOpenApi"),
    inputs: ({ serviceId }) => ({ serviceId, content: document("first", "second"), encodeType: "JSON" }),
    replacing: ({ serviceId }) => ({ serviceId, content: document("third"), encodeType: "JSON" }),
    existing: ({ apis }, { serviceId, apiIds, keyedApiId }) =>
      apis
        .names()
        .filter((id) => ![...apiIds, keyedApiId].includes(id))
        .slice(0, 1)
        .map((id) => `${serviceId}#${id}`),
    nameless: true,
    sole: true,
    noImport: true,
  },
];
