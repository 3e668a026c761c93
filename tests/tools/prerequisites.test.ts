/** Prerequisites are checked before any download or build; fakes replace Node.js, the CLI and Go. */
import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { folder, program, read, remove, write } from "./files";

const installer = "curl -fsSL https://get.pulumi.com | sh";

let root: string;
let path: string;

beforeEach(() => {
  root = folder();
  path = join(root, "path");
  for (const file of ["tools/prerequisites.sh", "Makefile"]) write(join(root, file), read(file));
  program(path, "node", "echo v20.15.0");
  for (const name of ["sh", "make", "cat", "sed"])
    symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), join(path, name));
});

const pulumi = (version: string, at = path) => program(at, "pulumi", `[ "$1" = version ] && echo "${version}"`);
function check(...args: string[]) {
  const { status, stderr } = spawnSync("sh", [join(root, "tools", "prerequisites.sh"), ...args], {
    env: { PATH: path, HOME: join(root, "home") },
    encoding: "utf8",
  });
  return { status, stderr };
}

const ownBin = () => join(root, "home", ".pulumi", "bin");

it.each<[what: string, prepare: () => unknown]>([
  ["the oldest Node.js and CLI", () => pulumi("v3.150.0")],
  ["a later Node.js, and a CLI of a later major version", () => [program(path, "node", "echo v100.1.0"), pulumi("v4.0.1")]],
  ["a CLI where its installer puts it, with an old one on the PATH", () => [pulumi("v3.1.0"), pulumi("v3.256.0", ownBin())]],
  ["a CLI that was built before", () => program(join(root, ".tools", "bin"), "pulumi", "exit 0")],
  ["no CLI, but Go to build it", () => program(path, "go", "exit 0")],
])("%s are enough", (_, prepare) => {
  prepare();
  expect(check("cli")).toEqual({ status: 0, stderr: "" });
});

it.each<[what: string, prepare: () => unknown]>([
  ["older", () => program(path, "node", "echo v20.14.9")],
  ["without a version", () => program(path, "node", "exit 1")],
  ["missing", () => remove(join(path, "node"))],
])("Node.js that is %s ends with what to install", (_, prepare) => {
  prepare();
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toContain("make failed: node: not found on the PATH, or older than 20.15. Install Node.js");
});

it.each<[what: string, prepare: () => unknown]>([
  ["missing", () => undefined],
  ["too old", () => pulumi("v3.149.9")],
  ["without a version", () => pulumi("unknown")],
  ["failing", () => program(path, "pulumi", "exit 1")],
])("a CLI that is %s, without Go, ends with the command of its installer", (_, prepare) => {
  prepare();
  const { status, stderr } = check("cli");
  expect(status).toBe(1);
  expect(stderr).toContain("make failed: pulumi: version 3.150 or newer is neither on the PATH nor in ~/.pulumi/bin.");
  expect(stderr).toContain(`\n  ${installer}\n`);
  expect(stderr).toContain("With Go 1.25 or newer (https://go.dev/dl/), make builds the CLI from source instead");
});

const make = (target: string) => spawnSync("make", [target], { cwd: root, env: { PATH: path, HOME: root }, encoding: "utf8" });

it.each(["demo", "test", "test-all"])("`make %s` stops before it installs packages", (target) => {
  program(path, "npm", "exit 0");
  write(join(root, "package-lock.json"), "");
  const { status, stdout, stderr } = make(target);
  expect(status).not.toBe(0);
  expect(stderr).toContain(installer);
  expect(stdout).not.toContain("npm ci");
});

it("packages are not installed through a link, which would empty the folder behind it", () => {
  program(path, "npm", "exit 0");
  write(join(root, "package-lock.json"), "");
  symlinkSync(path, join(root, "node_modules"));
  const { status, stderr } = make("build");
  expect(status).not.toBe(0);
  expect(stderr).toContain("make failed: node_modules: is a link, and npm would empty the folder behind it.");
});
