/** Snapshot repositories; of types, and with failures, that a single node without plugins does not have, on the emulator. See docs/modules/search-access.md#snapshot-repositories. */
import { randomUUID } from "node:crypto";
import type { SearchEmulator } from "../../../../emulators/search";
import { callFunction, json, rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture, caseServer, clientOf, hasModules } from "./server";

const kind = "SearchSnapshotRepository";
const path = "/_snapshot/backups";
// No other repository has used the directory.
const location = randomUUID();
const fs = (members: object = {}, more: object = {}) => ({ name: "backups", fs: { location, ...members }, ...more });
const put = (settings: object = {}, type = "fs") => ({ [`PUT ${path}?verify=false`]: { type, settings: { location, ...settings } } });
const kept = (settings: object, type = "fs") => ({ [path]: { backups: { type, settings } } });
const snapshots = ["a", "b", "c"].map((name) => [`PUT ${path}/${name}?wait_for_completion=true`, { indices: "none*" }]);
const s3 = (members: object) => ({ name: "backups", s3: { bucket: "b", ...members }, otherSettings: { new_setting: "1" }, verify: false });
const slm = (name: string, repository: string) => ({ [`PUT /_slm/policy/${name}`]: { name: "<s>", schedule: "1d", repository } });
const stored =
  (type: string, ...settings: [string, string | null][]) =>
  ({ snapshots: { repositories } }: SearchEmulator) =>
    repositories.all.set("backups", { type, settings: new Map(settings) });

scenarios(
  kind,
  [
    {
      "access 71: only declared settings are sent, and the texts of the server are no difference": {
        program: fs({ compress: true, chunkSize: "1gb" }),
        bodies: [{ type: "fs", settings: { location, chunk_size: "1gb", compress: true } }],
        kept: kept({ chunk_size: "1gb", compress: "true" }),
      },
      "access 71: nor another spelling of a size": {
        program: fs({ chunkSize: "1gb" }),
        preview: [],
        next: fs({ chunkSize: "1024mb" }),
      },
      "access 73: a location that the nodes do not permit is an error with reason and remedy, and leaves nothing behind": {
        program: fs({ location: "/etc/none" }),
        error:
          /^failed_precondition: .*\[\/etc\/none\] doesn't match any of the locations specified by path\.repo\n.*cannot use the repository/s,
        kept: { [path]: undefined },
      },
      "access 75: another location is used in place, and a warning counts the snapshots that stay": {
        other: Object.fromEntries(snapshots),
        preview: ["fs.location"],
        next: fs({ location: `${location}/other` }),
        writes: [`PUT ${path}?verify=true`],
        logged: /^warning: The repository "backups" now uses other storage\. 3 snapshots stay in the former one\.$/,
      },
      "settings of other writers are no difference, and survive an update": {
        other: put({ "additional.setting": "1", list: ["a", "b"], toString: "c" }),
        refresh: [],
        next: fs({ compress: false }),
        kept: kept({ location, compress: "false", additional: { setting: "1" }, list: ["a", "b"], toString: "c" }),
      },
      "a declared setting may have the name of a member of every object": {
        program: fs({}, { otherSettings: { ["__proto__"]: "1" } }),
      },
      "access 138: declared settings without a property are removed when they leave the program": {
        program: fs({}, { otherSettings: { "additional.setting": "1", b: "2" } }),
        next: fs({}, { otherSettings: { b: "2" } }),
        bodies: [{ type: "fs", settings: { location, b: "2" } }],
      },
    },
    ...["", "0"].map((maxRestoreBytesPerSec) => ({
      [`access 141: the size "${maxRestoreBytesPerSec}" is accepted`]: {
        program: fs({ maxRestoreBytesPerSec }),
      },
    })),
    {
      "access 74: an unreachable bucket is registered without verification, and an unknown setting survives an update": {
        before: ({ snapshots: { repositories } }) => repositories.unusable.set("backups", "master"),
        program: s3({}),
        next: s3({ storageClass: "standard_ia" }),
        bodies: [{ type: "s3", settings: { bucket: "b", new_setting: "1", storage_class: "standard_ia" } }],
      },
      "access 77: the repository of a running snapshot stays": {
        other: ({ snapshots: all, handle }) => {
          all.endNext("IN_PROGRESS");
          handle({ method: "PUT", path: `${path}/s`, query: "", headers: {}, body: "" });
        },
        next: "destroy",
        error: /^aborted: .*currently used \(snapshot is in progress\)\nWait until/s,
        kept: kept({}),
      },
      "access 76: a warning names the policies that use a deleted repository": {
        emulator: {},
        other: {
          "PUT /_snapshot/other?verify=false": { type: "fs", settings: { location: "b" } },
          ...slm("nightly", "backups"),
          ...slm("weekly", "other"),
        },
        next: "destroy",
        logged: /^warning: .*policies use the deleted repository.*: nightly\./,
      },
    },
    ...[400, 403, 404, 405].map((status) => ({
      [`access 148: a server that answers ${status} to the question for policies is no failure`]: {
        emulator: {},
        override: { "GET /_slm/policy": json({ error: "no handler", status }, status) },
        next: "destroy" as const,
        kept: { [path]: undefined },
      },
    })),
    {
      "a setting of a server that is no value of its property is an error and never a state": {
        before: stored("fs", ["location", "a"], ["compress", "maybe"]),
        imported: "backups",
        error: /member "compress" of the response: expected true or false/,
      },
      "a read-only flag of a repository at an address has no property": {
        before: stored("url", ["url", "file:/a"], ["readonly", "true"]),
        imported: "backups",
        inputs: { name: "backups", url: { url: "file:/a" }, otherSettings: { readonly: "true" } },
      },
    },
  ],
  { program: fs() },
);

rejections(kind, { name: "backups" }, [
  [
    "access 72",
    { fs: { location: "a" }, s3: { bucket: "b" } },
    /^fs \| expected exactly one of fs, url, s3, gcs, azure, source, type; got 2/,
  ],
  ["access 72", {}, /expected exactly one of fs, url, s3, gcs, azure, source, type; got none/],
  ["access 72", { type: "fs" }, /^type \| the type "fs" has a property of its own\. Use fs\./],
  [
    "access 72",
    { fs: { location: "a" }, otherSettings: { compress: "true" } },
    /the setting has a property of its own\. Use fs\.compress\./,
  ],
  ["access 72", { fs: { location: "a", chunkSize: "1 apple" } }, /expected a number of bytes/],
  ["access 72", { url: { url: "s3://b" } }, /url\.url: must be a URL with the scheme/],
  ["access 72", { source: { delegateType: "source" } }, /source\.delegateType: must not be source/],
  ...["-a", "_all", "a b", "a,b", "a*", "a/b", "a#b", ""].map(
    (name) => ["access 62", { name, fs: { location: "a" } }, /^name \| /] as const,
  ),
]);

test.each(["access_key", "secret_key", "sas_token", "account_key", "credentials_file", "s3.client.default.secret_key"])(
  "access 78: the setting %s is rejected, because the cluster state would show it",
  async (setting) => {
    const message = await caseFixture(kind)
      .stack.up({ ...s3({}), otherSettings: { [setting]: "hidden-value" } })
      .catch(String);
    expect(message).toContain("Put them into the keystore of the nodes.");
    expect(message).not.toContain("hidden-value");
  },
);

test("access 79, 144: a lookup has every setting, and fails for a repository that does not exist", async () => {
  const server = caseServer();
  const { call, uuid } = server;
  const read = async (name: string) => callFunction("getSearchSnapshotRepository", { name }, clientOf(server).client);
  await call(`PUT ${path}`, { type: "fs", settings: { location, compress: true, max_number_of_snapshots: 5, other: 1 } });
  // A storage that had a repository before has a UUID.
  const { uuid: _uuid, ...found } = await read("backups");
  expect(found).toEqual({
    id: `${await uuid()}/backups`,
    name: "backups",
    type: "fs",
    fs: { location, compress: true, maxNumberOfSnapshots: 5 },
    otherSettings: { other: "1" },
  });
  await rejects(read("none"), /^not_found: Snapshot repository not found: "none"\. Check/);
});

// A real node of the tests does not fail on request.
(hasModules ? test : test.skip).each(["master", "others"] as const)("access 73, 134: verification that fails on %s", async (nodes) => {
  const { stack, emulator, bodies, settled } = caseFixture(kind);
  const { repositories } = emulator!.snapshots;
  const declared = fs();
  repositories.unusable.set("backups", nodes);
  const failure = /Check `path\.repo`, permissions and credentials, or set `verify` to false\./;
  await rejects(stack.up(declared), failure);
  expect([stack.stored !== undefined, repositories.all.has("backups")]).toEqual(nodes === "master" ? [false, false] : [true, true]);
  if (nodes === "master") return;
  bodies();
  await rejects(stack.up(declared), failure);
  repositories.unusable.clear();
  expect(await stack.up(declared)).toBe("update");
  const body = { type: "fs", settings: { location } };
  expect(bodies()).toEqual([body, body]);
  await settled(declared);
});

test("a setting that two failed updates have removed and restored is removed by the next one", async () => {
  const { stack, find } = caseFixture(kind);
  await stack.up(fs({ chunkSize: "1gb" }));
  // The object could not be read after the second of them.
  const state = { ...stack.stored!.state, fs: { location }, __partial: ["fs"] };
  stack.stored = { ...stack.stored!, state, unfinished: ["connection lost"] };
  await stack.up(fs());
  expect(await find(path)).not.toHaveProperty("backups.settings.chunk_size");
});
