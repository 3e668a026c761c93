/**
 * The version of the package. package.json states it; everything else repeats it. `tsx tools/release/version.ts` copies it from there, and `npm run generate`
 * begins with that. The SDKs get it from schema.json.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file that repeats the version, and where: each match of the pattern is the version. */
interface Place {
  file: string;
  pattern: RegExp;
}

const number = /\d+\.\d+\.\d+/.source;
const after = (text: string, flags = "g"): RegExp => new RegExp(`(?<=${text})${number}`, flags);

/** The file that states the version. */
const source: Place = { file: "package.json", pattern: after('^  "version": "', "m") };

/** The files that repeat it and are not generated from schema.json. */
export const places: readonly Place[] = [
  { file: "package-lock.json", pattern: after('"name": "(?:quartet|pulumi-quartet)",\\n\\s+"version": "') },
  { file: "schema.json", pattern: after('^  "version": "', "gm") },
  ...["api-gateway", "first-program", "loads-to-search", "search-logs", "tested-pipeline"].map((name) => ({
    file: `examples/${name}-typescript/package.json`,
    pattern: after('"pulumi-quartet": "\\^'),
  })),
  { file: "examples/first-program-python/requirements.txt", pattern: after("pulumi-quartet~=") },
  { file: "examples/first-program-go/go.mod", pattern: after("pulumi-quartet/sdk/go v") },
];

/** Returns the version that package.json states. */
export function currentVersion(root: string): string {
  const [version] = statedIn(root, source);
  if (version === undefined) throw new Error("Version failed: package.json: no version of the form 1.2.3. Set one.");
  return version;
}

/** Returns the versions that a file states at its places. */
export function statedIn(root: string, { file, pattern }: Place): string[] {
  return readFileSync(join(root, file), "utf8").match(pattern) ?? [];
}

/** Writes the version into package.json and all files that repeat it, except for the generated ones. */
export function setVersion(root: string, version: string): void {
  for (const place of [source, ...places]) {
    const path = join(root, place.file);
    const text = readFileSync(path, "utf8");
    const changed = text.replace(place.pattern, version);
    if (statedIn(root, place).length === 0)
      throw new Error(`Version failed: ${place.file}: the version was not found. Correct its pattern.`);
    if (changed !== text) writeFileSync(path, changed);
  }
}

if (require.main === module) {
  const root = join(__dirname, "..", "..");
  setVersion(root, currentVersion(root));
}
