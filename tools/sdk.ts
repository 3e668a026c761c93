/** `npm run sdk`: compiles the generated TypeScript SDK, so that sdk/nodejs is the npm package that programs import. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import ts from "typescript";

const root = join(__dirname, "..");
const sdk = join(root, "sdk", "nodejs");
const bin = join(sdk, "bin");

/** Returns the part of schema.json that processor functions need, without descriptions. */
function processorSchema(): string {
  type Declarations = Record<string, object>;
  const text = readFileSync(join(root, "schema.json"), "utf8");
  const { name, version, types, functions } = JSON.parse(text) as {
    name: string;
    version: string;
    types: Declarations;
    functions: Declarations;
  };
  const own = Object.entries(functions).filter(([token]) => token.startsWith("quartet:search:getSearchIngestProcessor"));
  const used = JSON.stringify(own);
  const ownTypes = Object.entries(types).filter(([token]) => used.includes(`"#/types/${token}"`));
  const part = { name, version, types: Object.fromEntries(ownTypes), functions: Object.fromEntries(own) };
  return JSON.stringify(part, (key, value: unknown) => (key === "description" && typeof value === "string" ? undefined : value));
}

/** Writes bin/testing.js and its types. */
function bundleTesting(): void {
  const entry = join(root, "provider", "testing.ts");
  const define = { QUARTET_PROCESSORS: processorSchema() };
  const options = { bundle: true, platform: "node", target: "node20", format: "cjs", minifySyntax: true, minifyWhitespace: true } as const;
  buildSync({ ...options, entryPoints: [entry], outfile: join(bin, "testing.js"), define, logLevel: "warning" });
  const { outputText } = ts.transpileDeclaration(readFileSync(entry, "utf8"), { fileName: entry });
  writeFileSync(join(bin, "testing.d.ts"), outputText);
}

if (!existsSync(join(sdk, "package.json"))) throw new Error("sdk/nodejs is not generated yet: run `npm run generate`.");
rmSync(bin, { recursive: true, force: true });
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", sdk, "--outDir", bin], { stdio: "inherit" });
copyFileSync(join(sdk, "package.json"), join(bin, "package.json")); // the SDK reads its own version from beside itself
bundleTesting();
