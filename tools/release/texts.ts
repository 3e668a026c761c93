/**
 * Passages of documents that hold until the first release. A passage, and what replaces it, is between comments of Markdown:
 *
 *     <!-- until the first release -->
 *     text of today
 *     <!-- from the first release on
 *     text that replaces it, which may be empty
 *     -->
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const begin = "<!-- until the first release -->";
const middle = "<!-- from the first release on";
const passage = new RegExp(`\\n*^${begin}\\n[^]*?^${middle}\\n([^]*?)^-->\\n*`, "gm");

/** Returns the document as it is from the first release on. Throws if a comment has no counterpart. */
export function withoutPassages(text: string, file: string): string {
  const replaced = text.replace(passage, (_, replacement: string) => `\n\n${replacement.trim()}`.trimEnd() + "\n\n");
  const rest = [begin, middle].find((comment) => replaced.includes(comment));
  if (rest !== undefined)
    throw new Error(`Release failed: ${file}: "${rest}" has no counterpart. See tools/release/texts.ts for the form.`);
  return `${replaced.trimEnd()}\n`;
}

/** Replaces the passages in the files. */
export function replacePassages(root: string, files: readonly string[]): void {
  for (const file of files) {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    const released = withoutPassages(text, file);
    if (released !== text) writeFileSync(path, released);
  }
}
