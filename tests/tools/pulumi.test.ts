/**
 * Selection of the Pulumi CLI: the user's own if it is usable, else one that is built; and what make checks before it downloads or builds anything. Fakes replace
 * Node.js, the CLI and Go.
 */
import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../../tools/executables";
import { ensurePulumi } from "../../tools/pulumi";
import { fakeGo, folder, goModule, program, read, remove, write } from "./files";

const system = "/usr/bin:/bin";
const installer = "curl -fsSL https://get.pulumi.com | sh";

let root: string;
let own: string;
let home: string;
const said: string[] = [];

beforeEach(() => {
  root = folder();
  own = join(root, "own");
  home = join(root, "home");
  said.length = 0;
  for (const name of ["pulumi", "language-yaml", "language-nodejs"]) {
    goModule(join(root, "tools", name), name.replace("language", "pulumi-language"), "v3.256.0");
  }
  for (const file of ["tools/prerequisites.sh", "Makefile"]) write(join(root, file), read(file));
  program(own, "node", "echo v20.15.0");
  for (const name of ["sh", "make", "cat", "sed"]) symlinkSync(executable(name, process.env)!, join(own, name));
});

const pulumi = (version: string, path = own) => program(path, "pulumi", `[ "$1" = version ] && echo "${version}"`);
const hosts = (path = own) => ["yaml", "nodejs"].forEach((language) => program(path, `pulumi-language-${language}`, "exit 0"));
const ensure = (path = own) =>
  ensurePulumi({
    languages: ["yaml", "nodejs"],
    environment: { PATH: path, HOME: home },
    root,
    log: (line) => said.push(line),
  });

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env: { PATH: own, HOME: home }, encoding: "utf8" });
  return { status, stdout, stderr };
}
const check = (...args: string[]) => run("sh", "tools/prerequisites.sh", ...args);
const accepted = { status: 0, stdout: "", stderr: "" };

describe("a CLI of the user", () => {
  it("is used as it is, PATH untouched, when it is new enough and the hosts are beside it", async () => {
    const command = pulumi("v3.150.0");
    hosts();
    await expect(ensure(`/nowhere:${own}`)).resolves.toEqual({
      command,
      version: "3.150.0",
      built: false,
      environment: { PATH: `/nowhere:${own}`, HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
    expect(check("cli")).toEqual(accepted);
  });

  it("may be a link to a folder that holds the hosts, or have them elsewhere on the PATH", async () => {
    const real = join(root, "real");
    pulumi("v4.0.1", real);
    hosts(real);
    symlinkSync(join(real, "pulumi"), join(own, "pulumi"));
    await expect(ensure()).resolves.toMatchObject({ command: join(own, "pulumi"), version: "4.0.1", built: false });
    expect(check("cli")).toEqual(accepted);
    remove(join(real, "pulumi-language-yaml"));
    const other = join(root, "other");
    hosts(other);
    await expect(ensure(`${own}:${other}`)).resolves.toMatchObject({ built: false });
  });

  it("may be where its installer puts it, which only later shells have on the PATH", async () => {
    const bin = join(home, ".pulumi", "bin");
    const command = pulumi("v3.150.0", bin);
    hosts(bin);
    pulumi("v3.149.0");
    await expect(ensure()).resolves.toMatchObject({ command, version: "3.150.0", built: false });
    expect(check("cli")).toEqual(accepted);
  });

  it.each<[what: string, prepare: () => unknown, reason: string]>([
    ["is too old", () => pulumi("v3.149.9"), "pulumi: version 3.149.9 is too old."],
    ["returns no version", () => pulumi("unknown"), 'pulumi: "pulumi version" returned no version.'],
    ["fails", () => program(own, "pulumi", "exit 1"), 'pulumi: "pulumi version" returned no version.'],
    ["is missing", () => undefined, "Pulumi CLI failed: pulumi: not found on the PATH or in ~/.pulumi/bin."],
  ])("that %s is not used; without Go one message names the reason and what to install", async (_, prepare, reason) => {
    hosts();
    prepare();
    const failure = await ensure().catch(String);
    expect(failure).toContain(reason);
    expect(failure).toContain(`Install the Pulumi CLI 3.150 or newer and try again:\n\n  ${installer}\n`);
    expect(failure).toContain("With Go 1.25 or newer (https://go.dev/dl/) the CLI is built from source instead.");
    const { status, stderr } = check("cli");
    expect(status).toBe(1);
    expect(stderr).toContain("make failed: pulumi: version 3.150 or newer is neither on the PATH nor in ~/.pulumi/bin.");
    expect(stderr).toContain(`\n  ${installer}\n`);
    expect(stderr).toContain("With Go 1.25 or newer (https://go.dev/dl/), make builds the CLI from source instead");
  });

  it("that has no language host is not used", async () => {
    pulumi("v3.200.0");
    await expect(ensure()).rejects.toThrow("pulumi: pulumi-language-yaml and pulumi-language-nodejs not found beside it or on the PATH.");
  });
});

it("a CLI that is built comes with the hosts wanted, first on the PATH; Go or the built CLI is enough for make", async () => {
  fakeGo(own);
  expect(check("cli")).toEqual(accepted);
  pulumi("v3.100.0");
  const bin = join(root, ".tools", "bin");
  await expect(ensure(`${own}:${system}`)).resolves.toEqual({
    command: join(bin, "pulumi"),
    version: "3.256.0",
    built: true,
    environment: { PATH: `${bin}:${own}:${system}`, HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
  });
  expect(said[0]).toContain("pulumi: version 3.100.0 is too old. It is built from source, once. Faster: interrupt this, run `curl");
  expect(said[1]).toContain("building pulumi v3.256.0 with Go");
  remove(join(own, "go"));
  await expect(ensure()).resolves.toMatchObject({ built: true });
  expect(check("cli")).toEqual(accepted);
});

it("a later Node.js is enough", () => {
  program(own, "node", "echo v100.1.0");
  expect(check()).toEqual(accepted);
});

it.each<[what: string, prepare: () => unknown]>([
  ["older", () => program(own, "node", "echo v20.14.9")],
  ["without a version", () => program(own, "node", "exit 1")],
  ["missing", () => remove(join(own, "node"))],
])("Node.js that is %s ends with what to install", (_, prepare) => {
  prepare();
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toContain("make failed: node: not found on the PATH, or older than 20.15. Install Node.js");
});

describe("make", () => {
  beforeEach(() => {
    program(own, "npm", "exit 0");
    write(join(root, "package-lock.json"), "");
  });

  it.each(["demo", "test", "test-all"])("%s stops before it installs packages", (target) => {
    const { status, stdout, stderr } = run("make", target);
    expect(status).not.toBe(0);
    expect(stderr).toContain(installer);
    expect(stdout).not.toContain("npm ci");
  });

  it("installs no packages through a link, which would empty the folder behind it", () => {
    symlinkSync(own, join(root, "node_modules"));
    const { status, stderr } = run("make", "build");
    expect(status).not.toBe(0);
    expect(stderr).toContain("make failed: node_modules: is a link, and npm would empty the folder behind it.");
  });
});
