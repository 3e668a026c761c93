/** Finds the Pulumi CLI with the requested language hosts: the user's own if it can be used, else one built into .tools/bin. */
import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { executable, executableIn, pathKey } from "./executables";
import { buildGo, goPackage, moduleFolder } from "./go";

/** A language of Pulumi programs whose host can be built here. */
export type Language = "yaml" | "nodejs" | "python" | "go" | "java";

/** A CLI that is ready to run. */
export interface PulumiCli {
  /** The program, absolute. */
  command: string;
  /** Such as `3.256.0`. */
  version: string;
  /** Whether it is the one in .tools/bin; false for the user's own. */
  built: boolean;
  /** The environment to run it with: finds the CLI and the language hosts, and does not check for updates. */
  environment: NodeJS.ProcessEnv;
}

/** The requested CLI; tests set more than the languages. */
interface PulumiWish {
  languages: Language[];
  environment?: NodeJS.ProcessEnv;
  /** The top of the repository: modules are read from its `tools`, programs are built into its `.tools/bin`. */
  root?: string;
  log?: (line: string) => void;
  /** Ends a build that runs. */
  signal?: AbortSignal;
}

const oldest = [3, 150] as const;
const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
const installer = "curl -fsSL https://get.pulumi.com | sh";

/**
 * Returns the Pulumi CLI to use. The first call on a machine without one takes minutes (downloads and compilation), further calls milliseconds.
 * Throws a message that names what to install if there is neither a usable CLI nor Go.
 */
export async function ensurePulumi(wish: PulumiWish): Promise<PulumiCli> {
  const { languages, environment = process.env, root = join(__dirname, ".."), log = (line) => process.stderr.write(`${line}\n`) } = wish;
  const own = await usersOwn(languages, environment);
  if (typeof own === "object") return own;
  const build = {
    bin: join(root, ".tools", "bin"),
    environment,
    log: sayWithHint(own, log),
    signal: wish.signal,
    withoutGo: withoutGo(own),
  };
  const module = (name: string): string => join(root, "tools", name);
  const command = await buildGo({ module: module("pulumi"), versionVariable }, build);
  for (const language of languages) await buildGo({ module: module(`language-${language}`) }, build);
  if (languages.includes("python")) copyPythonScript(module("language-python"), build);
  return { command, version: goPackage(module("pulumi")).version.slice(1), built: true, environment: withFirst(build.bin, environment) };
}

const withoutGo = (reason: string): string =>
  `Pulumi CLI failed: ${reason} Install the Pulumi CLI 3.150 or newer and try again:

  ${installer}

https://www.pulumi.com/docs/install/ lists other ways. With Go 1.25 or newer (https://go.dev/dl/) the CLI is built from source instead.`;

/** A build from source takes minutes, so its first line names the faster way. */
function sayWithHint(reason: string, log: (line: string) => void): (line: string) => void {
  let isFirst = true;
  return (line) => {
    if (isFirst) log(`${reason} It is built from source, once. Faster: interrupt this, run \`${installer}\`, and try again.`);
    isFirst = false;
    log(line);
  };
}

const pythonScript = "pulumi-language-python-exec";

/** The host of Python runs programs with a script of its module, which it expects beside itself. */
function copyPythonScript(module: string, { bin, environment }: { bin: string; environment: NodeJS.ProcessEnv }): void {
  const target = join(bin, pythonScript);
  if (existsSync(target)) return;
  copyFileSync(join(moduleFolder(module, environment), "..", pythonScript), target);
  chmodSync(target, 0o755);
}

const host = (language: Language): string => `pulumi-language-${language}`;

/** Returns the first CLI that can be used, on the PATH or where its installer puts it, else why the first one cannot be used. */
async function usersOwn(languages: Language[], environment: NodeJS.ProcessEnv): Promise<PulumiCli | string> {
  const onPath = executable("pulumi", environment);
  const home = environment["HOME"] ?? environment["USERPROFILE"];
  // The installer changes the PATH of later shells only.
  const installed = home ? executableIn(join(home, ".pulumi", "bin"), "pulumi") : undefined;
  let reason: string | undefined;
  for (const command of [onPath, installed]) {
    const found = command === undefined ? undefined : await inspect(command, languages, environment);
    if (typeof found === "object") return found;
    reason ??= found;
  }
  return reason ?? "pulumi: not found on the PATH or in ~/.pulumi/bin.";
}

/** Returns the CLI, or why it cannot be used. The PATH stays as it is: moving its folder up could bring up another Node. */
async function inspect(command: string, languages: Language[], environment: NodeJS.ProcessEnv): Promise<PulumiCli | string> {
  const version = await versionOf(command, environment);
  if (version === undefined) return `${command}: "pulumi version" returned no version.`;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) return `${command}: version ${version} is too old.`;
  const folders = [dirname(command), dirname(realpathSync(command))];
  const missing = languages
    .map(host)
    .filter((name) => !executable(name, environment) && !folders.some((folder) => executableIn(folder, name)));
  if (missing.length > 0) return `${command}: ${missing.join(" and ")} not found beside it or on the PATH.`;
  return { command, version, built: false, environment: { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" } };
}

async function versionOf(command: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const env = { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const response = await promisify(execFile)(command, ["version"], { env, timeout: 20_000 }).catch(() => undefined);
  return /^v?(\d+\.\d+\.\d+)/m.exec(response?.stdout ?? "")?.[1];
}

function withFirst(folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const key = pathKey(environment);
  return { ...environment, [key]: [folder, environment[key]].filter(Boolean).join(delimiter), PULUMI_SKIP_UPDATE_CHECK: "true" };
}
