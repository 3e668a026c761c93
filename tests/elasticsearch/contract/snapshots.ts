/** Contract of snapshot repositories, snapshots and restores. */
import { lines, only, puts, rounds, step, type Groups, type Steps } from "./step";

/** Puts a repository `r` with this body, reads it back, and takes it away again. */
const repository = (...bodies: unknown[]): Steps => rounds("/_snapshot/r", ...bodies);

const fs = (settings: object) => ({ type: "fs", settings: { location: "contract", ...settings } });

const taken = (request: string, body?: unknown) => step(`PUT /_snapshot/r/${request}?wait_for_completion=true`, body);

const storage = [
  {
    "PUT /_snapshot/r": fs({ location: "contract-snapshots" }),
    "PUT /one": { settings: { number_of_replicas: 0 }, aliases: { all: {} } },
    "PUT /two": { settings: { number_of_replicas: 0 } },
  },
];

const restored = (body?: unknown) => step("POST /_snapshot/r/s/_restore?wait_for_completion=true", body);

/** All groups. */
export const groups: Groups = {
  // What is stored, and what is rejected.
  "snapshot repositories": [
    repository(
      fs({}),
      fs({ compress: true, chunk_size: "1gb", max_number_of_snapshots: 5, readonly: "false" }),
      fs({ "x.y": "z", "x.w.v": ["a", 1], x: { u: true }, nothing: null, empty: {} }),
      { type: "fs", settings: { location: "/etc/none" } },
      { type: "fs", settings: { location: "a/../../.." } },
      { type: "fs", settings: { location: "" } },
      { type: "nosuch", settings: {} },
      {},
      { ...fs({}), other: 1 },
      { type: "fs", settings: "a" },
      { type: "source", settings: { location: "contract" } },
      { type: "source", settings: { delegate_type: "fs", location: "contract" } },
      fs({ compress: "maybe" }),
      fs({ max_number_of_snapshots: 0 }),
    ),
    only(
      "type",
      "the causes of these are a wrapped exception of the parser more",
      repository(fs({ max_number_of_snapshots: "abc" }), fs({ chunk_size: "5" }), fs({ max_restore_bytes_per_sec: "x" })),
    ),
    { "PUT /_snapshot/r?verify=false": fs({}), "PUT /_snapshot/r?verify=maybe": fs({}) },
    "PUT /_snapshot/r",
    puts("PUT /_snapshot/", fs({}), "a%20b", "a%23b", "a%2Cb", "a%2Fb", "a%2Ab"),
    lines("GET /_snapshot/", "none", "r,none", "r*", "x*", "_all"),
    "GET /_snapshot",
    "DELETE /_snapshot/none",
    "DELETE /_snapshot/x*",
    "DELETE /_snapshot/r",
  ],
  // Snapshots: what they contain, and what is rejected.
  snapshots: [
    storage,
    taken("s", { indices: "one", metadata: { a: [1, { b: 2.5 }] }, include_global_state: false }),
    "GET /_snapshot/r/s",
    taken("s", { indices: "one" }),
    taken("t", { indices: ["one", "t*", "-two"], ignore_unavailable: "true", expand_wildcards: "open", partial: true, unknown: 1 }),
    taken("v", { indices: "none", ignore_unavailable: true, metadata: null }),
    ["none", "one,-one"].map((indices) => taken("x", { indices })),
    [{ indices: 5 }, { metadata: "x" }, { include_global_state: "x" }, { expand_wildcards: "bad" }].map((body) => taken("x", body)),
    taken("x", { metadata: { a: "a".repeat(1024) } }),
    ["A", "_a", "a%20b", "a%23b", "a%2Cb", "a%2Ab", "a%2Fb"].map((name) => taken(name, { indices: "one" })),
    { "PUT /_snapshot/none/a": {} },
    lines(
      "GET /_snapshot/r/",
      "s",
      "none",
      "s,none",
      "s,none?ignore_unavailable=true",
      "s*",
      "x*",
      "_all?verbose=false",
      "s?index_names=false",
    ),
    "GET /_snapshot/*/_all?slm_policy_filter=_none&index_names=false",
    "GET /_snapshot/r/_all?size=2&verbose=false",
    "GET /_snapshot/r/_all?size=2&after=bad",
    "GET /_snapshot/none/s",
    { "PUT /_snapshot/read?verify=false": fs({ location: "contract-snapshots", readonly: true }), "PUT /_snapshot/read/a": {} },
    "DELETE /_snapshot/read/s",
    "DELETE /_snapshot/r/s,none",
    "DELETE /_snapshot/none/s",
    lines("DELETE /_snapshot/r/", "s", "t", "v"),
  ],
  // Restores: under other names, over closed indices, and what is rejected.
  restores: [
    storage,
    only("status", "the indices are in the order of a hash table", taken("s", { indices: "one,two" })),
    restored({ indices: "one" }),
    restored({ indices: "one", rename_pattern: "(.+)", rename_replacement: "restored-$1", include_aliases: false }),
    "GET /restored-one/_alias",
    restored({ indices: "nosuch" }),
    restored({ indices: "nosuch", ignore_unavailable: true }),
    restored({ other: 1 }),
    restored({ rename_pattern: ".+", rename_replacement: "UPPER", indices: "one" }),
    only("type", "which index is named first is that of a hash table", restored({ rename_pattern: ".+", rename_replacement: "same" })),
    restored({ indices: ["*", "-one"], rename_pattern: "^(.*)$", rename_replacement: "x-$1" }),
    restored({ indices: ["-one"], rename_pattern: "^(.*)$", rename_replacement: "y-$1" }),
    restored({ indices: "one", rename_pattern: "^", rename_replacement: "z-", index_settings: { number_of_shards: 5 } }),
    "POST /one/_close",
    restored({ indices: "one" }),
    { "POST /_snapshot/r/nosuch/_restore": {}, "POST /_snapshot/none/s/_restore": {} },
    "DELETE /_snapshot/r/s",
  ],
};
