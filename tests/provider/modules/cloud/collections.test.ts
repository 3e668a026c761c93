/** Shared reads: one table over all collections of the module. A refresh of many objects takes few requests and finds what single reads find. See docs/modules/cloud.md#shared-reads. */
import type { SharedReads } from "../../../../provider/contract/shared-reads";
import type { PlainMap } from "../../../../provider/core/values/value";
import type { CloudClient } from "../../../../provider/modules/cloud/client";
import { ipStrategies } from "../../../../provider/modules/cloud/collections";
import { Fixture, decoded, plain, type StoredObject } from "../../../invariants/fixture";
import { inVirtualTime, sleep, useRealTime, useVirtualTime } from "../../../support/virtual-time";
import { kinds, remoteOf, type Kind } from "../../../samples/cloud/many";
import { clientOver, success } from "./exchange";

beforeAll(useVirtualTime);
afterAll(useRealTime);

async function created({ name, inputs, count = 20 }: Kind) {
  const fixture = await Fixture.open("cloud");
  const remote = remoteOf(fixture);
  const type = `quartet:cloud:${name}`;
  const objects: StoredObject[] = [];
  for (let n = 0; n < count; n++) objects.push(await fixture.create(type, (await fixture.check(type, decoded(inputs(remote, n)))).inputs));
  /** Refreshes as an engine does that runs eight steps at a time; returns the states, and the requests. A list can be denied. */
  const refresh = async (denied?: Kind["list"]) => {
    const actions: string[] = [];
    fixture.intercept = (request, respond) => {
      const action = request.headers["x-tc-action"] ?? "";
      actions.push(action);
      if (action !== denied?.[0] || !denied[1](JSON.parse(String(request.body)) as PlainMap)) return respond();
      const Error = { Code: "UnauthorizedOperation", Message: "denied" };
      return { status: 200, headers: {}, body: JSON.stringify({ Response: { Error, RequestId: "r" } }) };
    };
    const found = await fixture.refreshAll(type, objects, 8);
    return { states: found.map((one) => one && plain((one as StoredObject).state)), actions };
  };
  return { objects, states: objects.map(({ state }) => plain(state)), refresh, remote };
}

test.each(kinds)("$name: a refresh of many takes few requests, and misses only what is missing", async (kind) => {
  const { objects, states, refresh, remote } = await created(kind);
  const { states: found, actions } = await refresh();
  expect(found).toEqual(states);
  // Reads alone, reads of several objects, and a list; once more for the tags, which have pages of 20.
  expect(actions.slice(kind.hasOwn ? objects.length : 0).length).toBeLessThan(20);
  const { id } = objects[3]!;
  kind.remove(remote, id, id.split("#"));
  // A list serves reads for ten seconds.
  await inVirtualTime(sleep(11_000));
  expect((await refresh()).states.flatMap((state, n) => (state ? [] : [n]))).toEqual([3]);
});

test.each(kinds.filter(({ list }) => list))("$name: a denied list leads to single reads", async (kind) => {
  const { objects, states, refresh } = await created(kind);
  const { states: found, actions } = await refresh(kind.list);
  expect(found).toEqual(states);
  expect(actions).toContain(kind.list![0]);
  expect(actions.length).toBeGreaterThanOrEqual(objects.length);
});

test("an IP strategy that the list without pages omits is read alone", async () => {
  const strategy = { ServiceId: "s", StrategyId: "i" };
  const responses = [success({ Result: { TotalCount: 30, StrategySet: [] } }), success({ Result: strategy })];
  const client = clientOver(async () => responses.shift()!);
  const load: SharedReads<CloudClient>["load"] = async (from, key) => (await from.several!([key], client)).get(key);
  expect(await ipStrategies.find("s#i", { client, load })).toEqual(strategy);
});
