/** `npm run sdks`: generates the SDKs that are not in the repository, sdk/java and sdk/dotnet. See docs/decisions/java-and-dotnet-sdks.md. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatorSchema, type PackageSchema } from "./generator-schema";

const root = join(__dirname, "..");

/** Runs a Go program of tools, with the Go of the PATH. */
function goRun(program: string, schema: string, args: readonly string[]): void {
  const sources = ["-schema", schema, "-license", join(root, "LICENSE")];
  execFileSync("go", ["-C", join(root, "tools", program), "run", ".", ...sources, ...args], { stdio: ["ignore", "inherit", "inherit"] });
}

/** Generates the .NET package into the folder `out`/dotnet. */
function generateDotnetSdk(out: string): void {
  goRun("sdkgen", join(root, "schema.json"), ["-languages", "dotnet", "-out", out]);
}

/** Generates the Java package into the folder `out`. */
export function generateJavaSdk(out: string): void {
  const folder = mkdtempSync(join(tmpdir(), "quartet-schema-"));
  const file = join(folder, "schema.json");
  const schema = JSON.parse(readFileSync(join(root, "schema.json"), "utf8")) as PackageSchema;
  try {
    writeFileSync(file, JSON.stringify(generatorSchema(schema)));
    goRun("sdkgen-java", file, ["-readmes", join(root, "tools", "sdkgen", "readme"), "-out", out]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Generates the Java and .NET packages into the folders `java` and `dotnet` of `out`. */
export function generateSdks(out: string): void {
  generateDotnetSdk(out);
  generateJavaSdk(join(out, "java"));
}

if (require.main === module) generateSdks(join(root, "sdk"));
