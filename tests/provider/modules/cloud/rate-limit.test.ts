/** Many lookups against the frequency limit of the API, in virtual time: the provider and the emulator read one clock, so the load of the machine has no effect. */
import { decoded, Fixture } from "../../../invariants/fixture";
import { useRealTime, useVirtualTime } from "../../../invariants/virtual-time";

beforeAll(useVirtualTime);
afterAll(useRealTime);

const token = "quartet:cloud:getApiGatewayApiKeys";

test.each([45, 100])("%d distinct lookups stay below a limit of 20 a second: none is rejected", async (count) => {
  const fixture = await Fixture.open("cloud", { actionsPerSecond: 20 });
  const rejections: string[] = [];
  let requests = 0;
  fixture.intercept = (_request, reply) => {
    requests += 1;
    const response = reply();
    if (response.body.includes("RequestLimitExceeded")) rejections.push(response.body.toString());
    return response;
  };
  const startedAt = Date.now();
  const names = Array.from({ length: count }, (_, i) => `key-${i}`);
  const results = await Promise.all(names.map((secretName) => fixture.invoke(token, decoded({ secretName }))));
  expect(results.map(({ secretName }) => secretName)).toEqual(names);
  expect(requests).toBe(count);
  expect(rejections).toEqual([]);
  expect(Date.now() - startedAt).toBeLessThan((count / 20 + 1) * 1000 * 1.5);
});

test("the emulator rejects lookups above its limit", async () => {
  const fixture = await Fixture.open("cloud", { actionsPerSecond: 2 });
  let rejected = 0;
  fixture.intercept = (_request, reply) => {
    const response = reply();
    if (response.body.includes("RequestLimitExceeded")) rejected += 1;
    return response;
  };
  await Promise.all(["a", "b", "c", "d"].map((secretName) => fixture.invoke(token, decoded({ secretName }))));
  expect(rejected).toBeGreaterThan(0);
});
