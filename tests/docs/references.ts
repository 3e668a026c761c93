/** Finds the documents of the repository, and the references to them and in them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";

/** The top of the repository. */
export const top = resolve(__dirname, "..", "..");

/** The folders whose comments and messages may refer to documents. */
export const codeFolders = ["provider", "tests", "bench", "tools", "examples"] as const;

/** A text of the repository; the path has forward slashes and starts at the top. */
export interface TextFile {
  path: string;
  text: string;
}

/** A reference to a document: where it is, the document, and the anchor in it, which may be empty. */
export interface Reference {
  from: string;
  document: string;
  anchor: string;
}

const skippedFolders = new Set(["node_modules", ".git", ".tools", "bin", "coverage", "sdk", "pages", "dist"]);
const codeFile = /\.(ts|cjs|mjs|js|sh|cmd|yaml|yml)$/;

/** Returns the files below a folder whose path matches; the empty folder is the top. */
export function filesBelow(folder: string, matching: RegExp): TextFile[] {
  const path = join(top, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const child = relative(top, join(path, entry.name)).split(sep).join("/");
    if (entry.isDirectory()) return skippedFolders.has(entry.name) || entry.name.startsWith("bin.") ? [] : filesBelow(child, matching);
    return entry.isFile() && matching.test(child) ? [{ path: child, text: readFileSync(join(top, child), "utf8") }] : [];
  });
}

/** Returns the code and configuration below the given folders. */
export const codeBelow = (folders: readonly string[]): TextFile[] => folders.flatMap((folder) => filesBelow(folder, codeFile));

/** Returns all Markdown documents. */
export const documents = (): TextFile[] => filesBelow("", /\.md$/);

/** Returns the references of a code file, written from the top of the repository with the folder of the documents in front. */
export function codeReferences({ path, text }: TextFile): Reference[] {
  const matches = text.matchAll(/\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g);
  return [...matches].map(([, document, anchor = ""]) => ({ from: path, document: `docs/${document!}`, anchor }));
}

/** Returns the relative links of a Markdown document; code blocks are skipped. */
export function links({ path, text }: TextFile): Reference[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = "", anchor = ""] = target.split("#");
      const document = file === "" ? path : posix.join(posix.dirname(path), file);
      return { from: path, document: document.replace(/\/$/, ""), anchor };
    });
}

/** Returns the anchors of a Markdown document: those of its headings, as GitHub forms them, and explicit ones. */
export function anchors(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  const headings = [...prose.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => headingAnchor(heading!));
  const explicit = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
  return [...headings, ...explicit];
}

function headingAnchor(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return text.replace(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
}

/** Returns why a reference leads nowhere, or nothing if it resolves. */
export function unresolved({ from, document, anchor }: Reference): string | undefined {
  const path = join(top, document);
  if (!existsSync(path)) return `${from}: ${document}: no such file`;
  if (anchor === "" || !document.endsWith(".md")) return undefined;
  return anchors(readFileSync(path, "utf8")).includes(anchor) ? undefined : `${from}: ${document}: no anchor #${anchor}`;
}

/** Returns the source files that a document names with a folder, such as `verbs/update.ts` or `tests/support/rpc.ts`, and that none of the paths ends with. */
export function missingSources(text: string, paths: readonly string[]): string[] {
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|cjs|mjs))`/g)].map(([, path]) => path!);
  return [...new Set(named)].filter((name) => !paths.some((path) => `/${path}`.endsWith(`/${name}`)));
}
