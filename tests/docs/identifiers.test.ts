/** The documents for maintainers name functions, types and files that exist. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { top } from "./references";

const documents = ["docs/architecture.md", "docs/adding-a-function.md", "docs/adding-a-resource.md"];
/** The names of the example that the recipes add. */
const invented = ["getWidgets"];

const folders = ["provider", "tests", "tools", "bench", "examples"];
const paths = folders.flatMap((folder) =>
  readdirSync(join(top, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|cjs|json|proto)$/.test(path) && !/(?:^|\/)(?:bin|node_modules)\//.test(path))
    .map((path) => join(folder, path)),
);
const code = [...paths, "package.json", "schema.json"].map((path) => readFileSync(join(top, path), "utf8")).join("\n");
const known = new Set(code.match(/[A-Za-z_]\w*/g));

/** Returns the inline code of a document. */
const spansOf = (document: string): string[] =>
  [
    ...readFileSync(join(top, document), "utf8")
      .replaceAll(/^```[^]*?^```/gm, "")
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, span = ""]) => span);

test.each(documents)("%s", (document) => {
  const identifiers = spansOf(document).flatMap((span) => span.match(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g) ?? []);
  const files = spansOf(document).flatMap((span) => span.match(/(?<![>.\w-])[\w-]+(?:\/[\w-]+)*\.(?:test\.)?ts\b/g) ?? []);
  expect(identifiers.length + files.length).toBeGreaterThan(5);
  expect(identifiers.filter((name) => !known.has(name) && !invented.includes(name))).toEqual([]);
  expect(files.filter((file) => !paths.some((path) => path === file || path.endsWith(`/${file}`)))).toEqual([]);
});
