/** The budgets that one file cannot show (style.md 3.4), and what must stand in no file of the repository. */
import { homedir } from "node:os";
import { basename, dirname } from "node:path";
import { circles } from "./circles";
import type { File } from "./files";
import { filesBelow, handWritten, isGenerated, read, top } from "./files";
import { anys, functionLines, imports, lines, percentile } from "./measure";

const provider = handWritten("provider");
const own = handWritten("provider", "tests", "bench", "examples", "tools");
const all = read(filesBelow(""));

const places = (files: readonly File[], wrong: (line: string, before: string) => boolean): string[] =>
  files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at, every) => (wrong(line, every[at - 1] ?? "") ? [`${path}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );

describe("budgets of the provider", () => {
  it("keeps files small: middle 80 lines, p90 200, none above 300", () => {
    const counts = provider.map(({ text }) => lines(text));
    expect(provider.length).toBeGreaterThan(0);
    expect(above({ middle: 80, p90: 200 }, { middle: percentile(counts, 0.5), p90: percentile(counts, 0.9) })).toEqual([]);
    expect(provider.filter(({ text }) => lines(text) > 300).map(({ path }) => path)).toEqual([]);
  });

  it("keeps functions small: middle 10 lines, p90 30, none above 60", () => {
    const counts = provider.flatMap(functionLines);
    const found = { middle: percentile(counts, 0.5), p90: percentile(counts, 0.9), longest: Math.max(...counts) };
    expect(above({ middle: 10, p90: 30, longest: 60 }, found)).toEqual([]);
  });

  it("has no circle of imports", () => {
    const known = new Set(provider.map(({ path }) => path));
    expect(circles(new Map(provider.map((file) => [file.path, imports(file, known)])))).toEqual([]);
  });

  it("says `any` at the seam of core/contract.ts only", () => {
    const users = provider.filter((file) => anys(file) > 0).map(({ path }) => path);
    expect(users.filter((path) => path !== "provider/core/contract.ts")).toEqual([]);
  });

  it("repeats at most a fifth of its lines among siblings", () => {
    const folders = new Set(provider.map(({ path }) => dirname(path)));
    const shares = [...folders].map((folder) => [folder, repetition(provider.filter(({ path }) => dirname(path) === folder))] as const);
    expect(shares.filter(([, share]) => share > 0.2)).toEqual([]);
  });
});

describe("every file written by hand", () => {
  it("says in its first line what it is for", () => {
    expect(own.filter(({ text }) => !/^(#!.*\n)?\/[/*]/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("is named after its subject, never utils", () => {
    const dump = /^(utils?|utilities|helpers?|common|misc)\b/i;
    expect(filesBelow("").filter((path) => !isGenerated(path) && dump.test(basename(path)))).toEqual([]);
  });

  it("gives a reason where a test is skipped or a lint rule is off, and runs no test alone", () => {
    const skips = /\b(?:it|test|describe)\.(?:skip|todo)\b|\bx(?:it|test|describe)\(/;
    const reason = /\/\/ \S+ \S+|\*\/|^\s*\* /;
    const tests = handWritten("tests").filter(({ path }) => !path.startsWith("tests/house/"));
    expect(places(tests, (line, before) => skips.test(line) && !reason.test(line) && !reason.test(before))).toEqual([]);
    expect(places(tests, (line) => /\b(?:it|test|describe)\.only\b|\bf(?:it|describe)\(/.test(line))).toEqual([]);
    expect(
      places(own, (line, before) => /eslint-disable|@ts-ignore|@ts-nocheck/.test(line) && !/ -- \S/.test(line) && !reason.test(before)),
    ).toEqual([]);
  });
});

describe("the repository", () => {
  it("names no path of one machine", () => {
    const deep = [top, homedir()].filter((path) => path.split(/[/\\]/).filter(Boolean).length > 1);
    const mine = deep.map((path) => new RegExp(`(^|[^\\w.-])${escaped(path)}(?=[/\\\\])`));
    const anyones = /(^|[^\w.-])\/(?:root\/|(?:home|Users)\/(?!user\/|you\/|me\/)[a-z]\w*\/)/;
    expect(places(all, (line) => anyones.test(line) || mine.some((path) => path.test(line)))).toEqual([]);
  });

  it("names no host of a package registry, the lock file least of all", () => {
    const hosts = /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|\b(?:proxy|sum)\.golang\.|\brepo\d?\.maven\.|\bfiles\.pythonhosted\./;
    expect(places(all, (line) => hosts.test(line))).toEqual([]);
    expect(places(read(["package-lock.json"]), (line) => /"resolved": "(?!sdk\/)/.test(line))).toEqual([]);
  });

  it("locks the packages of every platform, without which npm ci refuses the lock file", () => {
    const { packages } = JSON.parse(read(["package-lock.json"])[0]?.text ?? "") as { packages: Record<string, Locked> };
    const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });
});

interface Locked {
  optionalDependencies?: Record<string, string>;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** One line per number that is above its limit. */
const above = (limits: Record<string, number>, counts: Record<string, number>): string[] =>
  Object.entries(limits).flatMap(([name, limit]) => ((counts[name] ?? 0) > limit ? [`${name}: ${counts[name]}, at most ${limit}`] : []));

/** The share of lines of more than eight characters that also stand in at least two siblings (style.md, section 1). */
function repetition(siblings: readonly File[]): number {
  const told = siblings.map(({ text }) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.length > 8),
  );
  const holders = new Map<string, number>();
  for (const line of told.flatMap((each) => [...new Set(each)])) holders.set(line, (holders.get(line) ?? 0) + 1);
  const every = told.flat();
  return every.filter((line) => (holders.get(line) ?? 0) > 2).length / Math.max(1, every.length);
}
