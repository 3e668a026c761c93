// Module cloud over gRPC: many concurrent lookups, and a service that limits the request rate.
import type { Fixture } from "../support/fixture";
import { closeFixtures, openFixture } from "../support/fixture";
import { closeClouds, openCloud } from "../support/cloud";

let fixture: Fixture;
beforeAll(async () => void (fixture = await openFixture()));
afterEach(closeClouds);
afterAll(closeFixtures);

const token = "quartet:cloud:getApiGatewayApiKeys";
const name = (i: number): string => `key-${i}`;

test("60 lookups, 12 of them distinct, and a remote that rejects more than 20 a second: 12 requests, none rejected", async () => {
  const { emulator, settings } = await openCloud({ actionsPerSecond: 20 });
  await fixture.rpc.configure(settings);
  const responses = await Promise.all(Array.from({ length: 60 }, (_, i) => fixture.rpc.resultOf(token, { secretName: name(i % 12) })));
  expect(responses.map((response) => response["secretName"])).toEqual(Array.from({ length: 60 }, (_, i) => name(i % 12)));
  expect(emulator.calls).toHaveLength(12);
  expect(emulator.calls.filter(({ errorCode }) => errorCode)).toEqual([]);
});

test("a preview of 200 lookups makes one request for each distinct one", async () => {
  const { emulator, settings } = await openCloud();
  await fixture.rpc.configure(settings);
  await Promise.all(Array.from({ length: 200 }, (_, i) => fixture.rpc.resultOf(token, { secretName: name(i % 10) })));
  expect(emulator.calls).toHaveLength(10);
});
