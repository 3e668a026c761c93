/** `npm run sdks`: generates the SDKs that are not in the repository, sdk/java and sdk/dotnet. See docs/decisions/java-and-dotnet-sdks.md. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "..");
const sources = ["-schema", join(root, "schema.json"), "-license", join(root, "LICENSE")];

/** Runs a Go program of tools, with the Go of the PATH. */
function goRun(program: string, args: readonly string[]): void {
  execFileSync("go", ["-C", join(root, "tools", program), "run", ".", ...sources, ...args], { stdio: ["ignore", "inherit", "inherit"] });
}

/** Generates the Java and .NET packages into the folders `java` and `dotnet` of `out`. */
export function generateSdks(out: string): void {
  goRun("sdkgen", ["-languages", "dotnet", "-out", out]);
  goRun("sdkgen-java", ["-readmes", join(root, "tools", "sdkgen", "readme"), "-out", join(out, "java")]);
}

if (require.main === module) generateSdks(join(root, "sdk"));
