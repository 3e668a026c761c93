/** `npm run install:plugin`: copies the built plugin to where every Pulumi CLI of this user looks for it. See docs/protocol.md#installation. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The installed plugin folder. Throws where the plugin has not been built. What was installed before is replaced as a whole. */
export function installPlugin(root: string, pulumiHome: string): string {
  const built = join(root, "provider", "bin");
  if (!existsSync(join(built, "pulumi-resource-quartet"))) throw new Error("The plugin is not built yet: run `npm run build`.");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const target = join(pulumiHome, "plugins", `resource-quartet-v${version}`);
  const half = join(pulumiHome, "plugins", `.resource-quartet-${process.pid}`); // a name that no CLI takes for a plugin
  mkdirSync(half, { recursive: true });
  try {
    cpSync(built, half, { recursive: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(half, target);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  rmSync(`${target}.partial`, { force: true }); // the mark of a download that broke off would hide what is whole now
  return target;
}

if (require.main === module) {
  const home = process.env["PULUMI_HOME"] || join(homedir(), ".pulumi");
  process.stdout.write(`installed ${installPlugin(join(__dirname, ".."), home)}\n`);
}
