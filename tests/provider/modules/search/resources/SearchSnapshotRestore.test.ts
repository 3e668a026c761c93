// Restores whose response is lost or that fail, and the names of what they write. See docs/modules/search-access.md#restores.
import { TransportError } from "../../../../../provider/http/transport-error";
import {
  patternViolation,
  replacementViolation,
  targetsOf,
} from "../../../../../provider/modules/search/resources/snapshot-restore/targets";
import type { Snapshot } from "../../../../../provider/modules/search/resources/snapshot/response";
import { json, rejects } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const copy = { repository: "backups", snapshot: "daily", renamePattern: "(.+)", renameReplacement: "restored-$1" };
const post = "POST /_snapshot/backups/daily/_restore?wait_for_completion=true";

/** A stack of one restore, and a snapshot of an index and a data stream. */
function fixture() {
  const all = stackFixture(
    "SearchSnapshotRestore",
    {},
    {
      "PUT /_snapshot/backups": { type: "fs", settings: { location: "a" } },
      "PUT /orders": undefined,
      "PUT /_index_template/logs": { index_patterns: ["logs-*"], data_stream: {} },
      "PUT /_data_stream/logs-app-default": undefined,
      "PUT /_snapshot/backups/daily?wait_for_completion=true": undefined,
    },
  );
  return { ...all, posts: () => all.lines().filter((line) => line === post) };
}

test("access 99: a restore whose response is lost is not repeated, and the next create is refused", async () => {
  const { stack, override, posts, emulator } = fixture();
  override.set(post, () => {
    emulator.putIndex("restored-orders");
    return new TransportError("sent", "ECONNRESET", "the connection was closed", { ambiguous: true });
  });
  await rejects(stack.up(copy), /The restore may be in progress: see `GET \/_recovery`/);
  expect(posts()).toHaveLength(1);
  override.clear();
  await rejects(stack.up(copy), /open indices: "restored-orders"/);
  expect(posts()).toEqual([]);
});

test.each([500, 503])("a restore that the server answers with %d is sent once", async (status) => {
  const { stack, override, posts } = fixture();
  override.set(post, rejection("failed", status, "exception"));
  await rejects(stack.up(copy), /GET \/_recovery/);
  expect(posts()).toHaveLength(1);
});

test("a restore that the server rejects is no restore in progress", async () => {
  const { stack, override } = fixture();
  override.set(post, rejection("[backups:daily/u] cannot restore index [a]", 500, "snapshot_restore_exception"));
  await rejects(stack.up(copy), /^failed_precondition: (?![^]*_recovery)/);
});

test("shards that are not restored are an error that names the indices, and nothing is stored", async () => {
  const { stack, emulator } = fixture();
  emulator.snapshots.failRestores(1);
  const message = /Restore of backups\/daily: 1 of 1 shards were not restored; indices: restored-orders\. Delete these indices/;
  await rejects(stack.up({ ...copy, indices: ["orders"] }), message);
  expect(stack.stored).toBeUndefined();
});

test.each([
  ["FAILED", false, /has the state FAILED\. Restore a snapshot with the state SUCCESS\./],
  ["IN_PROGRESS", true, /has the state IN_PROGRESS/],
  ["PARTIAL", false, /has the state PARTIAL\. Set partial to restore what it contains\./],
])("a snapshot with the state %s (partial: %s) is not restored", async (state, partial, reason) => {
  const { stack, emulator, posts } = fixture();
  emulator.snapshots.in("backups").get("daily")!.state = state;
  await rejects(stack.up({ ...copy, partial }), reason);
  expect(posts()).toEqual([]);
});

test("a data stream is never overwritten: the error has its documents", async () => {
  const { stack, posts } = fixture();
  const program = { repository: "backups", snapshot: "daily", indices: ["logs-app-default"] };
  await rejects(stack.up(program), /data streams: "logs-app-default" \(0 documents/);
  expect(posts()).toEqual([]);
});

test("access 130: a server without data streams has none", async () => {
  const { stack, override } = fixture();
  override.set("GET /_data_stream/*?expand_wildcards=all", json({ error: "Incorrect HTTP method", status: 405 }, 405));
  expect(await stack.up({ ...copy, indices: ["orders"] })).toBe("create");
});

test("without the privilege to list indices nothing is restored", async () => {
  const { stack, override, posts } = fixture();
  const cat = "GET /_cat/indices?format=json&h=index%2Cstatus%2Cdocs.count%2Cstore.size&expand_wildcards=all";
  override.set(cat, rejection("action [indices:monitor/stats] is unauthorized", 403, "security_exception"));
  await rejects(stack.up(copy), /^permission_denied/);
  expect(posts()).toEqual([]);
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
