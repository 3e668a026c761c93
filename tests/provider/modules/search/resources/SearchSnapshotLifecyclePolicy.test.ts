// Snapshot lifecycle policies: facts of the REST tests of the vendor, which no node of the tests can show, and what the provider makes of them.
// See docs/modules/search-access.md#snapshot-lifecycle-policies.
import { SearchSnapshotLifecyclePolicy } from "../../../../../provider/modules/search/resources/snapshot-lifecycle-policy";
import { request } from "../../../../emulators/eventrouting/caller";
import { createSearchEmulator, type SearchEmulator, type SearchEmulatorOptions } from "../../../../emulators/search";
import { readAlone } from "../../../../support/contexts";
import { clientOver, collected, emulated, json, operation } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchSnapshotLifecyclePolicy";
const nightly = { name: "nightly", schedule: "0 30 1 * * ?", repository: "repo" };

const putRepository = ({ snapshots }: SearchEmulator): void =>
  snapshots.repositories.all.set("repo", { type: "fs", settings: new Map([["location", "my-snaps"]]) });

/** A stack of one policy whose repository exists. */
function fixture(options?: SearchEmulatorOptions) {
  const stack = stackFixture(token, options);
  putRepository(stack.emulator);
  return { ...stack, stored: () => stack.emulator.snapshots.policies.get("nightly") };
}

/** The context of an operation without a stack. */
function contextOver({ handle }: SearchEmulator) {
  const context = operation();
  return { ...context, client: clientOver(emulated(handle).send, undefined, context), load: readAlone };
}

describe("slm/11_basic_slm.yml", () => {
  const basic = "x-pack/plugin/slm/qa/rest/src/yamlRestTest/resources/rest-api-spec/test/slm/11_basic_slm.yml";
  const emulator = createSearchEmulator();
  const call = (line: string, body?: object) => {
    const { status, body: text } = emulator.handle(request(line, body, { authorization: undefined }));
    return { status, body: JSON.parse(text) as Record<string, Record<string, unknown>> };
  };
  const path = "/_slm/policy/daily-snapshots";
  const sent = (schedule: string) => ({
    schedule,
    name: "<production-snap-{now/d}>",
    repository: "repo",
    config: { indices: ["foo-*", "important"], ignore_unavailable: false, include_global_state: false },
    retention: { expire_after: "30d", min_count: 1, max_count: 50 },
  });

  test.each([
    [`GET ${path}`, 10],
    [`DELETE ${path}`, 15],
  ])(`a missing policy: %s is 404 (${basic}:%d)`, (line) => {
    expect(call(line)).toMatchObject({ status: 404, body: { error: { type: "resource_not_found_exception" } } });
  });

  test(`a schedule of every minute is rejected (${basic}:28)`, () => {
    putRepository(emulator);
    const reason = "invalid schedule [0 * * * * ?]: schedule would be too frequent, executing more than every [15m]";
    expect(call(`PUT ${path}`, sent("0 * * * * ?"))).toMatchObject({ status: 400, body: { error: { reason } } });
  });

  test(`a policy has a version, its definition, the next execution and statistics (${basic}:64-68)`, () => {
    expect(call(`PUT ${path}`, sent("0 1 2 3 4 ?")).status).toBe(200);
    expect(call(`GET ${path}`).body["daily-snapshots"]).toMatchObject({
      version: 1,
      policy: sent("0 1 2 3 4 ?"),
      next_execution_millis: expect.any(Number),
      stats: expect.any(Object),
    });
  });

  test(`a changed policy has the next version, and another name is missing (${basic}:91-99)`, () => {
    expect(call(`PUT ${path}`, sent("1 1 1 1 1 ?")).status).toBe(200);
    expect(call("GET /_slm/policy/doesnt-exist").status).toBe(404);
    expect(call(`GET ${path}`).body["daily-snapshots"]).toMatchObject({ version: 2, policy: { schedule: "1 1 1 1 1 ?" } });
  });
});

test("access 80: false is sent, and kept", async () => {
  const { stack, bodies, stored } = fixture();
  await stack.up({ ...nightly, config: { includeGlobalState: false } });
  expect(bodies()).toEqual({
    "PUT nightly": { name: "<snap-{now/d}>", schedule: "0 30 1 * * ?", repository: "repo", config: { include_global_state: false } },
  });
  expect(stored()?.policy["config"]).toEqual({ include_global_state: false });
  expect(await stack.refresh()).toEqual([]);
});

test("access 81: a policy without configuration has no difference, also from explicit defaults", async () => {
  const { stack } = fixture();
  await stack.up(nightly);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview({ ...nightly, config: { includeGlobalState: true, indices: [], partial: false } })).toEqual([]);
});

test.each([
  ["0 * * * * ?", /too frequent, executing more than every \[15m\]/],
  ["5m", /too frequent/],
  ["every day", /must be a valid cron expression or time unit/],
])("access 82: the schedule %j is rejected by the server", async (schedule, reason) => {
  const { stack } = fixture();
  await expect(stack.up({ ...nightly, schedule })).rejects.toThrow(reason);
  expect(stack.stored).toBeUndefined();
});

test("access 83: the snapshots of a deleted policy stay, with a line of the log", async () => {
  const { stack, emulator, logged } = fixture();
  await stack.up(nightly);
  emulator.handle(request("PUT /_snapshot/repo/snap-1", { metadata: { policy: "nightly" } }, { authorization: undefined }));
  await stack.destroy();
  expect(emulator.snapshots.in("repo").names()).toEqual(["snap-1"]);
  expect(logged()).toEqual([{ severity: "info", message: 'The snapshots of the policy "nightly" stay, and no longer expire.' }]);
});

test("access 84: a retention that another writer changes is drift, and its update is one version", async () => {
  const { stack, stored } = fixture();
  await stack.up({ ...nightly, retention: { maxCount: 50 } });
  stored()!.policy["retention"] = { max_count: 5 };
  expect(await stack.refresh()).toEqual(["retention.maxCount"]);
  const before = stored()!.version;
  await stack.up({ ...nightly, retention: { maxCount: 50 } });
  expect(stored()).toMatchObject({ version: before + 1, policy: { retention: { max_count: 50 } } });
});

test("access 85: a server without unhealthyIfNoSnapshotWithin is a partial failure that names the version", async () => {
  const { stack, stored } = fixture();
  const declared = { ...nightly, unhealthyIfNoSnapshotWithin: "2d" };
  await expect(stack.up(declared)).rejects.toThrow("the server 8.19.8 does not support unhealthyIfNoSnapshotWithin");
  expect([stack.stored?.unfinished.length, stored()?.version]).toEqual([1, 1]);
  await expect(stack.up(declared)).rejects.toThrow("the server 8.19.8 does not support");
  expect(await stack.up(nightly)).toBe("update");
  expect(await stack.refresh()).toEqual([]);
});

test("a list that another writer has sent as text, and flags as text, are read", async () => {
  const { stack, stored } = fixture();
  await stack.up({ ...nightly, config: { indices: ["a", "b"], partial: true } });
  stored()!.policy["config"] = { indices: "b,a", partial: "true" };
  expect(await stack.refresh()).toEqual([]);
});

test("the order of indices matters only with an exclusion", async () => {
  const { stack } = fixture();
  await stack.up({ ...nightly, config: { indices: ["a*", "-ab", "b*"] } });
  expect(await stack.preview({ ...nightly, config: { indices: ["b*", "a*", "-ab"] } })).not.toEqual([]);
  await stack.up({ ...nightly, config: { indices: ["a", "b"] } });
  expect(await stack.preview({ ...nightly, config: { indices: ["b", "a"] } })).toEqual([]);
});

test("a member of the configuration that no property has survives an update", async () => {
  const { stack, stored } = fixture();
  await stack.up({ ...nightly, config: { partial: true } });
  (stored()!.policy["config"] as Record<string, unknown>)["later"] = [1];
  await stack.up({ ...nightly, config: { partial: true }, schedule: "1d" });
  expect(stored()?.policy).toMatchObject({ schedule: "1d", config: { partial: true, later: [1] } });
  expect(await stack.refresh()).toEqual([]);
});

test("a policy of a repository that does not exist is an error with a hint", async () => {
  const { stack } = fixture();
  await expect(stack.up({ ...nightly, repository: "none" })).rejects.toThrow(/no such repository \[none\]\nCreate the repository first/);
});

test("access 53: a preview check warns of a repository that does not exist yet", async () => {
  const { emulator } = fixture();
  const context = contextOver(emulator);
  const check = async (repository: string) =>
    SearchSnapshotLifecyclePolicy.previewCheck!({ operation: "create", inputs: { repository }, isUnknown: () => false }, context);
  expect([await check("repo"), await check("none")]).toEqual([[], []]);
  expect(context.lines).toEqual([{ severity: "warning", message: 'The snapshot repository "none" does not exist yet.' }]);
});

test.each([
  [{ name: "_a" }, "must not begin with _"],
  [{ name: "a b" }, "contain whitespace"],
  [{ name: "ä".repeat(128) }, "at most 255 bytes; got 256"],
  [{ snapshotName: "snap-{now/d}" }, "must be in angle brackets"],
  [{ retention: {} }, "expected at least one of expireAfter, minCount, maxCount"],
  [{ retention: { minCount: 5, maxCount: 4 } }, "must be at least minCount, 5; got 4."],
  [{ retention: { minCount: 0 } }, "expected at least 1"],
  [{ config: { metadata: '{"policy":"a"}' } }, 'the key "policy" is reserved'],
  [{ config: { metadata: JSON.stringify({ a: "b".repeat(1024) }) } }, "must have less than 1024 bytes"],
  [{ config: { otherMembers: '{"partial":true}' } }, 'the member "partial" is written by partial'],
  [{ unhealthyIfNoSnapshotWithin: "2 days" }, "expected a duration"],
])("Check rejects %j", async (inputs, reason) => {
  await expect(fixture().stack.up({ ...nightly, ...inputs })).rejects.toThrow(reason);
});

test("access 121: a list leaves out the policies of the server and of the deployments of the vendor", async () => {
  const { stack, emulator } = fixture();
  await stack.up(nightly);
  const { policies } = emulator.snapshots;
  const stored = policies.get("nightly")!;
  for (const name of [".internal", "cloud-snapshot-policy"]) policies.set(name, stored);
  policies.set("managed", { ...stored, policy: { ...stored.policy, config: { metadata: { managed: true } } } });
  const listed = await collected(SearchSnapshotLifecyclePolicy.list!({}, contextOver(emulator)));
  expect(listed.map(({ name }) => name)).toEqual(["nightly"]);
});

test("the response of another server is an error and never a state", async () => {
  const { stack, override } = fixture();
  await stack.up(nightly);
  override.set("GET /_slm/policy/nightly", json({ nightly: { policy: { name: "a" } } }));
  await expect(stack.refresh()).rejects.toThrow("not a response of Elasticsearch: expected the snapshot lifecycle policy");
});
