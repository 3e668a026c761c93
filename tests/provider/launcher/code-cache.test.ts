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

it("replaces the file as a whole, in a folder that is the user's alone", () => {
  const nested = join(folder, "a", fileName(key));
  expect([store(nested, code), store(nested, Buffer.from("later"))]).toEqual([true, true]);
  expect(load(nested)).toEqual(Buffer.from("later"));
  expect(readdirSync(join(folder, "a"))).toEqual([fileName(key)]);
  expect(statSync(join(folder, "a")).mode & 0o777).toBe(0o700);
});

it("uses another file for each version, architecture, text and part", () => {
  const others = [{ nodeVersion: "v22.23.3" }, { arch: "arm64" }, { hash: "fedcba9876543210" }, { part: "provider" }];
  expect(new Set([{}, ...others].map((other) => fileName({ ...key, ...other }))).size).toBe(5);
});

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

it("ignores files that others can write, symbolic links and folders", () => {
  store(path, code);
  const link = join(folder, "link.cache");
  symlinkSync(path, link);
  expect([load(link), load(folder)]).toEqual([undefined, undefined]);
  for (const mode of [0o620, 0o602]) {
    chmodSync(path, mode);
    expect(load(path)).toBeUndefined();
  }
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
  const under = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}): string => userFolder(env, platform, () => "/home/me");
  expect(under("linux")).toBe("/home/me/.cache/pulumi-resource-quartet");
  expect(under("linux", { XDG_CACHE_HOME: "/cache" })).toBe("/cache/pulumi-resource-quartet");
  expect(under("linux", { XDG_CACHE_HOME: "relative" })).toBe("/home/me/.cache/pulumi-resource-quartet");
  expect(under("darwin")).toBe("/home/me/Library/Caches/pulumi-resource-quartet");
  expect(under("win32", { LOCALAPPDATA: "/local" })).toBe("/local/pulumi-resource-quartet/Cache");
});
