// Runs code in a running plugin, to cause defects: the plugin is started with a preloaded file that runs the code of a test (preloaded.cjs).
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningPlugin } from "./plugin";
import { until } from "./waiting";

const preload = { NODE_OPTIONS: `--require "${join(__dirname, "preloaded.cjs")}"` };

/** The environment of a plugin that runs the code before its own. */
export const injectionAtStart = (code: string): Record<string, string> => ({ ...preload, INJECTED_CODE: code });

/** Runs code in one plugin. */
interface Injector {
  /** The environment in which the plugin is started. */
  env: Record<string, string>;
  /** Runs the code in the plugin; it may use `require`. Resolves when it has run. */
  run(plugin: RunningPlugin, code: string): Promise<void>;
  /** Removes the files. */
  remove(): void;
}

/** Creates the injector for a plugin that is started afterwards. */
export function createInjector(): Injector {
  const folder = mkdtempSync(join(tmpdir(), "quartet-injector-"));
  const file = join(folder, "code.js");
  return {
    env: { ...preload, INJECTED_FILE: file },
    async run(plugin, code) {
      writeFileSync(file, code);
      plugin.kill("SIGUSR2");
      await until("the code has run", () => !existsSync(file));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
