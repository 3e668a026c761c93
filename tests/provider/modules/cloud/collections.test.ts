/** Shared reads: one table over all collections of the module. A refresh of many objects takes few requests and finds what single reads find. See docs/modules/cloud.md#shared-reads. */
import type { PlainMap } from "../../../../provider/core/values/value";
import { Fixture, decoded, plain, type StoredObject } from "../../../invariants/fixture";
import { inVirtualTime, sleep, useRealTime, useVirtualTime } from "../../../invariants/virtual-time";
import { kinds, remoteOf, type Kind } from "../../../samples/cloud/many";

beforeAll(useVirtualTime);
afterAll(useRealTime);

async function created({ name, inputs, count = 20 }: Kind) {
  const fixture = await Fixture.open("cloud");
  const remote = remoteOf(fixture);
  const type = `quartet:cloud:${name}`;
  const objects: StoredObject[] = [];
  for (let n = 0; n < count; n++) {
    const { inputs: checked, failures } = await fixture.check(type, decoded(inputs(remote, n)));
    expect(failures).toEqual([]);
    objects.push(await fixture.create(type, checked));
  }
  const requests: { action: string; params: PlainMap }[] = [];
  let denied: Kind["list"];
  fixture.intercept = (request, respond) => {
    const action = request.headers["x-tc-action"] ?? "";
    const params = JSON.parse(String(request.body)) as PlainMap;
    requests.push({ action, params });
    if (action !== denied?.[0] || !denied[1](params)) return respond();
    const Error = { Code: "UnauthorizedOperation", Message: "denied" };
    return { status: 200, headers: {}, body: JSON.stringify({ Response: { Error, RequestId: "r" } }) };
  };
  /** Refreshes as an engine does that runs eight steps at a time; returns the states, and the requests. */
  const refresh = async (): Promise<{ states: (PlainMap | undefined)[]; actions: string[] }> => {
    requests.length = 0;
    const states: (PlainMap | undefined)[] = [];
    for (let from = 0; from < objects.length; from += 8) {
      const found = await Promise.all(objects.slice(from, from + 8).map((object) => fixture.read(type, object)));
      states.push(...found.map((one) => one && plain(one.state)));
    }
    return { states, actions: requests.map(({ action }) => action) };
  };
  const deny = (list: Kind["list"]): void => void (denied = list);
  return { objects, refresh, deny, remote };
}

describe.each(kinds.map((kind) => [kind.name, kind] as const))("%s", (_name, kind) => {
  test("a refresh of many takes few requests, finds what each create has reached, and misses only what is missing", async () => {
    const { objects, refresh, remote } = await created(kind);
    const { states, actions } = await refresh();
    expect(states).toEqual(objects.map(({ state }) => plain(state)));
    // Reads alone, reads of several objects, and a list; once more for the tags, which have pages of 20.
    expect(actions.slice(kind.hasOwn ? objects.length : 0).length).toBeLessThan(20);
    const { id } = objects[3]!;
    kind.remove(remote, id, id.split("#"));
    // A list serves reads for ten seconds.
    await inVirtualTime(sleep(11_000));
    const after = await refresh();
    expect(after.states.flatMap((state, n) => (state ? [] : [n]))).toEqual([3]);
  });

  if (kind.list)
    test("a denied list leads to single reads", async () => {
      const { objects, refresh, deny } = await created(kind);
      deny(kind.list);
      const { states, actions } = await refresh();
      expect(states).toEqual(objects.map(({ state }) => plain(state)));
      expect(actions).toContain(kind.list![0]);
      expect(actions.length).toBeGreaterThanOrEqual(objects.length);
    });
});
