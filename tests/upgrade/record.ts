/**
 * Records what this build stores of a stack with a resource of every type: `npm run build && npx tsx tests/upgrade/record.ts`.
 * Runs up, refresh and export with the real CLI, and writes the state and the schema without its descriptions into the folder of the version. Run it once for
 * each release, from the commit of the release.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../package.json";
import type { Json } from "../emulators/exchange";
import { openCli } from "../support/cli";
import { moduleNames, schemaPath } from "./recording";
import { openRemotes, project, setTime, stackPath, wholeProgram, type StackRecording } from "./stack";

/** The emulators' clock during the recording. */
const time = new Date("2026-03-02T08:00:00.000Z");

const write = (path: string, value: unknown) => writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);

async function main() {
  const path = stackPath(version);
  if (existsSync(path) && !process.argv.includes("--force"))
    throw new Error(`recording failed: ${path}: file exists. Increase the version first, or pass --force to overwrite it.`);
  mkdirSync(dirname(path), { recursive: true });
  const withoutDescriptions = (key: string, value: unknown) => (key === "description" && typeof value === "string" ? undefined : value);
  write(schemaPath(version), JSON.parse(readFileSync(join(__dirname, "..", "..", "schema.json"), "utf8"), withoutDescriptions));
  const remotes = await openRemotes();
  const cli = await openCli();
  try {
    setTime(remotes, time);
    const program = wholeProgram(remotes);
    const stack = await cli.stack(project, remotes.environment);
    stack.program(program);
    await stack.up();
    // The operations that are done once change other objects of the program.
    await stack.ok("refresh", "--yes", "--skip-preview");
    const state = JSON.parse(await stack.ok("stack", "export", "--show-secrets")) as Json;
    const journals = Object.fromEntries(moduleNames.map((module) => [module, remotes.remotes[module].remote.journal]));
    write(path, { version, program, state, journals } as StackRecording);
    console.log(`${path}: ${(await stack.resources()).length} resources`);
  } finally {
    await cli.workspace.remove();
    await remotes.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
