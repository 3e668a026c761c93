/** The command that a message proposes can be pasted, and imports the object as the resource of the program. */
import { importAdvice } from "../../../../provider/core/errors/import-advice";

const urn = (name: string) => `urn:pulumi:dev::shop::quartet:search:SearchIngestPipeline::${name}`;

test.each([
  [urn("access"), "uu/access-log", "pulumi import t access uu/access-log"],
  [urn("it's here"), "uu/it's here", "pulumi import t 'it'\\''s here' 'uu/it'\\''s here'"],
  [urn("$(reboot)"), "a#b", "pulumi import t '$(reboot)' 'a#b'"],
  ["", "name", "pulumi import t NAME name"],
])("%s, %s", (given, id, command) => {
  expect(importAdvice("t", given, id)).toContain(`\`${command}\`, or with the resource option \`import\``);
});
