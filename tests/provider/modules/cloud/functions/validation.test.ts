// Inputs that functions reject before the first request, all failures at once, and how they are sent. See docs/modules/cloud.md#functions.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { schema } from "../support";
import { invoked, lookedUp, names, sampleOf, stubSend } from "./driver";

/** The failures of inputs by path; validation sends no request. */
async function rejected(name: string, inputs: PlainMap) {
  const { send, calls } = stubSend(() => ({ Result: null }));
  const { failures } = await invoked(name, inputs, send);
  if (failures.length > 0) expect(calls).toEqual([]);
  return Object.fromEntries(failures.map(({ property, reason }) => [property, reason]));
}

const required = names.flatMap((name) => {
  const { required: keys = [], properties = {} } = schema.function(`quartet:cloud:${name}`)!.inputs!;
  return keys.map((key) => ({
    name,
    key,
    empty: properties[key]!.type === "array" ? [] : properties[key]!.type === "integer" ? null : "",
  }));
});

test.each(required)("$name needs $key, and rejects an empty one", async ({ name, key, empty }) => {
  const { [key]: _, ...others } = sampleOf(name).inputs;
  expect(Object.keys(await rejected(name, others))).toEqual([key]);
  expect(Object.keys(await rejected(name, { ...others, [key]: empty }))).toEqual([key]);
});

const trend = "getAntiddosBgpBizTrend";
const environments = "getApiGatewayUsagePlanEnvironments";

test.each([
  [trend, { flag: 2 }, /expected 0 or 1; got 2/],
  ...["2023-11-22", "2023-11-22T09:25:00Z", "2023-13-22 09:25:00", "2023-02-29 09:25:00"].map((startTime): [string, PlainMap, RegExp] => [
    trend,
    { startTime },
    /YYYY-MM-DD HH:MM:SS/,
  ]),
  [trend, { endTime: "2023-11-22 24:00:00" }, /YYYY-MM-DD HH:MM:SS/],
  [environments, { bindType: "service" }, /API.*SERVICE/],
  [trend, { flag: 1, metricName: "outpkg", business: "anything" }, undefined],
  [trend, { flag: 0, endTime: "2024-02-29 23:59:59" }, undefined],
  ["getAntiddosOverviewAttackTrend", { dimension: "other", startTime: "whenever" }, undefined],
  [environments, { bindType: "API" }, undefined],
])("%s %j: %p", async (name, inputs, reason) => {
  const failures = await rejected(name, { ...sampleOf(name).inputs, ...inputs });
  expect(failures).toEqual(reason ? { [Object.keys(inputs)[0]!]: expect.stringMatching(reason) } : {});
});

test.each([
  ["getApiGatewayApiApps", { apiAppId: "", apiAppName: "" }, { Offset: 0, Limit: 100 }],
  ["getApiGatewayUpstreams", { upstreamId: "u", filters: [] }, { UpstreamId: "u", Offset: 0, Limit: 100 }],
  ["getAntiddosBasicDeviceStatus", { ipLists: [], filterRegion: 0 }, { FilterRegion: 0 }],
  [
    "getApiGatewayUpstreams",
    { upstreamId: "u", filters: [{ name: "ApiId", values: [] }] },
    { UpstreamId: "u", Filters: [{ Name: "ApiId" }], Offset: 0, Limit: 100 },
  ],
  // The names of environments keep duplicates.
  [
    "getApiGatewayThrottlingApis",
    { serviceId: "s", environmentNames: ["test", "release", "test"] },
    { ServiceId: "s", EnvironmentNames: ["test", "release", "test"], Offset: 0, Limit: 100 },
  ],
])("%s %j is sent as %j", async (name, inputs, params) => {
  const { send, calls } = stubSend(() => ({ Result: null }));
  await lookedUp(name, inputs, send);
  expect(calls[0]!.params).toEqual(params);
});
