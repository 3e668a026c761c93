// The code cache of running plugins: stored at the exit of a configured process, used by the next one. See docs/decisions/code-cache.md.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginFolder, startPlugin, type RunningPlugin } from "../support/plugin";
import * as fixtures from "../support/fixture";
import { helperToken } from "../support/fixture";

afterEach(fixtures.closeFixtures);

let root: string;
let plugin: string;
let beside: string;
let home: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "quartet-code-"));
  plugin = join(root, "plugin");
  beside = join(plugin, "cache");
  home = join(root, "home");
  cpSync(pluginFolder, plugin, { recursive: true });
  for (const name of caches(beside)) rmSync(join(beside, name));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const caches = (folder: string) => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".cache")) : []);
const userCaches = () => caches(join(home, "pulumi-resource-quartet"));
const launch = (env: Record<string, string> = {}) =>
  startPlugin({ command: [join(plugin, "pulumi-resource-quartet")], env: { XDG_CACHE_HOME: home, ...env } });

/** One run: starts, configures, calls a function, ends. Fails if the process prints more than its port. */
async function run(env?: Record<string, string>) {
  await end(await configured(env));
}

async function configured(env?: Record<string, string>) {
  const running = await launch(env);
  const rpc = fixtures.connect(running.port);
  await rpc.configure({ version: "0.1.0" });
  expect((await rpc.resultOf(helperToken, { field: "file.size" }))["id"]).toBe("0532f779d6c55614947bd6ce0c2eba377b2d50a0");
  return running;
}

async function end(running: RunningPlugin) {
  running.kill("SIGTERM");
  expect(await running.ended).toEqual({ code: 0, signal: null });
  expect(running.stdout()).toBe(`${running.port}\n`);
  expect(running.stderr()).toBe("");
}

/** The parts that an ordinary run loads, each with a cache file of its own. */
const parts = ["provider", "search", "server"];

/** The cache files beside the bundle, one of each part. */
function cacheFiles() {
  const prefix = `quartet-${process.version}-${process.arch}-`;
  const files = caches(beside).sort();
  expect(files.map((name) => name.replace(/-[0-9a-f]{16}\.cache$/, ""))).toEqual(parts.map((part) => `${prefix}${part}`));
  return files.map((name) => join(beside, name));
}

const inodes = (files: readonly string[]) => files.map((file) => statSync(file).ino);

test("the first run stores the code beside the bundle, for the user alone; later runs leave it as it is", async () => {
  const { ctimeMs } = statSync(plugin);
  await run();
  expect(statSync(plugin).ctimeMs).toBe(ctimeMs); // a change makes the CLI load the schema again
  const files = cacheFiles();
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = inodes(files);
  await run();
  expect(inodes(cacheFiles())).toEqual(before);
  expect(userCaches()).toEqual([]);
});

test("a process that is not configured, as for `pulumi package get-schema`, stores nothing", async () => {
  const running = await launch();
  await fixtures.connect(running.port).schema();
  await end(running);
  expect(caches(beside)).toEqual([]);
});

/** Changes the version in V8's header, in both copies of the first block of 16 KiB. */
function rejected(bytes: Buffer) {
  for (const offset of [4, 16_384 + 4]) bytes[offset]! ^= 0xff;
  return bytes;
}

test("a cache of another V8 version is replaced; the caches of other parts stay", async () => {
  await run();
  const files = cacheFiles();
  const before = inodes(files);
  const [, search] = files as [string, string];
  writeFileSync(search, rejected(readFileSync(search)));
  await run();
  expect(inodes(cacheFiles()).map((inode, i) => inode === before[i])).toEqual([true, false, true]);
});

test("a folder that cannot be written leads to the user's cache folder, and its file is used", async () => {
  await run({ NODE_OPTIONS: readOnly() });
  expect(caches(beside)).toEqual([]);
  expect(userCaches()).toHaveLength(parts.length);
  const files = userCaches().map((name) => join(home, "pulumi-resource-quartet", name));
  const before = inodes(files);
  await run();
  expect(inodes(files)).toEqual(before);
  expect(caches(beside)).toEqual([]);
});

test("without any folder to write to, the plugin works", async () => {
  writeFileSync(home, "a file in place of the folder");
  await run({ NODE_OPTIONS: readOnly() });
  expect(caches(beside)).toEqual([]);
});

/** Root may write everywhere, so a preloaded script rejects writes to the folder of the plugin. */
function readOnly() {
  const script = join(root, "read-only.cjs");
  const code = `const fs = require("node:fs");
  const { writeFileSync } = fs;
  fs.writeFileSync = (file, ...rest) => {
    if (String(file).startsWith(${JSON.stringify(plugin)})) throw Object.assign(new Error("EROFS"), { code: "EROFS" });
    return writeFileSync(file, ...rest);
  };`;
  writeFileSync(script, code);
  return `--require ${script}`;
}
