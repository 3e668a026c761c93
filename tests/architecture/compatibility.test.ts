/** The schema keeps what programs and stacks of the last release use, or CHANGELOG.md names what it breaks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleasedSchema } from "../../provider/tools/schema-changes";
import { breakingChanges } from "../../provider/tools/schema-changes";
import { readReleasedSchema, recordedVersions } from "../upgrade/recording";

const root = join(__dirname, "..", "..");
const current = JSON.parse(readFileSync(join(root, "schema.json"), "utf8")) as ReleasedSchema;
const released = recordedVersions().at(-1)!;

/** The paths in backquotes below "Breaking changes", in the sections of CHANGELOG.md that are newer than the release. */
function namedPaths(): Set<string> {
  const [newer = ""] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(`\n## [${released}]`);
  const sections = newer.split(/^### /m).filter((section) => section.startsWith("Breaking changes\n"));
  return new Set(sections.flatMap((section) => [...section.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)));
}

test("each breaking change since the last release is named in CHANGELOG.md", () => {
  const named = namedPaths();
  const missing = breakingChanges(readReleasedSchema(released), current).filter(({ path }) => !named.has(path));
  const advice = `Keep it as it was in ${released}, or name the path in CHANGELOG.md below "### Breaking changes".`;
  expect(missing.map(({ path, change }) => `${path} ${change}. ${advice}`)).toEqual([]);
});

test("the recording of the last release holds its schema", () => {
  const { version, resources } = readReleasedSchema(released);
  expect(version).toBe(released);
  expect(Object.keys(resources ?? {}).length).toBeGreaterThan(30);
});
