/** Command `npm run generate:reference [-- --check]`: writes docs/reference and the tables of the guide to migration from schema.json, or reports how they differ. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { SchemaFile } from "./schema-file";
import { withGeneratedParts } from "./migration";
import { reference } from "./reference";

const root = join(__dirname, "..", "..");
const folder = join(root, "docs", "reference");

const migrationGuide = join(root, "docs", "guides", "migration.md");

function readSchema(): SchemaFile {
  return JSON.parse(readFileSync(join(root, "schema.json"), "utf8")) as SchemaFile;
}

/** Returns the pages for the schema of the repository. */
function currentReference(): Map<string, string> {
  return reference(readSchema(), (path) => readFileSync(join(root, "docs", path), "utf8"));
}

/** Returns the guide to migration as it is, and with the tables for the schema of the repository. */
function migrationGuides(): { committed: string; current: string } {
  const committed = readFileSync(migrationGuide, "utf8");
  return { committed, current: withGeneratedParts(committed, readSchema()) };
}

/** Returns the existing pages. */
export function committedReference(): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Map(paths.map((path) => [path.split(sep).join("/"), readFileSync(join(folder, path), "utf8")]));
}

/** Returns the paths below docs of pages that are missing, out of date, or obsolete. */
export function outdatedPages(): string[] {
  const expected = currentReference();
  const committed = committedReference();
  const paths = [...new Set([...expected.keys(), ...committed.keys()])].sort();
  const outdated = paths.filter((path) => expected.get(path) !== committed.get(path)).map((path) => `reference/${path}`);
  const guides = migrationGuides();
  return guides.committed === guides.current ? outdated : [...outdated, "guides/migration.md"];
}

function write(): void {
  const pages = currentReference();
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(migrationGuide, migrationGuides().current);
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function main(): void {
  if (!process.argv.includes("--check")) return write();
  const outdated = outdatedPages();
  if (outdated.length === 0) return;
  process.stderr.write(`docs is out of date: ${outdated.slice(0, 10).join(", ")}. Run npm run generate:reference.\n`);
  process.exitCode = 1;
}

if (require.main === module) main();
