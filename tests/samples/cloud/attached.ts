/** Samples of the resources of module cloud that bind, publish, switch or import objects that exist already. */
import type { SampleRow } from "./sample";

const operation = (name: string) => ({
  operationId: name,
  "x-apigw-service-timeout": 15,
  "x-apigw-backend": { ServiceType: "HTTP", ServiceConfig: { Url: "http://backend.example.com", Path: "/test", Method: "GET" } },
  responses: { 200: { description: "ok" } },
});
/** A document of OpenAPI with an operation for each name. */
export const document = (...names: string[]) =>
  JSON.stringify({
    openapi: "3.0.0",
    info: { title: "orders", version: "1.0.0" },
    paths: Object.fromEntries(names.map((name) => [`/${name}`, { get: operation(name) }])),
  });

/** One for each kind. */
export const attached: readonly SampleRow[] = [
  {
    title: "domain",
    kind: "ApiGatewayCustomDomain",
    inputs: ({ serviceId, defaultDomain }) => ({
      serviceId,
      subDomain: "api.example.com",
      protocol: "http",
      netType: "OUTER",
      defaultDomain,
      isDefaultMapping: false,
      pathMappings: ["/good#test", "/root#release"],
    }),
    news: { protocol: "https", certificateId: "c9Xk2m4Q", isForcedHttps: true, pathMappings: ["/good#release"] },
    replacing: { subDomain: "www.example.com" },
  },
  {
    title: "release",
    kind: "ApiGatewayServiceRelease",
    inputs: ({ serviceId }) => ({ serviceId, environmentName: "prepub", releaseDesc: "first" }),
    replacing: { releaseDesc: "second" },
    nameless: true,
  },
  {
    title: "binding of a plan",
    kind: "ApiGatewayUsagePlanAttachment",
    inputs: ({ planId, serviceId, keyedApiId, keyIds }) => ({
      usagePlanId: planId,
      serviceId,
      environment: "release",
      bindType: "API",
      apiId: keyedApiId,
      accessKeyIds: [...keyIds].sort(),
    }),
    replacing: { environment: "test" },
  },
  {
    title: "binding of a key",
    kind: "ApiGatewayApiKeyAttachment",
    inputs: ({ planId, keyIds }) => ({ apiKeyId: keyIds[0], usagePlanId: planId }),
    replacing: ({ keyIds }) => ({ apiKeyId: keyIds[1] }),
  },
  {
    title: "binding of a strategy",
    kind: "ApiGatewayStrategyAttachment",
    inputs: ({ serviceId, strategyId, apiIds }) => ({ serviceId, strategyId, environmentName: "release", bindApiId: apiIds[0] }),
    replacing: ({ apiIds }) => ({ bindApiId: apiIds[1] }),
  },
  {
    title: "binding of a plugin",
    kind: "ApiGatewayPluginAttachment",
    inputs: ({ serviceId, pluginId, apiIds }) => ({ pluginId, serviceId, environmentName: "release", apiId: apiIds[0] }),
    replacing: ({ apiIds }) => ({ apiId: apiIds[1] }),
  },
  {
    title: "binding of an application",
    kind: "ApiGatewayApiAppAttachment",
    inputs: ({ serviceId, appId, apiIds }) => ({ apiAppId: appId, environment: "test", serviceId, apiId: apiIds[0] }),
    replacing: ({ apiIds }) => ({ apiId: apiIds[1] }),
  },
  {
    title: "switch of a version",
    kind: "ApiGatewayUpdateService",
    inputs: ({ serviceId, versions }) => ({ serviceId, environmentName: "release", versionName: versions[0] }),
    replacing: ({ versions }) => ({ versionName: versions[1] }),
    operation: true,
  },
  {
    title: "change of an application's key",
    kind: "ApiGatewayUpdateApiAppKey",
    inputs: ({ appId }) => ({ apiAppId: appId, apiAppKey: "a-key-of-the-program" }),
    replacing: { apiAppKey: "another-key-of-the-program" },
    operation: true,
  },
  {
    title: "import of a document",
    kind: "ApiGatewayImportOpenApi",
    inputs: ({ serviceId }) => ({ serviceId, content: document("first", "second"), encodeType: "JSON" }),
    replacing: { content: document("third") },
    nameless: true,
  },
];
