/** Limits per environment. See docs/modules/cloud.md#environment-limits. */
import { inContext } from "../../../../support/contexts";
import type { PlainMap } from "../../../../../provider/core/values/value";
import { limitTraits, readLimits } from "../../../../../provider/modules/cloud/resources/limits";
import { emulatorFixture, clientOver } from "../support";

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

test("a limit is -1 or above 0", () => {
  const validate = limitTraits.preLimit.validate?.test;
  expect([-1, 1, 5000, 100_000].map((limit) => validate?.(limit))).toEqual([undefined, undefined, undefined, undefined]);
  expect([0, -2].map((limit) => validate?.(limit))).toEqual(Array(2).fill("expected a number above 0, or -1 for no limit"));
});

test("an import leaves out the absence of a limit", () => {
  expect([5000, 20].map((limit) => limitTraits.testLimit.omitOnImport?.(limit, {}))).toEqual([true, false]);
});
