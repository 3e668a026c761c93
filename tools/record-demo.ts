/** `npm run record:demo`: runs `make demo`, writes its output without paths and random parts to docs/images/demo.txt, and its beginning into the README. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const begin = "<!-- begin of the recording that `npm run record:demo` writes -->";
const end = "<!-- end of the recording -->";
/** The README shows the recording up to this line. */
const lastStep = "2. ";

/** Returns the output of a demo as every machine would print it: without paths, ports and random names. */
export function withoutMachine(output: string): string {
  const folder = /copied to (\S+);/.exec(output)?.[1] ?? "/tmp/quartet-demo";
  return output
    .replaceAll(folder, "/tmp/quartet-demo")
    .replace(/(CLI +[\d.]+), \S+/, "$1, pulumi")
    .replace(/quartet-demo-[0-9a-f]{4}/g, "quartet-demo-1234")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:9200")
    .replace(/\.localhost:\d+/g, ".localhost:9300")
    .trimEnd();
}

/** Returns the README with the first steps of a recording between its markers. Throws if the README does not contain both. */
export function withRecording(readme: string, recording: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md: the lines ${begin} and ${end} are missing. Restore them.`);
  const lines = recording.split("\n");
  const last = lines.findIndex((line) => line.startsWith(lastStep));
  const shown = lines
    .slice(0, last < 0 ? lines.length : last)
    .join("\n")
    .trimEnd();
  return `${readme.slice(0, from)}${begin}\n\n\`\`\`text\n$ make demo\n${shown}\n...\n\`\`\`\n\n${readme.slice(to)}`;
}

function main(): void {
  const root = join(__dirname, "..");
  const args = ["--import", "tsx", join("examples", "demo", "main.ts")];
  const recording = withoutMachine(
    execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }),
  );
  writeFileSync(join(root, "docs", "images", "demo.txt"), `$ make demo\n${recording}\n`);
  const readme = join(root, "README.md");
  writeFileSync(readme, withRecording(readFileSync(readme, "utf8"), recording));
}

if (require.main === module) main();
