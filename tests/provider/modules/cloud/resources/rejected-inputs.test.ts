/** Inputs that each resource rejects in Check, all at once and before any request, and inputs at the edge that it accepts. See docs/modules/cloud.md#resources. */
import { errorMessageOf, setupOf, expectNoDrift } from "./setup";

const code = { code: 1, msg: "m" };

const rows: [title: string, inputs: object, ...failures: string[]][] = [
  ["document", { apiIds: ["a", "a"], apiDocName: "" }, "apiDocName | must not be empty", "apiIds | an API is given twice"],
  [
    "document",
    { apiIds: ["service-1#api-1"], serviceId: "" },
    "apiIds[0] | apiIds[0]: expected a bare id without #; of a resource whose id has several parts, take the output of that name",
    "serviceId | must not be empty",
  ],
  [
    "key that the service makes",
    { accessKeyType: "Manual" },
    "accessKeyId | required for accessKeyType manual",
    "accessKeySecret | required for accessKeyType manual",
  ],
  [
    "key that the service makes",
    { accessKeyId: "partner_b_key" },
    "accessKeyId | can be set for accessKeyType manual only; the service generates it for auto. Remove it, or set accessKeyType to manual.",
  ],
  [
    "key of the program's own",
    { accessKeyId: "a-b", accessKeySecret: "short" },
    "accessKeyId | expected 5 to 50 letters, digits or underscores",
    "accessKeySecret | expected 10 to 50 letters, digits or underscores",
  ],
  ["key that the service makes", { secretName: "", status: "ON" }, "secretName | ", "status | expected on or off"],
  ["domain", { pathMappings: ["/a#test", "/a#test"] }, "pathMappings | a mapping is given twice"],
  [
    "domain",
    { isForcedHttps: true, pathMappings: [] },
    "isForcedHttps | requires a protocol with HTTPS",
    "pathMappings | required where isDefaultMapping is false",
  ],
  [
    "IP strategy",
    { serviceId: "service-1#x", strategyData: "9.9.9.9\n\n8.8.8.8", strategyName: "" },
    "serviceId | ",
    "strategyData | expected an IP address or CIDR range on each line; line 2 is none",
    "strategyName | ",
  ],
  [
    "plugin",
    { pluginName: "1a", pluginData: "{" },
    "pluginData | not JSON",
    "pluginName | expected a letter at the beginning and a letter or digit at the end",
  ],
  ["plugin", { pluginName: "a", description: "a".repeat(201) }, "description | ", "pluginName | "],
  ["service", { preLimit: 0 }, "preLimit | expected a number above 0, or -1 for no limit"],
  [
    "channel",
    {
      uniqVpcId: "",
      algorithm: "",
      nodes: [{ host: "", port: 65_536, weight: 101 }],
      healthChecker: {
        enableActiveCheck: false,
        enablePassiveCheck: true,
        healthyHttpStatus: "200",
        unhealthyHttpStatus: "500",
        httpFailureThreshold: 3,
        tcpFailureThreshold: 255,
        timeoutThreshold: -1,
        unhealthyTimeout: 0,
      },
    },
    "algorithm | ",
    "healthChecker.tcpFailureThreshold | ",
    "healthChecker.timeoutThreshold | ",
    "healthChecker.unhealthyTimeout | ",
    "nodes[0].host | ",
    "nodes[0].port | ",
    "nodes[0].weight | ",
    "uniqVpcId | ",
  ],
  [
    "usage plan",
    { maxRequestNum: -2, maxRequestNumPreSec: 2001, usagePlanName: "" },
    "maxRequestNum | expected a number from 1 to 99999999, or -1 for no limit; got -2",
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
  ["import of a document", { content: " ", serviceId: "a#b" }, "content | ", "serviceId | "],
  ["API", { serviceConfigMethod: undefined, serviceConfigProduct: "clb" }, "serviceConfigMethod | ", "serviceConfigVpcId | "],
  ["API", { serviceConfigType: "mock" }, "serviceConfigMockReturnMessage | "],
  ["API", { serviceConfigType: "toString", apiType: "TSF" }, "apiType | "],
  ["API", { serviceConfigType: "WebSocket", requestConfigMethod: "POST" }, "protocol | ", "requestConfigMethod | "],
  ["API", { responseErrorCodes: [{ ...code, needConvert: true }] }, "responseErrorCodes[0].convertedCode | "],
  ["API", { responseErrorCodes: [code], isDeleteResponseErrorCodes: true }, "isDeleteResponseErrorCodes | "],
  [
    "API",
    { apiName: "", requestConfigPath: "user", serviceId: "a#b", releaseLimit: 0 },
    "apiName | ",
    "releaseLimit | ",
    "requestConfigPath | ",
    "serviceId | ",
  ],
  [
    "domain",
    { pathMappings: ["/good", "#test", "/a#b#test", "/a#live"] },
    "pathMappings[0] | pathMappings[0]: expected <path>#<environment>, the environment being test, prepub or release",
    "pathMappings[1] | ",
    "pathMappings[2] | ",
    "pathMappings[3] | pathMappings[3]: expected at most 3 entries",
    "pathMappings[3] | ",
  ],
];

test.each(rows)("%s: %j", async (title, inputs, ...failures) => {
  const { stack, program, calls } = setupOf(title);
  const lines = (await errorMessageOf(stack.up({ ...program, ...inputs }))).split("\n");
  expect(lines.map((line, n) => line.slice(0, failures[n]?.length))).toEqual(failures);
  expect(calls).toEqual([]);
});

test.each<[title: string, inputs: object]>([
  ["plugin", { pluginName: "a1" }],
  ["plugin", { pluginName: `a${"b".repeat(49)}` }],
  ["API", { requestConfigPath: "=/user", requestConfigMethod: "OPTIONS" }],
  ["API", { requestConfigPath: "^~/user", requestConfigMethod: "BEGIN" }],
  ["API", { requestConfigPath: "/user/{id}", serviceConfigType: "TSF" }],
  ["API", { serviceConfigType: "UPSTREAM", serviceConfigUpstreamId: "" }],
  ["API", { apiType: "", protocol: "", responseType: "", serviceConfigProduct: "" }],
  ["service", { ipVersion: "" }],
  ["usage plan", { maxRequestNum: 99_999_999, maxRequestNumPreSec: 2000 }],
  ["import of a document", { contentVersion: "", encodeType: "" }],
  ["key that the service makes", { accessKeyId: "", accessKeySecret: "", accessKeyType: "" }],
])("%s accepts %j", async (title, inputs) => {
  const { stack, program } = setupOf(title);
  expect(await stack.up({ ...program, ...inputs })).toBe("create");
  await expectNoDrift(stack);
});
