// Inputs that functions reject before the first request, all failures at once. See docs/modules/cloud.md#functions.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { schema } from "../support";
import { lookupCaller, stubSend } from "./driver";
import { samples } from "../../../../samples/cloud/functions";

/** The paths of the failures of inputs; validation sends no request. */
async function rejected(name: string, inputs: PlainMap): Promise<Record<string, string>> {
  const { send, calls } = stubSend(() => ({ Result: null }));
  const { failures } = await (await lookupCaller(send))(name, inputs);
  if (failures.length > 0) expect(calls).toEqual([]);
  return Object.fromEntries(failures.map(({ property, reason }) => [property, reason]));
}

const required = [...new Map(samples.map((sample) => [sample.name, sample])).values()].flatMap(({ name, inputs }) => {
  const shape = schema.function(`quartet:cloud:${name}`)!.inputs!;
  return (shape.required ?? []).map((key) => [name, key, inputs, shape.properties![key]!] as const);
});

describe.each(required)("%s needs %s", (name, key, inputs, { type, $ref }) => {
  test("it is reported as missing when it is absent, and when it is null", async () => {
    const { [key]: _, ...others } = inputs;
    expect(Object.keys(await rejected(name, others))).toEqual([key]);
    expect(Object.keys(await rejected(name, { ...inputs, [key]: null }))).toEqual([key]);
  });

  if (type === "string" || $ref !== undefined || type === "array") {
    test("it is rejected when it is empty", async () => {
      expect(Object.keys(await rejected(name, { ...inputs, [key]: type === "array" ? [] : "" }))).toEqual([key]);
    });
  }
});

const trend = samples.find(({ name }) => name === "getAntiddosBgpBizTrend")!.inputs;
const attack = samples.find(({ name }) => name === "getAntiddosOverviewAttackTrend")!.inputs;

test.each([
  ["getAntiddosBgpBizTrend", { ...trend, flag: 2 }, "flag", /expected 0 or 1; got 2/],
  ["getAntiddosBgpBizTrend", { ...trend, flag: 0.5 }, "flag", /expected 0 or 1/],
  ["getAntiddosBgpBizTrend", { ...trend, startTime: "2023-11-22" }, "startTime", /YYYY-MM-DD HH:MM:SS/],
  ["getAntiddosBgpBizTrend", { ...trend, startTime: "2023-11-22T09:25:00Z" }, "startTime", /YYYY-MM-DD HH:MM:SS/],
  ["getAntiddosBgpBizTrend", { ...trend, endTime: "2023-11-22 09:60:00" }, "endTime", /YYYY-MM-DD HH:MM:SS/],
  ["getAntiddosBgpBizTrend", { ...trend, endTime: "2023-11-22 09:25:60" }, "endTime", /YYYY-MM-DD HH:MM:SS/],
  ["getAntiddosBgpBizTrend", { ...trend, startTime: "2023-13-22 09:25:00" }, "startTime", /YYYY-MM-DD HH:MM:SS/],
  ["getAntiddosBgpBizTrend", { ...trend, startTime: "2023-02-29 09:25:00" }, "startTime", /YYYY-MM-DD HH:MM:SS/],
  ["getAntiddosBgpBizTrend", { ...trend, endTime: "2023-11-22 24:00:00" }, "endTime", /YYYY-MM-DD HH:MM:SS/],
  ["getApiGatewayUsagePlanEnvironments", { usagePlanId: "u", bindType: "service" }, "bindType", /API.*SERVICE/],
  ["getApiGatewayUsagePlanEnvironments", { usagePlanId: "u", bindType: "" }, "bindType", /API.*SERVICE/],
])("%s rejects %j", async (name, inputs, property, expectedMessage) => {
  const failures = await rejected(name, inputs as PlainMap);
  expect(Object.keys(failures)).toEqual([property]);
  expect(failures[property]).toMatch(expectedMessage);
});

test.each([
  ["getAntiddosBgpBizTrend", { ...trend, flag: 1, metricName: "outpkg", business: "anything" }],
  ["getAntiddosBgpBizTrend", { ...trend, startTime: "2023-11-22 09:26:00", endTime: "2024-02-29 23:59:59" }],
  ["getAntiddosOverviewAttackTrend", { ...attack, type: "cc", dimension: "other", period: 1, startTime: "whenever" }],
  ["getApiGatewayUsagePlanEnvironments", { usagePlanId: "u", bindType: "API" }],
  ["getApiGatewayApiApps", { apiAppId: "", apiAppName: "", id: "", resultOutputFile: "" }],
])("%s passes %j to the service", async (name, inputs) => expect(await rejected(name, inputs as PlainMap)).toEqual({}));

test("all failures are reported at once", async () => {
  const wrong = { business: "", startTime: "x", endTime: 5, metricName: ["m"], flag: "on", ipLists: [], instanceId: null };
  const failures = await rejected("getAntiddosBgpBizTrend", wrong as PlainMap);
  expect(Object.keys(failures).sort()).toEqual(["business", "endTime", "flag", "instanceId", "ipLists", "metricName", "startTime"]);
});

test("empty optional texts and lists are not filters", async () => {
  const { send, calls } = stubSend(() => ({ Result: null }));
  const invoke = await lookupCaller(send);
  await invoke("getApiGatewayApiApps", { apiAppId: "", apiAppName: "" });
  await invoke("getApiGatewayUpstreams", { upstreamId: "u", filters: [] });
  await invoke("getAntiddosBasicDeviceStatus", { ipLists: [], filterRegion: 0 });
  await invoke("getApiGatewayUpstreams", { upstreamId: "u", filters: [{ name: "ApiId", values: [] }] });
  await invoke("getApiGatewayThrottlingApis", { serviceId: "s", environmentNames: [] });
  expect(calls.map(({ params }) => params)).toEqual([
    { Offset: 0, Limit: 100 },
    { UpstreamId: "u", Offset: 0, Limit: 100 },
    { FilterRegion: 0 },
    { UpstreamId: "u", Filters: [{ Name: "ApiId" }], Offset: 0, Limit: 100 },
    { ServiceId: "s", Offset: 0, Limit: 100 },
  ]);
});

test("lists keep duplicates", async () => {
  const { send, calls } = stubSend(() => ({ Result: null }));
  await (
    await lookupCaller(send)
  )("getApiGatewayThrottlingApis", { serviceId: "s", environmentNames: ["test", "release", "test"] });
  expect(calls[0]!.params["EnvironmentNames"]).toEqual(["test", "release", "test"]);
});
