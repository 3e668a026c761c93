// Bundles the provider in parts, by when they are needed: the code of the first RPC, the code that the other RPCs share, and each module. See docs/decisions/code-cache.md.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { build, transform, type BuildOptions, type Metafile } from "esbuild";
import type { PartInfo } from "../launcher/bundle";
import { root } from "./drift";

/** The entry points that have a part of their own beside the modules; the part of a later one contains nothing of an earlier one. */
const leadingParts: readonly (readonly [entry: string, part: string])[] = [
  ["provider/start.ts", "server"],
  ["provider/assembly.ts", "provider"],
];

/** A file of esbuild: modules that are always needed together. */
interface Chunk {
  name: string;
  text: string;
  entryPoint: string | undefined;
  imports: readonly string[];
}

/** Writes the parts to the folder and returns the information about them that the launcher needs. */
export async function writeParts(folder: string, options: BuildOptions): Promise<Record<string, PartInfo>> {
  const chunks = await split(options);
  const infos: Record<string, PartInfo> = {};
  for (const [part, members] of groupByPart(chunks)) {
    const modules = await Promise.all(members.map(moduleOf));
    // One function expression: the launcher compiles it with a code cache and passes what it needs.
    const text = `(function(require,__dirname){"use strict";return{\n${modules.join(",\n")}\n}})\n`;
    requireAscii(part, text);
    writeFileSync(join(folder, `${part}.cjs`), text);
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
    infos[part] = { hash, modules: members.map(({ name }) => `./${name}`) };
  }
  return infos;
}

/** Splits the bundle with esbuild at each `import()`. */
async function split(options: BuildOptions): Promise<Map<string, Chunk>> {
  const result = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: ["provider/start.ts"],
    outdir: join(root, "out"),
    write: false,
    format: "esm",
    splitting: true,
    metafile: true,
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
  });
  const { outputs }: Metafile = result.metafile!;
  return new Map(
    result.outputFiles!.map(({ path, text }) => {
      const { entryPoint, imports } = outputs[relative(root, path).replaceAll("\\", "/")]!;
      const statically = imports.filter(({ external, kind }) => !external && kind === "import-statement");
      const name = basename(path);
      return [name, { name, text, entryPoint, imports: statically.map((other) => basename(other.path)) }];
    }),
  );
}

/** Returns the chunks by part. What several modules share belongs to the part `provider`. */
function groupByPart(chunks: ReadonlyMap<string, Chunk>): Map<string, Chunk[]> {
  const parts = new Map<string, string>();
  const entries = [...chunks.values()].filter(({ entryPoint }) => entryPoint !== undefined);
  for (const [entry, part] of leadingParts) {
    const first = entries.find(({ entryPoint }) => entryPoint === entry);
    if (!first) throw new Error(`Bundling failed: ${entry}: not an entry point. Load it with import() where it is used.`);
    for (const name of closure(first, chunks)) if (!parts.has(name)) parts.set(name, part);
  }
  const later = new Map<string, Set<string>>();
  for (const entry of entries)
    for (const name of closure(entry, chunks)) later.set(name, (later.get(name) ?? new Set()).add(partOf(entry.entryPoint!)));
  const groups = new Map<string, Chunk[]>();
  for (const [name, chunk] of chunks) {
    const users = [...(later.get(name) ?? [])];
    const part = parts.get(name) ?? (users.length === 1 ? users[0]! : "provider");
    groups.set(part, [...(groups.get(part) ?? []), chunk]);
  }
  return groups;
}

/** Returns the chunk and all that it imports at once. */
function closure(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>, found = new Set<string>()): Set<string> {
  if (found.has(chunk.name)) return found;
  found.add(chunk.name);
  for (const name of chunk.imports) closure(chunks.get(name)!, chunks, found);
  return found;
}

/** Returns the name of the part of an entry point: the module that it belongs to, else the file. */
function partOf(entryPoint: string): string {
  const [, module] = /\/modules\/([^/]+)\//.exec(entryPoint) ?? [];
  return module ?? basename(entryPoint, ".ts");
}

/**
 * Returns a chunk as a method that sets `__chunk.exports`. Imports of other chunks become constants, so that a call between chunks costs as much as one within; all
 * else is converted by esbuild.
 */
async function moduleOf({ name, text }: Chunk): Promise<string> {
  const [head, body] = withoutImports(text);
  const { code } = await transform(withExports(body), {
    format: "cjs",
    platform: "node",
    target: "node20",
    supported: { "dynamic-import": false },
    minifyWhitespace: true,
  });
  return `${JSON.stringify(`./${name}`)}(__chunk){${head}${code.trimEnd()}}`;
}

const importStatement = /^import(?:\{([^}]*)\}from)?("\.\/[^"]+");\s*/;

/** Splits the text after the imports of other chunks, which esbuild writes first, and returns them as declarations. */
function withoutImports(text: string): [declarations: string, rest: string] {
  let declarations = "";
  for (let found = importStatement.exec(text); found; found = importStatement.exec(text)) {
    const [statement, names, from] = found;
    declarations += `${names === undefined ? "" : `const{${replaceAliases(names, "$1:$2")}}=`}require(${from});`;
    text = text.slice(statement.length);
  }
  return [declarations, text];
}

const exportStatement = /export\{([^}]*)\};\s*$/;

/** Returns the text with its last statement, the export, as an assignment. */
function withExports(text: string): string {
  return text.replace(exportStatement, (_, names: string) => `__chunk.exports={${replaceAliases(names, "$2:$1")}};`);
}

/** Replaces `a as b` in the names of an import or export. */
function replaceAliases(names: string, pair: string): string {
  return names.replaceAll(/([\w$]+) as ([\w$]+)/g, pair);
}

/** Fails for a text that is not ASCII: one other character makes V8 keep the whole text in two bytes per character, and the launcher decodes it as Latin-1. */
function requireAscii(part: string, text: string): void {
  const found = /[^\x00-\x7f]/.exec(text);
  if (found) throw new Error(`Bundling failed: ${part}.cjs: "${found[0]}" at ${found.index} is not ASCII. Escape it in its source.`);
}
