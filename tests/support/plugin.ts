// The built plugin as an engine starts it: arguments, environment, working directory; the port line; what it writes; how it ends.
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

/** The folder that the build fills. */
export const pluginFolder = join(__dirname, "..", "..", "provider", "bin");
const launcher = join(pluginFolder, "pulumi-resource-quartet");

/** How the plugin is started. */
export interface StartOptions {
  args?: readonly string[];
  /** Besides PATH, which is all that the process gets otherwise. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** What is run; default the launcher itself. */
  command?: readonly [string, ...string[]];
}

/** How a process ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A plugin that runs. */
export type RunningPlugin = Awaited<ReturnType<typeof startPlugin>>;

const running = new Map<ChildProcess, Promise<Ended>>();

/** Starts the plugin and waits for its port line; fails when it ends or writes something else before. */
export async function startPlugin(options: StartOptions = {}) {
  const { child, plugin } = launch(options);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => plugin.stdout().includes("\n") && resolve());
    void plugin.ended.then(({ code, signal }) =>
      reject(new Error(`the plugin ended (${signal ?? code}) before it named its port: ${plugin.stderr()}`)),
    );
  });
  const [line] = plugin.stdout().split("\n");
  if (!/^\d+\r?$/.test(line!)) throw new Error(`the first line is no port: ${JSON.stringify(line)}`);
  return { ...plugin, port: Number(line) };
}

/** Starts the plugin and returns what it wrote until it ended by itself. */
export async function runPlugin(options: StartOptions = {}): Promise<Ended & { stdout: string; stderr: string }> {
  const { plugin } = launch(options);
  const ended = await plugin.ended;
  return { ...ended, stdout: plugin.stdout(), stderr: plugin.stderr() };
}

function launch({ args = [], env = {}, cwd, command = [launcher] }: StartOptions) {
  const [file, ...before] = command;
  const child = spawn(file, [...before, ...args], { cwd, env: { PATH: process.env["PATH"], ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const texts = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => (texts[stream] += text));
  const ended = new Promise<Ended>((resolve) => child.once("close", (code, signal) => resolve({ code, signal })));
  running.set(child, ended);
  void ended.then(() => running.delete(child));
  return {
    child,
    plugin: {
      pid: child.pid!,
      stdout: () => texts.stdout,
      stderr: () => texts.stderr,
      /** Settled when the process has ended and both streams are closed. */
      ended,
      running: () => child.exitCode === null && child.signalCode === null,
      kill: (signal: NodeJS.Signals = "SIGKILL") => void child.kill(signal),
      /** Stops reading its stdout. */
      closeStdout: () => void child.stdout.destroy(),
    },
  };
}

/** Ends every plugin that these tests have started, each by its own process id; for `afterAll`. */
export async function stopPlugins(): Promise<void> {
  for (const child of running.keys()) child.kill("SIGKILL");
  await Promise.all(running.values());
}
