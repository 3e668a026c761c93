/** The files of the repository, and which of them are hand-written. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

/** The top of the repository. */
export const top = resolve(__dirname, "..", "..");

/** A text of the repository: path from the top with forward slashes. */
export interface File {
  path: string;
  text: string;
}

/** The folders that .gitignore names, as patterns of whole paths. */
const ignored = readFileSync(join(top, ".gitignore"), "utf8")
  .split("\n")
  .filter((line) => line.endsWith("/"))
  .map((line) => new RegExp(`(^|/)${line.slice(0, -1).replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`));

const isIgnored = (path: string): boolean => path === ".git" || ignored.some((folder) => folder.test(path));

/** Returns all files below a folder without those that .gitignore names; none if the folder does not exist. */
export function filesBelow(folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(join(top, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = relative(top, join(top, folder, entry.name))
      .split(sep)
      .join("/");
    if (isIgnored(path)) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Returns the text of each file; files with a zero byte are not text and are left out. */
export const read = (paths: string[]): File[] =>
  paths.map((path) => ({ path, text: readFileSync(join(top, path), "utf8") })).filter(({ text }) => !text.includes("\0"));

/** Whether a generator wrote the file. */
export const isGenerated = (path: string): boolean => path.startsWith("sdk/") || path.split("/").includes("gen");

/** Whether the file is part of an example in schema.json, which has the layout of the program generators. */
const isShown = (path: string): boolean => path.startsWith("examples/tokens/");

/** Returns the hand-written TypeScript files below the folders. */
export const handWritten = (...folders: string[]): File[] =>
  read(folders.flatMap(filesBelow).filter((path) => path.endsWith(".ts") && !isGenerated(path) && !isShown(path)));
