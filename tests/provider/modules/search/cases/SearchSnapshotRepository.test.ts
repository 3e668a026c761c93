/** Snapshot repositories. See docs/modules/search-access.md#snapshot-repositories. */
import { randomUUID } from "node:crypto";
import { getSearchSnapshotRepository } from "../../../../../provider/modules/search/functions/getSearchSnapshotRepository";
import { inContext } from "../../../../support/contexts";
import { clientOver, failure } from "../support";
import { caseFixture, caseServer } from "./server";

const token = "quartet:search:SearchSnapshotRepository";

/** A stack of the repository `backups`, and a directory that no other repository has used. */
function fixture() {
  const stack = caseFixture(token);
  const location = randomUUID();
  const program = (fs: object, more: object = {}) => ({ name: "backups", fs: { location, ...fs }, ...more });
  const stored = async () => (await stack.find("/_snapshot/backups"))?.["backups"];
  return { ...stack, location, program, stored };
}

test("access 71: only declared settings are sent, and the texts of the server are no difference", async () => {
  const { stack, program, location, bodies, stored } = fixture();
  const declared = program({ compress: true, chunkSize: "1gb" });
  await stack.up(declared);
  expect(bodies()).toEqual({ "PUT backups": { type: "fs", settings: { location, chunk_size: "1gb", compress: true } } });
  expect(await stored()).toEqual({ type: "fs", settings: { location, chunk_size: "1gb", compress: "true" } });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(program({ chunkSize: "1024mb" }))).toEqual([]);
});

test.each([
  [{ fs: { location: "a" }, s3: { bucket: "b" } }, "fs | expected exactly one of fs, url, s3, gcs, azure, source, type; got 2"],
  [{}, "expected exactly one of fs, url, s3, gcs, azure, source, type; got none"],
  [{ type: "fs" }, 'type | the type "fs" has a property of its own. Use fs.'],
  [{ fs: { location: "a" }, otherSettings: { compress: "true" } }, "the setting has a property of its own. Use fs.compress."],
  [{ fs: { location: "a", chunkSize: "1 apple" } }, "expected a number of bytes"],
  [{ url: { url: "s3://b" } }, "url.url: must be a URL with the scheme"],
  [{ source: { delegateType: "source" } }, "source.delegateType: must not be source"],
])("access 72: Check rejects %j", async (inputs, reason) => {
  await expect(caseFixture(token).stack.up({ name: "backups", ...inputs })).rejects.toThrow(reason);
});

test.each(["access_key", "secret_key", "sas_token", "account_key", "credentials_file", "s3.client.default.secret_key"])(
  "access 78: the setting %s is rejected, because the cluster state would show it",
  async (setting) => {
    const inputs = { name: "backups", s3: { bucket: "b" }, otherSettings: { [setting]: "hidden-value" } };
    const message = await caseFixture(token).stack.up(inputs).catch(String);
    expect(message).toContain("Put them into the keystore of the nodes.");
    expect(message).not.toContain("hidden-value");
  },
);

test.each(["-a", "_all", "a b", "a,b", "a*", "a/b", "a#b", ""])("access 62: the name %j is rejected", async (name) => {
  await expect(caseFixture(token).stack.up({ name, fs: { location: "a" } })).rejects.toThrow("name | ");
});

test("access 73: a location that the nodes do not permit is an error with reason and remedy, and leaves nothing behind", async () => {
  const { stack, stored } = fixture();
  const error = await stack.up({ name: "backups", fs: { location: "/etc/none" } }).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    code: "failed_precondition",
    message: expect.stringMatching(
      /\[\/etc\/none\] doesn't match any of the locations specified by path\.repo\n.*cannot use the repository/,
    ),
  });
  expect(stack.stored).toBeUndefined();
  expect(await stored()).toBeUndefined();
});

test("access 75: another location is used in place, and a warning counts the snapshots that stay", async () => {
  const { stack, program, location, call, logged, lines } = fixture();
  await stack.up(program({}));
  for (const name of ["a", "b", "c"]) await call(`PUT /_snapshot/backups/${name}?wait_for_completion=true`, { indices: "none*" });
  lines();
  expect(await stack.preview(program({ location: `${location}/other` }))).toEqual(["fs.location"]);
  expect(await stack.up(program({ location: `${location}/other` }))).toBe("update");
  expect(lines().filter((line) => line.startsWith("PUT"))).toEqual(["PUT /_snapshot/backups?verify=true"]);
  expect(logged()).toEqual([
    { severity: "warning", message: 'The repository "backups" now uses other storage. 3 snapshots stay in the former one.' },
  ]);
  expect(await stack.refresh()).toEqual([]);
});

test("a repository is replaced by another type in place, without the settings of others", async () => {
  const { stack, program, location, call, stored } = fixture();
  await stack.up(program({ compress: false }));
  await call("PUT /_snapshot/backups", { type: "fs", settings: { location, compress: false, "additional.setting": "1" } });
  expect(await stack.up({ name: "backups", source: { delegateType: "fs" }, otherSettings: { location } })).toBe("update");
  expect(await stored()).toMatchObject({ type: "source", settings: { delegate_type: "fs", location } });
  expect(JSON.stringify(await stored())).not.toContain("additional");
});

test("settings of other writers survive an update, and are no difference", async () => {
  const { stack, program, location, call, stored } = fixture();
  await stack.up(program({}));
  await call("PUT /_snapshot/backups", { type: "fs", settings: { location, "additional.setting": "1", list: ["a", "b"] } });
  expect(await stack.refresh()).toEqual([]);
  await stack.up(program({ compress: false }));
  expect(await stored()).toMatchObject({ settings: { location, compress: "false", additional: { setting: "1" }, list: ["a", "b"] } });
});

test("access 138: declared settings without a property are removed when they leave the program", async () => {
  const { stack, program, stored } = fixture();
  await stack.up(program({}, { otherSettings: { "additional.setting": "1", b: "2" } }));
  expect(await stack.refresh()).toEqual([]);
  await stack.up(program({}, { otherSettings: { b: "2" } }));
  expect(await stored()).toMatchObject({ settings: { b: "2" } });
  await stack.up(program({}));
  expect(Object.keys(((await stored()) as { settings: object }).settings)).toEqual(["location"]);
});

test("a declared setting that another writer changes is drift, and the next update restores it", async () => {
  const { stack, program, location, call, stored } = fixture();
  await stack.up(program({ maxSnapshotBytesPerSec: "10mb" }));
  await call("PUT /_snapshot/backups", { type: "fs", settings: { location, max_snapshot_bytes_per_sec: "5mb" } });
  expect(await stack.refresh()).toEqual(["fs.maxSnapshotBytesPerSec"]);
  await stack.up(program({ maxSnapshotBytesPerSec: "10mb" }));
  expect(await stored()).toMatchObject({ settings: { max_snapshot_bytes_per_sec: "10mb" } });
});

test.each(["", "0"])("access 141: the size %j is accepted", async (maxRestoreBytesPerSec) => {
  const { stack, program } = fixture();
  await stack.up(program({ maxRestoreBytesPerSec }));
  expect(await stack.refresh()).toEqual([]);
});

test.each([{}, { compress: false }])("access 123, 124: one that exists with %j is not taken over", async (settings) => {
  const { stack, program, location, call, lines } = fixture();
  await call("PUT /_snapshot/backups", { type: "fs", settings: { location, ...settings } });
  await expect(stack.up(program({}))).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringContaining("pulumi import quartet:search:SearchSnapshotRepository"),
  });
  expect(lines().filter((line) => line.startsWith("PUT"))).toEqual([]);
});

test("an import has the settings of the type, and leaves nothing to do", async () => {
  const { stack, program, location, call } = fixture();
  const settings = { location, max_number_of_snapshots: 5, readonly: true, compress: true, "additional.setting": "1" };
  await call("PUT /_snapshot/backups?verify=false", { type: "fs", settings });
  await stack.import("backups");
  const declared = program({ maxNumberOfSnapshots: 5, readonly: true }, { otherSettings: { "additional.setting": "1" } });
  expect(stack.inputs).toEqual(declared);
  expect(await stack.preview(declared)).toEqual([]);
});

test("one that another writer has deleted is gone", async () => {
  const { stack, program, call } = fixture();
  await stack.up(program({}));
  await call("DELETE /_snapshot/backups");
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("access 79, 144: a lookup has every setting, and fails for a repository that does not exist", async () => {
  const { send, url, call, uuid } = caseServer();
  const context = inContext(clientOver(send, { endpoints: [url] }));
  const location = randomUUID();
  await call("PUT /_snapshot/backups", { type: "fs", settings: { location, compress: true, max_number_of_snapshots: 5, other: 1 } });
  expect(await getSearchSnapshotRepository.read({ name: "backups" }, context)).toEqual({
    id: `${await uuid()}/backups`,
    name: "backups",
    type: "fs",
    fs: { location, compress: true, maxNumberOfSnapshots: 5 },
    otherSettings: { other: "1" },
  });
  expect(await failure(Promise.resolve(getSearchSnapshotRepository.read({ name: "none" }, context)))).toMatchObject({
    code: "not_found",
    message: 'Snapshot repository not found: "none".',
  });
});
