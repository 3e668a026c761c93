/** Finds programs the way a shell does; it runs nothing. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];

/** Returns the name of the search path in an environment: Windows writes `Path`. */
export function pathKey(environment: NodeJS.ProcessEnv): string {
  return Object.keys(environment).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
}

/** The program of that name in a folder, or undefined if there is no executable one. */
export function executableIn(folder: string, name: string): string | undefined {
  return endings.map((ending) => join(folder, name + ending)).find(isExecutable);
}

/** The first program of that name on the PATH of the environment, or undefined. */
export function executable(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment[pathKey(environment)] ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    const found = executableIn(folder, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
