/**
 * `make release VERSION=x.y.z`: sets the version everywhere, writes the changelog entry, and builds all that is published. It commits, tags and publishes nothing.
 * `npm run release -- x.y.z [--from COMMIT] [--skip STEP,STEP]`; without `--from`, the commits begin at the last tag. The first release lists none.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { executable } from "../executables";
import { withRelease } from "./changelog";
import type { Commit } from "./changelog";
import { buildPackages } from "./packages";
import { replacePassages } from "./texts";
import { currentVersion, documentsIn, setVersion } from "./version";

const root = join(__dirname, "..", "..");

interface Plan {
  version: string;
  /** The commit or tag of the last release; undefined: there is none. */
  from: string | undefined;
}

interface Step {
  /** The programs that it runs. */
  needs?: readonly string[];
  run(plan: Plan): void;
}

/** The steps in their order. */
const steps: Readonly<Record<string, Step>> = {
  version: { run: ({ version }) => setVersion(root, version) },
  texts: { run: () => replacePassages(root, documentsIn(root)) },
  changelog: { run: writeChangelog },
  generate: { needs: ["go"], run: () => npmRun("generate") },
  build: { run: () => npmRun("build") },
  sdk: { run: () => npmRun("sdk") },
  // A version without a tag may have a recording: that of an earlier attempt, or of a version that was never released.
  record: { run: () => run(process.execPath, require.resolve("tsx/cli"), "tests/upgrade/record.ts", "--force") },
  archives: { needs: ["gzip"], run: () => npmRun("dist") },
  packages: { needs: ["go", "python3", "mvn", "javac"], run: () => buildPackages(root, join(root, "dist")) },
};

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: "string" }, skip: { type: "string", default: "" } },
  });
  const [version = ""] = positionals;
  const skipped = values.skip.split(",").filter((name) => name !== "");
  const unknown = skipped.find((name) => !(name in steps));
  if (unknown !== undefined) throw new Error(`Release failed: --skip: "${unknown}" is no step. Steps: ${Object.keys(steps).join(", ")}.`);
  checkVersion(version, currentVersion(root));
  checkTree(version);
  const chosen = Object.entries(steps).filter(([name]) => !skipped.includes(name));
  for (const [name, step] of chosen) checkPrograms(name, step);
  const plan = { version, from: values.from ?? lastTag() };
  for (const [name, step] of chosen) {
    console.log(`== ${name}`);
    step.run(plan);
  }
  console.log(nextSteps(version));
}

/** Throws if the version has another form than x.y.z or is earlier than the current one, which may not be released yet. */
function checkVersion(version: string, current: string): void {
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version))
    throw new Error(`Release failed: VERSION: "${version}" is not of the form 1.2.3. Run \`make release VERSION=1.2.3\`.`);
  if (version.localeCompare(current, "en", { numeric: true }) < 0)
    throw new Error(`Release failed: VERSION: ${version} is earlier than ${current}. Choose a later version.`);
}

/** Throws if there are changes that are not committed, or if the version has a tag. */
function checkTree(version: string): void {
  const changed = git("status", "--porcelain", "--untracked-files=no");
  if (changed !== "") throw new Error(`Release failed: the working tree has changes. Commit or remove them:\n${changed}`);
  if (git("tag", "--list", `v${version}`) !== "") throw new Error(`Release failed: the tag v${version} exists. Choose a later version.`);
}

/** Throws if a program of the step is not on the PATH: nothing has been changed by then. */
function checkPrograms(step: string, { needs = [] }: Step): void {
  const missing = needs.find((name) => executable(name, process.env) === undefined);
  if (missing !== undefined)
    throw new Error(`Release failed: ${missing}: not found on the PATH. Install it, or leave its step out with SKIP=${step}.`);
}

function writeChangelog({ version, from }: Plan): void {
  const file = join(root, "CHANGELOG.md");
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(file, withRelease(readFileSync(file, "utf8"), { version, date, commits: commitsSince(from) }));
}

/** Returns the commits after `from`, the newest first. To users of a first release every commit is new, and the notes describe the whole. */
function commitsSince(from: string | undefined): Commit[] {
  if (from === undefined) return [];
  return git("log", "--no-merges", "--format=%H%x1f%s%x1f%b%x1e", `${from}..HEAD`)
    .split("\x1e")
    .map((entry) => entry.trim().split("\x1f"))
    .flatMap(([hash, subject, body = ""]) => (hash && subject ? [{ hash, subject, body }] : []));
}

function lastTag(): string | undefined {
  const tags = git("tag", "--list", "v*.*.*", "--merged", "HEAD", "--sort=-version:refname");
  return tags.split("\n")[0] || undefined;
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).trim();
}

function npmRun(script: string): void {
  run("npm", "run", "--silent", script);
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: root, stdio: "inherit" });
}

const nextSteps = (version: string): string => `
Version ${version} is built. Nothing has been committed, tagged or published. Next:

  1. Read CHANGELOG.md and shorten it; look at \`git diff\`, at the new files of \`git status\`, and at what is in dist.
  2. make lint test test-sdks
  3. git add --all && git commit -m "chore(release): version ${version}"
  4. git tag v${version} && git tag sdk/go/v${version}
  5. git push origin HEAD v${version} sdk/go/v${version}

The pushed tag v${version} starts .github/workflows/release.yml, which builds again, attests and publishes.`;

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
