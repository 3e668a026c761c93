// One suite for all functions: requests, outputs in all members, internal errors, and secrets. See docs/modules/cloud.md#functions and docs/modules/cloud.md#errors.
import { Secret, type PlainMap } from "../../../../../provider/core/values/value";
import { functions } from "../../../../../provider/modules/cloud/functions";
import { samples } from "../../../../samples/cloud/functions";
import { no, success } from "../exchange";
import { failure } from "../support";
import { invoked, lookedUp, names, replaying, sampleOf, stubSend } from "./driver";

test("there is a sample for every function of the module", () => {
  expect([...names].sort()).toEqual(Object.keys(functions).sort());
});

test.each(samples)("$name ($#) sends the expected requests, returns the expected outputs, and ignores an input ID", async (sample) => {
  const { name, inputs, exchanges, found } = sample;
  const { send, calls } = replaying(exchanges);
  const given = name.startsWith("getAddressTemplate") ? inputs : { ...inputs, id: "mine" };
  expect(await invoked(name, given, send)).toEqual({ outputs: { ...inputs, ...found }, failures: [], marked: expect.anything() });
  expect(calls).toEqual(exchanges.map(({ action, params }) => ({ action, params })));
});

describe("internal errors", () => {
  /** Functions that retry internal errors until their time limit. */
  const patient = new Set([
    "getApiGatewayApiKeys",
    "getApiGatewayApis",
    "getApiGatewayCustomerDomains",
    "getApiGatewayIpStrategies",
    "getApiGatewayServices",
    "getApiGatewayThrottlingApis",
    "getApiGatewayThrottlingServices",
    "getApiGatewayUsagePlanEnvironments",
    "getApiGatewayUsagePlans",
  ]);

  test.each(names)("%s repeats the request", async (name) => {
    const error = await failure(
      lookedUp(name, sampleOf(name).inputs, async () => no("InternalError.ApigwException", "broken"), { step: 0 }),
    );
    expect(error.message).toContain(`InternalError.ApigwException: broken (RequestId req-1)\n${patient.has(name) ? 22 : 3} attempts`);
  });

  test.each([
    ["getApiGatewayApis", "DescribeApi", { ApiIdStatusSet: [{ ServiceId: "s", ApiId: "a" }] }],
    ["getApiGatewayServices", "DescribeService", { ServiceSet: [{ ServiceId: "s" }] }],
    ["getApiGatewayCustomerDomains", "DescribeServiceSubDomainMappings", { DomainSet: [{ DomainName: "d", IsDefaultMapping: false }] }],
    ["getApiGatewayIpStrategies", "DescribeIPStrategy", { StrategySet: [{ StrategyId: "i" }] }],
  ])("%s repeats its further request %s", async (name, action, Result) => {
    let sent = 0;
    const send = async () => (sent++ === 0 ? success({ Result }) : no("InternalError"));
    await expect(lookedUp(name, sampleOf(name).inputs, send, { step: 0 })).rejects.toThrow(`${action} failed: InternalError`);
    expect(sent).toBe(23);
  });
});

test.each([
  ["getApiGatewayApiKeys", "lists", "accessKeySecret"],
  ["getApiGatewayApiApps", "apiAppLists", "apiAppSecret"],
])("%s: %s[].%s is secret, and nothing else", async (name, output, member) => {
  const { inputs, exchanges } = sampleOf(name);
  const { marked } = await invoked(name, inputs, replaying(exchanges).send);
  const [element] = marked[output] as [Record<string, unknown>];
  expect(Object.keys(element).filter((key) => element[key] instanceof Secret)).toEqual([member]);
  expect(Object.values(marked).filter((value) => value instanceof Secret)).toEqual([]);
});

test("an output that repeats a secret input is secret", async () => {
  const inputs = { secretName: new Secret("partner") } as unknown as PlainMap;
  const { marked } = await invoked("getApiGatewayApiKeys", inputs, stubSend(() => ({ Result: { ApiKeySet: [] } })).send);
  expect(marked).toMatchObject({ secretName: new Secret("partner"), id: new Secret("partner#") });
});
