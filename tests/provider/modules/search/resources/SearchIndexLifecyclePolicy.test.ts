/** Lifecycle policies of indices, on the emulator. See docs/modules/search.md#index-lifecycle-policies. */
import { uuid } from "../support";
import { stackFixture, type StackFixture } from "./stack-fixture";
import type { Json, JsonObject } from "../../../../emulators/exchange";

const token = "quartet:search:SearchIndexLifecyclePolicy";
const rollover = { rollover: { maxAge: "7d" } };
const logs = {
  name: "logs",
  phases: {
    hot: { actions: rollover },
    warm: { minAge: "2d", actions: { forcemerge: { maxNumSegments: 1 } } },
    delete: { minAge: "30d", actions: { delete: {} } },
  },
};

/** The member of the stored policy at a path, for changes by another writer. */
function remoteAt({ emulator }: StackFixture, ...path: string[]): JsonObject {
  return path.reduce<Json>((value, step) => (value as JsonObject)[step]!, emulator.lifecyclePolicies.get("logs")!.policy) as JsonObject;
}

const actions = (fixture: StackFixture, phase: string): JsonObject => remoteAt(fixture, "phases", phase, "actions");
const putIndex = ({ emulator }: StackFixture, name: string): void => emulator.putIndex(name, { "index.lifecycle.name": "logs" });
const violations = async (program: object): Promise<string> => {
  const { stack, lines } = stackFixture(token);
  const message = await stack.up(program).then(() => "", String);
  expect(lines()).toEqual([]);
  return message;
};

test("data 1, data 2: is created with three requests, and the defaults of the server are no difference", async () => {
  const fixture = stackFixture(token);
  const { stack, lines } = fixture;
  expect(await stack.up(logs)).toBe("create");
  expect(lines()).toEqual(["GET", "PUT", "GET"].map((method) => `${method} /_ilm/policy/logs`));
  expect(stack.stored!.outputs).toMatchObject({ version: 1 });
  expect(actions(fixture, "delete")).toEqual({ delete: { delete_searchable_snapshot: true } });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(logs)).toEqual([]);
});

test("data 3, data 4: another spelling of a duration or size is no difference, and writes nothing", async () => {
  const { stack, lines } = stackFixture(token);
  const program = (members: object): object => ({ name: "logs", phases: { hot: { actions: { rollover: members } } } });
  await stack.up(program({ maxAge: "7d", maxPrimaryShardSize: "1gb" }));
  lines();
  expect(await stack.up(program({ maxAge: "168h", maxPrimaryShardSize: "1024MB" }))).toBe("same");
  expect(lines()).toEqual([]);
});

test("data 5: an action that another writer has added is drift, and is removed", async () => {
  const fixture = stackFixture(token);
  await fixture.stack.up(logs);
  actions(fixture, "warm")["shrink"] = { number_of_shards: 1, allow_write_after_shrink: false };
  expect(await fixture.stack.refresh()).toEqual(["phases.warm.actions.shrink"]);
  expect(await fixture.stack.preview(logs)).toEqual(["phases.warm.actions.shrink"]);
  await fixture.stack.up(logs);
  expect(Object.keys(actions(fixture, "warm"))).toEqual(["forcemerge"]);
});

test("data 6: an action without a property is part of otherActions", async () => {
  const fixture = stackFixture(token);
  await fixture.stack.up(logs);
  actions(fixture, "warm")["vectorize"] = { limit: 12345678901234567 };
  await fixture.stack.refresh();
  expect(await fixture.stack.preview(logs)).toEqual(["phases.warm.actions.otherActions"]);
  const { warm } = logs.phases;
  const declared = { ...warm, actions: { ...warm.actions, otherActions: '{"vectorize": {"limit": 12345678901234568}}' } };
  expect(await fixture.stack.preview({ ...logs, phases: { ...logs.phases, warm: declared } })).toEqual([]);
});

test("data 7: an update keeps a member that only the server knows", async () => {
  const fixture = stackFixture(token, { version: "8.19.8" });
  await fixture.stack.up(logs);
  (actions(fixture, "hot")["rollover"] as JsonObject)["max_merges"] = 3;
  fixture.override.set("PUT /_ilm/policy/logs", {
    status: 200,
    headers: { "x-elastic-product": "Elasticsearch" },
    body: '{"acknowledged":true}',
  });
  fixture.bodies();
  const phases = { ...logs.phases, hot: { actions: { rollover: { maxAge: "8d" } } } };
  await fixture.stack.up({ ...logs, phases }).catch(() => undefined);
  expect(fixture.bodies()["PUT logs"]).toMatchObject({
    policy: { phases: { hot: { actions: { rollover: { max_age: "8d", max_merges: 3 } } } } },
  });
});

test("an update that equals the policy on the server writes nothing, and the version does not grow", async () => {
  const fixture = stackFixture(token);
  await fixture.stack.up(logs);
  const news = { ...logs, phases: { ...logs.phases, delete: { minAge: "60d", actions: { delete: {} } } } };
  remoteAt(fixture, "phases", "delete")["min_age"] = "60d";
  fixture.lines();
  expect(await fixture.stack.up(news)).toBe("update");
  expect(fixture.lines().filter((line) => line.startsWith("PUT"))).toEqual([]);
  expect(fixture.emulator.lifecyclePolicies.get("logs")!.version).toBe(1);
});

const shrink = (members: object): object => ({
  name: "logs",
  phases: { warm: { actions: { shrink: { numberOfShards: 1, ...members } } } },
});
const mounted = (members: object): object => ({
  name: "logs",
  phases: { cold: { actions: { searchableSnapshot: { snapshotRepository: "backups", ...members } } } },
});

test.each(["8.13.4", "8.14.0"])("data 8: allow_write_after_shrink, which came with 8.14, is no difference on %s", async (version) => {
  const { stack } = stackFixture(token, { version });
  await stack.up(shrink({}));
  expect(await stack.refresh()).toEqual([]);
});

test.each([
  ["data 9", shrink({ allowWriteAfterShrink: true }), "8.13.4", "8.14.0"],
  ["data 10", mounted({ forceMergeOnClone: false }), "8.19.8", "9.2.0"],
])("%s: a member of a later version fails before any other request", async (_case, program, version, required) => {
  const { stack, lines } = stackFixture(token, { version });
  await expect(stack.up(program)).rejects.toMatchObject({ code: "failed_precondition", message: expect.stringContaining(required) });
  expect(lines()).toEqual([]);
});

test("data 10: the default of a member of a later version is not sent", async () => {
  const { stack, bodies } = stackFixture(token);
  await stack.up(mounted({ forceMergeOnClone: true }));
  expect(JSON.stringify(bodies())).not.toContain("force_merge_on_clone");
});

test("ILM is not available on serverless", async () => {
  const { stack, lines } = stackFixture(token, { buildFlavor: "serverless" });
  await expect(stack.up(logs)).rejects.toThrow("Use SearchDataStreamLifecycle");
  expect(lines()).toEqual([]);
});

test("data 11: an action of the hot phase that needs a rollover", async () => {
  expect(await violations({ name: "logs", phases: { hot: { actions: { readonly: true } } } })).toMatch(
    /phases\.hot\.actions\.readonly: readonly requires rollover in the hot phase/,
  );
});

test("data 12: all violations are reported at once", async () => {
  const phases = {
    hot: { actions: { rollover: {} } },
    warm: { minAge: "10s", actions: { shrink: {}, allocate: {}, otherActions: '{"shrink":{}}' } },
    cold: { actions: { allocate: { include: { a: "b" } }, migrate: { enabled: true } } },
    frozen: { actions: {} },
    delete: { minAge: "5s" },
  };
  const message = await violations({ name: "logs", phases });
  for (const expected of [
    /phases\.hot\.actions\.rollover: rollover requires a max/,
    /phases\.warm\.actions\.shrink[^\n]*: expected exactly one of numberOfShards, maxPrimaryShardSize/,
    /phases\.warm\.actions\.allocate: allocate is empty/,
    /phases\.warm\.actions\.otherActions: "shrink" has a property of its own/,
    /phases\.cold\.actions\.migrate: allocation rules and migrate exclude each other/,
    /phases\.frozen\.actions\.searchableSnapshot: the frozen phase requires searchableSnapshot/,
    /phases\.delete\.minAge: minAge 5s of the delete phase is smaller than 10s of the warm phase/,
  ])
    expect(message).toMatch(expected);
});

const snapshot = (more: object = {}): object => ({ actions: { searchableSnapshot: { snapshotRepository: "a", ...more } } });

test.each<[string, object, RegExp]>([
  [
    "data 13",
    { warm: { actions: { downsample: { fixedInterval: "1h" } } }, cold: { actions: { downsample: { fixedInterval: "90m" } } } },
    /phases\.cold\.actions\.downsample\.fixedInterval: must be larger than and a multiple of 1h/,
  ],
  ["two repositories", { cold: snapshot(), frozen: snapshot({ snapshotRepository: "b" }) }, /need the same repository; got "a" and "b"/],
  [
    "an action after a searchable snapshot",
    {
      hot: { actions: { ...rollover, searchableSnapshot: { snapshotRepository: "a" } } },
      warm: { actions: { forcemerge: { maxNumSegments: 1 } } },
    },
    /phases\.warm\.actions\.forcemerge: forcemerge is not possible after searchableSnapshot of the hot phase/,
  ],
  ["a replica of a later snapshot", { cold: snapshot(), frozen: snapshot({ replicateFor: "1d" }) }, /first searchable snapshot only/],
  [
    "a replica that outlives its phase",
    { cold: snapshot({ replicateFor: "5d" }), delete: { minAge: "2d", actions: { delete: {} } } },
    /must not be longer than the time until the delete phase/,
  ],
  [
    "a merge on a clone without a merge",
    { cold: snapshot({ forceMergeIndex: false, forceMergeOnClone: true }) },
    /is not possible with forceMergeIndex/,
  ],
  ["a duration", { delete: { minAge: "30 days" } }, /phases\.delete\.minAge: expected a duration/],
  ["a size", { hot: { actions: { rollover: { maxSize: "big" } } } }, /phases\.hot\.actions\.rollover\.maxSize: expected a number of bytes/],
])("%s is rejected", async (_title, phases, reason) => {
  expect(await violations({ name: "logs", phases })).toMatch(reason);
});

test("data 14, data 15: a policy that exists is never taken over", async () => {
  const fixture = stackFixture(token);
  await fixture.stack.up(logs);
  fixture.stack.stored = undefined;
  fixture.lines();
  const message = expect.stringMatching(new RegExp(`pulumi import ${token} [^]*${uuid}/logs`)) as string;
  await expect(fixture.stack.up(logs)).rejects.toMatchObject({ code: "already_exists", message });
  expect(fixture.lines().filter((line) => line.startsWith("PUT"))).toEqual([]);
  expect(fixture.emulator.lifecyclePolicies.get("logs")!.version).toBe(1);
});

test("data 16: is not deleted while indices use it", async () => {
  const fixture = stackFixture(token);
  await fixture.stack.up(logs);
  for (let i = 10; i < 22; i++) putIndex(fixture, `logs-${i}`);
  fixture.lines();
  await expect(fixture.stack.destroy()).rejects.toThrow(/it manages 12 indices \(logs-10, .*, logs-19 and 2 more\)/);
  expect(fixture.lines().filter((line) => line.startsWith("DELETE"))).toEqual([]);
});

test("data 17: is deleted with a warning that names the templates", async () => {
  const fixture = stackFixture(token);
  await fixture.stack.up(logs);
  fixture.emulator.indexTemplates.set("logs-template", {
    index_patterns: ["logs-*"],
    composed_of: [],
    template: { settings: { index: { lifecycle: { name: "logs" } } } },
  } as never);
  await fixture.stack.destroy();
  expect(fixture.emulator.lifecyclePolicies.names()).toEqual([]);
  expect(fixture.logged()).toContainEqual({ severity: "warning", message: expect.stringMatching(/logs-template.*ERROR/) as string });
});

test("data 19: an error about the license names the license", async () => {
  const { stack } = stackFixture(token, { license: "basic" });
  await expect(stack.up(mounted({}))).rejects.toThrow(/The license of the cluster is "\w+"; searchable snapshots need Enterprise/);
});

test("data 20: a priority of null is read as no priority", async () => {
  const { stack } = stackFixture(token);
  const program = { name: "logs", phases: { hot: { actions: { setPriority: {} } } } };
  await stack.up(program);
  await stack.import("logs");
  expect(stack.stored!.inputs).toMatchObject({ phases: { hot: { actions: { setPriority: {} } } } });
  expect(await stack.preview(program)).toEqual([]);
});

test.each(["a,b", "a b", "_a", "a*", "a".repeat(256)])("data 22: the name %p is rejected", async (name) => {
  expect(await violations({ ...logs, name })).toMatch(/name \| must/);
});

test.each([
  { hot: { actions: { readonly: false, unfollow: false } } },
  { warm: { actions: { allocate: { include: { rack: "r1" } }, migrate: { enabled: false } } } },
  { hot: { actions: { ...rollover, searchableSnapshot: { snapshotRepository: "a" } } }, cold: { actions: { freeze: false } } },
])("data 135: an action that is false is not declared: %j", async (phases) => {
  const { stack } = stackFixture(token, { license: "trial" });
  await stack.up({ name: "logs", phases });
  expect(await stack.preview({ name: "logs", phases })).toEqual([]);
  expect(await stack.refresh()).toEqual([]);
});
