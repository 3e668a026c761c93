/** The files of the repository, and which of them are hand-written. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The top of the repository. */
export const top = resolve(__dirname, "..", "..");

/** A text of the repository: path from the top with forward slashes. */
export interface File {
  path: string;
  text: string;
}

/** Returns the files of folders, or those that match patterns of Git, without those that .gitignore names. */
export const filesBelow = (...paths: string[]): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...paths], { cwd: top, encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "" && existsSync(join(top, path)));

/** Returns the text of each file; files with a zero byte are not text and are left out. */
export const read = (paths: string[]): File[] =>
  paths.map((path) => ({ path, text: readFileSync(join(top, path), "utf8") })).filter(({ text }) => !text.includes("\0"));

/** Whether a generator wrote the file. */
export const isGenerated = (path: string): boolean => path.startsWith("sdk/") || path.split("/").includes("gen");

/** Whether the file is part of an example in schema.json, which has the layout of the program generators. */
const isShown = (path: string) => path.startsWith("examples/tokens/");

/** Returns the hand-written TypeScript files below the folders. */
export const handWritten = (...folders: string[]): File[] =>
  read(filesBelow(...folders).filter((path) => path.endsWith(".ts") && !isGenerated(path) && !isShown(path)));
