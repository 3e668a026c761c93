/** Limits per environment. See docs/modules/cloud.md#environment-limits. */
import { inContext } from "../../../../support/contexts";
import type { PlainMap } from "../../../../../provider/core/values/value";
import { clearLimits, limitTraits, readLimits, writeLimits } from "../../../../../provider/modules/cloud/resources/limits";
import { emulatorFixture, clientOver, failure } from "../support";

async function setup() {
  const fixture = emulatorFixture();
  const client = clientOver(fixture.send);
  const service = (await client.write("CreateService", { ServiceName: "orders", Protocol: "http" })) as PlainMap;
  const serviceId = String(service["ServiceId"]);
  const api = (await client.write("CreateApi", {
    ServiceId: serviceId,
    ServiceType: "MOCK",
    ServiceTimeout: 5,
    Protocol: "HTTP",
    ServiceMockReturnMessage: "hello",
    RequestConfig: { Path: "/a", Method: "GET" },
  })) as PlainMap;
  fixture.calls.splice(0);
  const sent = (): unknown[] => fixture.calls.splice(0).map(({ action, params }) => [action, params]);
  return { fixture, client, serviceId, apiId: String(api["ApiId"]), sent };
}

test("limits of a service are written one by one, on update only changed ones", async () => {
  const { client, serviceId, sent } = await setup();
  await writeLimits(client, { serviceId }, { testLimit: 3, releaseLimit: 1, preLimit: 2 });
  const call = (name: string, Strategy: number): unknown => [
    "ModifyServiceEnvironmentStrategy",
    { ServiceId: serviceId, Strategy, EnvironmentNames: [name] },
  ];
  expect(sent()).toEqual([call("prepub", 2), call("release", 1), call("test", 3)]);
  expect(await readLimits(inContext(client), { serviceId })).toEqual({ preLimit: 2, releaseLimit: 1, testLimit: 3 });
  sent();
  await writeLimits(client, { serviceId }, { releaseLimit: 9, testLimit: 3 }, { has: (name) => name === "releaseLimit" });
  expect(sent()).toEqual([call("release", 9)]);
  expect(await readLimits(inContext(client), { serviceId })).toEqual({ preLimit: 2, releaseLimit: 9, testLimit: 3 });
});

test("limits of an API are written each with its own value, read, removed", async () => {
  const { client, serviceId, apiId, sent } = await setup();
  const on = { serviceId, apiId };
  const limits = { preLimit: 10, releaseLimit: 500, testLimit: 7 };
  await writeLimits(client, on, limits);
  const call = (EnvironmentName: string, Strategy: number): unknown => [
    "ModifyApiEnvironmentStrategy",
    { ServiceId: serviceId, Strategy, EnvironmentName, ApiIds: [apiId] },
  ];
  expect(sent()).toEqual([call("prepub", 10), call("release", 500), call("test", 7)]);
  expect(await readLimits(inContext(client), on)).toEqual(limits);
  sent();
  await clearLimits(client, on);
  expect(sent()).toEqual([call("test", -1), call("release", -1), call("prepub", -1)]);
  expect(await readLimits(inContext(client), on)).toEqual({ preLimit: 5000, releaseLimit: 5000, testLimit: 5000 });
});

test("an unlisted environment has no limit", async () => {
  const { fixture, client, serviceId, apiId } = await setup();
  fixture.override = () => ({ Result: { TotalCount: 0, ApiEnvironmentStrategySet: [], EnvironmentList: null } });
  expect(await readLimits(inContext(client), { serviceId, apiId })).toEqual({});
  expect(await readLimits(inContext(client), { serviceId })).toEqual({});
});

test("limits of another API are not those of the requested one", async () => {
  const { fixture, client, serviceId, apiId } = await setup();
  const row = { EnvironmentStrategySet: [{ EnvironmentName: "release", Quota: 7 }] };
  fixture.override = () => ({ Result: { ApiEnvironmentStrategySet: [{ ...row, ApiId: "api-other" }] } });
  expect(await readLimits(inContext(client), { serviceId, apiId })).toEqual({});
});

test("a failed read is an error, not a zero", async () => {
  const { fixture, client, serviceId } = await setup();
  fixture.override = () => ({ Error: { Code: "InvalidParameter.FormatError", Message: "no" } });
  expect((await failure(readLimits(inContext(client), { serviceId }))).message).toContain("DescribeServiceEnvironmentStrategy failed");
});

test("a limit is -1 or above 0", () => {
  const validate = limitTraits.preLimit.validate?.test;
  expect([-1, 1, 5000, 100_000].map((limit) => validate?.(limit))).toEqual([undefined, undefined, undefined, undefined]);
  expect([0, -2].map((limit) => validate?.(limit))).toEqual(Array(2).fill("expected a number above 0, or -1 for no limit"));
});

test("an import leaves out the absence of a limit", () => {
  expect([5000, 20].map((limit) => limitTraits.testLimit.omitOnImport?.(limit, {}))).toEqual([true, false]);
});
