// The file of the compiled code: names, permissions, damage. See docs/decisions/code-cache.md.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { fileName, load, store, userFolder } from "../../../provider/launcher/code-cache";

const key = { part: "server", hash: "0123456789abcdef", nodeVersion: "v20.20.2", arch: "x64" };
const code = Buffer.from("compiled code of the bundle");
const otherUser = 65534;
const isRoot = process.geteuid?.() === 0;

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quartet-cache-"));
  path = join(folder, fileName(key));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("returns what was stored", () => {
  expect(store(path, code)).toBe(true);
  expect(load(path)).toEqual(code);
});

it("creates folder and file for the user alone", () => {
  const nested = join(folder, "a", "b", fileName(key));
  expect(store(nested, code)).toBe(true);
  expect(statSync(nested).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "a", "b")).mode & 0o777).toBe(0o700);
});

it("leaves one file after two stores, that of the later one", () => {
  store(path, code);
  store(path, Buffer.from("later"));
  expect(readdirSync(folder)).toEqual([fileName(key)]);
  expect(load(path)).toEqual(Buffer.from("later"));
});

it.each([{ nodeVersion: "v22.23.3" }, { arch: "arm64" }, { hash: "fedcba9876543210" }, { part: "provider" }])(
  "uses another file for %j",
  (other) => {
    store(path, code);
    expect(load(join(folder, fileName({ ...key, ...other })))).toBeUndefined();
  },
);

it("ignores files with any byte changed, and files cut anywhere", () => {
  store(path, code);
  const whole = readFileSync(path);
  const at = fc.nat({ max: whole.length - 1 });
  fc.assert(
    fc.property(at, fc.integer({ min: 1, max: 255 }), (index, mask) => {
      const damaged = Buffer.from(whole);
      damaged[index]! ^= mask;
      writeFileSync(path, damaged);
      expect(load(path)).toBeUndefined();
      writeFileSync(path, whole.subarray(0, index));
      expect(load(path)).toBeUndefined();
    }),
  );
});

// Only root can give a file to another user.
(isRoot ? it : it.skip)("ignores the file of another user", () => {
  store(path, code);
  chownSync(path, otherUser, otherUser);
  expect(load(path)).toBeUndefined();
});

it.each([0o620, 0o602, 0o666])("ignores a file of mode %o, which others can write", (mode) => {
  store(path, code);
  chmodSync(path, mode);
  expect(load(path)).toBeUndefined();
});

it("ignores symbolic links and folders", () => {
  store(path, code);
  const link = join(folder, "link.cache");
  symlinkSync(path, link);
  expect(load(link)).toBeUndefined();
  expect(load(folder)).toBeUndefined();
});

it("returns false if the folder cannot be written", () => {
  writeFileSync(join(folder, "file"), "");
  expect(store(join(folder, "file", fileName(key)), code)).toBe(false);
});

// Only root can give a folder to another user.
(isRoot ? it : it.skip)("writes nothing to the folder of another user", () => {
  chownSync(folder, otherUser, otherUser);
  expect(store(path, code)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

it("keeps the 64 newest files and files of other names", () => {
  writeFileSync(join(folder, "other.txt"), "");
  mkdirSync(join(folder, "schema"));
  const oldFile = (i: number): string => fileName({ ...key, nodeVersion: `v18.${i}.0` });
  for (let i = 0; i < 65; i++) {
    store(join(folder, oldFile(i)), code);
    utimesSync(join(folder, oldFile(i)), i + 1, i + 1);
  }
  store(path, code);
  const recent = Array.from({ length: 63 }, (_, i) => oldFile(i + 2));
  expect(readdirSync(folder).sort()).toEqual([...recent, fileName(key), "other.txt", "schema"].sort());
});

it("finds the folder of the user on each platform", () => {
  const home = (): string => "/home/me";
  expect(userFolder({}, "linux", home)).toBe("/home/me/.cache/pulumi-resource-quartet");
  expect(userFolder({ XDG_CACHE_HOME: "/cache" }, "linux", home)).toBe("/cache/pulumi-resource-quartet");
  expect(userFolder({ XDG_CACHE_HOME: "relative" }, "linux", home)).toBe("/home/me/.cache/pulumi-resource-quartet");
  expect(userFolder({}, "darwin", home)).toBe("/home/me/Library/Caches/pulumi-resource-quartet");
  expect(userFolder({ LOCALAPPDATA: "/local" }, "win32", home)).toBe("/local/pulumi-resource-quartet/Cache");
});
