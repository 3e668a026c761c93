// Defects put into a running plugin from outside: the process is started with a preloaded file that runs what a test hands it (preloaded.cjs).
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningPlugin } from "./plugin";
import { until } from "./waiting";

const preload = { NODE_OPTIONS: `--require "${join(__dirname, "preloaded.cjs")}"` };

/** The environment of a plugin that runs the code before its own. */
export const intrusionAtStart = (code: string): Record<string, string> => ({ ...preload, INTRUDER_NOW: code });

/** A way into one plugin. */
export interface Intruder {
  /** For the start of the plugin. */
  env: Record<string, string>;
  /** Runs the code in the plugin; it may use `require`. Resolves when it has run. */
  run(plugin: RunningPlugin, code: string): Promise<void>;
  /** Removes what was written. */
  remove(): void;
}

/** Makes a way into a plugin that is to be started. */
export function createIntruder(): Intruder {
  const folder = mkdtempSync(join(tmpdir(), "quartet-intruder-"));
  const file = join(folder, "code.js");
  return {
    env: { ...preload, INTRUDER_FILE: file },
    async run(plugin, code) {
      writeFileSync(file, code);
      plugin.kill("SIGUSR2");
      await until("answer of the intruder", () => !existsSync(file));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
