/** The tools of a release: one version everywhere, and the changelog entry. tests/cli/release runs a whole release. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../package.json";
import { withRelease, type Commit } from "../../tools/release/changelog";
import { withoutPassages } from "../../tools/release/texts";
import { currentVersion, documentsIn, placesIn, setVersion, statedIn } from "../../tools/release/version";
import { folder, read, repository, write } from "./files";

const places = placesIn(repository);

describe("version", () => {
  it("is the same in all files that repeat it", () => {
    expect(currentVersion(repository)).toBe(version);
    const stated = places.map((place) => ({ ...place, versions: [...new Set(statedIn(repository, place))] }));
    expect(stated.filter(({ isOptional, versions }) => !isOptional && versions.length === 0)).toEqual([]);
    expect(stated.filter(({ versions }) => versions.some((found) => found !== version))).toEqual([]);
    expect(stated.find(({ file }) => file === "docs/guides/plugin-archives.md")?.versions).toEqual([version]);
  });

  it("is set in all of them, and in nothing else", () => {
    const root = folder();
    for (const { file } of [{ file: "package.json" }, ...places]) write(join(root, file), read(file));
    setVersion(root, "12.34.56");
    expect(currentVersion(root)).toBe("12.34.56");
    for (const place of places) {
      expect(statedIn(root, place)).toEqual(statedIn(repository, place).map(() => "12.34.56"));
      const restored = readFileSync(join(root, place.file), "utf8").replaceAll("12.34.56", version);
      expect(restored).toBe(read(place.file));
    }
  });

  it("is in no other file that people write", () => {
    const standalone = `(^|[^0-9.])${version.replaceAll(".", "\\.")}($|[^0-9.]|\\.$|\\.[^0-9])`;
    // Documents, which may describe earlier versions; generated from schema.json; entries and records of releases; servers and requests that have a version of their own.
    const texts = ["*.md", "sdk", "docs/reference", "tests", "bench", "tools/sdkgen*/*_test.go", "examples/tokens"];
    // Versions of packages that the tools need, which may be equal by chance.
    const others = [...texts, "*.sum", "*.mod", "*package-lock.json"];
    const args = ["grep", "-lIE", standalone, "--", ".", ...others.map((path) => `:(exclude)${path}`)];
    const found = execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim().split("\n");
    const known = new Set(["package.json", ...places.map(({ file }) => file)]);
    expect(found.filter((file) => !known.has(file))).toEqual([]);
  });
});

const commit = (subject: string, body = ""): Commit => ({ hash: "0123456789abcdef", subject, body });

describe("changelog", () => {
  const changelog = (notes: string) =>
    `# Changelog\n\nText.\n\n## [Unreleased]\n${notes}\n## [0.1.0] - 2026-01-02\n\n### Added\n\n- All.\n`;
  const release = (commits: Commit[]) => ({ version: "0.2.0", date: "2026-03-04", commits });

  it("gets an entry of the notes and of the commits that matter to users", () => {
    const commits = [
      commit("feat(search): manage templates"),
      commit("docs: describe"),
      commit("fix: keep: ids"),
      commit("perf(sdk)!: load later"),
      commit("feat(cloud): retire", "Reason.\n\nBREAKING CHANGE: the setting is required"),
      commit("Fix things"),
      commit("fix:no blank"),
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

- keep: ids (0123456)

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

  it("is left alone if the version has an entry, or the heading is missing", () => {
    const twice = { ...release([commit("fix: keep ids")]), version: "0.1.0" };
    expect(() => withRelease(changelog(""), twice)).toThrow("0.1.0 has an entry. Choose a later version.");
    expect(() => withRelease("# Changelog\n", release([]))).toThrow('no line is "## [Unreleased]". Add the heading.');
  });

  it("joins the notes with those of an entry of the version that is not released", () => {
    const notes = "\n### Fixed\n\n- F2.\n\n### Added\n\n- A2.\n";
    const pending = "## [0.2.0] - unreleased\n\nFirst.\n\n### Added\n\n- A1\n  on two lines.\n\n### Removed\n\n- R1.\n\n";
    const text = changelog(notes).replace("## [0.1.0]", `${pending}## [0.1.0]`);
    const entry = "### Fixed\n\n- F2.\n\n### Added\n\n- A2.\n- A1\n  on two lines.\n\nFirst.\n\n### Removed\n\n- R1.\n";
    expect(withRelease(text, release([]))).toBe(changelog("").replace("## [0.1.0]", `## [0.2.0] - 2026-03-04\n\n${entry}\n## [0.1.0]`));
  });

  it("may consist of the entry that is released", () => {
    expect(withRelease("## [Unreleased]\n\n## [0.2.0] - unreleased\n\n- All.\n", release([]))).toBe(
      "## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n- All.\n",
    );
  });
});

describe("the documents from the first release on", () => {
  const released = documentsIn(repository).map((file) => {
    const text = read(file);
    return { file, text, after: withoutPassages(text, file) };
  });

  it("replace what holds until then", () => {
    const text = "A\n\n<!-- until the first release -->\n\nold\n\n<!-- from the first release on\nnew\n\n| a |\n-->\n\nB\n";
    expect(withoutPassages(text, "a.md")).toBe("A\n\nnew\n\n| a |\n\nB\n");
    expect(withoutPassages(text.replace("new\n\n| a |\n", ""), "a.md")).toBe("A\n\nB\n");
    expect(withoutPassages(text.replace("\nB\n", ""), "a.md")).toBe("A\n\nnew\n\n| a |\n");
    expect(() => withoutPassages(text.replace("<!-- from", "<!-- From"), "a.md")).toThrow("has no counterpart");
    expect(withoutPassages("A\n\n\n    code\n", "a.md")).toBe("A\n\n\n    code\n");
  });

  it("do not say that there is none", () => {
    expect(
      released.filter(({ after }) => /released yet|until the first release|once released/i.test(after)).map(({ file }) => file),
    ).toEqual([]);
  });

  it("have the form of this repository, and links that resolve", () => {
    const prettier = [require.resolve("prettier/bin/prettier.cjs"), "--stdin-filepath"];
    const changed = released.filter(({ text, after }) => text !== after);
    for (const { file, after } of changed) {
      expect(execFileSync(process.execPath, [...prettier, file], { cwd: repository, input: after, encoding: "utf8" })).toBe(after);
      const links = [...after.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = ""]) => join(repository, dirname(file), path));
      expect(links.filter((path) => !existsSync(path))).toEqual([]);
    }
  });
});
