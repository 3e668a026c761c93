/** Shared reads: one table over all collections of the module. A refresh of many objects finds what single reads find; tests/invariants/requests counts its requests. See docs/modules/cloud.md#shared-reads. */
import { ipStrategies } from "../../../../provider/modules/cloud/collections";
import { Fixture, decoded, type StoredObject } from "../../../invariants/fixture";
import { inVirtualTime, sleep } from "../../../support/virtual-time";
import { kinds, remoteOf } from "../../../samples/cloud/many";
import { clientOver, success } from "./exchange";

test.each(kinds)("$name: a refresh of many misses only what is missing", async ({ name, inputs, count = 20 }) => {
  const fixture = await Fixture.open("cloud");
  const remote = remoteOf(fixture);
  const type = `quartet:cloud:${name}`;
  const objects: StoredObject[] = [];
  for (let n = 0; n < count; n++) objects.push(await fixture.create(type, await fixture.checked(type, decoded(inputs(remote, n)))));
  expect(await fixture.refreshAll(type, objects)).toMatchObject(objects.map(({ state }) => ({ state })));
  const other = await fixture.next();
  await other.delete(type, objects[3]!);
  // A list serves reads for ten seconds.
  await inVirtualTime(sleep(11_000));
  const found = await fixture.refreshAll(type, objects);
  expect(found.flatMap((object, n) => (object ? [] : [n]))).toEqual([3]);
});

test("an IP strategy that the list without pages omits is read alone", async () => {
  const strategy = { ServiceId: "s", StrategyId: "i" };
  const responses = [success({ Result: { TotalCount: 30, StrategySet: [] } }), success({ Result: strategy })];
  const client = clientOver(async () => responses.shift()!);
  const load: Parameters<typeof ipStrategies.find>[1]["load"] = async (from, key) => (await from.several!([key], client)).get(key);
  expect(await ipStrategies.find("s#i", { client, load })).toEqual(strategy);
});
