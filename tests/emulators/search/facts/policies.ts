/** Lifecycle policies: x-pack/plugin/ilm/qa/rest. */
import { done, illegal, type Fact, type Step } from "./fact";

const policy = (phases: object): object => ({ policy: { phases } });
const one = "/_ilm/policy/p";
const forcemerge = { forcemerge: { max_num_segments: 10_000 } };
const warm = { warm: { min_age: "10s", actions: forcemerge } };
const remove = { delete: { min_age: "30s", actions: { delete: {} } } };
const hot = (actions: object): object => policy({ hot: { min_age: "0s", actions } });
const every3h = { downsample: { fixed_interval: "3h" } };

const crud: Fact[] = [
  [
    "ilm/10_basic.yml, Test Basic Policy CRUD",
    [
      [`GET ${one}`, undefined, 404],
      [`DELETE ${one}`, undefined, 404],
      [`PUT ${one}`, policy({ ...warm, ...remove }), 200, done],
      [`GET ${one}`, undefined, 200, { p: { version: 1, policy: { phases: { warm: { min_age: "10s" }, delete: { min_age: "30s" } } } } }],
      [`DELETE ${one}`, undefined, 200, done],
      [`GET ${one}`, undefined, 404],
    ],
  ],
  [
    "ilm/10_basic.yml, Test Policy Get",
    [
      ["PUT /_ilm/policy/my_1", policy(warm), 200],
      ["PUT /_ilm/policy/my_2", policy(remove), 200],
      ["PUT /_ilm/policy/other", policy(warm), 200],
      ["GET /_ilm/policy/my*", undefined, 200, { my_1: { version: 1 }, my_2: { version: 1 } }],
      ["GET /_ilm/policy/my_1,my_2", undefined, 200, { my_1: { version: 1 }, my_2: { version: 1 } }],
      ["GET /_ilm/policy/missing", undefined, 404],
      ["GET /_ilm/policy/my*,other", undefined, 400, illegal("wildcard only supports a single value, please use comma-separated values")],
      ["GET /_ilm/policy/other,missing", undefined, 404],
    ],
  ],
  [
    "ilm/10_basic.yml, Test Policy Update",
    [
      [`PUT ${one}`, policy(warm), 200],
      [`PUT ${one}`, policy({ warm: { min_age: "300s", actions: forcemerge } }), 200],
      [`GET ${one}`, undefined, 200, { p: { version: 2, policy: { phases: { warm: { min_age: "300s" } } } } }],
    ],
  ],
  [
    "ilm/10_basic.yml, Test Undeletable Policy In Use",
    [
      [`PUT ${one}`, policy({ ...warm, ...remove }), 200],
      ["PUT /i", { settings: { "index.lifecycle.name": "p" } }, 200],
      [`DELETE ${one}`, undefined, 400, illegal("Cannot delete policy [p]. It is in use by one or more indices: [i]")],
      ["POST /i/_ilm/remove", undefined, 200, { has_failures: false, failed_indexes: [] }],
      [`DELETE ${one}`, undefined, 200],
      [`GET ${one}`, undefined, 404],
    ],
  ],
  [
    "ilm/60_remove_policy_for_index.yml, Test Remove Policy Index Pattern, Unmanaged Index, Index Does Not Exist",
    [
      [`PUT ${one}`, policy(warm), 200],
      ["PUT /my_a", { settings: { "index.lifecycle.name": "p" } }, 200],
      ["PUT /my_b", { settings: { "index.lifecycle.name": "p" } }, 200],
      ["POST /my_*/_ilm/remove", undefined, 200, { has_failures: false, failed_indexes: [] }],
      [one.replace(/^/, "GET "), undefined, 200, { p: { in_use_by: { indices: [] } } }],
      ["POST /my_a/_ilm/remove", undefined, 200, { has_failures: false, failed_indexes: [] }],
      ["POST /missing/_ilm/remove", undefined, 404],
    ],
  ],
];

const rejected: Fact[] = [
  [
    "ilm/10_basic.yml, Test Invalid Policy",
    [{ forcemerge: { max_num_segments: 1 } }, { shrink: { number_of_shards: 1 } }, { readonly: {} }].map((actions): Step => [
      `PUT ${one}`,
      hot(actions),
      400,
    ]),
  ],
  [
    "ilm/10_basic.yml, Test increasing phase timings validated",
    [
      [
        `PUT ${one}`,
        policy({ ...warm, delete: { min_age: "5s", actions: { delete: {} } } }),
        400,
        illegal("Your policy is configured to run the delete phase (min_age: 5s) before the warm phase (min_age: 10s)."),
      ],
    ],
  ],
  [
    "ilm/70_downsampling.yml, Test downsample in hot phase without rollover",
    [
      [
        `PUT ${one}`,
        hot(every3h),
        400,
        illegal("the [downsample] action(s) may not be used in the [hot] phase without an accompanying [rollover] action"),
      ],
    ],
  ],
  [
    "ilm/70_downsampling.yml, Test downsampling in multiple phases with the same interval",
    [
      [
        `PUT ${one}`,
        policy({ warm: { min_age: "10s", actions: every3h }, cold: { min_age: "30s", actions: every3h } }),
        400,
        illegal("Downsampling interval [3h] for phase [cold] must be greater than the interval [3h] for phase [warm]"),
      ],
    ],
  ],
];

const kept: Fact[] = [
  [
    "ilm/70_downsampling.yml, Test downsample timeout parameter",
    [
      [`PUT ${one}`, policy({ warm: { min_age: "1d", actions: { downsample: { fixed_interval: "1h", wait_timeout: "1h" } } } }), 200],
      [`GET ${one}`, undefined, 200, { p: { policy: { phases: { warm: { actions: { downsample: { wait_timeout: "1h" } } } } } } }],
    ],
  ],
  [
    "ilm/90_searchable_snapshot.yml, Test downsample in hot phase without rollover",
    [
      ["PUT /_snapshot/foo", { type: "fs", settings: { location: "some_location" } }, 200],
      [
        `PUT ${one}`,
        policy({
          frozen: { min_age: "1d", actions: { searchable_snapshot: { snapshot_repository: "foo", force_merge_on_clone: false } } },
        }),
        200,
      ],
      [
        `GET ${one}`,
        undefined,
        200,
        { p: { policy: { phases: { frozen: { min_age: "1d", actions: { searchable_snapshot: { force_merge_on_clone: false } } } } } } },
      ],
    ],
    "9.2.0",
  ],
  [
    "ilm/40_explain_lifecycle.yml, all tests",
    [
      [`PUT ${one}`, policy(warm), 200],
      ["PUT /managed", { settings: { "index.lifecycle.name": "p" } }, 200],
      ["PUT /plain", undefined, 200],
      ["PUT /lost", { settings: { "index.lifecycle.name": "missing" } }, 200],
      ["GET /plain/_ilm/explain", undefined, 200, { indices: { plain: { index: "plain", managed: false } } }],
      ["GET /*/_ilm/explain?only_managed=true", undefined, 200, { indices: { managed: { index: "managed" }, lost: { index: "lost" } } }],
      ["GET /*/_ilm/explain?only_errors=true", undefined, 200, { indices: { lost: { index: "lost" } } }],
    ],
  ],
];

/** The facts about policies. */
export const policies: readonly Fact[] = [...crud, ...rejected, ...kept];
