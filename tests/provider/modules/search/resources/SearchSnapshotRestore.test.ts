// Restores whose response is lost or that fail, and the names of what they write. See docs/modules/search-access.md#restores.
import { TransportError } from "../../../../../provider/http/transport-error";
import {
  patternViolation,
  replacementViolation,
  targetsOf,
} from "../../../../../provider/modules/search/resources/snapshot-restore/targets";
import type { Snapshot } from "../../../../../provider/modules/search/resources/snapshot/response";
import type { SearchEmulator } from "../../../../emulators/search";
import { scenarios } from "../cases/scenario";
import { json, rejects } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const copy = { repository: "backups", snapshot: "daily", renamePattern: "(.+)", renameReplacement: "restored-$1" };
const post = "POST /_snapshot/backups/daily/_restore?wait_for_completion=true";

/** A snapshot of an index and a data stream. */
const before = {
  "PUT /_snapshot/backups": { type: "fs", settings: { location: "a" } },
  "PUT /orders": undefined,
  "PUT /_index_template/logs": { index_patterns: ["logs-*"], data_stream: {} },
  "PUT /_data_stream/logs-app-default": undefined,
  "PUT /_snapshot/backups/daily?wait_for_completion=true": undefined,
};

scenarios(
  "SearchSnapshotRestore",
  [
    ...[500, 503].map((status) => ({
      [`a restore that the server answers with ${status} is sent once`]: {
        override: { [post]: rejection("failed", status, "exception") },
        error: /GET \/_recovery/,
        writes: [post],
      },
    })),
    {
      "a restore that the server rejects is no restore in progress": {
        override: { [post]: rejection("[backups:daily/u] cannot restore index [a]", 500, "snapshot_restore_exception") },
        error: /^failed_precondition: (?![^]*_recovery)/,
      },
    },
    ...(
      [
        ["FAILED", false, /has the state FAILED\. Restore a snapshot with the state SUCCESS\./],
        ["IN_PROGRESS", true, /has the state IN_PROGRESS/],
        ["PARTIAL", false, /has the state PARTIAL\. Set partial to restore what it contains\./],
      ] as const
    ).map(([state, partial, refusal]) => ({
      [`a snapshot with the state ${state} is not restored (partial: ${partial})`]: {
        before: ({ snapshots }: SearchEmulator) => (snapshots.in("backups").get("daily")!.state = state),
        members: { partial },
        refusal,
      },
    })),
    {
      "a data stream is never overwritten: the error has its documents": {
        program: { repository: "backups", snapshot: "daily", indices: ["logs-app-default"] },
        refusal: /data streams: "logs-app-default" \(0 documents/,
      },
      "access 130: a server without data streams has none": {
        members: { indices: ["orders"] },
        override: { "GET /_data_stream/*?expand_wildcards=all": json({ error: "Incorrect HTTP method", status: 405 }, 405) },
        done: "create",
      },
      "without the privilege to list indices nothing is restored": {
        override: {
          "GET /_cat/indices?format=json&h=index%2Cstatus%2Cdocs.count%2Cstore.size&expand_wildcards=all": rejection(
            "action [indices:monitor/stats] is unauthorized",
            403,
            "security_exception",
          ),
        },
        refusal: /^permission_denied/,
      },
    },
  ],
  { emulator: {}, before, program: copy },
);

const fixture = () => stackFixture("SearchSnapshotRestore", {}, before);

test("access 99: a restore whose response is lost is not repeated, and the next create is refused", async () => {
  const { stack, override, writes, emulator } = fixture();
  override.set(post, () => {
    emulator.putIndex("restored-orders");
    return new TransportError("sent", "ECONNRESET", "the connection was closed", { ambiguous: true });
  });
  await rejects(stack.up(copy), /The restore may be in progress: see `GET \/_recovery`/);
  expect(writes()).toEqual([post]);
  override.clear();
  await rejects(stack.up(copy), /open indices: "restored-orders"/);
  expect(writes()).toEqual([]);
});

test("shards that are not restored are an error that names the indices, and nothing is stored", async () => {
  const { stack, emulator } = fixture();
  emulator.snapshots.failRestores(1);
  const message = /Restore of backups\/daily: 1 of 1 shards were not restored; indices: restored-orders\. Delete these indices/;
  await rejects(stack.up({ ...copy, indices: ["orders"] }), message);
  expect(stack.stored).toBeUndefined();
});

test.each([
  [true, [], /^warning: The restore replaces persistent settings[^]*users, roles and keys/],
  [true, ["none"], /^warning: The restore replaces persistent settings[^\n]*$/],
  [false, ["security"], /^warning: The restore replaces users, roles and keys/],
])("warnings before the request, with the global state (%s) and the features %j", async (includeGlobalState, featureStates, warnings) => {
  const { stack, logged, override } = fixture();
  let seen = "";
  override.set(post, () => {
    seen = logged();
    return json({ snapshot: { snapshot: "daily", indices: [], shards: { total: 0, failed: 0, successful: 0 } } });
  });
  await stack.up({ ...copy, includeGlobalState, featureStates });
  expect(seen).toMatch(warnings);
});

const snapshot: Snapshot = {
  uuid: "u",
  state: "SUCCESS",
  snapshotIndices: ["orders", "orders-old", ".kibana_1", ".ds-logs-app-2026.01.01-000001", ".fs-logs-app-2026.01.01-000002"],
  dataStreams: ["logs-app"],
  includeGlobalState: true,
  startTime: "2026-01-01T00:00:00.000Z",
  shardsTotal: 5,
  shardsFailed: 0,
  features: new Map([["kibana", [".kibana_1"]]]),
  failures: [],
};

test.each([
  [undefined, ["orders", "orders-old"], ["logs-app"]],
  [["_all"], ["orders", "orders-old"], ["logs-app"]],
  [["orders"], ["orders"], []],
  [["orders*", "-orders-old"], ["orders"], []],
  [["-orders*"], [], ["logs-app"]],
  [["logs-*", "none"], [], ["logs-app"]],
  [["o.ders"], [], []],
])("the list %j selects %j and %j", (indices, expected, streams) => {
  const targets = targetsOf(snapshot, indices ? { indices } : {});
  expect([...targets.dataStreams.keys()]).toEqual(streams);
  expect([...targets.indices.keys()].filter((name) => !name.startsWith("."))).toEqual(expected);
  expect([...targets.indices.keys()].filter((name) => name.startsWith("."))).toHaveLength(streams.length * 2);
});

test.each([
  ["(.+)", "restored-$1", "restored-orders", ".ds-restored-logs-app-2026.01.01-000001"],
  ["^orders", "a", "a", ".ds-logs-app-2026.01.01-000001"],
  ["o(?<rest>.*)", "${rest}", "rders", ".ds-lgs-app-2026.01.01-000001"],
  ["r", "\\$&", "o$&de$&s", ".ds-logs-app-2026.01.01-000001"],
  ["r", "\\x", "oxdexs", ".ds-logs-app-2026.01.01-000001"],
])("%s becomes %s as the server renames it", (renamePattern, renameReplacement, index, backing) => {
  const names = [...targetsOf(snapshot, { renamePattern, renameReplacement }).indices.keys()];
  expect([names[0], names[2]]).toEqual([index, backing]);
});

test("patterns and replacements that cannot be evaluated are rejected", () => {
  expect([patternViolation("a++"), patternViolation("(a)")]).toEqual([
    expect.stringContaining("valid in Java and in JavaScript"),
    undefined,
  ]);
  for (const valid of ["a", "$1", "${a}", "\\$", "a\\\\"]) expect(replacementViolation(valid)).toBeUndefined();
  for (const invalid of ["$", "$a", "a\\", "${1}"]) expect(replacementViolation(invalid)).toBeDefined();
});
