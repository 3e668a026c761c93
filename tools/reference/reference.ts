/** The whole reference as files. Pure. */
import { createCatalog, moduleDocument, typePage } from "./catalog";
import { moduleIndex, packageIndex } from "./indexes";
import { largeTypes } from "./members";
import { largeTypePage, tokenPage } from "./pages";
import { relations } from "./related";
import type { SchemaFile } from "./schema-file";

/** Returns the pages by path relative to docs/reference. `document` returns a file below docs; its headings are link targets. */
export function reference(schema: SchemaFile, document: (path: string) => string): Map<string, string> {
  const catalog = createCatalog(schema);
  const related = relations(catalog);
  const headings = new Map(catalog.modules.map((module) => [module, headingsOf(document(moduleDocument(module)))]));
  const pages = catalog.entries.map((entry): [string, string] => [
    entry.page,
    tokenPage(catalog, entry, related.get(entry)!, headings.get(entry.module) ?? []),
  ]);
  return new Map([
    ["README.md", packageIndex(catalog)],
    ...catalog.modules.map((module): [string, string] => [`${module}/README.md`, moduleIndex(catalog, module)]),
    ...pages,
    ...largeTypes(catalog).map((token): [string, string] => [typePage(token), largeTypePage(catalog, token)]),
  ]);
}

const headingsOf = (text: string): string[] => [...text.matchAll(/^#{2,4} (\w+)$/gm)].map(([, heading]) => heading!);
