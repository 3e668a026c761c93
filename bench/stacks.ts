// The real Pulumi CLI for the benchmark: stacks with generated YAML programs, and the time of a run.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { installPlugin } from "../tools/install";
import { ensurePulumi } from "../tools/pulumi";
import { createWorkspace, type Workspace } from "../tools/workspace";

/** A YAML program. */
export interface Program {
  variables?: Record<string, unknown>;
  resources?: Record<string, unknown>;
}

/** Where the CLI finds the plugin: in its own folder of plugins, or in a named folder. */
export type PluginSource = "installed" | "none" | { path: string };

/** The CLI in a temporary folder. */
export interface BenchCli {
  version: string;
  /** The folder of the built plugin. */
  ours: string;
  /** Creates a stack whose program uses the plugin; returns its folder. */
  stack(name: string, source: PluginSource, program: Program): Promise<string>;
  /** Replaces the program of a stack. */
  change(folder: string, source: PluginSource, program: Program): void;
  /** Makes a folder with a plugin that runs a script of bench/servers; returns it. */
  plugin(script: string): string;
  /** Runs a command in a stack; returns its milliseconds. Fails when the command fails. */
  time(folder: string, args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<number>;
  remove(): Promise<void>;
}

const root = join(__dirname, "..");
/** An installed plugin is found by name only in programs that name no path; all others name one. */
const pluginsOf = (source: PluginSource): object =>
  typeof source === "string" ? {} : { plugins: { providers: [{ name: "quartet", path: source.path }] } };

const change: BenchCli["change"] = (folder, source, program) =>
  writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify({ name: basename(folder), runtime: "yaml", ...pluginsOf(source), ...program }));

/** Opens the CLI, with the built plugin installed. */
export async function openCli(): Promise<BenchCli> {
  const cli = await ensurePulumi({ languages: ["yaml"] });
  const workspace = createWorkspace(cli, "quartet-bench-");
  installPlugin(root, join(workspace.folder, "home"));
  const time: BenchCli["time"] = (folder, args, environment = {}) => timed(workspace, folder, { args, environment });
  return {
    version: cli.version,
    ours: join(root, "provider", "bin"),
    time,
    change,
    async stack(name, source, program) {
      const folder = workspace.emptyProgram(name);
      change(folder, source, program);
      await time(folder, ["stack", "init", "bench"]);
      return folder;
    },
    plugin: (script) => pluginFolder(workspace, script),
    remove: () => workspace.remove(),
  };
}

function pluginFolder(workspace: Workspace, script: string): string {
  const folder = join(workspace.folder, `plugin-${script}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "pulumi-resource-quartet"), `#!/bin/sh\nexec node ${join(__dirname, "servers", script)} "$@"\n`, {
    mode: 0o755,
  });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

async function timed(
  workspace: Workspace,
  cwd: string,
  { args, environment }: { args: readonly string[]; environment: Readonly<Record<string, string>> },
): Promise<number> {
  const startedAt = performance.now();
  const run = await workspace.run(args, { cwd, environment: { NODE_EXTRA_CA_CERTS: undefined, ...environment }, seconds: 1200 });
  const elapsed = performance.now() - startedAt;
  if (run.code !== 0)
    throw new Error(`pulumi ${args.join(" ")} failed with exit code ${run.code}:\n${run.stdout.slice(-4000)}\n${run.stderr.slice(-4000)}`);
  return elapsed;
}
