/** Inputs that each kind rejects in Check, all at once and before any request. See docs/modules/cloud.md#resources. */
import { cloudStack } from "../support";
import { manual } from "./key-setup";
import { errorMessageOf } from "./setup";
import { healthChecker, node, program as upstream } from "./upstream-setup";

/** Valid inputs by kind. */
const programs: Record<string, object> = {
  ApiGatewayApiDoc: { apiDocName: "orders-doc", serviceId: "service-1", environment: "release", apiIds: ["api-1"] },
  ApiGatewayApiKey: { secretName: "ci" },
  ApiGatewayCustomDomain: {
    serviceId: "service-1",
    subDomain: "api.example.com",
    protocol: "http",
    netType: "OUTER",
    defaultDomain: "service-1.example.com",
  },
  ApiGatewayIpStrategy: { serviceId: "service-1", strategyName: "office", strategyType: "WHITE", strategyData: "9.9.9.9" },
  ApiGatewayPlugin: { pluginName: "office-only", pluginType: "IPControl", pluginData: "{}" },
  ApiGatewayUpstream: upstream,
  ApiGatewayUsagePlan: { usagePlanName: "gold" },
  ApiGatewayUsagePlanAttachment: { usagePlanId: "usagePlan-1", serviceId: "service-1", environment: "release" },
};

/** A failure at a property, with any reason. */
const at = (path: string): unknown => expect.stringContaining(`${path} | `);

const mapping = "expected <path>#<environment>, the environment being test, prepub or release";
const generated = "can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.";
const ends = "expected a letter at the beginning and a letter or digit at the end";
const address = "strategyData | expected an IP address or CIDR range on each line;";
const total = "maxRequestNum | expected a number from 1 to 99999999, or -1 for no limit; got";
const unnamed = "usagePlanName | must not be empty";

const rows: [kind: string, inputs: object, ...failures: unknown[]][] = [
  ["ApiDoc", { apiIds: [] }, "apiIds | expected at least one entry; got none"],
  ["ApiDoc", { apiIds: ["a", "a"], apiDocName: "" }, "apiDocName | must not be empty", "apiIds | an API is given twice"],
  [
    "ApiDoc",
    { apiIds: ["service-1#api-1"], serviceId: "" },
    "apiIds[0] | apiIds[0]: expected a bare id without #; of a resource whose id has several parts, take the output of that name",
    "serviceId | must not be empty",
  ],
  [
    "ApiKey",
    { accessKeyType: "manual" },
    "accessKeyId | required for accessKeyType manual",
    "accessKeySecret | required for accessKeyType manual",
  ],
  ["ApiKey", { accessKeyId: "partner_b_key" }, `accessKeyId | ${generated}`],
  ["ApiKey", { accessKeySecret: "b7d0f4c92e6a41f8" }, `accessKeySecret | ${generated}`],
  ["ApiKey", { ...manual, accessKeyId: "a-b" }, "accessKeyId | expected 5 to 50 letters, digits or underscores"],
  ["ApiKey", { ...manual, accessKeySecret: "short" }, "accessKeySecret | expected 10 to 50 letters, digits or underscores"],
  ["ApiKey", { secretName: "", status: "ON" }, "secretName | must not be empty", expect.stringContaining("status | expected on or off")],
  ["CustomDomain", { pathMappings: ["/good"] }, `pathMappings[0] | pathMappings[0]: ${mapping}`],
  ["CustomDomain", { pathMappings: ["/a#test", "#test"] }, `pathMappings[1] | pathMappings[1]: ${mapping}`],
  ["CustomDomain", { pathMappings: ["/a#b#test"] }, `pathMappings[0] | pathMappings[0]: ${mapping}`],
  ["CustomDomain", { pathMappings: ["/a#"] }, `pathMappings[0] | pathMappings[0]: ${mapping}`],
  ["CustomDomain", { pathMappings: ["/a#live"] }, `pathMappings[0] | pathMappings[0]: ${mapping}`],
  ["CustomDomain", { pathMappings: ["/a#test", "/a#test"] }, "pathMappings | a mapping is given twice"],
  [
    "CustomDomain",
    { pathMappings: ["/a#test", "/b#test", "/c#test", "/d#test"] },
    "pathMappings[3] | pathMappings[3]: expected at most 3 entries; got 4",
  ],
  ["CustomDomain", { isDefaultMapping: false }, expect.stringContaining("pathMappings | required where isDefaultMapping is false")],
  [
    "CustomDomain",
    { isDefaultMapping: false, pathMappings: [] },
    expect.stringContaining("pathMappings | required where isDefaultMapping is false"),
  ],
  ["CustomDomain", { isForcedHttps: true }, expect.stringContaining("isForcedHttps | requires a protocol with HTTPS")],
  [
    "CustomDomain",
    { serviceId: "a#b", subDomain: "", defaultDomain: "", pathMappings: ["x"], isForcedHttps: true },
    ...["defaultDomain", "isForcedHttps", "pathMappings[0]", "serviceId", "subDomain"].map(at),
  ],
  ["IpStrategy", { strategyData: "" }, "strategyData | must not be empty"],
  ["IpStrategy", { strategyData: "9.9.9.9\n\n8.8.8.8" }, `${address} line 2 is none`],
  ["IpStrategy", { strategyData: "9.9.9.9\nhome" }, `${address} line 2 is none`],
  ["IpStrategy", { strategyData: "10.0.0.0/33" }, `${address} line 1 is none`],
  [
    "IpStrategy",
    { serviceId: "service-1#x", strategyName: "", strategyType: "GREY", strategyData: "x" },
    ...["serviceId", "strategyData", "strategyName"].map(at),
  ],
  ["Plugin", { pluginName: "a" }, "pluginName | expected at least 2 characters; got 1"],
  ["Plugin", { pluginName: "a".repeat(51) }, "pluginName | expected at most 50 characters; got 51"],
  ["Plugin", { pluginName: "1a" }, `pluginName | ${ends}`],
  ["Plugin", { pluginName: "a-" }, `pluginName | ${ends}`],
  ["Plugin", { description: "a".repeat(201) }, "description | expected at most 200 characters; got 201"],
  ["Plugin", { pluginData: "{" }, expect.stringContaining("pluginData | not JSON")],
  ["Upstream", { uniqVpcId: "", algorithm: "" }, ...["algorithm", "uniqVpcId"].map(at)],
  [
    "Upstream",
    { nodes: [{ host: "", port: 65_536, weight: 101 }, node] },
    ...["nodes[0].host", "nodes[0].port", "nodes[0].weight"].map(at),
  ],
  [
    "Upstream",
    { healthChecker: { ...healthChecker, tcpFailureThreshold: 255, timeoutThreshold: -1 } },
    ...["healthChecker.tcpFailureThreshold", "healthChecker.timeoutThreshold"].map(at),
  ],
  [
    "Upstream",
    { healthChecker: { ...healthChecker, enableActiveCheck: false, unhealthyTimeout: 0 } },
    at("healthChecker.unhealthyTimeout"),
  ],
  ["UsagePlan", { maxRequestNum: 0 }, `${total} 0`],
  ["UsagePlan", { maxRequestNum: -2, usagePlanName: "" }, `${total} -2`, unnamed],
  ["UsagePlan", { maxRequestNum: 100_000_000 }, `${total} 100000000`],
  [
    "UsagePlan",
    { maxRequestNumPreSec: 2001, usagePlanName: "" },
    "maxRequestNumPreSec | expected a number from 1 to 2000, or -1 for no limit; got 2001",
    unnamed,
  ],
  ["UsagePlanAttachment", { bindType: "API" }, "apiId | required for bindType API"],
  ["UsagePlanAttachment", { bindType: "API", apiId: "" }, "apiId | required for bindType API"],
  [
    "UsagePlanAttachment",
    { accessKeyIds: ["k"] },
    "accessKeyIds | can be set for bindType API only. Use ApiGatewayApiKeyAttachment for a service.",
  ],
  ["UsagePlanAttachment", { bindType: "API", apiId: "a", accessKeyIds: ["k", "k"] }, "accessKeyIds | a key is given twice"],
  [
    "UsagePlanAttachment",
    { bindType: "API", accessKeyIds: ["a,b"] },
    "accessKeyIds[0] | accessKeyIds[0]: expected the id of a key",
    "apiId | required for bindType API",
  ],
];

test.each(rows)("%s: %j", async (name, inputs, ...failures) => {
  const kind = `ApiGateway${name}`;
  const { stack, calls } = cloudStack(kind);
  expect((await errorMessageOf(stack.up({ ...programs[kind], ...inputs }))).split("\n")).toEqual(failures);
  expect(calls).toEqual([]);
});
