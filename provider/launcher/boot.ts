// Runs the bundle with its V8 code cache; without one, it stores the compiled code when the process ends. See docs/decisions/code-cache.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { fileName, load, store, userFolder } from "./code-cache";

/** A folder of its own: the CLI loads the schema again after the folder of the plugin has changed. */
const folder = join(__dirname, "cache");

/** Defined by the build. */
declare const QUARTET_BUNDLE_HASH: string;

/** The bundle: one function expression. It calls `keepCode` once it has run the code that an ordinary start needs. */
type Bundle = (load: NodeJS.Require, folder: string, keepCode: (() => void) | undefined) => void;

if (Number(process.versions.node.split(".")[0]) < 20) {
  process.stderr.write(`pulumi-resource-quartet needs Node.js 20 or newer; this is ${process.versions.node}\n`);
  process.exit(1);
}
run();

function run(): void {
  const name = fileName({ bundleHash: QUARTET_BUNDLE_HASH, nodeVersion: process.version, arch: process.arch });
  const cachedData = load(join(folder, name)) ?? inUserFolder(name, load);
  const filename = join(__dirname, "quartet.cjs");
  const script = new Script(readFileSync(filename, "utf8"), { filename, cachedData });
  const isCached = cachedData !== undefined && !script.cachedDataRejected;
  const storeOnce = (): void => storeCode(script, name);
  // Removed first, so that a second Configure leaves one listener.
  const keepCode = (): void => void process.off("exit", storeOnce).once("exit", storeOnce);
  (script.runInThisContext() as Bundle)(require, __dirname, isCached ? undefined : keepCode);
}

/** Runs at the exit of the process, when every response has been delivered. */
function storeCode(script: Script, name: string): void {
  const code = script.createCachedData();
  if (!store(join(folder, name), code)) inUserFolder(name, (path) => store(path, code));
}

/** A user without a home folder has no cache there. */
function inUserFolder<T>(name: string, use: (path: string) => T): T | undefined {
  try {
    return use(join(userFolder(process.env, process.platform), name));
  } catch {
    return undefined;
  }
}
