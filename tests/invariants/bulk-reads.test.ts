/** A refresh of 300 objects of Elasticsearch takes a few requests, and removes what is gone. See docs/modules/search.md#shared-reads. */
import { createSeveral, holderOf } from "./fixture";
import { variants } from "./variants";
import { inVirtualTime, sleep, untilAloneMs } from "../support/virtual-time";

const many = 300;
const missing = 7;

/** The most requests of a refresh where they are not four, the one that confirms the missing object included. */
const limits: Readonly<Record<string, number>> = {
  ApiKey: 5,
  ClusterSettings: 3,
  Index: 5,
  IndexMappings: 8,
  IndexSettings: 5,
  Snapshot: 69,
  StoredScript: many,
  SynonymSet: many,
  Transform: 8,
};

/** Kinds of which the samples make one object only: others would be the same one, or are refused. */
const single = ["BuiltinUser", "ClusterSettings", "SnapshotRestore"];

/** One variant of each kind. */
const kinds = variants.filter(({ module, token }, at) => module === "search" && variants.findIndex((one) => one.token === token) === at);

test.each(kinds)("data 48, access 47, access 48: a refresh of 300 $token", async (variant) => {
  const { fixture, type, objects } = await createSeveral(variant, many);
  const crowd = Array.from({ length: many }, (_, n) => objects[n % objects.length]!);
  const kind = type.split(":Search")[1]!;
  const isOne = single.includes(kind);
  expect(objects).toHaveLength(isOne ? 1 : many);
  if (!isOne) {
    const holder = await holderOf(type, objects[missing]!.inputs);
    if (holder) fixture.call(`DELETE ${holder}`);
    else await (await fixture.next()).delete(type, objects[missing]!);
  }
  for (const atOnce of [8, many]) {
    await inVirtualTime(sleep(untilAloneMs));
    fixture.sent = 0;
    const found = await fixture.refreshAll(type, crowd, atOnce);
    const gone = found.flatMap((each, n) => (each && !(each instanceof Error) ? [] : [[n, each]]));
    expect(gone).toEqual(isOne ? [] : [[missing, undefined]]);
    expect(fixture.sent).toBeLessThanOrEqual(limits[kind] ?? 4);
  }
});
