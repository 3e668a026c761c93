/** The files of a user's machine in a folder: an archive of the plugin, and a PATH with the CLI, the tools of one language and a few of the system. */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { version } from "../../package.json";
import { buildArchives, targets } from "../../tools/dist/main";
import { ensurePulumi, type Language } from "../../tools/pulumi";
import { run, temporary } from "./running";
import { buildWheel, npmRuntime, root } from "./toolchain";

const tools = ["sh", "readlink", "mkdir", "cat", "sed"];
const architectures: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const platform = `${process.platform}-${architectures[process.arch]}`;

/** What a machine has for programs in one language. */
export interface Kit {
  language: Language;
  /** Programs that the PATH links to. */
  programs: readonly string[];
  /** Scripts on the PATH, by name. */
  scripts?: Readonly<Record<string, string>>;
  environment?: Readonly<Record<string, string>>;
  /** Commands of a script that need a released package, and what takes their place. */
  replaced?: Readonly<Record<string, string>>;
}

/** The machine. */
export type Machine = Awaited<ReturnType<typeof openMachine>>;

/** Builds the archive for this platform. */
export async function openMachine() {
  const folder = temporary();
  const downloads = join(folder, "downloads");
  const packages = join(folder, "packages");
  mkdirSync(packages);
  await buildArchives(
    downloads,
    version,
    targets.filter(({ name }) => name === platform),
  );
  const archive = `pulumi-resource-quartet-v${version}-${platform}.tar.gz`;
  return {
    /** The file name of the archive for this platform. */
    archive,
    /** A folder for the packages of the SDKs. */
    packages,
    /** Runs the commands of a script in a folder with the archive, and returns what they print. Throws with all of it if one fails. */
    async run(script: string, kit: Kit): Promise<string> {
      const [cwd, home, path] = ["work", "home", "path"].map((name) => join(folder, kit.language, name)) as [string, string, string];
      for (const each of [cwd, home, path]) mkdirSync(each, { recursive: true });
      copyFileSync(join(downloads, archive), join(cwd, archive));
      await fillPath(path, kit);
      const env = { PATH: path, HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true", ...kit.environment };
      const commands = ["-ec", `exec 2>&1\n${replaced(script, kit)}`];
      const { stdout } = await promisify(execFile)(join(path, "sh"), commands, { cwd, env }).catch((error: Error & { stdout: string }) => {
        throw new Error(`the script failed: ${error.stdout}`);
      });
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Python, and the wheel of the SDK, which pip finds as if it were released. `python` runs the module `build`. */
export function pythonKit(python: string, { packages }: Machine): Kit {
  buildWheel(python, packages);
  // Python finds its library by the path of its program.
  const interpreter = run([python, "-c", "import sys; print(sys._base_executable)"], { cwd: packages }).trim();
  const folders = [process.env["PIP_FIND_LINKS"], packages].filter((found) => found !== undefined);
  return {
    language: "python",
    programs: [],
    scripts: { python3: `#!/bin/sh\nexec '${interpreter}' "$@"\n` },
    environment: { ...inherited(/^PIP_|^(SSL_CERT|REQUESTS_CA|CURL_CA)_/), PIP_FIND_LINKS: folders.join(" ") },
  };
}

/** Node.js with npm, and the archive of the SDK. npm would take a release of the runtime that needs a newer Node.js than the floor. */
export function nodeKit(npm: string, { packages }: Machine): Kit {
  run([npm, "pack", "--silent", "--pack-destination", packages], { cwd: join(root, "sdk", "nodejs") });
  const archive = join(packages, `pulumi-quartet-${version}.tgz`);
  const npmSettings = { NPM_CONFIG_USERCONFIG: join(homedir(), ".npmrc"), NPM_CONFIG_CACHE: join(homedir(), ".npm") };
  return {
    language: "nodejs",
    programs: [process.execPath, npm],
    environment: { ...inherited(/^npm_config_|^NODE_EXTRA_CA_CERTS$/i), ...npmSettings },
    replaced: {
      [`npm install pulumi-quartet@${version}`]: `npm install --no-audit --no-fund --prefer-offline ${archive} @pulumi/pulumi@${npmRuntime}`,
    },
  };
}

/** Go with its caches, and the module of the SDK in this repository. */
export function goKit(go: string): Kit {
  const names = ["GOPROXY", "GOSUMDB", "GONOSUMDB", "GOFLAGS", "GOPATH", "GOMODCACHE", "GOCACHE"];
  const settings = JSON.parse(run([go, "env", "-json", ...names], { cwd: root })) as Record<string, string>;
  const module = "github.com/quartet-dev/pulumi-quartet/sdk/go";
  return {
    language: "go",
    programs: [go],
    environment: { ...inherited(/^(SSL_CERT)_/), ...settings, GOWORK: "off", CGO_ENABLED: "0" },
    replaced: {
      [`go get ${module}@v${version}`]: `go mod edit -require ${module}@v${version} -replace ${module}=${join(root, "sdk", "go")}`,
    },
  };
}

/** Nothing: the host of YAML programs is part of the CLI. */
export const yamlKit: Kit = { language: "yaml", programs: [] };

function inherited(names: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => names.test(entry[0])));
}

/** Throws if the script does not contain a command that is to be replaced. */
function replaced(script: string, { replaced: pairs = {} }: Kit) {
  return Object.entries(pairs).reduce((text, [command, other]) => {
    if (!text.includes(`${command}\n`)) throw new Error(`the script does not contain ${command}`);
    return text.replaceAll(command, other);
  }, script);
}

/** Puts links to the programs into the folder. */
async function fillPath(path: string, { language, programs, scripts = {} }: Kit) {
  const { command } = await ensurePulumi({ languages: [language] });
  const host = `pulumi-language-${language}`;
  const ofPulumi = ["pulumi", host, ...(language === "python" ? [`${host}-exec`] : [])].map((name) => join(dirname(command), name));
  const ofSystem = tools.map((name) => execFileSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim());
  for (const file of [...ofPulumi, ...ofSystem, ...programs]) symlinkSync(file, join(path, basename(file)));
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(path, name), text);
    chmodSync(join(path, name), 0o755);
  }
}
