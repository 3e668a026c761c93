// Inputs that functions reject before the first request, and how others are sent; ../../required-inputs.test.ts has the required ones. See docs/modules/cloud.md#functions.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { invoked, lookedUp, sampleOf, stubSend } from "./driver";

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
  const { send, calls } = stubSend(() => ({ Result: null }));
  const { failures } = await invoked(name, { ...sampleOf(name).inputs, ...inputs }, send);
  const [property] = Object.keys(inputs);
  expect(failures).toEqual(reason ? [{ property, reason: expect.stringMatching(reason) }] : []);
  expect(calls.length > 0).toBe(!reason);
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
