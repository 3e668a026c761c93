/** Inputs that each resource rejects in Check, all at once and before any request, and inputs at the edge that it accepts. See docs/modules/cloud.md#resources. */
import { backEnds } from "../../../../samples/cloud/back-ends";
import { errorMessageOf, setupOf } from "./setup";

/** A failure at a property, with any reason. */
const at = (path: string): unknown => expect.stringContaining(`${path} | `);

const mapping = "expected <path>#<environment>, the environment being test, prepub or release";
const generated = "can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.";
const ends = "expected a letter at the beginning and a letter or digit at the end";
const address = "strategyData | expected an IP address or CIDR range on each line;";
const total = "maxRequestNum | expected a number from 1 to 99999999, or -1 for no limit; got";
const node = { host: "10.0.0.1", port: 65_536, weight: 101 };
const code = { code: 1, msg: "m" };
/** Back ends by title. */
const api = Object.fromEntries(backEnds.map(([title, { inputs }]) => [title, inputs]));
const checker = { enableActiveCheck: false, enablePassiveCheck: true, healthyHttpStatus: "200", unhealthyHttpStatus: "500" };
const thresholds = { timeoutThreshold: 5, httpFailureThreshold: 3 };

const rows: [title: string, inputs: object, ...failures: unknown[]][] = [
  ["document", { apiIds: ["a", "a"], apiDocName: "" }, "apiDocName | must not be empty", "apiIds | an API is given twice"],
  [
    "document",
    { apiIds: ["service-1#api-1"], serviceId: "" },
    "apiIds[0] | apiIds[0]: expected a bare id without #; of a resource whose id has several parts, take the output of that name",
    "serviceId | must not be empty",
  ],
  [
    "key that the service makes",
    { accessKeyType: "manual" },
    "accessKeyId | required for accessKeyType manual",
    "accessKeySecret | required for accessKeyType manual",
  ],
  ["key that the service makes", { accessKeyId: "partner_b_key" }, `accessKeyId | ${generated}`],
  ["key of the program's own", { accessKeyId: "a-b" }, "accessKeyId | expected 5 to 50 letters, digits or underscores"],
  ["key of the program's own", { accessKeySecret: "short" }, "accessKeySecret | expected 10 to 50 letters, digits or underscores"],
  [
    "key that the service makes",
    { secretName: "", status: "ON" },
    at("secretName"),
    expect.stringContaining("status | expected on or off"),
  ],
  ["domain", { pathMappings: ["/a#test", "/a#test"] }, "pathMappings | a mapping is given twice"],
  ["domain", { pathMappings: [] }, expect.stringContaining("pathMappings | required where isDefaultMapping is false")],
  ["domain", { isForcedHttps: true }, expect.stringContaining("isForcedHttps | requires a protocol with HTTPS")],
  [
    "IP strategy",
    { serviceId: "service-1#x", strategyData: "9.9.9.9\n\n8.8.8.8", strategyName: "" },
    at("serviceId"),
    `${address} line 2 is none`,
    at("strategyName"),
  ],
  ["plugin", { pluginName: "1a", pluginData: "{" }, expect.stringContaining("pluginData | not JSON"), `pluginName | ${ends}`],
  ["plugin", { pluginName: "a", description: "a".repeat(201) }, ...["description", "pluginName"].map(at)],
  ["service", { preLimit: 0 }, "preLimit | expected a number above 0, or -1 for no limit"],
  [
    "channel",
    {
      uniqVpcId: "",
      algorithm: "",
      nodes: [{ ...node, host: "" }],
      healthChecker: { ...checker, ...thresholds, tcpFailureThreshold: 255, timeoutThreshold: -1, unhealthyTimeout: 0 },
    },
    at("algorithm"),
    ...["tcpFailureThreshold", "timeoutThreshold", "unhealthyTimeout"].map((name) => at(`healthChecker.${name}`)),
    ...["nodes[0].host", "nodes[0].port", "nodes[0].weight", "uniqVpcId"].map(at),
  ],
  [
    "usage plan",
    { maxRequestNum: -2, maxRequestNumPreSec: 2001, usagePlanName: "" },
    `${total} -2`,
    "maxRequestNumPreSec | expected a number from 1 to 2000, or -1 for no limit; got 2001",
    "usagePlanName | must not be empty",
  ],
  ["binding of a plan", { apiId: "" }, "apiId | required for bindType API"],
  [
    "binding of a plan",
    { bindType: "SERVICE" },
    "accessKeyIds | can be set for bindType API only. Use ApiGatewayApiKeyAttachment for a service.",
  ],
  ["binding of a plan", { accessKeyIds: ["k", "k"] }, "accessKeyIds | a key is given twice"],
  ["binding of a plan", { accessKeyIds: ["a,b"] }, "accessKeyIds[0] | accessKeyIds[0]: expected the id of a key"],
  ["import of a document", { content: " ", serviceId: "a#b" }, ...["content", "serviceId"].map(at)],
  ["API", { serviceConfigMethod: undefined, serviceConfigProduct: "clb" }, ...["serviceConfigMethod", "serviceConfigVpcId"].map(at)],
  ["API", { serviceConfigType: "MOCK" }, at("serviceConfigMockReturnMessage")],
  ["API", { serviceConfigType: "WEBSOCKET", requestConfigMethod: "POST" }, ...["protocol", "requestConfigMethod"].map(at)],
  ["API", { apiType: "TSF" }, at("apiType")],
  ["API", { responseErrorCodes: [{ ...code, needConvert: true }] }, at("responseErrorCodes[0].convertedCode")],
  ["API", { responseErrorCodes: [code], isDeleteResponseErrorCodes: true }, at("isDeleteResponseErrorCodes")],
  [
    "API",
    { apiName: "", requestConfigPath: "user", serviceId: "a#b", releaseLimit: 0 },
    ...["apiName", "releaseLimit", "requestConfigPath", "serviceId"].map(at),
  ],
  ...["/good", "#test", "/a#b#test", "/a#live"].map((entry): [string, object, string] => [
    "domain",
    { pathMappings: [entry] },
    `pathMappings[0] | pathMappings[0]: ${mapping}`,
  ]),
];

test.each(rows)("%s: %j", async (title, inputs, ...failures) => {
  const { stack, program, calls } = setupOf(title);
  expect((await errorMessageOf(stack.up({ ...program, ...inputs }))).split("\n")).toEqual(failures);
  expect(calls).toEqual([]);
});

test.each([
  ...["a1", `a${"b".repeat(49)}`].map((pluginName) => ["plugin", { pluginName }] as const),
  ...["=/user", "^~/user", "/user/{id}"].map((requestConfigPath) => ["API", { requestConfigPath }] as const),
  ...["OPTIONS", "BEGIN"].map((requestConfigMethod) => ["API", { requestConfigMethod }] as const),
  ["API", { serviceConfigType: "TSF" }] as const,
  ["API", { serviceConfigType: "UPSTREAM", serviceConfigUpstreamId: "" }] as const,
  ["API", api["no custom error codes"]!] as const,
  ["API", { apiType: "", protocol: "", responseType: "", serviceConfigProduct: "" }] as const,
  ["service", { ipVersion: "" }] as const,
  ["import of a document", { contentVersion: "", encodeType: "" }] as const,
  ["key that the service makes", { accessKeyId: "", accessKeySecret: "", accessKeyType: "" }] as const,
])("%s accepts %j", async (title, inputs) => {
  const { stack, program } = setupOf(title);
  expect(await stack.up({ ...program, ...inputs })).toBe("create");
  expect(await stack.refresh()).toEqual([]);
});
