// Retries of functions. See docs/modules/cloud.md#errors.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { cloud } from "../../../../../provider/modules/cloud";
import { CloudClient } from "../../../../../provider/modules/cloud/client";
import { line, no, paramsOf, success, type Line } from "../exchange";
import { configurationOf, failure, keys, operation } from "../support";
import { samples } from "../../../../samples/cloud/functions";
import { inContext } from "../../../../support/contexts";

const names = [...new Set(samples.map(({ name }) => name))];
const sampleOf = (name: string) => samples.find((sample) => sample.name === name)!;

/** Functions that retry internal errors until their time limit. */
const patient = [
  "getApiGatewayApiKeys",
  "getApiGatewayApis",
  "getApiGatewayCustomerDomains",
  "getApiGatewayIpStrategies",
  "getApiGatewayServices",
  "getApiGatewayThrottlingApis",
  "getApiGatewayThrottlingServices",
  "getApiGatewayUsagePlanEnvironments",
  "getApiGatewayUsagePlans",
];

/** Calls a function with a clock that advances by the delays only. */
async function over({ remote }: Line, name: string): Promise<PlainMap> {
  const identity = { current: async () => keys, renew: async () => undefined, region: async () => "ap-guangzhou" };
  const client = new CloudClient(async () => ({ transport: remote, credentials: identity }), operation(), configurationOf());
  return (await cloud.functions[name]!.read(sampleOf(name).inputs, inContext(client))) as PlainMap;
}

describe("internal errors", () => {
  test.each(names)("%s repeats them", async (name) => {
    const stub = line([no("InternalError.ApigwException", "broken")]);
    const { code, message } = await failure(over(stub, name));
    const attempts = patient.includes(name) ? 22 : 3;
    expect(stub.sent).toHaveLength(attempts);
    expect(code).toBe("unavailable");
    expect(message).toContain(`failed: InternalError.ApigwException: broken (RequestId req-1)\n${attempts} attempts were made.`);
  });

  test.each([
    ["getApiGatewayApis", "DescribeApi", { Result: { ApiIdStatusSet: [{ ServiceId: "s", ApiId: "a" }] } }],
    ["getApiGatewayServices", "DescribeService", { Result: { ServiceSet: [{ ServiceId: "s" }] } }],
    [
      "getApiGatewayCustomerDomains",
      "DescribeServiceSubDomainMappings",
      { Result: { DomainSet: [{ DomainName: "d", IsDefaultMapping: false }] } },
    ],
    ["getApiGatewayIpStrategies", "DescribeIPStrategy", { Result: { StrategySet: [{ StrategyId: "i" }] } }],
  ] as [string, string, PlainMap][])("%s repeats them in its further requests, too", async (name, action, first) => {
    const stub = line((n) => (n === 0 ? success(first) : no("InternalError")));
    expect((await failure(over(stub, name))).message).toContain(`${action} failed: InternalError`);
    expect(stub.sent).toHaveLength(23);
  });

  test("a failed page is requested again, without the pages before it", async () => {
    const page = (count: number) =>
      success({ Result: { UsagePlanStatusSet: Array.from({ length: count }, () => ({ UsagePlanId: "u" })) } });
    const stub = line([page(100), no("InternalError"), page(1)]);
    const { lists } = await over(stub, "getApiGatewayUsagePlans");
    expect(lists).toHaveLength(101);
    expect(stub.sent.map((request) => (paramsOf(request) as PlainMap)["Offset"])).toEqual([0, 100, 100]);
  });
});
