// Stores the compiled code of the bundle in a file per Node version, architecture and part of the bundle. See docs/decisions/code-cache.md.
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/** How many files a folder keeps: those of eight Node versions or bundles, whose parts have eight files at most. */
const maxFiles = 64;
const ownFile = /^quartet-.*\.cache(\..*\.tmp)?$/;

/** Identifies the compiled code: V8 rejects code of another version, but compares only the length of the source. */
interface CacheKey {
  part: string;
  /** The hash of the part's text. */
  hash: string;
  nodeVersion: string;
  arch: string;
}

/** Returns the name of the cache file. */
export function fileName({ part, hash, nodeVersion, arch }: CacheKey): string {
  return `quartet-${nodeVersion}-${arch}-${part}-${hash}.cache`;
}

/** Returns the folder for caches of the current user. */
export function userFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: () => string = homedir): string {
  const name = "pulumi-resource-quartet";
  if (platform === "win32") return join(env["LOCALAPPDATA"] || join(home(), "AppData", "Local"), name, "Cache");
  if (platform === "darwin") return join(home(), "Library", "Caches", name);
  const { XDG_CACHE_HOME: base = "" } = env;
  return join(isAbsolute(base) ? base : join(home(), ".cache"), name);
}

/** Returns the compiled code, or undefined if the file is absent, unreadable, damaged, or could have been written by another user. */
export function load(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const { uid, mode } = fstatSync(file);
    return isOwn(uid) && isPrivate(mode) ? decode(readFileSync(file)) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Writes the compiled code; the file appears under its name as a whole. Returns false if the folder cannot be written. */
export function store(path: string, code: Buffer): boolean {
  const folder = dirname(path);
  const temporary = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwn(statSync(folder).uid)) return false;
    writeFileSync(temporary, encode(code), { flag: "wx", mode: 0o600 });
    renameSync(temporary, path);
    removeOldest(folder);
    return true;
  } catch {
    removeQuietly(temporary);
    return false;
  }
}

/** Fails for a path below a file, with `force`, too. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // There is no such file.
  }
}

/** Half of the window of gzip: archives of the plugin hold the second copy of a block at hardly any cost. */
const blockLength = 16_384;

/**
 * Returns the content of the file. V8 accepts damaged code and may crash while it runs it. The file holds each block of the code twice, since comparing two
 * buffers takes a tenth of the time of a checksum in a process that has not loaded any library for it.
 */
function encode(code: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < code.length; at += blockLength) {
    const block = code.subarray(at, at + blockLength);
    blocks.push(block, block);
  }
  return Buffer.concat(blocks);
}

/** Returns the code, or undefined if two copies of a block differ. */
function decode(bytes: Buffer): Buffer | undefined {
  if (bytes.length === 0 || bytes.length % 2 !== 0) return undefined;
  const code = Buffer.allocUnsafe(bytes.length / 2);
  for (let at = 0; at < code.length; at += blockLength) {
    const end = Math.min(at + blockLength, code.length);
    bytes.copy(code, at, 2 * at, at + end);
    if (bytes.compare(code, at, end, at + end, 2 * end) !== 0) return undefined;
  }
  return code;
}

/** Windows has no numeric user IDs; there the access rights of the folder apply. */
function isOwn(uid: number): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

function isPrivate(mode: number): boolean {
  return process.platform === "win32" || (mode & 0o022) === 0;
}

/** Limits the folder to {@link maxFiles} files, which includes what an interrupted process has left. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => ownFile.test(name))
    .map((name) => ({ path: join(folder, name), age: -statSync(join(folder, name)).mtimeMs }));
  for (const { path } of files.sort((a, b) => a.age - b.age).slice(maxFiles)) removeQuietly(path);
}
