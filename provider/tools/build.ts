// Builds provider/bin: launchers, the bundle in parts with their code caches, what makes traces and what fetches Google tokens in files of their own, the schema in the two forms that the plugin reads, and the mappings of Terraform providers.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import type { PackageSpec } from "../core/schema/schema";
import { partFile, splitPackage } from "../core/schema/schema";
import { GetSchemaResponse } from "../plugin/gen/provider";
import { generatorSchema } from "../../tools/generator-schema";
import { licenseCollector } from "../../tools/licenses";
import { mappingOf } from "../../tools/terraform/mapping";
import { mappedProviders } from "../../tools/terraform/names";
import { writeCodeCache } from "./code-cache";
import { root } from "./drift";
import { exampleLanguages, withoutLanguages } from "./examples-text";
import { writeParts } from "./parts";

const bin = join(root, "provider", "bin");
/** Everything is written here and moved to its place at the end, so that no process loads an incomplete plugin. */
const workFolder = `${bin}.${process.pid}`;

const licenses = licenseCollector(root);

const commonOptions = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  // grpc-js loads it for its channelz and ORCA services only, which are off.
  external: ["@grpc/proto-loader"],
  plugins: [licenses.plugin],
  logLevel: "warning",
} satisfies BuildOptions;

/** Loaded from a file of its own, and only when it is needed: most runs send no request to a Google service. */
const externalGoogleAuth: Plugin = {
  name: "apart",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/google-auth$/ }, () => ({ path: "./google-auth.cjs", external: true })),
};

/**
 * What the gRPC server imports and does not use at a start. The channelz and ORCA services are off, since they need a package that is not bundled; they import the
 * client. zlib is used only for compressed messages and takes 1.3 ms to load.
 */
const slimServer: Plugin = {
  name: "slim-server",
  setup: ({ onResolve, onLoad }) => {
    const namespace = "slim";
    onResolve({ filter: /^\.\/(make-client|channel-credentials)$/ }, ({ importer }) =>
      /[\\/](channelz|orca)\.js$/.test(importer) ? { path: "nothing", namespace } : undefined,
    );
    onResolve({ filter: /^zlib$/ }, ({ importer }) => (/[\\/]grpc-js[\\/]/.test(importer) ? { path: "zlib", namespace } : undefined));
    onLoad({ filter: /^nothing$/, namespace }, () => ({ contents: "" }));
    const lazy = 'module.exports = new Proxy({}, { get: (_, name) => require("node:zlib")[name] });';
    onLoad({ filter: /^zlib$/, namespace }, () => ({ contents: lazy }));
  },
};

/** Bundles the provider. main.ts is compiled at every start, so it is small; the other parts are compiled with code caches. */
async function bundle(version: string): Promise<void> {
  const define = { QUARTET_VERSION: JSON.stringify(version), "process.env.GRPC_NODE_USE_ALTERNATIVE_RESOLVER": "undefined" };
  const parts = await writeParts(workFolder, {
    ...commonOptions,
    plugins: [...commonOptions.plugins, externalGoogleAuth, slimServer],
    define,
  });
  await build({
    ...commonOptions,
    entryPoints: [join(root, "provider", "main.ts")],
    outfile: join(workFolder, "boot.cjs"),
    define: { ...define, QUARTET_PARTS: JSON.stringify(parts) },
  });
}

/** Bundles the tracing. The modules of its libraries, unlike their scripts, allow tree shaking. */
async function bundleTracing(): Promise<void> {
  const entry = join(root, "provider", "tracing", "otlp.ts");
  const outfile = join(workFolder, "tracing.cjs");
  await build({ ...commonOptions, entryPoints: [entry], outfile, mainFields: ["module", "main"] });
}

/** Bundles Google's library. The provider's transport sends its requests, so the HTTP client and the proxy support of the library are left out. */
async function bundleGoogleAuth(): Promise<void> {
  const entryPoints = [join(root, "provider", "modules", "eventrouting", "credentials", "google-auth.ts")];
  const external = [...commonOptions.external, "node-fetch", "https-proxy-agent"];
  await build({ ...commonOptions, entryPoints, outfile: join(workFolder, "google-auth.cjs"), external });
}

/** Removes descriptions: the provider does not read them. */
function withoutDescriptions(key: string, value: unknown): unknown {
  return key === "description" && typeof value === "string" ? undefined : value;
}

/** Leaves one language in the examples that GetSchema returns. See docs/decisions/examples-in-the-schema.md. */
function withYamlExamples(key: string, value: unknown): unknown {
  const others = exampleLanguages.filter((language) => language !== "yaml");
  return key === "description" && typeof value === "string" ? withoutLanguages(value, others) : value;
}

/** Writes a file for each Terraform provider; `provider/plugin/mappings.ts` reads it. */
function writeMappings(schema: PackageSpec): void {
  const folder = join(workFolder, "mappings");
  mkdirSync(folder);
  for (const provider of mappedProviders) writeFileSync(join(folder, `${provider.name}.json`), JSON.stringify(mappingOf(provider, schema)));
}

function writeSchema(schema: PackageSpec): void {
  const folder = join(workFolder, "schema");
  mkdirSync(folder, { recursive: true });
  // Without indentation: a quarter smaller.
  writeFileSync(
    join(folder, "message.bin"),
    GetSchemaResponse.encode({ schema: `${JSON.stringify(generatorSchema(schema), withYamlExamples)}\n` }).finish(),
  );
  for (const [section, part] of Object.entries(splitPackage(schema))) {
    writeFileSync(join(folder, partFile(section)), JSON.stringify(part, withoutDescriptions));
  }
}

async function main(): Promise<void> {
  mkdirSync(workFolder, { recursive: true });
  const text = readFileSync(join(root, "schema.json"), "utf8");
  const schema = JSON.parse(text) as PackageSpec;
  writeSchema(schema);
  writeMappings(schema);
  await bundle(schema.version);
  await bundleTracing();
  await bundleGoogleAuth();
  writeFileSync(join(workFolder, "THIRD-PARTY-LICENSES"), licenses.text());
  for (const file of ["pulumi-resource-quartet", "pulumi-resource-quartet.cmd"])
    copyFileSync(join(root, "provider", "launcher", file), join(workFolder, file));
  chmodSync(join(workFolder, "pulumi-resource-quartet"), 0o755);
  mkdirSync(join(workFolder, "cache"), { mode: 0o700 });
  await writeCodeCache(workFolder);
  replaceFormer();
}

/** Moves the finished folder to its place, also if another build does so at the same time. */
function replaceFormer(): void {
  const former = `${workFolder}.former`;
  for (;;) {
    rmSync(former, { recursive: true, force: true });
    try {
      if (existsSync(bin)) renameSync(bin, former);
      renameSync(workFolder, bin);
      break;
    } catch (error) {
      if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "") || !existsSync(workFolder)) throw error;
    }
  }
  rmSync(former, { recursive: true, force: true });
}

void main();
