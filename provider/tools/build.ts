// Builds provider/bin: launchers, one bundle with its code cache, what makes traces and what fetches Google tokens in files of their own, and the schema in the two forms that the plugin reads.
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import type { PackageSpec } from "../core/schema";
import { partFile, splitPackage } from "../core/schema";
import { GetSchemaResponse } from "../plugin/gen/provider";
import { writeCodeCache } from "./code-cache";
import { exampleLanguages, withoutLanguages } from "./examples-text";

const root = join(__dirname, "..", "..");
const bin = join(root, "provider", "bin");
/** Everything is made here and put in its place at the end, so that nobody meets a half-built plugin. */
const work = `${bin}.${process.pid}`;

/** The bundle is one function expression of what it needs from outside, so that the launcher can compile it with a cache. */
const wrapper = { banner: "(function(require,__dirname,keepCode){", footer: "})" };

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  // grpc-js loads it for its channelz and ORCA services only, which are off.
  external: ["@grpc/proto-loader"],
  logLevel: "warning",
} satisfies BuildOptions;

/** Loaded from a file of its own, and only when it is needed: most runs ask no Google service. */
const apart: Plugin = {
  name: "apart",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/google-auth$/ }, () => ({ path: "./google-auth.cjs", external: true })),
};

async function bundle(version: string): Promise<void> {
  await build({
    ...common,
    entryPoints: [join(root, "provider", "main.ts")],
    outfile: join(work, "quartet.cjs"),
    plugins: [apart],
    supported: { "dynamic-import": false }, // a script compiled with a cache has no import(); require loads as late
    define: { QUARTET_VERSION: JSON.stringify(version), "process.env.GRPC_NODE_USE_ALTERNATIVE_RESOLVER": "undefined" },
    banner: { js: wrapper.banner },
    footer: { js: wrapper.footer },
  });
}

/** One letter beyond ASCII, and the process keeps the text of the whole bundle in two bytes for each of its letters: a megabyte more. */
function demandAscii(file: string): void {
  const found = /[^\x00-\x7f]/.exec(readFileSync(file, "utf8"));
  if (found) throw new Error(`${file}: "${found[0]}" at ${found.index} is not ASCII; escape it in its source`);
}

/** The part of the launcher that runs in Node; the hash ties each code cache to this bundle. */
async function bundleBoot(): Promise<void> {
  const bundleHash = createHash("sha256")
    .update(readFileSync(join(work, "quartet.cjs")))
    .digest("hex")
    .slice(0, 16);
  const [entry, outfile] = [join(root, "provider", "launcher", "boot.ts"), join(work, "boot.cjs")];
  await build({ ...common, entryPoints: [entry], outfile, define: { QUARTET_BUNDLE_HASH: JSON.stringify(bundleHash) } });
}

/** The modules of these libraries, unlike their scripts, let go of what is not used. */
async function bundleTracing(): Promise<void> {
  const [entry, outfile] = [join(root, "provider", "tracing", "otlp.ts"), join(work, "tracing.cjs")];
  await build({ ...common, entryPoints: [entry], outfile, mainFields: ["module", "main"] });
}

/** Requests leave through the provider's transport: what the library would fetch and find proxies with is left out. */
async function bundleGoogleAuth(): Promise<void> {
  const entryPoints = [join(root, "provider", "modules", "eventrouting", "credentials", "google-auth.ts")];
  const external = [...common.external, "node-fetch", "https-proxy-agent"];
  await build({ ...common, entryPoints, outfile: join(work, "google-auth.cjs"), external });
}

/** What checks ask of the schema: everything but the words. */
function withoutWords(key: string, value: unknown): unknown {
  return key === "description" && typeof value === "string" ? undefined : value;
}

/** The schema that GetSchema returns: examples in one language. See docs/decisions/examples-in-the-schema.md. */
function served(key: string, value: unknown): unknown {
  const others = exampleLanguages.filter((language) => language !== "yaml");
  return key === "description" && typeof value === "string" ? withoutLanguages(value, others) : value;
}

function writeSchema(schema: PackageSpec): void {
  const folder = join(work, "schema");
  mkdirSync(folder, { recursive: true });
  // Without the blanks of the file that people read: a quarter less to keep and to send.
  writeFileSync(join(folder, "message.bin"), GetSchemaResponse.encode({ schema: `${JSON.stringify(schema, served)}\n` }).finish());
  for (const [section, part] of Object.entries(splitPackage(schema))) {
    writeFileSync(join(folder, partFile(section)), JSON.stringify(part, withoutWords));
  }
}

async function main(): Promise<void> {
  mkdirSync(work, { recursive: true });
  const text = readFileSync(join(root, "schema.json"), "utf8");
  const schema = JSON.parse(text) as PackageSpec;
  writeSchema(schema);
  await bundle(schema.version);
  demandAscii(join(work, "quartet.cjs"));
  await bundleTracing();
  await bundleGoogleAuth();
  await bundleBoot();
  for (const file of ["pulumi-resource-quartet", "pulumi-resource-quartet.cmd"])
    copyFileSync(join(root, "provider", "launcher", file), join(work, file));
  chmodSync(join(work, "pulumi-resource-quartet"), 0o755);
  mkdirSync(join(work, "cache"), { mode: 0o700 });
  await writeCodeCache(work);
  const former = `${work}.former`;
  if (existsSync(bin)) renameSync(bin, former);
  renameSync(work, bin);
  rmSync(former, { recursive: true, force: true });
}

void main();
