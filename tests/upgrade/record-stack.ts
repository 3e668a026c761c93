/** Records the whole stack with the real CLI: up, refresh, export. Called by record.ts. */
import { writeFileSync } from "node:fs";
import { openCli } from "../support/cli";
import type { Json } from "../emulators/exchange";
import { moduleNames } from "./recording";
import type { StackRecording } from "./stack";
import { openRemotes, prepareIndex, project, setTime, stackPath, wholeProgram } from "./stack";

/** The emulators' clock during the recording. */
const time = new Date("2026-03-02T08:00:00.000Z");

/** Writes `stack.json` of the version. */
export async function recordStack(version: string): Promise<void> {
  const remotes = await openRemotes();
  const cli = await openCli();
  try {
    setTime(remotes, time);
    prepareIndex(remotes);
    const stack = await cli.stack(project, remotes.environment);
    const program = wholeProgram();
    stack.program(program);
    await stack.up();
    // The operations that are done once change other objects of the program.
    await stack.ok("refresh", "--yes", "--skip-preview");
    const state = JSON.parse(await stack.ok("stack", "export", "--show-secrets")) as Json;
    const journals = Object.fromEntries(moduleNames.map((module) => [module, remotes.remotes[module].remote.journal]));
    const recording = { version, program, state, journals } as StackRecording;
    writeFileSync(stackPath(version), `${JSON.stringify(recording, null, 1)}\n`);
    console.log(`${stackPath(version)}: ${(await stack.resources()).length} resources`);
  } finally {
    await cli.workspace.remove();
    await remotes.stop();
  }
}
