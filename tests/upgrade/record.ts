/**
 * Records what the built plugin stores of every resource: `npm run build && npx tsx tests/upgrade/record.ts`.
 * Writes one file per module, the schema without its descriptions, and a whole stack (with the real CLI) into the folder of the plugin's version. Run it once for each release, from the commit of the release.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startPlugin, stopPlugins } from "../support/plugin";
import { Rpc } from "../support/rpc";
import type { ModuleName, RecordedVariant } from "./recording";
import { endpointPlaceholder, moduleNames, recordingPath, schemaPath } from "./recording";
import { recordStack } from "./record-stack";
import { recordVariant } from "./recorder";
import { Remote } from "./remote";
import { services } from "./services";
import { cloudVariants } from "../samples/cloud/variants";
import { eventVariants } from "../samples/eventrouting/resources";
import { searchVariants } from "../samples/search/resources";
import type { Variant } from "../samples/variant";

const variants: Readonly<Record<ModuleName, readonly Variant[]>> = {
  search: searchVariants,
  cloud: cloudVariants,
  eventrouting: eventVariants,
};

/** The variant with the address of the emulator in its inputs. */
const located = (variant: Variant, url: string): Variant => ({
  ...variant,
  program(preparation) {
    const { importId, ...programs } = variant.program(preparation);
    const text = JSON.stringify(programs).replaceAll(endpointPlaceholder, url);
    return { ...(JSON.parse(text) as typeof programs), importId };
  },
});

async function recordModule(rpc: Rpc, module: ModuleName): Promise<void> {
  const version = await rpc.version();
  const path = recordingPath(version, module);
  if (existsSync(path) && !process.argv.includes("--force"))
    throw new Error(`recording failed: ${path}: file exists. Increase the version first, or pass --force to overwrite it.`);
  const { remote, url, settings, stop } = await Remote.open(services[module]);
  const recorded: RecordedVariant[] = [];
  try {
    for (const variant of variants[module]) {
      await rpc.configure(settings);
      const result = await recordVariant({ rpc, remote }, located(variant, url)).catch((cause: unknown) => {
        throw new Error(`recording failed: ${variant.token} (${variant.title})`, { cause });
      });
      recorded.push(result);
    }
  } finally {
    await stop();
  }
  mkdirSync(dirname(path), { recursive: true });
  const text = JSON.stringify({ version, module, variants: recorded }, null, 1).replaceAll(url, endpointPlaceholder);
  writeFileSync(path, `${text}\n`);
  console.log(`${path}: ${recorded.length} variants`);
}

function recordSchema(version: string): void {
  const text = readFileSync(join(__dirname, "..", "..", "schema.json"), "utf8");
  const withoutDescriptions = (key: string, value: unknown): unknown =>
    key === "description" && typeof value === "string" ? undefined : value;
  writeFileSync(schemaPath(version), `${JSON.stringify(JSON.parse(text), withoutDescriptions, 1)}\n`);
}

async function main(): Promise<void> {
  const plugin = await startPlugin();
  const rpc = new Rpc(plugin.port);
  try {
    for (const module of moduleNames) await recordModule(rpc, module);
    const version = await rpc.version();
    recordSchema(version);
    await recordStack(version);
  } finally {
    rpc.close();
    await stopPlugins();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
