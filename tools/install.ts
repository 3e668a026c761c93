// `npm run install:plugin`: copies the built plugin to where every Pulumi CLI of this user finds it. See docs/protocol.md#installation.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Installs the plugin and returns its folder; an installed plugin of the same version is replaced as a whole. Throws if the plugin has not been built. */
export function installPlugin(root: string, pulumiHome: string): string {
  const built = join(root, "provider", "bin");
  if (!existsSync(join(built, "pulumi-resource-quartet")))
    throw new Error("Installation failed: provider/bin: the plugin is not built. Run `npm run build`.");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const target = join(pulumiHome, "plugins", `resource-quartet-v${version}`);
  const half = join(pulumiHome, "plugins", `.resource-quartet-${process.pid}`); // the CLI ignores this name
  mkdirSync(half, { recursive: true });
  try {
    cpSync(built, half, { recursive: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(half, target);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  rmSync(`${target}.partial`, { force: true }); // the mark of an interrupted download would hide the plugin
  return target;
}

/** Makes the installed plugin store its compiled code for this version of Node.js, so that its first start is as fast as later ones. */
function storeCode(root: string, folder: string): void {
  try {
    execFileSync(process.execPath, [require.resolve("tsx/cli"), join(root, "provider", "tools", "code-cache.ts"), folder], {
      stdio: "ignore",
    });
  } catch {
    process.stderr.write(`Code cache not stored: ${folder}: the plugin did not start or end as expected. The next run stores it.\n`);
  }
}

function main(): void {
  const root = join(__dirname, "..");
  const folder = installPlugin(root, process.env["PULUMI_HOME"] || join(homedir(), ".pulumi"));
  storeCode(root, folder);
  process.stdout.write(`installed ${folder}\n`);
}

if (require.main === module) main();
