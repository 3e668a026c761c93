// Snapshots that take long or fail, lists and reads of many. See docs/modules/search-access.md#single-snapshots.
import { requestContext } from "../../../../support/contexts";
import type { SearchCollection } from "../../../../../provider/modules/search/collections";
import { SearchSnapshot } from "../../../../../provider/modules/search/resources/snapshot/SearchSnapshot";
import { loadAlone } from "../../../../../provider/core/concurrency/load-alone";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { clientOver, collected, emulated, json, rejects, uuid } from "../support";
import { stackFixture } from "./stack-fixture";

const daily = { repository: "backups", name: "daily" };

beforeAll(useVirtualTime);
afterAll(useRealTime);

/** A stack of one snapshot, whose repository exists. */
function fixture() {
  const all = stackFixture(
    "SearchSnapshot",
    {},
    { "PUT /_snapshot/backups": { type: "fs", settings: { location: "a" } }, "PUT /orders": undefined },
  );
  return { ...all, up: (program: object = daily) => inVirtualTime(all.stack.up(program)) };
}

const put = "PUT /_snapshot/backups/daily?wait_for_completion=false";
const erase = "DELETE /_snapshot/backups/daily?wait_for_completion=true";
const read = "GET /_snapshot/backups/daily";

test("a snapshot in progress is read at once, after 1, 2 and 4, and then every 5 s", async () => {
  const { emulator, override, up, stack } = fixture();
  emulator.snapshots.endNext("IN_PROGRESS");
  const begin = Date.now();
  const times: number[] = [];
  override.set(read, () => {
    times.push((Date.now() - begin) / 1000);
    if (times.length === 6) emulator.snapshots.end("backups", "daily");
  });
  await up();
  expect(times).toEqual([0, 1, 3, 7, 12, 17]);
  expect(stack.outputs["state"]).toBe("SUCCESS");
});

test("access 91: after the time limit the next update waits for the snapshot, and takes no second one", async () => {
  const { emulator, override, up, writes, stack } = fixture();
  emulator.snapshots.endNext("IN_PROGRESS");
  override.set(read, () => {
    override.clear();
    stack.cancel();
  });
  await rejects(up(), /The snapshot continues on the server\./);
  expect(stack.stored).toMatchObject({ id: `${uuid}/backups/daily`, unfinished: [expect.any(String)] });
  expect(writes()).toEqual([put]);
  emulator.snapshots.end("backups", "daily");
  expect(await up()).toBe("update");
  expect([writes(), stack.outputs["state"]]).toEqual([[], "SUCCESS"]);
});

test.each(["FAILED", "PARTIAL"])("access 92: a snapshot that ends as %s is deleted and taken again by the next update", async (state) => {
  const { emulator, up, writes, stack } = fixture();
  emulator.snapshots.endNext(state);
  const message = new RegExp(
    `Snapshot backups/daily: it ended with the state ${state}\\.[^]*orders: IndexShardSnapshotFailedException\\[unable`,
  );
  await rejects(up(), message);
  writes();
  expect(await up()).toBe("update");
  expect([writes(), stack.outputs["state"]]).toEqual([[erase, put], "SUCCESS"]);
});

test.each([
  ["FAILED", /^warning: Snapshot backups\/daily: it ended with the state FAILED\./],
  ["IN_PROGRESS", /^warning: .*in progress\.$/],
])("a refresh of a snapshot with the state %s is a warning", async (state, message) => {
  const { emulator, up, stack, logged } = fixture();
  await up();
  emulator.snapshots.in("backups").get("daily")!.state = state;
  logged();
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs["state"]).toBe(state);
  expect(logged()).toMatch(message);
});

test("with partial, a snapshot with missing shards is what the program declares; its import declares partial", async () => {
  const { emulator, up, stack } = fixture();
  emulator.snapshots.endNext("PARTIAL");
  await up({ ...daily, partial: true });
  expect(stack.outputs).toMatchObject({ state: "PARTIAL", shardsFailed: 1 });
  expect(await stack.refresh()).toEqual([]);
  await stack.import("backups/daily");
  expect(stack.inputs).toMatchObject({ partial: true, indices: ["orders"] });
});

test("a snapshot that another client deletes while it is taken is an error", async () => {
  const { emulator, override, up } = fixture();
  emulator.snapshots.endNext("IN_PROGRESS");
  override.set(read, () => void emulator.snapshots.in("backups").delete("daily"));
  await rejects(up(), /it was deleted before it was complete/);
});

test("deleting a snapshot during a restore is the error of the server, and the snapshot stays", async () => {
  const { override, up, stack } = fixture();
  await up();
  const reason = "[backups:daily] cannot delete snapshot during a restore in progress in [RestoreInProgress[]]";
  override.set(erase, json({ error: { type: "concurrent_snapshot_execution_exception", reason }, status: 503 }, 503));
  await rejects(inVirtualTime(stack.destroy()), /^aborted: .*cannot delete snapshot during a restore/);
});

test("data streams are imported by their names, without their backing indices and the indices of features", async () => {
  const { emulator, call, up, stack, override } = fixture();
  emulator.putDataStream("logs-app-default");
  await up();
  const [backing] = emulator.dataStreams.get("logs-app-default")!.indices;
  const { snapshots } = call(read).body as { snapshots: { indices: string[]; feature_states: object[] }[] };
  snapshots[0]!.indices.push(".kibana_1");
  snapshots[0]!.feature_states.push({ feature_name: "kibana", indices: [".kibana_1"] });
  override.set(read, json({ snapshots }));
  await stack.import("backups/daily");
  expect(stack.inputs).toMatchObject({ indices: ["orders", "logs-app-default"], featureStates: ["kibana"] });
  expect(stack.outputs).toMatchObject({
    snapshotIndices: expect.arrayContaining([backing, ".kibana_1"]),
    dataStreams: ["logs-app-default"],
  });
});

/** A context over an emulator with so many snapshots, and the recorded requests. */
function withMany(count: number) {
  const { emulator } = fixture();
  const { send, sent } = emulated(emulator.handle);
  const context = requestContext();
  const stored = emulator.snapshots.in("backups");
  const made = { state: "SUCCESS", indices: [], dataStreams: [], includeGlobalState: true, failures: [], contents: new Map() };
  for (let i = 0; i < count; i++) stored.set(`s-${i}`, { ...made, uuid: `u-${i}`, start: new Date(i), end: new Date(i) });
  return { emulator, stored, sent, context: { ...context, client: clientOver(send, undefined, context), load: loadAlone } };
}

test("access 121: a list has the snapshots of all repositories and pages, without those of policies", async () => {
  const { stored, sent, context } = withMany(1500);
  stored.set("s-7", { ...stored.get("s-7")!, metadata: { policy: "nightly" } });
  const names = (await collected(SearchSnapshot.list!({}, context))).map(({ name }) => name);
  expect([names.length, names.includes("backups/s-7"), new Set(names).size]).toEqual([1499, false, 1499]);
  const pages = sent.filter(({ line }) => line.includes("slm_policy_filter=_none&index_names=false"));
  expect([pages.length, pages[1]!.line.includes("&after=")]).toEqual([2, true]);
});

test("several snapshots of a repository are read with one request", async () => {
  const { sent, context } = withMany(60);
  const load = jest.fn(async (_from: unknown, _key: string, alone: () => Promise<unknown>) => alone());
  await SearchSnapshot.read({ id: `${uuid}/backups/s-1` }, { ...context, load: load as never });
  const { several } = load.mock.calls[0]![0] as SearchCollection;
  const before = sent.length;
  const found = await several!(["backups/s-1", "backups/s-2", "backups/none", "missing/s-1"], context.client);
  expect([...found.keys()]).toEqual(["backups/s-1", "backups/s-2"]);
  expect(sent.slice(before).map(({ line }) => line)).toEqual([
    "GET /_snapshot/backups/s-1%2Cs-2%2Cnone?ignore_unavailable=true",
    "GET /_snapshot/missing/s-1?ignore_unavailable=true",
  ]);
});
