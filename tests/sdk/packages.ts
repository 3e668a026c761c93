/** Runs commands of the CLI that read the package, with the built plugin and the language hosts on the PATH. */
import { rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { openCli } from "../support/cli";
import { temporary } from "./running";
import { root } from "./toolchain";

/** The launcher of the built plugin. */
export const plugin = join(root, "provider", "bin", "pulumi-resource-quartet");

/** The CLI in a folder of its own. */
export interface Packages {
  folder: string;
  /** Returns the standard output; throws with all output if the command fails. `variables` come on top of those of the workspace. */
  run(args: readonly string[], options?: { cwd?: string; variables?: Readonly<Record<string, string>> }): Promise<string>;
  close(): Promise<void>;
}

/** Opens the CLI with the hosts in the folder. */
export async function openPackages(hosts: string): Promise<Packages> {
  const folder = temporary();
  const cli = await openCli(["yaml", "nodejs", "python", "go", "java"]);
  const path = [join(root, "provider", "bin"), hosts, process.env["PATH"]].join(delimiter);
  return {
    folder,
    async run(args, { cwd = folder, variables = {} } = {}) {
      const { code, stdout, stderr } = await cli.workspace.run(args, { cwd, environment: { PATH: path, ...variables } });
      if (code !== 0) throw new Error(`${stdout}${stderr}`);
      return stdout;
    },
    async close() {
      await cli.workspace.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
