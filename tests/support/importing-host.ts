// The language host of Node.js that writes code for `pulumi import`.
import { execFile } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ensurePulumi } from "../../tools/pulumi";
import type { Cli } from "./cli";

/**
 * Returns the PATH on which the CLI finds a language host that generates programs: the user's own, or else one that is built from tools/examplegen, because the
 * version in .tools/bin does not.
 */
export async function importingHost({ workspace }: Cli): Promise<string> {
  const { built, command } = await ensurePulumi({ languages: ["nodejs"] });
  const path = workspace.environment["PATH"] ?? "";
  if (!built) return path;
  const folder = join(dirname(command), "nodejs-host");
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "" };
  const output = join(folder, "pulumi-language-nodejs");
  await promisify(execFile)("go", ["build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", output, "./nodejs-host"], {
    cwd: join(__dirname, "..", "..", "tools", "examplegen"),
    env,
  });
  return [folder, path].join(delimiter);
}
