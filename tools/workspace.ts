/** Runs the real Pulumi CLI in a temporary folder with the layout of this repository and without files of the user. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { PulumiCli } from "./pulumi";

/** How one run of the CLI ended. */
export interface Run {
  args: readonly string[];
  /** The exit code; null when a signal ended the run. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Whether the time limit or the caller ended the run. */
  interrupted: boolean;
}

/** Where and how to run. */
export interface RunOptions {
  cwd: string;
  /** Variables beside those of the workspace; undefined removes one. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Time limit, default 120. Then the CLI gets one Ctrl-C, and is killed if it does not end. */
  seconds?: number;
  /** Ends the run like one Ctrl-C. */
  interrupt?: AbortSignal;
  /** Receives each chunk of the standard output. */
  onOutput?: (text: string) => void;
}

/** A temporary home for runs of the CLI: its data, the state of stacks, and programs. */
export interface Workspace {
  /** The folder, real path. Programs in `examples` below it find `../../provider/bin` and packages as they do in the repository. */
  folder: string;
  /** The environment of every run: the caller's without the variables of Pulumi and of servers, and those of the workspace. */
  environment: NodeJS.ProcessEnv;
  /** Copies a folder of the repository's examples without its stack files, and returns the copy. */
  copyExample(name: string): string;
  /** Makes an empty folder beside the examples. */
  emptyProgram(name: string): string;
  /** Runs the CLI without prompts and colors. Resolves for every exit code; rejects if the CLI cannot be started. */
  run(args: readonly string[], options: RunOptions): Promise<Run>;
  /** Ends running processes and removes the folder; may be called repeatedly. */
  remove(): Promise<void>;
}

const root = join(__dirname, "..");
/** Variables of the user that affect the CLI or the provider: stacks, backends, endpoints, credentials. */
const unrelatedVariables =
  /^(PULUMI|QUARTET|ELASTICSEARCH|KIBANA|FLEET|TENCENTCLOUD|TKE|FIVETRAN|GOOGLE|GCLOUD|CLOUDSDK|GCE)_|^USER_PROJECT_OVERRIDE$/i;
/** From Ctrl-C to the hard end: the engine gives providers 30 s for their Cancel. */
const gracePeriodMs = 40_000;

/** Returns the caller's environment without the variables of other stacks and servers. */
export function cleanEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !unrelatedVariables.test(name)));
}

/** Creates a workspace below the system's temporary folder; its name begins with the prefix. Throws if the plugin is not built. */
export function createWorkspace(cli: PulumiCli, prefix: string): Workspace {
  if (!existsSync(join(root, "provider", "bin", "boot.cjs"))) throw new Error("The plugin is not built yet: run `npm run build`.");
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  const state = join(folder, "state");
  for (const path of [state, join(folder, "home"), join(folder, "provider"), join(folder, "examples")]) mkdirSync(path);
  for (const path of ["node_modules", join("provider", "bin")]) symlinkSync(join(root, path), join(folder, path), "junction");
  const environment = {
    ...cleanEnvironment(cli.environment),
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${state.replaceAll("\\", "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "quartet",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  const running = new Set<{ interrupt: () => void; ended: Promise<unknown> }>();
  const emptyProgram = (name: string): string => {
    const path = join(folder, "examples", name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return {
    folder,
    environment,
    emptyProgram,
    copyExample(name) {
      const copy = emptyProgram(name);
      cpSync(join(root, "examples", name), copy, { recursive: true, filter: isOurs });
      return copy;
    },
    async run(args, options) {
      const child = start(cli.command, args, { ...options, environment: { ...environment, ...options.environment } });
      running.add(child);
      return child.ended.finally(() => running.delete(child));
    },
    async remove() {
      await Promise.allSettled(
        [...running].map(({ interrupt, ended }) => {
          interrupt();
          return ended;
        }),
      );
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const isOurs = (path: string): boolean => !/^Pulumi\..+\.ya?ml$|^node_modules$/.test(basename(path));

/** A process group of its own keeps Ctrl-C of a terminal away from the CLI: it gets exactly one signal, from here, because the second one would end it at once. */
function start(command: string, args: readonly string[], options: RunOptions): { interrupt: () => void; ended: Promise<Run> } {
  const flags = ["--non-interactive", "--color", "never"];
  const env = Object.fromEntries(Object.entries(options.environment ?? {}).filter(([, value]) => value !== undefined));
  const child = spawn(command, [...args, ...flags], { cwd: options.cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let stdout = "";
  let stderr = "";
  let interrupted = false;
  let hardEnd: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    if (interrupted || child.exitCode !== null) return;
    interrupted = true;
    child.kill("SIGINT");
    hardEnd = setTimeout(() => killGroup(child), gracePeriodMs);
  };
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    options.onOutput?.(text);
  });
  const limit = setTimeout(interrupt, (options.seconds ?? 120) * 1000);
  options.interrupt?.addEventListener("abort", interrupt, { once: true });
  if (options.interrupt?.aborted) interrupt();
  const ended = new Promise<Run>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ args, code, stdout, stderr, interrupted }));
  }).finally(() => {
    clearTimeout(limit);
    clearTimeout(hardEnd);
    options.interrupt?.removeEventListener("abort", interrupt);
  });
  return { interrupt, ended };
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}
