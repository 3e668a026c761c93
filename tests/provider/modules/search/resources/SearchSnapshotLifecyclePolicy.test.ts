// Snapshot lifecycle policies: facts of the REST tests of the vendor, which no node of the tests can show, and what the provider makes of them.
// See docs/modules/search-access.md#snapshot-lifecycle-policies.
import { rejections, scenarios } from "../cases/scenario";
import { rejects } from "../support";
import { stackFixture } from "./stack-fixture";

const kind = "SearchSnapshotLifecyclePolicy";
const path = "/_slm/policy/nightly";
const nightly = { name: "nightly", schedule: "0 30 1 * * ?", repository: "repo" };
const remote = { name: "<snap-{now/d}>", schedule: "0 30 1 * * ?", repository: "repo" };
const repository = { "PUT /_snapshot/repo?verify=false": { type: "fs", settings: { location: "my-snaps" } } };
const put = (members: object) => ({ [`PUT ${path}`]: { ...remote, ...members } });
const kept = (policy: object, more: object = {}) => ({ [path]: { nightly: { policy, ...more } } });
const tooNew = /the server 8\.19\.8 does not support unhealthyIfNoSnapshotWithin/;

test("x-pack/plugin/slm/qa/rest/src/yamlRestTest/resources/rest-api-spec/test/slm/11_basic_slm.yml:10-99: versions, and 404 for a missing policy", () => {
  const { call } = stackFixture(kind, {}, repository);
  const daily = "/_slm/policy/daily-snapshots";
  const sent = (schedule: string) => ({ ...remote, schedule, config: { indices: ["foo-*"] }, retention: { expire_after: "30d" } });
  for (const method of ["GET", "DELETE"])
    expect(call(`${method} ${daily}`)).toMatchObject({ status: 404, body: { error: { type: "resource_not_found_exception" } } });
  const reason = "invalid schedule [0 * * * * ?]: schedule would be too frequent, executing more than every [15m]";
  expect(call(`PUT ${daily}`, sent("0 * * * * ?"))).toMatchObject({ status: 400, body: { error: { reason } } });
  for (const version of [1, 2]) {
    expect(call(`PUT ${daily}`, sent(`${version} 1 1 1 1 ?`)).status).toBe(200);
    expect(call(`GET ${daily}`).body["daily-snapshots"]).toMatchObject({
      version,
      policy: sent(`${version} 1 1 1 1 ?`),
      next_execution_millis: expect.any(Number),
      stats: expect.any(Object),
    });
  }
});

scenarios(
  kind,
  [
    {
      "access 80: false is sent, and kept": {
        members: { config: { includeGlobalState: false } },
        bodies: [{ ...remote, config: { include_global_state: false } }],
      },
      "access 81: a policy without configuration has no difference, also from explicit defaults": {
        preview: [],
        change: { config: { includeGlobalState: true, indices: [], partial: false } },
      },
    },
    ...(
      [
        ["0 * * * * ?", /too frequent, executing more than every \[15m\]/],
        ["5m", /too frequent/],
        ["every day", /must be a valid cron expression or time unit/],
      ] as const
    ).map(([schedule, error]) => ({
      [`access 82: the schedule "${schedule}" is rejected by the server`]: {
        members: { schedule },
        error,
      },
    })),
    {
      "access 83: the snapshots of a deleted policy stay, with a line of the log": {
        other: { "PUT /_snapshot/repo/snap-1": { metadata: { policy: "nightly" } } },
        next: "destroy",
        logged: /^info: The snapshots of the policy "nightly" stay, and no longer expire\.$/,
        kept: { "/_snapshot/repo/snap-1": {} },
      },
      "access 84: a retention that another writer changes is drift, and its update is one version": {
        members: { retention: { maxCount: 50 } },
        other: put({ retention: { max_count: 5 } }),
        refresh: ["retention.maxCount"],
        change: { retention: { maxCount: 50 } },
        kept: kept({ retention: { max_count: 50 } }, { version: 3 }),
      },
      "a list that another writer has sent as text, and flags as text, are read": {
        members: { config: { indices: ["a", "b"], partial: true } },
        other: ({ snapshots }) => (snapshots.policies.get("nightly")!.policy["config"] = { indices: "b,a", partial: "true" }),
        refresh: [],
      },
      "the order of indices does not matter": {
        members: { config: { indices: ["a", "b"] } },
        preview: [],
        change: { config: { indices: ["b", "a"] } },
      },
      "unless there is an exclusion": {
        members: { config: { indices: ["a*", "-ab", "b*"] } },
        preview: ["config.indices[0]", "config.indices[2]"],
        change: { config: { indices: ["b*", "a*", "-ab"] } },
      },
      "a member of the configuration that no property has survives an update": {
        members: { config: { partial: true } },
        other: ({ snapshots }) => (snapshots.policies.get("nightly")!.policy["config"] = { partial: true, later: [1] }),
        change: { config: { partial: true }, schedule: "1d" },
        kept: kept({ schedule: "1d", config: { partial: true, later: [1] } }),
      },
      "a policy of a repository that does not exist is an error with a hint": {
        members: { repository: "none" },
        error: /no such repository \[none\]\nCreate the repository first\. To order both, use the output `name`/,
      },
      "access 53: a preview check warns of a repository that does not exist yet": {
        checked: { ...nightly, repository: "none" },
        logged: /^warning: The snapshot repository "none" does not exist yet\.$/,
      },
      "access 53: not of one that exists": {
        checked: nightly,
        logged: "",
      },
    },
  ],
  { before: repository, program: nightly },
);

rejections(kind, nightly, [
  ["a policy", { name: "_a" }, /must not begin with _/],
  ["a policy", { name: "a b" }, /contain whitespace/],
  ["a policy", { name: "ä".repeat(128) }, /at most 255 bytes; got 256/],
  ["a policy", { snapshotName: "snap-{now/d}" }, /must be in angle brackets/],
  ["a policy", { retention: {} }, /expected at least one of expireAfter, minCount, maxCount/],
  ["a policy", { retention: { minCount: 5, maxCount: 4 } }, /must be at least minCount, 5; got 4\./],
  ["a policy", { retention: { minCount: 0 } }, /expected at least 1/],
  ["a policy", { config: { metadata: '{"policy":"a"}' } }, /the key "policy" is reserved/],
  ["a policy", { config: { metadata: JSON.stringify({ a: "b".repeat(1024) }) } }, /must have less than 1024 bytes/],
  ["a policy", { config: { otherMembers: '{"partial":true}' } }, /the member "partial" is written by partial/],
  ["a policy", { unhealthyIfNoSnapshotWithin: "2 days" }, /expected a duration/],
]);

test("access 85: a server without unhealthyIfNoSnapshotWithin is a partial failure that names the version", async () => {
  const { stack, emulator, settled } = stackFixture(kind, {}, repository);
  const declared = { ...nightly, unhealthyIfNoSnapshotWithin: "2d" };
  await rejects(stack.up(declared), tooNew);
  expect([stack.stored!.unfinished.length, emulator.snapshots.policies.get("nightly")?.version]).toEqual([1, 1]);
  await rejects(stack.up(declared), tooNew);
  expect(await stack.up(nightly)).toBe("update");
  await settled(nightly);
});
