// What the tests of the scripts in documents share: they list objects of three services for an import.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ensurePulumi } from "../../tools/pulumi";
import type { Cli, Stack } from "../support/cli";
import { openCloud } from "../support/cloud";
import { openEvents } from "../support/events";
import { openSearch } from "../support/search";

/** An entry of an import file. */
interface Entry {
  type: string;
  name: string;
  logicalName: string;
  id: string;
}

/** Runs the script that a document has under this name, in the folder of a stack, as a user of the plugin does. */
export async function runScript(
  cli: Cli,
  stack: Stack,
  { document, name, args }: { document: string; name: string; args: readonly string[] },
) {
  const text = readFileSync(join(__dirname, "../../docs", document), "utf8");
  const [, code = ""] = new RegExp(`^\`\`\`js file=${name}\\n(.*?)^\`\`\``, "ms").exec(text)!;
  stack.write(name, code);
  const { command } = await ensurePulumi({ languages: ["yaml"] });
  const PATH = [dirname(command), process.env["PATH"]].join(delimiter);
  const QUARTET_PLUGIN = join(cli.workspace.folder, "provider", "bin", "pulumi-resource-quartet");
  const env = { ...cli.workspace.environment, ...stack.environment, PATH, QUARTET_PLUGIN };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [name, ...args], { cwd: stack.folder, env });
  return { resources: (JSON.parse(stdout) as { resources: Entry[] }).resources, stderr };
}

/** Starts the emulators of three services. */
export async function openRemotes() {
  const search = await openSearch();
  const cloud = await openCloud();
  const events = await openEvents();
  /** Returns the requests that write since the last call. */
  const writes = () => [
    ...search.requests.splice(0).flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`])),
    ...cloud.emulator.calls.splice(0).flatMap(({ action }) => (action.startsWith("Describe") ? [] : [action])),
    ...events.emulator.calls.splice(0).flatMap(({ rpc }) => (/^(Get|List)/.test(rpc) ? [] : [rpc])),
  ];
  return { search, cloud, events, writes, environment: { ...search.environment, ...cloud.environment, ...events.environment } };
}
