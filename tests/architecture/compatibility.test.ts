/** The schema keeps what programs and stacks of the last release use, or CHANGELOG.md names what it breaks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleasedSchema } from "../../provider/tools/schema-changes";
import { breakingChanges } from "../../provider/tools/schema-changes";
import { readReleasedSchema, recordedVersions } from "../upgrade/recording";

const root = join(__dirname, "..", "..");
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
const current = JSON.parse(readFileSync(join(root, "schema.json"), "utf8")) as ReleasedSchema;
const recorded = recordedVersions().at(-1)!;

/** The paths in backquotes below "Breaking changes", in the sections of CHANGELOG.md that are newer than the release. */
function namedPaths(released: string): Set<string> {
  const [newer = ""] = changelog.split(`\n## [${released}]`);
  const sections = newer.split(/^### /m).filter((section) => section.startsWith("Breaking changes\n"));
  return new Set(sections.flatMap((section) => [...section.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)));
}

test("each breaking change since the last release is named in CHANGELOG.md", () => {
  // A version that is not released yet promises nothing: no program uses its recorded schema.
  const released = recordedVersions().findLast((version) => changelog.includes(`\n## [${version}] - 2`));
  const changes = released === undefined ? [] : breakingChanges(readReleasedSchema(released), current);
  const missing = changes.filter(({ path }) => !namedPaths(released!).has(path));
  const advice = `Keep it as it was in ${released}, or name the path in CHANGELOG.md below "### Breaking changes".`;
  expect(missing.map(({ path, change }) => `${path} ${change}. ${advice}`)).toEqual([]);
});

test("the last recording holds its schema", () => {
  const { version, resources } = readReleasedSchema(recorded);
  expect(version).toBe(recorded);
  expect(Object.keys(resources ?? {}).length).toBeGreaterThan(30);
});
