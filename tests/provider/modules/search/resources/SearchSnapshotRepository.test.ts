// Snapshot repositories of types, and with failures, that a single node without plugins does not have. See docs/modules/search-access.md#snapshot-repositories.
import { json } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchSnapshotRepository";
const declared = { name: "backups", fs: { location: "a" } };
const put = "PUT /_snapshot/backups?verify=true";

test("access 74: an unreachable bucket is registered without verification, and an unknown setting survives an update", async () => {
  const { stack, emulator } = stackFixture(token);
  emulator.snapshots.repositories.unusable.set("backups", "master");
  const program = (s3: object) => ({ name: "backups", s3: { bucket: "b", ...s3 }, otherSettings: { new_setting: "1" }, verify: false });
  await stack.up(program({}));
  expect(await stack.refresh()).toEqual([]);
  await stack.up(program({ storageClass: "standard_ia" }));
  expect(Object.fromEntries(emulator.snapshots.repositories.all.get("backups")!.settings)).toEqual({
    bucket: "b",
    new_setting: "1",
    storage_class: "standard_ia",
  });
});

test.each([["master"], ["others"]] as const)("access 73, 134: verification that fails on %s", async (nodes) => {
  const { stack, emulator, bodies } = stackFixture(token);
  const { all, unusable } = emulator.snapshots.repositories;
  unusable.set("backups", nodes);
  await expect(stack.up(declared)).rejects.toThrow("Check `path.repo`, permissions and credentials, or set `verify` to false.");
  expect([stack.stored?.id !== undefined, all.has("backups")]).toEqual(nodes === "master" ? [false, false] : [true, true]);
  if (nodes === "master") return;
  bodies();
  await expect(stack.up(declared)).rejects.toThrow("or set `verify` to false");
  unusable.clear();
  expect(await stack.up(declared)).toBe("update");
  expect(bodies()).toEqual({ "PUT backups": { type: "fs", settings: { location: "a" } } });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.up(declared)).toBe("same");
});

test("access 76: a warning names the policies that use a deleted repository", async () => {
  const { stack, override, logged } = stackFixture(token);
  await stack.up(declared);
  const policies = { nightly: { policy: { repository: "backups" } }, weekly: { policy: { repository: "other" } } };
  override.set("GET /_slm/policy", json(policies));
  await stack.destroy();
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringMatching(/policies use the deleted repository.*: nightly\./) }]);
});

test.each([400, 403, 404, 405])("access 148: a server that answers %d to the question for policies is no failure", async (status) => {
  const { stack, override, emulator } = stackFixture(token);
  await stack.up(declared);
  override.set("GET /_slm/policy", json({ error: "no handler", status }, status));
  await stack.destroy();
  expect(emulator.snapshots.repositories.all.size).toBe(0);
});

test("access 77: the repository of a running snapshot stays", async () => {
  const { stack, emulator } = stackFixture(token);
  await stack.up(declared);
  emulator.snapshots.endNext("IN_PROGRESS");
  emulator.handle({ method: "PUT", path: "/_snapshot/backups/s", query: "", headers: {}, body: "" });
  await expect(stack.destroy()).rejects.toMatchObject({
    code: "aborted",
    message: expect.stringMatching(/currently used \(snapshot is in progress\)\nWait until/),
  });
  expect(emulator.snapshots.repositories.all.has("backups")).toBe(true);
});

test("an import of another type has all settings", async () => {
  const { stack, emulator } = stackFixture(token);
  const settings = new Map<string, string | null>([
    ["uri", "hdfs://a"],
    ["path", "b"],
    ["none", null],
  ]);
  emulator.snapshots.repositories.all.set("backups", { type: "hdfs", settings });
  await stack.import("backups");
  expect(stack.inputs).toEqual({ name: "backups", type: "hdfs", otherSettings: { uri: "hdfs://a", path: "b" } });
});

test("a read-only flag of a repository at an address has no property", async () => {
  const { stack, emulator } = stackFixture(token);
  emulator.snapshots.repositories.all.set("backups", {
    type: "url",
    settings: new Map([
      ["url", "file:/a"],
      ["readonly", "true"],
    ]),
  });
  await stack.import("backups");
  expect(stack.inputs).toEqual({ name: "backups", url: { url: "file:/a" }, otherSettings: { readonly: "true" } });
});

test.each([
  [{ max_number_of_snapshots: "many" }, 'member "max_number_of_snapshots" of the response: expected a whole number'],
  [{ compress: "maybe" }, 'member "compress" of the response: expected true or false'],
])("the settings %j of a server are an error and never a state", async (settings, reason) => {
  const { stack, override } = stackFixture(token);
  await stack.up(declared);
  override.set("GET /_snapshot/backups", json({ backups: { type: "fs", settings: { location: "a", ...settings } } }));
  await expect(stack.refresh()).rejects.toThrow(reason);
});

test("a write whose response was lost counts if the server has the settings", async () => {
  const { stack, emulator, override } = stackFixture(token);
  override.set(put, () => {
    emulator.snapshots.repositories.all.set("backups", { type: "fs", settings: new Map([["location", "a"]]) });
    return json({ error: { type: "exception", reason: "out of order" }, status: 500 }, 500);
  });
  expect(await stack.up(declared)).toBe("create");
});
