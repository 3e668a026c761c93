/** Single snapshots. See docs/modules/search-access.md#single-snapshots. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../../emulators/exchange";
import { caseFixture } from "./server";

const token = "quartet:search:SearchSnapshot";
const daily = { repository: "backups", name: "daily-1", indices: ["orders"], includeGlobalState: false };

/** A stack of one snapshot, its repository, and an index with three documents. */
async function fixture() {
  const stack = caseFixture(token);
  const { call, find } = stack;
  await call("PUT /_snapshot/backups", { type: "fs", settings: { location: randomUUID() } });
  await call("PUT /orders", { settings: { number_of_replicas: 0 } });
  for (const id of [1, 2, 3]) await call(`PUT /orders/_doc/${id}?refresh=true`, { id });
  stack.lines();
  const names = async () =>
    ((await call("GET /_snapshot/backups/_all"))["snapshots"] as JsonObject[]).map(({ snapshot }) => String(snapshot)).sort();
  return { ...stack, names, exists: async (name: string) => (await find(`/_snapshot/backups/${name}`)) !== undefined };
}

/** Writes of snapshots, without the reads. */
const writes = (lines: string[]): string[] => lines.filter((line) => !line.startsWith("GET"));

test("access 86: create takes the snapshot, and returns when it is complete", async () => {
  const { stack, lines, bodies } = await fixture();
  expect(await stack.up(daily)).toBe("create");
  expect(writes(lines())).toEqual(["PUT /_snapshot/backups/daily-1?wait_for_completion=false"]);
  const body = { indices: ["orders"], ignore_unavailable: false, include_global_state: false, partial: false };
  expect(bodies()).toEqual({ "PUT daily-1": body });
  expect(stack.outputs).toMatchObject({ state: "SUCCESS", snapshotIndices: ["orders"], dataStreams: [], shardsTotal: 1, shardsFailed: 0 });
  expect(Date.parse(String(stack.outputs["endTime"]))).toBeGreaterThanOrEqual(Date.parse(String(stack.outputs["startTime"])));
});

test("access 87: a snapshot does not change with its index", async () => {
  const { stack, call } = await fixture();
  await stack.up(daily);
  await call("DELETE /orders");
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(daily)).toEqual([]);
});

test("access 88: the new snapshot is complete before the old one is deleted", async () => {
  const { stack, lines, names } = await fixture();
  await stack.up({ ...daily, triggers: { day: "1" } });
  lines();
  expect(await stack.up({ ...daily, name: "daily-2", triggers: { day: "2" } })).toBe("replace");
  const sent = lines();
  expect(writes(sent)).toEqual([
    "PUT /_snapshot/backups/daily-2?wait_for_completion=false",
    "DELETE /_snapshot/backups/daily-1?wait_for_completion=true",
  ]);
  expect(sent.at(-2)).toBe("GET /_snapshot/backups/daily-2");
  expect(stack.outputs["state"]).toBe("SUCCESS");
  expect(await names()).toEqual(["daily-2"]);
});

test("access 89: with a name of the program, a trigger alone fails, and the old snapshot stays", async () => {
  const { stack, names } = await fixture();
  await stack.up({ ...daily, triggers: { day: "1" } });
  const { uuid } = stack.outputs;
  await expect(stack.up({ ...daily, triggers: { day: "2" } })).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringContaining("If it is being replaced, change its name, too, or let Pulumi generate one."),
  });
  expect(await names()).toEqual(["daily-1"]);
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs["uuid"]).toBe(uuid);
});

test("access 90: a snapshot that another client deletes is gone, and taken again", async () => {
  const { stack, call, exists } = await fixture();
  await stack.up(daily);
  await call("DELETE /_snapshot/backups/daily-1");
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(await stack.up(daily)).toBe("create");
  expect(await exists("daily-1")).toBe(true);
});

test("access 131: a snapshot of the name exists: the error has the command that imports it", async () => {
  const { stack, call, names } = await fixture();
  await call("PUT /_snapshot/backups/daily-1?wait_for_completion=true", { indices: "none*" });
  await expect(stack.up(daily)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringMatching(
      /differs in includeGlobalState[^]*pulumi import quartet:search:SearchSnapshot NAME [\w-]{22}\/backups\/daily-1`/,
    ),
  });
  expect(stack.stored).toBeUndefined();
  expect(await names()).toEqual(["daily-1"]);
});

test("an import declares what the snapshot contains", async () => {
  const { stack, call, uuid } = await fixture();
  const body = { indices: "orders", include_global_state: false, metadata: { owner: "ops" } };
  await call("PUT /_snapshot/backups/daily-1?wait_for_completion=true", body);
  await stack.import("backups/daily-1");
  expect(stack.stored!.id).toBe(`${await uuid()}/backups/daily-1`);
  expect(stack.inputs).toMatchObject({ ...daily, metadata: expect.stringMatching(/^\{"owner":\s*"ops"\}$/) });
  expect(await stack.preview({ ...daily, metadata: '{ "owner": "ops" }' })).toEqual([]);
});

test("destroy deletes the snapshot, also one that is gone", async () => {
  const { stack, call, exists } = await fixture();
  await stack.up(daily);
  await stack.destroy();
  expect(await exists("daily-1")).toBe(false);
  await stack.up(daily);
  await call("DELETE /_snapshot/backups/daily-1");
  await stack.destroy();
});

test("an index that does not exist fails the snapshot, unless it may be missing", async () => {
  const { stack, exists } = await fixture();
  await expect(stack.up({ ...daily, indices: ["none"] })).rejects.toThrow("no such index [none]");
  expect([stack.stored, await exists("daily-1")]).toEqual([undefined, false]);
  await stack.up({ ...daily, indices: ["none", "orders"], ignoreUnavailable: true });
  expect(stack.outputs["snapshotIndices"]).toEqual(["orders"]);
});

test("a repository that does not exist is an error, and a warning of a refresh", async () => {
  const { stack, call, logged } = await fixture();
  await expect(stack.up({ ...daily, repository: "none" })).rejects.toThrow("[none] missing");
  await stack.up(daily);
  await call("DELETE /_snapshot/backups");
  logged();
  expect(await stack.refresh()).toEqual(["gone"]);
  const message = 'The repository "backups" does not exist. Its storage may still contain the snapshot "daily-1".';
  expect(logged()).toEqual([{ severity: "warning", message }]);
});

test.each(["Daily", "_daily", "-daily", "a b", "a,b", "a*", "a/b", "a#b", ""])("the name %j is rejected", async (name) => {
  await expect(caseFixture(token).stack.up({ ...daily, name })).rejects.toThrow("name | ");
});

test("metadata has less than 1024 bytes", async () => {
  const metadata = JSON.stringify({ text: "a".repeat(1013) });
  await expect(caseFixture(token).stack.up({ ...daily, metadata })).rejects.toThrow("must have less than 1024 bytes; got 1024");
});
