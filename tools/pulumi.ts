/** Brings the real Pulumi CLI with the language hosts that are wanted: the user's own where it serves, else one built into .tools/bin. */
import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { executable, executableIn, pathKey } from "./executables";
import { buildGo, goPackage } from "./go";

/** A language of Pulumi programs whose host can be built here. */
export type Language = "yaml" | "nodejs";

/** A CLI that is ready to run. */
export interface PulumiCli {
  /** The program, absolute. */
  command: string;
  /** Such as `3.256.0`. */
  version: string;
  /** True where it lies in .tools/bin, false where it is the user's own. */
  built: boolean;
  /** The environment to run it with: finds the CLI and the language hosts, and asks no server for updates. */
  environment: NodeJS.ProcessEnv;
}

/** What is wanted; all but the languages is there for tests. */
export interface PulumiWish {
  languages: Language[];
  environment?: NodeJS.ProcessEnv;
  /** The top of the repository: modules are read from its `tools`, programs are built into its `.tools/bin`. */
  root?: string;
  say?: (line: string) => void;
  /** Ends a build that runs. */
  signal?: AbortSignal;
}

const oldest = [3, 150] as const;
const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/**
 * The Pulumi CLI to use. The first call on a machine without one takes minutes (downloads and compiles), the next ones milliseconds.
 * Throws one sentence that says what to install where neither a usable CLI nor Go is on the PATH.
 */
export async function ensurePulumi(wish: PulumiWish): Promise<PulumiCli> {
  const { languages, environment = process.env, root = join(__dirname, ".."), say = (line) => process.stderr.write(`${line}\n`) } = wish;
  const own = await usersOwn(languages, environment);
  if (typeof own === "object") return own;
  const install = `install the Pulumi CLI 3.150 or newer (https://www.pulumi.com/docs/install/), or Go 1.25 or newer (https://go.dev/dl/)`;
  const build = {
    bin: join(root, ".tools", "bin"),
    environment,
    say,
    signal: wish.signal,
    withoutGo: `${own} To go on, ${install}, with which it is built here.`,
  };
  const module = (name: string): string => join(root, "tools", name);
  const command = await buildGo({ module: module("pulumi"), versionVariable }, build);
  for (const language of languages) await buildGo({ module: module(`language-${language}`) }, build);
  return { command, version: goPackage(module("pulumi")).version.slice(1), built: true, environment: withFirst(build.bin, environment) };
}

const host = (language: Language): string => `pulumi-language-${language}`;

/** The CLI on the PATH, or the reason why it does not serve. The PATH stays as it is: moving its folder up could bring up another Node. */
async function usersOwn(languages: Language[], environment: NodeJS.ProcessEnv): Promise<PulumiCli | string> {
  const command = executable("pulumi", environment);
  if (command === undefined) return "There is no Pulumi CLI on the PATH.";
  const version = await versionOf(command, environment);
  if (version === undefined) return `${command} does not tell its version.`;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) return `${command} is of version ${version}, which is too old.`;
  const folders = [dirname(command), dirname(realpathSync(command))];
  const missing = languages
    .map(host)
    .filter((name) => !executable(name, environment) && !folders.some((folder) => executableIn(folder, name)));
  if (missing.length > 0) return `${command} comes without ${missing.join(" and ")}.`;
  return { command, version, built: false, environment: { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" } };
}

async function versionOf(command: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const env = { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const answer = await promisify(execFile)(command, ["version"], { env, timeout: 20_000 }).catch(() => undefined);
  return /^v?(\d+\.\d+\.\d+)/m.exec(answer?.stdout ?? "")?.[1];
}

function withFirst(folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const key = pathKey(environment);
  return { ...environment, [key]: [folder, environment[key]].filter(Boolean).join(delimiter), PULUMI_SKIP_UPDATE_CHECK: "true" };
}
