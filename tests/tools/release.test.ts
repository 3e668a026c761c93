/** The tools of a release: one version everywhere, and the changelog entry. tests/cli/release runs a whole release. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../package.json";
import { parseCommit, withRelease } from "../../tools/release/changelog";
import type { Commit } from "../../tools/release/changelog";
import { currentVersion, placesIn, setVersion, statedIn } from "../../tools/release/version";
import { folder, remove } from "./programs";

const repository = join(__dirname, "..", "..");
const places = placesIn(repository);

describe("version", () => {
  it("is the same in all files that repeat it", () => {
    expect(currentVersion(repository)).toBe(version);
    const stated = places.map((place) => ({ ...place, versions: [...new Set(statedIn(repository, place))] }));
    expect(stated.filter(({ isOptional, versions }) => !isOptional && versions.length === 0)).toEqual([]);
    expect(stated.filter(({ versions }) => versions.some((found) => found !== version))).toEqual([]);
    expect(stated.find(({ file }) => file === "docs/installation.md")?.versions).toEqual([version]);
  });

  it("is set in all of them, and in nothing else", () => {
    const root = folder();
    for (const { file } of [{ file: "package.json" }, ...places]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(join(repository, file), join(root, file));
    }
    setVersion(root, "12.34.56");
    expect(currentVersion(root)).toBe("12.34.56");
    for (const place of places) {
      expect(statedIn(root, place)).toEqual(statedIn(repository, place).map(() => "12.34.56"));
      const restored = readFileSync(join(root, place.file), "utf8").replaceAll("12.34.56", version);
      expect(restored).toBe(readFileSync(join(repository, place.file), "utf8"));
    }
    remove(root);
  });

  it("stands in no other file that people write", () => {
    const standalone = `(^|[^0-9.])${version.replaceAll(".", "\\.")}($|[^0-9.]|\\.$|\\.[^0-9])`;
    // Documents, which may describe earlier versions; generated from schema.json; entries and records of releases; hashes; servers and requests that have a version of their own.
    const others = ["*.md", "sdk", "docs/reference", "tests", "*.sum", "bench", "tools/sdkgen*/*_test.go"];
    const args = ["grep", "-lIE", standalone, "--", ".", ...others.map((path) => `:(exclude)${path}`)];
    const found = execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim().split("\n");
    const known = new Set(["package.json", ...places.map(({ file }) => file)]);
    expect(found.filter((file) => !known.has(file))).toEqual([]);
  });
});

const commit = (subject: string, body = ""): Commit => ({ hash: "0123456789abcdef", subject, body });

describe("changelog", () => {
  const changelog = (notes: string): string =>
    `# Changelog\n\nText.\n\n## [Unreleased]\n${notes}\n## [0.1.0] - 2026-01-02\n\n### Added\n\n- All.\n`;
  const release = (commits: Commit[]) => ({ version: "0.2.0", date: "2026-03-04", commits });

  it("gets an entry of the notes and of the commits that matter to users", () => {
    const commits = [
      commit("feat(search): manage templates"),
      commit("docs: describe"),
      commit("fix: keep ids"),
      commit("perf(sdk)!: load later"),
      commit("feat(cloud): retire", "Reason.\n\nBREAKING CHANGE: the setting is required"),
      commit("Merge of something"),
    ];
    expect(withRelease(changelog("\n### Added\n\n- A note.\n"), release(commits))).toBe(`# Changelog

Text.

## [Unreleased]

## [0.2.0] - 2026-03-04

### Added

- A note.

### Commits

#### Breaking

- sdk: load later (0123456)
- cloud: retire (0123456)

#### Features

- search: manage templates (0123456)

#### Fixes

- keep ids (0123456)

## [0.1.0] - 2026-01-02

### Added

- All.
`);
  });

  it("needs no notes, or no commits, but one of them", () => {
    expect(withRelease(changelog(""), release([commit("fix: keep ids")]))).toContain("## [0.2.0] - 2026-03-04\n\n### Commits\n");
    expect(withRelease(changelog("\n- A note.\n"), release([commit("docs: describe")]))).toContain("- A note.\n\n## [0.1.0]");
    expect(() => withRelease(changelog(""), release([commit("docs: describe")]))).toThrow("no notes and no commits for 0.2.0");
  });

  it("is left alone if the version has an entry, or the headings are missing", () => {
    const twice = { ...release([commit("fix: keep ids")]), version: "0.1.0" };
    expect(() => withRelease(changelog(""), twice)).toThrow("0.1.0 has an entry. Choose a later version.");
    expect(() => withRelease("# Changelog\n", release([]))).toThrow('no line begins with "## [Unreleased]"');
  });

  it("takes the entry of this repository apart", () => {
    const text = readFileSync(join(repository, "CHANGELOG.md"), "utf8");
    const written = withRelease(text, { ...release([]), version: "99.0.0" });
    expect(written.replace("\n## [99.0.0] - 2026-03-04\n", "")).toBe(text);
  });
});

it.each([
  ["feat(cloud)!: add x", { type: "feat", scope: "cloud", description: "add x", isBreaking: true }],
  ["fix: keep: y", { type: "fix", scope: undefined, description: "keep: y", isBreaking: false }],
  ["Fix things", undefined],
  ["fix:no blank", undefined],
])("parses %s", (subject, expected) => {
  const parsed = parseCommit(commit(subject));
  if (expected === undefined) expect(parsed).toBeUndefined();
  else expect(parsed).toMatchObject(expected);
});
