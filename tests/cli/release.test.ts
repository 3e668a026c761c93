/** `make release` in a temporary clone: the version changes everywhere, everything is generated and built, and nothing is committed, tagged or published. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executable } from "../../tools/executables";
import { currentVersion, placesIn, statedIn } from "../../tools/release/version";

jest.setTimeout(600_000);

const root = join(__dirname, "..", "..");
const version = "99.0.1";
let clone: string;

beforeAll(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), "quartet-release-")));
  execFileSync("git", ["clone", "--quiet", root, clone]);
  for (const name of ["node_modules", ".tools"]) symlinkSync(join(root, name), join(clone, name));
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  // Right after a release there is nothing to release.
  edit("CHANGELOG.md", (text) => text.replace("## [Unreleased]\n", "## [Unreleased]\n\n- A note.\n"));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
const read = (file: string) => readFileSync(join(clone, file), "utf8");

/** Commits a change of a file. */
function edit(file: string, change: (text: string) => string) {
  const before = read(file);
  const after = change(before);
  if (after === before) return;
  writeFileSync(join(clone, file), after);
  git("commit", "--quiet", "--all", "--message", "test: change a file");
}

/** Not through make, which would install packages. */
function release(env: NodeJS.ProcessEnv, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: clone, encoding: "utf8", env: { ...process.env, ...env } } as const;
  return spawnSync("npm", ["run", "--silent", "release", "--", ...args], options);
}

/** Removes what a release has changed. */
function reset() {
  git("checkout", "--quiet", "--", ".");
  expect(git("status", "--porcelain", "--untracked-files=no")).toBe("");
}

describe("a release stops before it changes anything", () => {
  it.each([
    ["with another form of version", ["v1.2"], 'Release failed: VERSION: "v1.2" is not of the form 1.2.3.'],
    ["with an earlier version", ["0.0.9"], "Release failed: VERSION: 0.0.9 is earlier than"],
    ["with an unknown step", [version, "--skip", "tests"], 'Release failed: --skip: "tests" is no step.'],
  ])("%s", (_, args, message) => {
    const { status, stderr } = release({}, ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it("with a tag of the version, with changes that are not committed, and without a program that a step needs", () => {
    git("tag", `v${version}`);
    expect(release({}, version).stderr).toContain(`Release failed: the tag v${version} exists. Choose a later version.`);
    git("tag", "--delete", `v${version}`);
    writeFileSync(join(clone, "LICENSE"), "");
    expect(release({}, version).stderr).toContain("Release failed: the working tree has changes. Commit or remove them:\nM LICENSE");
    git("checkout", "--quiet", "--", ".");
    const path = `${clone}-path`;
    mkdirSync(path);
    for (const name of ["node", "npm", "git", "sh"]) symlinkSync(executable(name, process.env)!, join(path, name));
    const { stderr } = release({ PATH: path }, version, "--skip", "packages");
    rmSync(path, { recursive: true });
    expect(stderr).toContain("Release failed: go: not found on the PATH. Install it, or leave its step out with SKIP=generate.");
    expect(git("status", "--porcelain", "--untracked-files=no")).toBe("");
  });
});

it("a release changes the version everywhere, builds, and publishes nothing", () => {
  const head = git("rev-parse", "HEAD");
  // The archives are built by tests/cli/archives, the recording takes another minute, and packages need an index of Python packages.
  const { status, stdout, stderr } = release({}, version, "--skip", "record,archives,packages", "--from", "HEAD~1");
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout).toContain("Nothing has been committed, tagged or published.");
  expect([git("rev-parse", "HEAD"), git("tag", "--list")]).toEqual([head, git("tag", "--list", "--merged", head)]);
  for (const place of placesIn(clone)) expect(statedIn(clone, place).filter((stated) => stated !== version)).toEqual([]);
  for (const file of ["sdk/nodejs/package.json", "sdk/python/pyproject.toml", "sdk/go/quartet/pulumi-plugin.json"]) {
    expect(read(file)).toMatch(new RegExp(`version"?\\s*[:=] "${version}"`));
  }
  expect(read("CHANGELOG.md")).toMatch(new RegExp(`## \\[Unreleased\\]\n\n## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d\n`));
  expect(read("provider/bin/boot.cjs")).toContain(`"${version}"`);
  expect(readdirSync(join(clone, "sdk", "nodejs", "bin"))).toContain("index.js");
  reset();
});

it("the current version is released if it has no tag: its entry gets the date, the documents no longer say that there is no release", () => {
  const current = currentVersion(clone);
  const heading = `## [${current}] - unreleased`;
  // After its release, the version has an entry with a date; the test removes it.
  edit("CHANGELOG.md", (text) => text.replace(new RegExp(`^## \\[${current}\\] - .*$`, "m"), heading));
  const skipped = ["version", "generate", "build", "sdk", "record", "archives", "packages"].join();
  const { status, stderr } = release({}, current, "--skip", skipped);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const changelog = read("CHANGELOG.md");
  expect(changelog).toMatch(new RegExp(`## \\[Unreleased\\]\n\n## \\[${current}\\] - \\d{4}-\\d\\d-\\d\\d\n`));
  expect(changelog).not.toContain(heading);
  for (const file of ["README.md", "SECURITY.md"]) expect(read(file)).not.toContain("released yet");
  reset();
});
