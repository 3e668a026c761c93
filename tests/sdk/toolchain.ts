/** Finds the tools of the languages: each function returns what its tests need, or throws the reason why they cannot run. */
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { executable } from "../../tools/executables";
import { buildGo } from "../../tools/go";
import { ensurePulumi } from "../../tools/pulumi";
import { run } from "./running";

/** The top of the repository. */
export const root = join(__dirname, "..", "..");

/** The version of Pulumi's runtime for Java that the schema names. */
export const javaRuntime = "com.pulumi:pulumi:1.16.0";

function find(name: string) {
  const found = executable(name, process.env);
  if (found === undefined) throw new Error(`there is no ${name} on the PATH`);
  return found;
}

/** The version of Pulumi's runtime for Node.js in tests: it accepts Node.js 20, the floor. */
export const npmRuntime = "3.230.0";

/** Returns the path of npm, with a registry that is reachable. */
export function findNpm(): string {
  const npm = find("npm");
  execFileSync(npm, ["view", `@pulumi/pulumi@${npmRuntime}`, "version"], { stdio: ["ignore", "ignore", "pipe"], timeout: 120_000 });
  return npm;
}

/** Returns the path of Go, with the modules that programs of users require. */
export function findGo(): string {
  const go = find("go");
  const cwd = join(root, "examples", "first-program-go");
  execFileSync(go, ["mod", "download"], { cwd, env: { ...process.env, GOWORK: "off" }, stdio: ["ignore", "ignore", "pipe"], timeout: 300_000 });
  return go;
}

/** Returns the path of Maven, with a Java compiler and an artifact repository that is reachable. */
export function findMaven(): string {
  const maven = find("mvn");
  find("javac");
  findGo();
  const get = ["-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get", `-Dartifact=${javaRuntime}`];
  execFileSync(maven, get, { stdio: ["ignore", "ignore", "pipe"], timeout: 300_000 });
  return maven;
}

/** Returns the PATH on which the oldest supported CLI comes before the one of the other tests, whose language hosts it uses. The first build takes three minutes. */
export async function oldestCli(): Promise<string> {
  const { command } = await ensurePulumi({ languages: ["yaml", "nodejs"] });
  const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
  const program = { module: join(root, "tools", "pulumi-oldest"), versionVariable };
  const built = await buildGo(program, { bin: join(root, ".tools", "oldest", "bin"), environment, log });
  return [dirname(built), dirname(command), process.env["PATH"]].join(delimiter);
}

const environment = process.env;
const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Returns the folder of the Pulumi CLI with the language hosts for all languages and the converter of YAML programs. */
export async function hosts(): Promise<string> {
  await ensurePulumi({ languages: ["yaml", "nodejs", "python", "go"] });
  let built = "";
  for (const name of ["language-java", "language-dotnet", "converter-yaml"]) {
    built = await buildGo({ module: join(root, "tools", name) }, { bin: join(root, ".tools", "bin"), environment, log });
  }
  return dirname(built);
}

/** Builds the wheel of the Python SDK in the folder. */
export function buildWheel(python: string, folder: string): void {
  const source = join(folder, "python-source");
  cpSync(join(root, "sdk", "python"), source, { recursive: true, filter: (path) => !path.includes("__pycache__") });
  run([python, "-m", "build", "--wheel", "--outdir", folder, source], { cwd: folder });
}
