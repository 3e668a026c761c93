/** The schema keeps what programs and stacks of the last release use, or CHANGELOG.md names what it breaks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { breakingChanges } from "../../provider/tools/schema-changes";
import { root, schema } from "../provider/tools/schema-file";
import { readReleasedSchema, recordedVersions } from "../upgrade/recording";

const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");

test("each breaking change since the last release is named in CHANGELOG.md", () => {
  // A version that is not released yet promises nothing: no program uses its recorded schema.
  const released = recordedVersions().findLast((version) => changelog.includes(`\n## [${version}] - 2`));
  const [newer = ""] = changelog.split(`\n## [${released}]`);
  const breaking = newer.split(/^### /m).filter((section) => section.startsWith("Breaking changes\n"));
  const changes = released === undefined ? [] : breakingChanges(readReleasedSchema(released), schema);
  const missing = changes.filter(({ path }) => !breaking.some((section) => section.includes(`\`${path}\``)));
  const advice = `Keep it as it was in ${released}, or name the path in CHANGELOG.md below "### Breaking changes".`;
  expect(missing.map(({ path, change }) => `${path} ${change}. ${advice}`)).toEqual([]);
});

test("the last recording holds its schema", () => {
  const recorded = recordedVersions().at(-1)!;
  const { version, resources } = readReleasedSchema(recorded);
  expect(version).toBe(recorded);
  expect(Object.keys(resources ?? {}).length).toBeGreaterThan(30);
});
