/** An object that goes between the look and the change of an update: the failure says what helps (cloud-resources.md 2.1). */
import { staged, wordsOf, type Staged } from "./stage";

const domain = ({ serviceId, ask }: Staged): object => ({
  ...{ serviceId, subDomain: "api.example.com", protocol: "http", netType: "OUTER" },
  defaultDomain: ask("DescribeService", { ServiceId: serviceId })["OuterSubDomain"],
});
const address = { serviceConfigUrl: "http://backend.example.com", serviceConfigPath: "/user", serviceConfigMethod: "GET" };

/** Program, its change, and how the service refuses it. */
const cases: [kind: string, program: (held: Staged) => object, change: object, refusal: `${string} ${string}`][] = [
  [
    "ApiGatewayService",
    () => ({ serviceName: "shop", protocol: "http", netTypes: ["OUTER"] }),
    { serviceName: "new" },
    "ModifyService ResourceNotFound.InvalidService",
  ],
  [
    "ApiGatewayApi",
    ({ serviceId }) => ({ serviceId, apiName: "a", requestConfigPath: "/a", ...address }),
    { apiName: "new" },
    "ModifyApi ResourceNotFound.InvalidApi",
  ],
  ["ApiGatewayApiKey", () => ({ secretName: "ci" }), { status: "off" }, "DisableApiKey ResourceNotFound.InvalidAccessKeyId"],
  [
    "ApiGatewayIpStrategy",
    ({ serviceId }) => ({ serviceId, strategyName: "office", strategyType: "BLACK", strategyData: "9.9.9.9" }),
    { strategyData: "8.8.8.8" },
    "ModifyIPStrategy ResourceNotFound.InvalidIPStrategy",
  ],
  [
    "ApiGatewayCustomDomain",
    domain,
    { isDefaultMapping: false, pathMappings: ["/a#test"] },
    "ModifySubDomain FailedOperation.ServiceNotExist",
  ],
  [
    "ApiGatewayPlugin",
    () => ({ pluginName: "office", pluginType: "IPControl", pluginData: '{"type":"white_list","blocks":"1.1.1.1"}' }),
    { pluginName: "new" },
    "ModifyPlugin ResourceNotFound.InvalidPlugin",
  ],
  ["ApiGatewayApiApp", () => ({ apiAppName: "mobile" }), { apiAppName: "new" }, "ModifyApiApp ResourceNotFound.InvalidApiApp"],
  ["ApiGatewayUsagePlan", () => ({ usagePlanName: "gold" }), { usagePlanName: "new" }, "ModifyUsagePlan ResourceNotFound.InvalidUsagePlan"],
  [
    "ApiGatewayApiDoc",
    ({ serviceId, apiIds }) => ({ apiDocName: "doc", serviceId, environment: "release", apiIds }),
    { apiDocName: "new" },
    "ModifyAPIDoc ResourceNotFound.InvalidApiDoc",
  ],
  [
    "ApiGatewayUpstream",
    () => ({ scheme: "HTTP", algorithm: "ROUND-ROBIN", uniqVpcId: "vpc-1" }),
    { scheme: "HTTPS" },
    "ModifyUpstream InvalidParameterValue.InvalidUpstream",
  ],
];

test.each(cases)("%s", async (kind, programOf, change, refusal) => {
  const [action = "", code = ""] = refusal.split(" ");
  const held = staged(kind);
  const program = programOf(held);
  await held.stack.up(program);
  held.refuse(action, code);
  const words = await wordsOf(held.stack.up({ ...program, ...change }));
  expect(words).toContain(`${action} failed: ${code}`);
  expect(words).toMatch(/run `pulumi refresh`/i);
  held.refuse(action, "FailedOperation");
  expect(await wordsOf(held.stack.up({ ...program, ...change }))).not.toContain("refresh");
});
