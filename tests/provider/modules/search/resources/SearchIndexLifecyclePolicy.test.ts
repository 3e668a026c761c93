/** Lifecycle policies of indices, on the emulator. See docs/modules/search.md#index-lifecycle-policies. */
import type { JsonObject } from "../../../../emulators/exchange";
import type { SearchEmulator } from "../../../../emulators/search";
import { searchVariants } from "../../../../samples/search/resources";
import { rejections, scenarios } from "../cases/scenario";
import { json } from "../support";
import { stackFixture } from "./stack-fixture";

const kind = "SearchIndexLifecyclePolicy";
const path = "/_ilm/policy/logs";
const rollover = { rollover: { maxAge: "7d" } };
const phases = {
  hot: { actions: rollover },
  warm: { minAge: "2d", actions: { forcemerge: { maxNumSegments: 1 } } },
  delete: { minAge: "30d", actions: { delete: {} } },
};
const named = (members: object) => ({ name: "logs", phases: members });
const logs = named(phases);
const kept = (policy: object, more: object = {}) => ({ [path]: { logs: { policy, ...more } } });
const shrink = (members: object) => named({ warm: { actions: { shrink: { numberOfShards: 1, ...members } } } });
const mount = (more: object = {}) => ({ actions: { searchableSnapshot: { snapshotRepository: "a", ...more } } });
const mounted = (members: object) => named({ cold: mount(members) });
const rolled = (members: object) => named({ hot: { actions: { rollover: members } } });
const later = { ...phases, delete: { minAge: "60d", actions: { delete: {} } } };

/** Adds an action to a phase of the stored policy as another writer does. */
const act = (phase: string, action: string, members: JsonObject) => (emulator: SearchEmulator) => {
  const { actions } = (emulator.lifecyclePolicies.get("logs")!.policy["phases"] as Record<string, { actions: Record<string, JsonObject> }>)[
    phase
  ]!;
  actions[action] = { ...actions[action], ...members };
};
const unknown = { later: { a: 12 } };

scenarios(
  kind,
  [
    {
      "data 1, data 2: is created with one PUT, and the defaults of the server are no difference": {
        writes: [`PUT ${path}`],
        outputs: { version: 1 },
        kept: kept({ phases: { delete: { actions: { delete: { delete_searchable_snapshot: true } } } } }),
      },
      "data 3, data 4: another spelling of a duration or size is no difference, and writes nothing": {
        program: rolled({ maxAge: "7d", maxPrimaryShardSize: "1gb" }),
        next: rolled({ maxAge: "168h", maxPrimaryShardSize: "1024MB" }),
        done: "same",
      },
      "data 5: an action that another writer has added is drift, and is removed": {
        other: act("warm", "shrink", { number_of_shards: 1, allow_write_after_shrink: false }),
        refresh: ["phases.warm.actions.shrink"],
        preview: ["phases.warm.actions.shrink"],
        next: logs,
      },
      "data 6: an action without a property is drift": {
        other: act("warm", "vectorize", { limit: 12345678901234567 }),
        refresh: ["phases.warm.actions.otherActions"],
      },
      "data 6: and part of otherActions": {
        other: act("warm", "vectorize", { limit: 12345678901234567 }),
        next: named({
          ...phases,
          warm: { ...phases.warm, actions: { ...phases.warm.actions, otherActions: '{"vectorize": {"limit": 12345678901234568}}' } },
        }),
        writes: [],
      },
      "an update that equals the policy on the server writes nothing, and the version does not grow": {
        other: ({ lifecyclePolicies }) =>
          (((lifecyclePolicies.get("logs")!.policy["phases"] as JsonObject)["delete"] as JsonObject)["min_age"] = "60d"),
        next: named(later),
        done: "update",
        writes: [],
        outputs: { version: 1 },
      },
    },
    ...["8.13.4", "8.14.0"].map((version) => ({
      [`data 8: allow_write_after_shrink, which came with 8.14, is no difference on ${version}`]: {
        emulator: { version },
        program: shrink({}),
      },
    })),
    {
      "data 9: a member of a later version fails before any other request": {
        emulator: { version: "8.13.4" },
        program: shrink({ allowWriteAfterShrink: true }),
        refusal: /^failed_precondition: .*8\.14\.0/,
      },
      "data 10: and so does one of 9.2": {
        program: mounted({ forceMergeOnClone: false }),
        refusal: /^failed_precondition: .*9\.2\.0/,
      },
      "data 10: the default of a member of a later version is not sent": {
        program: mounted({ forceMergeOnClone: true }),
        bodies: [{ policy: { phases: { cold: { actions: { searchable_snapshot: { snapshot_repository: "a" } } } } } }],
      },
      "ILM is not available on serverless": {
        emulator: { buildFlavor: "serverless" },
        refusal: /Use SearchDataStreamLifecycle/,
      },
      "data 16: is not deleted while indices use it": {
        other: ({ putIndex }) => Array.from({ length: 12 }, (_, i) => putIndex(`logs-${i + 10}`, { "index.lifecycle.name": "logs" })),
        next: "destroy",
        refusal: /^aborted: .*it manages 12 indices \(logs-10, .*, logs-19 and 2 more\)/,
      },
      "data 17: is deleted with a warning that names the templates": {
        other: {
          "PUT /_index_template/logs-template": { index_patterns: ["logs-*"], template: { settings: { "index.lifecycle.name": "logs" } } },
        },
        next: "destroy",
        logged: /^warning: .*logs-template.*ERROR/,
        kept: { [path]: undefined },
      },
      "a deprecation that the server states in a header is a warning": {
        emulator: { version: "9.3.0" },
        program: rolled({ maxSize: "1gb" }),
        logged: /^warning: Use of the \[max_size\] rollover condition [^"]* later version$/,
      },
      "data 19: an error about the license names the license": {
        emulator: { license: "basic" },
        program: mounted({}),
        error: /The license of the cluster is "\w+"; searchable snapshots need Enterprise/,
      },
    },
    ...[
      { hot: { actions: { setPriority: {} } } },
      { hot: { actions: { readonly: false, unfollow: false } } },
      { warm: { actions: { allocate: { include: { rack: "r1" } }, migrate: { enabled: false } } } },
      { hot: { actions: { ...rollover, searchableSnapshot: { snapshotRepository: "a" } } }, cold: { actions: { freeze: false } } },
    ].map((members) => ({
      [`data 20, data 135: a priority of null is none, and an action that is false is not declared: ${JSON.stringify(members)}`]: {
        emulator: { license: "trial" as const },
        program: named(members),
      },
    })),
    {
      "data 20: the import of a priority of null": {
        before: { [`PUT ${path}`]: { policy: { phases: { hot: { actions: { set_priority: { priority: null } } } } } } },
        imported: "logs",
        inputs: named({ hot: { actions: { setPriority: {} } } }),
      },
    },
  ],
  { emulator: {}, program: logs },
);

rejections(kind, logs, [
  [
    "data 11",
    named({ hot: { actions: { readonly: true } } }),
    /phases\.hot\.actions\.readonly: readonly requires rollover in the hot phase\. Add rollover, or move the action to the warm phase/,
  ],
  ["a snapshot of the hot phase without a rollover", named({ hot: mount() }), /move the action to the cold phase/],
  [
    "data 13",
    named({ warm: { actions: { downsample: { fixedInterval: "1h" } } }, cold: { actions: { downsample: { fixedInterval: "90m" } } } }),
    /phases\.cold\.actions\.downsample\.fixedInterval: must be larger than and a multiple of 1h/,
  ],
  ["a replica of a later snapshot", named({ cold: mount(), frozen: mount({ replicateFor: "1d" }) }), /first searchable snapshot only/],
  [
    "a replica that outlives its phase",
    named({ cold: mount({ replicateFor: "5d" }), delete: { minAge: "2d", actions: { delete: {} } } }),
    /must not be longer than the time until the delete phase/,
  ],
  [
    "a merge on a clone without a merge",
    mounted({ forceMergeIndex: false, forceMergeOnClone: true }),
    /is not possible with forceMergeIndex/,
  ],
  ...["a,b", "a b", "_a", "a*", "a".repeat(256)].map((name) => ["data 22", { name }, /name \| must/] as const),
]);

test("data 12: all violations are reported at once", async () => {
  const wrong = {
    hot: { actions: { rollover: {} } },
    warm: { minAge: "10s", actions: { shrink: {}, allocate: {}, otherActions: '{"shrink":{}}' } },
    cold: { actions: { allocate: { include: { a: "b" } }, migrate: { enabled: true } } },
    frozen: { actions: {} },
    delete: { minAge: "5s" },
  };
  const message = await stackFixture(kind).stack.up(named(wrong)).catch(String);
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

test("data 7: an update keeps members that only the server knows, in every object", async () => {
  const { stack, emulator, override, bodies } = stackFixture(kind);
  const hot = (maxAge: string) => ({ ...phases, hot: { actions: { rollover: { maxAge }, readonly: true, setPriority: {} } } });
  await stack.up(named(hot("7d")));
  for (const action of ["rollover", "readonly", "set_priority"]) act("hot", action, unknown)(emulator);
  Object.assign(emulator.lifecyclePolicies.get("logs")!.policy["phases"] as JsonObject, { archive: unknown });
  override.set(`PUT ${path}`, json({ acknowledged: true }));
  bodies();
  await stack.up(named(hot("8d"))).catch(() => undefined);
  const actions = { rollover: { max_age: "8d", ...unknown }, readonly: unknown, set_priority: { priority: null, ...unknown } };
  expect(bodies()).toMatchObject([{ policy: { phases: { hot: { actions }, archive: unknown } } }]);
});

test("data 21: an import has every action of every phase, and leaves nothing to do", async () => {
  const { program } = searchVariants.find(({ token, title }) => token.endsWith(kind) && title === "all inputs")!;
  const all = program({} as never).inputs["phases"] as Record<string, { actions: object }>;
  const declared = named({ ...all, cold: { ...all["cold"], actions: { ...all["cold"]!.actions, freeze: true } } });
  const { stack, emulator } = stackFixture(kind);
  await stack.up(declared);
  const before = emulator.lifecyclePolicies.get("logs")!.policy;
  await stack.import("logs");
  expect(await stack.preview(declared)).toEqual([]);
  emulator.lifecyclePolicies.delete("logs");
  const { inputs } = stack;
  stack.stored = undefined;
  await stack.up(inputs);
  expect(emulator.lifecyclePolicies.get("logs")!.policy).toEqual(before);
});
