/** Lifecycle policies: x-pack/plugin/ilm/qa/rest. */
import { type Fact, illegal, type Step } from "./fact";

const policy = (phases: object): object => ({ policy: { phases } });
const one = "/_ilm/policy/p";
const forcemerge = { forcemerge: { max_num_segments: 10_000 } };
const warm = { warm: { min_age: "10s", actions: forcemerge } };
const remove = { delete: { min_age: "30s", actions: { delete: {} } } };
const every3h = { downsample: { fixed_interval: "3h" } };
const write = (...phases: object[]): Step => [`PUT ${one}`, policy(Object.assign({}, ...phases) as object)];
const phase = (name: string, min_age: string, actions: object): object => ({ [name]: { min_age, actions } });
const rejected = (phases: object, reason: string): Step => [`PUT ${one}`, policy(phases), 400, illegal(reason)];
const managed = (index: string, name = "p"): Step => [`PUT /${index}`, { settings: { "index.lifecycle.name": name } }];
const both = { my_1: { version: 1 }, my_2: { version: 1 } };

/** The facts about policies. */
export const policies: readonly Fact[] = [
  [
    "ilm/10_basic.yml, Test Basic Policy CRUD, Test Policy Update",
    [
      [`GET ${one}`, 404],
      [`DELETE ${one}`, 404],
      write(warm, remove),
      [`GET ${one}`, { p: { version: 1, ...policy({ warm: { min_age: "10s" }, delete: { min_age: "30s" } }) } }],
      write(phase("warm", "300s", forcemerge)),
      [`GET ${one}`, { p: { version: 2, ...policy({ warm: { min_age: "300s" } }) } }],
      `DELETE ${one}`,
      [`GET ${one}`, 404],
    ],
  ],
  [
    "ilm/10_basic.yml, Test Policy Get",
    [
      ["PUT /_ilm/policy/my_1", policy(warm)],
      ["PUT /_ilm/policy/my_2", policy(remove)],
      ["PUT /_ilm/policy/other", policy(warm)],
      ["GET /_ilm/policy/my*", both],
      ["GET /_ilm/policy/my_1,my_2", both],
      ["GET /_ilm/policy/missing", 404],
      ["GET /_ilm/policy/my*,other", 400, illegal("wildcard only supports a single value, please use comma-separated values")],
      ["GET /_ilm/policy/other,missing", 404],
    ],
  ],
  [
    "ilm/10_basic.yml, Test Undeletable Policy In Use",
    [
      write(warm, remove),
      managed("i"),
      [`DELETE ${one}`, 400, illegal("Cannot delete policy [p]. It is in use by one or more indices: [i]")],
      ["PUT /i/_settings", { "index.lifecycle.name": null }],
      `DELETE ${one}`,
      [`GET ${one}`, 404],
    ],
  ],
  [
    "ilm/10_basic.yml, Test Invalid Policy",
    [{ forcemerge: { max_num_segments: 1 } }, { shrink: { number_of_shards: 1 } }, { readonly: {} }].map((actions): Step => [
      `PUT ${one}`,
      policy(phase("hot", "0s", actions)),
      400,
    ]),
  ],
  [
    "ilm/10_basic.yml, Test increasing phase timings validated",
    [
      rejected(
        { ...warm, ...phase("delete", "5s", { delete: {} }) },
        "Your policy is configured to run the delete phase (min_age: 5s) before the warm phase (min_age: 10s).",
      ),
    ],
  ],
  [
    "ilm/70_downsampling.yml, Test downsample in hot phase without rollover, in multiple phases with the same interval",
    [
      rejected(
        phase("hot", "0s", every3h),
        "the [downsample] action(s) may not be used in the [hot] phase without an accompanying [rollover] action",
      ),
      rejected(
        { ...phase("warm", "10s", every3h), ...phase("cold", "30s", every3h) },
        "Downsampling interval [3h] for phase [cold] must be greater than the interval [3h] for phase [warm]",
      ),
    ],
  ],
  [
    "ilm/70_downsampling.yml, Test downsample timeout parameter",
    [
      write(phase("warm", "1d", { downsample: { fixed_interval: "1h", wait_timeout: "1h" } })),
      [`GET ${one}`, { p: policy(phase("warm", "1d", { downsample: { wait_timeout: "1h" } })) }],
    ],
  ],
  [
    "ilm/90_searchable_snapshot.yml, Test downsample in hot phase without rollover",
    [
      ["PUT /_snapshot/foo", { type: "fs", settings: { location: "some_location" } }],
      write(phase("frozen", "1d", { searchable_snapshot: { snapshot_repository: "foo", force_merge_on_clone: false } })),
      [`GET ${one}`, { p: policy(phase("frozen", "1d", { searchable_snapshot: { force_merge_on_clone: false } })) }],
    ],
    "9.2.0",
  ],
  [
    "ilm/40_explain_lifecycle.yml, all tests",
    [
      write(warm),
      managed("managed"),
      "PUT /plain",
      managed("lost", "missing"),
      ["GET /plain/_ilm/explain", { indices: { plain: { index: "plain", managed: false } } }],
      ["GET /*/_ilm/explain?only_managed=true", { indices: { managed: { index: "managed" }, lost: { index: "lost" } } }],
      ["GET /*/_ilm/explain?only_errors=true", { indices: { lost: { index: "lost" } } }],
    ],
  ],
];
