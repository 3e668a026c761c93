/** Budgets that concern several files, and texts that no file of the repository may contain. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename } from "node:path";
import { build } from "esbuild";
import { filesBelow, handWritten, isGenerated, read, top, type File } from "./files";

const provider = handWritten("provider");
const own = handWritten("provider", "tests", "bench", "examples", "tools");
const all = read(filesBelow());

const places = (files: readonly File[], wrong: (line: string, before: string) => boolean) =>
  files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at, every) => (wrong(line, every[at - 1] ?? "") ? [`${path}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );

describe("budgets of the provider", () => {
  it("has no import cycle", async () => {
    const entryPoints = provider.map(({ path }) => path);
    const { metafile } = await build({
      absWorkingDir: top,
      entryPoints,
      outdir: "out",
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      packages: "external",
    });
    const imports = Object.entries(metafile.inputs).map(([path, input]) => [path, input.imports.map((to) => to.path)] as const);
    expect(imports.length).toBeGreaterThan(300);
    expect(leadingToCycles(imports)).toEqual([]);
    expect(leadingToCycles(Object.entries({ a: ["b"], b: ["c", "d"], c: ["b"], d: [], e: ["d"] }))).toEqual(["a", "b", "c"]);
  });

  // Everything else is a duration, which a change of the system time must not end or extend.
  it("reads the system time only for what other programs state or check", () => {
    const users = provider.filter(({ path, text }) => !path.startsWith("provider/tools/") && /Date\.now|new Date\(\)/.test(text));
    expect(users.map(({ path }) => path).sort()).toEqual([
      "provider/http/concurrency/host-backoff.ts", // the date in Retry-After
      "provider/http/retry.ts", // the same
      "provider/modules/cloud/credentials/index.ts", // the end of temporary keys
      "provider/modules/cloud/transport.ts", // signatures
      "provider/modules/eventrouting/credentials/index.ts", // the end of tokens
      "provider/modules/search/functions/getSearchApiKeys.ts", // the expiration of keys
      "provider/modules/search/resources/security/SearchApiKey.ts", // the same
      "provider/modules/search/resources/snapshot-restore/SearchSnapshotRestore.ts", // the start of a restore, which its ID contains
      "provider/plugin/engine.ts", // deadlines of the gRPC library
      "provider/verbs/check.ts", // the time from which the age of a secret counts
      "provider/verbs/create.ts", // the creation time that a service returns
    ]);
  });

  it("uses `any` in contract/module.ts only", () => {
    const users = provider.filter(({ text }) => text.includes("no-explicit-any")).map(({ path }) => path);
    expect(users).toEqual(["provider/contract/module.ts"]);
  });
});

describe("every hand-written file", () => {
  it("states its responsibility in its first line", () => {
    expect(own.filter(({ text }) => !/^(#!.*\n)?\/[/*]/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("is named after its subject, never utils", () => {
    const catchAll = /^(utils?|utilities|helpers?|common|misc)\b/i;
    expect(filesBelow().filter((path) => !isGenerated(path) && catchAll.test(basename(path)))).toEqual([]);
  });

  it("gives a reason where a test is skipped or a lint rule is off, and runs no test alone", () => {
    const skips = /\b(?:it|test|describe)\.(?:skip|todo)\b|\bx(?:it|test|describe)\(/;
    const reason = /\/\/ \S+ \S+|\*\/|^\s*\* /;
    const tests = handWritten("tests").filter(({ path }) => !path.startsWith("tests/architecture/"));
    expect(places(tests, (line, before) => skips.test(line) && !reason.test(line) && !reason.test(before))).toEqual([]);
    expect(places(tests, (line) => /\b(?:it|test|describe)\.only\b|\bf(?:it|describe)\(/.test(line))).toEqual([]);
    expect(
      places(own, (line, before) => /eslint-disable|@ts-ignore|@ts-nocheck/.test(line) && !/ -- \S/.test(line) && !reason.test(before)),
    ).toEqual([]);
  });
});

describe("the repository", () => {
  it("contains no path of one machine", () => {
    const deep = [top, homedir()].filter((path) => path.split(/[/\\]/).filter(Boolean).length > 1);
    const ownPaths = deep.map((path) => new RegExp(`(^|[^\\w.-])${escaped(path)}(?=[/\\\\])`));
    const homeFolders = /(^|[^\w.-])\/(?:root\/|(?:home|Users)\/(?!user\/|you\/|me\/)[a-z]\w*\/)/;
    expect(places(all, (line) => homeFolders.test(line) || ownPaths.some((path) => path.test(line)))).toEqual([]);
  });

  it("contains no host of a package registry, not even in the lock file", () => {
    const hosts = /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|\b(?:proxy|sum)\.golang\.|\brepo\d?\.maven\.|\bfiles\.pythonhosted\./;
    expect(places(all, (line) => hosts.test(line))).toEqual([]);
    expect(places(read(["package-lock.json"]), (line) => /"resolved": "(?!sdk\/)/.test(line))).toEqual([]);
  });

  it("locks the packages of every platform, without which npm ci rejects the lock file", () => {
    const { packages } = JSON.parse(read(["package-lock.json"])[0]?.text ?? "") as { packages: Record<string, Locked> };
    const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
    const expected = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    expect(expected.filter((name) => !locked.has(name))).toEqual([]);
  });
});

it("the list of long suites in jest.config.cjs names files that exist: a renamed suite would run with the fast ones", () => {
  const { projects } = require("../../jest.config.cjs") as { projects: { displayName: string; testMatch: string[] }[] };
  const paths = projects.find(({ displayName }) => displayName === "long")!.testMatch.map((pattern) => pattern.replace("<rootDir>", top));
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

interface Locked {
  optionalDependencies?: Record<string, string>;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns the files that are part of a cycle, or that import one, directly or not. */
function leadingToCycles(imports: readonly (readonly [path: string, imported: readonly string[]])[]): string[] {
  const known = new Set(imports.map(([path]) => path));
  const rest = imports.filter(([, imported]) => imported.some((path) => known.has(path)));
  return rest.length < imports.length ? leadingToCycles(rest) : [...known];
}
