/** Writes the changelog entry of a release: the notes below "Unreleased", and the commits since the last release. Pure. */

/** A commit, as `git log` prints it. */
export interface Commit {
  hash: string;
  subject: string;
  body: string;
}

/** A release: its version, its date as 2026-01-31, and its commits, the newest first. */
export interface Release {
  version: string;
  date: string;
  commits: readonly Commit[];
}

/** A commit in the form `type(scope): description`, with `!` before the colon if it breaks something. */
interface ConventionalCommit {
  type: string;
  scope: string | undefined;
  description: string;
  isBreaking: boolean;
  hash: string;
}

const unreleased = "## [Unreleased]\n";

/** The headings of the list of commits. Types without a heading change nothing for users. */
const headings: readonly [title: string, isListed: (commit: ConventionalCommit) => boolean][] = [
  ["Breaking", ({ isBreaking }) => isBreaking],
  ["Features", ({ type, isBreaking }) => type === "feat" && !isBreaking],
  ["Fixes", ({ type, isBreaking }) => type === "fix" && !isBreaking],
  ["Performance", ({ type, isBreaking }) => type === "perf" && !isBreaking],
];

/**
 * Returns the changelog with an entry for the release: the notes so far below "Unreleased", those of an entry of the version that is marked as unreleased,
 * then its commits. Throws if there is no such heading, if the version has been released, or if there is nothing to write.
 */
export function withRelease(changelog: string, release: Release): string {
  const { version, date, commits } = release;
  const [before = "", rest] = changelog.split(unreleased, 2);
  if (rest === undefined) throw new Error(`Changelog failed: CHANGELOG.md: no line is "${unreleased.trim()}". Add the heading.`);
  const [notes = "", ...entries] = rest.split(/^(?=## \[)/m);
  const pending = entries.find((entry) => entry.startsWith(`## [${version}]`));
  const title = `## [${version}] - unreleased\n`;
  if (pending !== undefined && !pending.startsWith(title))
    throw new Error(`Changelog failed: CHANGELOG.md: ${version} has an entry. Choose a later version.`);
  const entry = [withSections(notes, pending?.slice(title.length) ?? ""), commitList(commits)].filter((text) => text !== "").join("\n\n");
  if (entry === "") throw new Error(`Changelog failed: CHANGELOG.md: no notes and no commits for ${version}. There is nothing to release.`);
  const older = entries.filter((other) => other !== pending).join("");
  return `${`${before}${unreleased}\n## [${version}] - ${date}\n\n${entry}\n\n${older}`.trimEnd()}\n`;
}

/** Joins the notes of two entries section by section: `### Added` appears once. */
function withSections(newer: string, older: string): string {
  const sections = new Map<string, string[]>();
  for (const section of [newer, older].flatMap((notes) => notes.split(/^(?=### )/m))) {
    const [, heading = "", text = ""] = /^(### .*\n)?([^]*)$/.exec(section) ?? [];
    if (text.trim() !== "") sections.set(heading, [...(sections.get(heading) ?? []), text.trim()]);
  }
  return [...sections].map(([heading, texts]) => `${heading === "" ? "" : `${heading}\n`}${texts.join("\n")}`).join("\n\n");
}

/** Parses the subject of a commit; undefined if it has another form. */
function parseCommit({ hash, subject, body }: Commit): ConventionalCommit | undefined {
  const { type, scope, mark, description } =
    /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<mark>!)?: (?<description>.+)$/.exec(subject)?.groups ?? {};
  if (type === undefined || description === undefined) return undefined;
  return { type, scope, description, isBreaking: mark !== undefined || /^BREAKING[ -]CHANGE: /m.test(body), hash };
}

function commitList(commits: readonly Commit[]): string {
  const parsed = commits.map(parseCommit).filter((commit) => commit !== undefined);
  const lists = headings.flatMap(([title, isListed]) => {
    const listed = parsed.filter(isListed);
    return listed.length === 0 ? [] : [`#### ${title}\n\n${listed.map(lineOf).join("\n")}`];
  });
  return lists.length === 0 ? "" : `### Commits\n\n${lists.join("\n\n")}`;
}

const lineOf = ({ scope, description, hash }: ConventionalCommit): string =>
  `- ${scope === undefined ? "" : `${scope}: `}${description} (${hash.slice(0, 7)})`;
