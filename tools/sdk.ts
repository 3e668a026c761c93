/** `npm run sdk`: compiles the generated TypeScript SDK, so that sdk/nodejs is the npm package that programs import. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";

const sdk = join(__dirname, "..", "sdk", "nodejs");
const bin = join(sdk, "bin");

if (!existsSync(join(sdk, "package.json"))) throw new Error("sdk/nodejs is not generated yet: run `npm run generate`.");
rmSync(bin, { recursive: true, force: true });
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", sdk, "--outDir", bin], { stdio: "inherit" });
copyFileSync(join(sdk, "package.json"), join(bin, "package.json")); // the SDK reads its own version from beside itself
