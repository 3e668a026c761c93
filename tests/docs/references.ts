/** Finds the documents of the repository, the references to them, and references in a form that is no longer used. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";

/** The top of the repository. */
export const top = resolve(__dirname, "..", "..");

/** The folders whose comments and messages may refer to documents. */
export const codeFolders = ["provider", "tests", "bench", "tools", "examples"] as const;

/** The folders in which references to sections of the former specifications are rejected. Add a folder when its references are converted. */
export const convertedFolders: readonly string[] = [
  "bench",
  "examples",
  "provider",
  "tests/architecture",
  "tests/cli",
  "tests/conformance",
  "tests/elasticsearch",
  "tests/emulators",
  "tests/examples",
  "tests/faults",
  "tests/invariants",
  "tests/provider",
  "tests/samples",
  "tests/support",
  "tests/tools",
  "tests/upgrade",
  "tools",
];

/** A reference to a numbered section or case of a document that is not part of the repository, such as the second chapter of a protocol by its number. */
export const oldReference =
  /\b(protocol(\.md)?|search spec|search\.md|cloud-(lookups|resources)\.md|datapipeline\.md|eventrouting\.md)[ ,]+(sections? |cases? )?[0-9]/;

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

/** The documents whose names of source files are checked. Add docs/architecture.md when the files of `verbs` have the names in it. */
export const checkedDocuments: readonly string[] = [];

const layers = "core|http|modules|plugin|tracing|verbs";

/** Returns the source files that a document names by layer, such as `verbs/update.ts`, and that do not exist below `provider`. */
export function missingSources(text: string): string[] {
  const named = [...text.matchAll(new RegExp(`\`((?:${layers})/[\\w/-]+\\.ts)\``, "g"))].map(([, path]) => path!);
  return [...new Set(named)].filter((path) => !existsSync(join(top, "provider", path)));
}
