/**
 * The version of the package. package.json states it; everything else repeats it. `tsx tools/release/version.ts` copies it from there, and `npm run generate`
 * begins with that. The SDKs get it from schema.json.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file that repeats the version, and where: each match of the pattern is the version. */
interface Place {
  file: string;
  pattern: RegExp;
  /** Whether the file may be without it. */
  isOptional?: true;
}

const number = /\d+\.\d+\.\d+/.source;
const after = (text: string, flags = "g"): RegExp => new RegExp(`(?<=${text})${number}`, flags);

/** The file that states the version. */
const source: Place = { file: "package.json", pattern: after('^  "version": "', "m") };

/** The files at the top that repeat it. */
const places: readonly Place[] = [
  { file: "package-lock.json", pattern: after('"name": "(?:quartet|pulumi-quartet)",\\n\\s+"version": "') },
  { file: "schema.json", pattern: after('^  "version": "', "gm") },
];

/** Documents may state the version after the name of the package, `quartet 1.2.3`, `quartet-v1.2.3`, `pulumi-quartet==1.2.3`, and in the address of the release. */
const inText = after("quartet(?: |-v?|[=~]=|@|/sdk/go@v|/releases/download/v)");

/** Returns the places of a repository: the files that repeat the version, and the documents that state it. */
export function placesIn(root: string): Place[] {
  const texts = [...documentsIn(root), "schema.json"];
  return [...places, ...examplePlaces(root), ...texts.map((file): Place => ({ file, pattern: inText, isOptional: true }))];
}

/** Returns the documents that describe the current version. */
export function documentsIn(root: string): string[] {
  return ["README.md", "SECURITY.md", ...markdownBelow(root, "docs")];
}

/** The files in which an example requires the SDK, by name. */
const requirements: Readonly<Record<string, RegExp>> = {
  "package.json": after('"pulumi-quartet": "\\^'),
  "requirements.txt": after("pulumi-quartet~="),
  "go.mod": after("pulumi-quartet/sdk/go v"),
  "pom.xml": after("<artifactId>quartet</artifactId>\\n\\s+<version>"),
};

function examplePlaces(root: string): Place[] {
  return readdirSync(join(root, "examples")).flatMap((example) =>
    Object.entries(requirements)
      .map(([name, pattern]): Place => ({ file: `examples/${example}/${name}`, pattern }))
      .filter(({ file }) => existsSync(join(root, file))),
  );
}

/** Returns the documents of a folder; decisions and the reference state the version of their time, or none. */
function markdownBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ["decisions", "reference"].includes(entry.name) ? [] : markdownBelow(root, path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

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
  for (const place of [source, ...placesIn(root)]) {
    const path = join(root, place.file);
    const text = readFileSync(path, "utf8");
    const changed = text.replace(place.pattern, version);
    if (!place.isOptional && statedIn(root, place).length === 0)
      throw new Error(`Version failed: ${place.file}: the version was not found. Correct its pattern.`);
    if (changed !== text) writeFileSync(path, changed);
  }
}

if (require.main === module) {
  const root = join(__dirname, "..", "..");
  setVersion(root, currentVersion(root));
}
