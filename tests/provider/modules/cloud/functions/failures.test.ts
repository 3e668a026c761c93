// Failures of functions: retries, time limits and messages. See docs/modules/cloud.md#errors.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import type { PlainMap } from "../../../../../provider/core/values/value";
import { TransportError } from "../../../../../provider/http/transport-error";
import { cloud } from "../../../../../provider/modules/cloud";
import { CloudClient } from "../../../../../provider/modules/cloud/client";
import { line, no, paramsOf, success, type Line } from "../exchange";
import { configurationOf, failure, keys, operation } from "../support";
import { stubSend, lookedUp, rejection, reply } from "./driver";
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

describe.each(names)("%s", (name) => {
  const { inputs, exchanges } = sampleOf(name);
  const [{ action }] = exchanges as [(typeof exchanges)[0]];
  const failing = (response: Parameters<typeof stubSend>[0]) =>
    failure(lookedUp(name, { bindType: "SERVICE", ...inputs }, stubSend(response).send));

  test("the error of the service is reported in full", async () => {
    const service = name.startsWith("getAntiddos") ? "antiddos" : name.startsWith("getAddress") ? "vpc" : "apigateway";
    const { code, message } = await failing(() => rejection("UnauthorizedOperation", "no right"));
    expect(code).toBe("permission_denied");
    expect(message).toBe(
      `${service} ${action} failed: UnauthorizedOperation: no right (RequestId 86c1f2d5-2d7e-4d0a-8c2b-4a4a2d9c1b01)\n` +
        `The permission ${service}:${action} is missing. Ask an administrator to grant it.`,
    );
  });

  test("retries a rate limit, a failing gateway and a lost response, and returns the result", async () => {
    const bad = [rejection("RequestLimitExceeded"), reply(503, "busy"), new TransportError("body", "ECONNRESET", "lost.")];
    const { send, calls } = stubSend((one, n) => bad[n] ?? exchanges.find((each) => each.action === one.action)!.response);
    expect((await lookedUp(name, { bindType: "SERVICE", ...inputs }, send))["id"]).toBe(sampleOf(name).found["id"]);
    expect(calls.slice(0, 4).map((one) => one.action)).toEqual([action, action, action, action]);
  });

  test("fails for an HTML page, and for an error of the old form", async () => {
    expect((await failing(() => reply(200, "<html>login</html>"))).message).toContain(`${action} failed: ClientError.ParseJsonError`);
    const old = reply(200, '{"code":4104,"codeDesc":"InvalidParameter","message":"wrong"}');
    expect((await failing(() => old)).message).toContain(`${action} failed: InvalidParameter: wrong`);
  });

  test("ends when it is cancelled between two attempts", async () => {
    const stop = new AbortController();
    const { send, calls } = stubSend(() => {
      stop.abort(new ProviderError("cancelled", "stopped by the user"));
      return rejection("RequestLimitExceeded");
    });
    expect(await failure(lookedUp(name, inputs, send, operation(stop.signal)))).toMatchObject({
      code: "cancelled",
      message: "stopped by the user",
    });
    expect(calls).toHaveLength(1);
  });
});
