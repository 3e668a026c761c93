/** Lifecycle policies of others: imports and lists, on the emulator. See docs/modules/search.md#index-lifecycle-policies. */
import { SearchIndexLifecyclePolicy } from "../../../../../provider/modules/search/resources/index-lifecycle-policy";
import { request } from "../../../../emulators/eventrouting/caller";
import { createSearchEmulator } from "../../../../emulators/search";
import { readAlone } from "../../../../support/contexts";
import { clientOver, emulated, operation, uuid } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchIndexLifecyclePolicy";

/** A policy of another writer with every action of every phase, as the server takes it. */
const everyAction = {
  hot: {
    min_age: "0ms",
    actions: {
      set_priority: { priority: 100 },
      unfollow: {},
      rollover: { max_age: "7d", max_primary_shard_size: "50gb", min_docs: 1 },
      readonly: {},
      downsample: { fixed_interval: "1h", wait_timeout: "1d" },
      shrink: { number_of_shards: 1, allow_write_after_shrink: false },
      forcemerge: { max_num_segments: 1, index_codec: "best_compression" },
    },
  },
  warm: {
    min_age: "1d",
    actions: {
      set_priority: { priority: 50 },
      unfollow: {},
      readonly: {},
      downsample: { fixed_interval: "2h", wait_timeout: "1d" },
      allocate: { number_of_replicas: 0, include: {}, exclude: {}, require: { rack: "r1" } },
      migrate: { enabled: false },
      shrink: { max_primary_shard_size: "50gb", allow_write_after_shrink: false },
      forcemerge: { max_num_segments: 1 },
    },
  },
  cold: {
    min_age: "5d",
    actions: {
      set_priority: { priority: 0 },
      unfollow: {},
      readonly: {},
      downsample: { fixed_interval: "4h", wait_timeout: "1d" },
      searchable_snapshot: { snapshot_repository: "backups", force_merge_index: true },
      allocate: { number_of_replicas: 1, include: {}, exclude: {}, require: {} },
      migrate: { enabled: true },
      freeze: {},
    },
  },
  frozen: { min_age: "10d", actions: { unfollow: {}, searchable_snapshot: { snapshot_repository: "backups", force_merge_index: true } } },
  delete: { min_age: "30d", actions: { wait_for_snapshot: { policy: "nightly" }, delete: { delete_searchable_snapshot: true } } },
};

test("data 21: an import has every action of every phase, and leaves nothing to do", async () => {
  const { stack, emulator, lines } = stackFixture(token);
  emulator.handle(request("PUT /_ilm/policy/logs", { policy: { phases: everyAction } }, { authorization: undefined }));
  const before = emulator.lifecyclePolicies.get("logs")!.policy;
  await stack.import("logs");
  expect(await stack.preview(stack.inputs)).toEqual([]);
  emulator.lifecyclePolicies.delete("logs");
  const { inputs } = stack;
  stack.stored = undefined;
  await stack.up(inputs);
  expect(emulator.lifecyclePolicies.get("logs")!.policy).toEqual(before);
  expect(lines()).toContain("PUT /_ilm/policy/logs");
});

test("data 23: a list leaves out policies of the server and of its products", async () => {
  const emulator = createSearchEmulator();
  const client = clientOver(emulated(emulator.handle).send);
  const policy = (more: object = {}): object => ({ policy: { phases: {}, ...more } });
  for (const [name, body] of [
    ["logs", policy()],
    ["managed", policy({ _meta: { managed: true } })],
    [".fleet", policy()],
  ] as const)
    emulator.handle(request(`PUT /_ilm/policy/${name}`, body, { authorization: undefined }));
  const found = [];
  for await (const each of SearchIndexLifecyclePolicy.list!({}, { ...operation(), client, load: readAlone })) found.push(each);
  expect(found).toEqual([{ id: `${uuid}/logs`, name: "logs" }]);
});
