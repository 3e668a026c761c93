/** What documents name exists: files and anchors, functions and types, messages. */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { filesBelow, read, top, type File } from "../architecture/files";

const documents = read(filesBelow("*.md", ":!sdk"));
const code = read(
  filesBelow("provider", "tests", "bench", "tools", "examples", "site").filter((path) =>
    /\.(ts|cjs|mjs|js|json|proto|sh|cmd|yaml|yml)$/.test(path),
  ),
);
const textOf = (path: string) => documents.find((document) => document.path === path)!.text;
const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "");

/** Returns the anchors of a document: those of its headings, as GitHub forms them, and explicit ones. */
function anchors(text: string) {
  const prose = withoutBlocks(text);
  const headings = [...prose.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => {
    const shown = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    return shown.replace(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
  });
  return [...headings, ...[...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)];
}

/** Returns why references lead nowhere; each is a path from the top, with an anchor or without. */
function unresolved(from: string, references: readonly string[]) {
  return references.flatMap((reference) => {
    const [path = "", anchor = ""] = reference.split("#");
    if (!existsSync(join(top, path))) return [`${from}: ${reference}: no such file`];
    const isThere = anchor === "" || !path.endsWith(".md") || anchors(textOf(path)).includes(anchor);
    return isThere ? [] : [`${from}: ${reference}: no such anchor`];
  });
}

/** Returns the relative links of a document. */
function linksOf({ path, text }: File) {
  const prose = withoutBlocks(text).replace(/`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!).filter((target) => !/^[a-z]+:/.test(target));
  return targets.map((target) => (target.startsWith("#") ? path + target : posix.join(posix.dirname(path), target)));
}

test.each([
  ["code", code, ({ text }: File): string[] => text.match(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g) ?? []],
  ["documents", documents, linksOf],
])("references in %s resolve", (_, files, referencesOf) => {
  const found = files.map((file) => [file.path, referencesOf(file)] as const);
  expect(found.flatMap(([, references]) => references).length).toBeGreaterThan(50);
  expect(found.flatMap(([path, references]) => unresolved(path, references))).toEqual([]);
});

const protocol = "docs/protocol.md";

test("references that lead nowhere are found", () => {
  expect(unresolved("a", ["nowhere.md", `${protocol}#nowhere`, `${protocol}#case-1`])).toEqual([
    "a: nowhere.md: no such file",
    `a: ${protocol}#nowhere: no such anchor`,
  ]);
});

test("no document has an anchor twice", () => {
  const repeated = documents
    .filter(({ path }) => path.startsWith("docs/"))
    .flatMap(({ path, text }) => {
      const ids = anchors(text);
      return ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${path}#${id}`);
    });
  expect(repeated).toEqual([]);
});

test("the protocol document has every numbered case", () => {
  const cases = anchors(textOf(protocol)).filter((id) => id.startsWith("case-"));
  expect(cases).toEqual(Array.from({ length: 160 }, (_, i) => `case-${i + 1}`));
});

const isCalled = (name: string) => code.some(({ path }) => `/${path}`.endsWith(`/${name}`));

test("source files that documents name exist", () => {
  const named = documents.flatMap(({ text }) => [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|cjs|mjs))`/g)].map(([, name]) => name!));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !isCalled(name))).toEqual([]);
});

const known = new Set([...code, ...read(["package.json", "schema.json"])].flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []));
/** The names of the example that the recipes add. */
const invented = ["getWidgets"];

test.each(["docs/architecture.md", "docs/adding-a-function.md", "docs/adding-a-resource.md"])("%s names code that exists", (path) => {
  const spans = [...withoutBlocks(textOf(path)).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const names = spans.flatMap((span) => span.match(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g) ?? []);
  const files = spans.flatMap((span) => span.match(/(?<![>.\w-])[\w-]+(?:\/[\w-]+)*\.(?:test\.)?ts\b/g) ?? []);
  expect(names.length + files.length).toBeGreaterThan(5);
  expect(names.filter((name) => !known.has(name) && !invented.includes(name))).toEqual([]);
  expect(files.filter((name) => !isCalled(name))).toEqual([]);
});

test("the guide to troubleshooting quotes messages that a test expects, or that the code contains", () => {
  const rows = textOf("docs/guides/troubleshooting.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Message"));
  const quotations = rows.flatMap((line) => [...line.split(" | ")[0]!.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));
  const sources = code.filter(({ path }) => /^(provider|tests)\/.*\.ts$/.test(path));
  const texts = sources.map(({ text }) => text.replaceAll(/\\(["'`])/g, "$1")).join("\n");
  expect(quotations.length).toBeGreaterThan(40);
  // The guide replaces what varies with "...".
  const parts = quotations.flatMap((quotation) => quotation.split("...").map((part) => part.trim()));
  expect(parts.filter((part) => !texts.includes(part))).toEqual([]);
});
