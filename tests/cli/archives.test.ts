/**
 * The archives as a user installs them: into an empty PULUMI_HOME, from a file and from a mirror, and run without Node.js on the PATH. Only the archives that this
 * machine can run are built; tests/tools/dist covers the names, the launchers and the bytes of all.
 */
import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { version } from "../../package.json";
import { filesIn, sha256 } from "../../tools/dist/archive";
import { buildArchives, targets } from "../../tools/dist/main";
import { startedVersion } from "../../tools/dist/start";
import { platforms } from "../../tools/dist/node";
import { ensurePulumi } from "../../tools/pulumi";
import type { Run } from "../../tools/workspace";

jest.setTimeout(600_000);

const archs: Record<string, string> = { x64: "amd64", arm64: "arm64" };
const own = `${process.platform}-${archs[process.arch]}`;
const built = targets.filter(({ name }) => name === own || name === "node");
const names = { own: `pulumi-resource-quartet-v${version}-${own}.tar.gz`, small: `pulumi-resource-quartet-v${version}-node.tar.gz` };
const program = `name: first
runtime: yaml
variables:
  bytes:
    fn::invoke:
      function: quartet:search:getSearchIngestProcessorBytes
      arguments: { field: size }
outputs:
  json: \${bytes.json}
`;

let folder: string;
let dist: string;
let pulumi: string;
let mirror: Server;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "quartet-archives-")));
  dist = join(folder, "dist");
  await buildArchives(dist, version, built);
  const { command } = await ensurePulumi({ languages: ["yaml"] });
  pulumi = command;
  mkdirSync(join(folder, "path"));
  const hosts = ["pulumi", "pulumi-language-yaml"].map((name) => join(dirname(command), name));
  const tools = ["sh", "readlink"].map((name) => execFileSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim());
  for (const file of [...hosts, ...tools]) symlinkSync(file, join(folder, "path", file.slice(dirname(file).length + 1)));
  mirror = createServer(({ url = "" }, response) => {
    const file = join(dist, url.replace(/^\/(v[\d.]+\/)?/, ""));
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => mirror.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  mirror?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the CLI with an empty home and an empty environment. */
function run(home: string, args: readonly string[], more: Record<string, string> = {}): Promise<Pick<Run, "code" | "stdout" | "stderr">> {
  const state = join(folder, `state-${home}`);
  const cwd = join(folder, `program-${home}`);
  for (const path of [state, cwd]) mkdirSync(path, { recursive: true });
  writeFileSync(join(cwd, "Pulumi.yaml"), program);
  const env = {
    PATH: join(folder, "path"),
    HOME: join(folder, home),
    PULUMI_HOME: join(folder, home, ".pulumi"),
    ...more,
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: "quartet",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  return new Promise((resolve) => {
    execFile(pulumi, [...args, "--non-interactive"], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const installed = (home: string) => join(folder, home, ".pulumi", "plugins", `resource-quartet-v${version}`);
const install = (home: string, ...source: string[]) => run(home, ["plugin", "install", "resource", "quartet", version, ...source]);
const preview = async (home: string) => {
  await run(home, ["stack", "init", "test"]);
  return run(home, ["preview"]);
};

test("the archive of this platform runs where there is no Node.js on the PATH", async () => {
  expect(platforms.map(({ os, arch }) => `${os}-${arch}`)).toContain(own);
  expect(await install("own", "--file", join(dist, names.own))).toMatchObject({ code: 0 });
  const done = await preview("own");
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('field         : "size"') as string });
});

/** Returns a new folder with the content of the archive of this platform. */
function extracted(name: string) {
  const target = join(folder, name);
  mkdirSync(target);
  execFileSync("tar", ["-xzf", join(dist, names.own), "-C", target]);
  return target;
}

test("it starts without a PATH in a folder whose name has to be quoted, returns its version, and ends", async () => {
  expect(await startedVersion(extracted("plugin (x) & y"))).toBe(version);
  await expect(startedVersion(join(dist, ".."))).rejects.toThrow("ENOENT");
});

test("the compiled code in it is valid for its Node.js: a run stores no other", () => {
  const cache = join(installed("own"), "cache");
  const files = filesIn(cache);
  expect(files.length).toBeGreaterThan(0);
  expect(existsSync(join(folder, "own", ".cache"))).toBe(false);
  const fresh = join(extracted("fresh"), "cache");
  expect(files.every((file) => sha256(join(cache, file)) === sha256(join(fresh, file)))).toBe(true);
});

test("the archive without Node.js runs with the one on the PATH, and names what is missing without", async () => {
  expect(await install("small", "--file", join(dist, names.small))).toMatchObject({ code: 0 });
  const without = await preview("small");
  expect(without.code).not.toBe(0);
  expect(without.stdout + without.stderr).toContain("Install Node.js 20.15 or newer, or the archive of the plugin for this platform");
  const path = [join(folder, "path"), dirname(process.execPath)].join(":");
  expect(await run("small", ["preview"], { PATH: path })).toMatchObject({ code: 0 });
});

test("the CLI downloads from a mirror, also instead of the release, and puts the version into the address", async () => {
  const url = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
  expect(await install("mirror", "--server", url)).toMatchObject({ code: 0 });
  const release = `https://github.com/quartet-dev/pulumi-quartet/releases/download/v${version}`;
  const override = { PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `quartet-dev/pulumi-quartet=${url}/v\${VERSION}` };
  const done = await run("override", ["plugin", "install", "resource", "quartet", version, "--server", release], override);
  expect(done).toMatchObject({ code: 0 });
  for (const home of ["mirror", "override"]) expect(filesIn(installed(home))).toEqual(filesIn(installed("own")));
});

test("the launcher alone names the command that installs the whole folder", async () => {
  const alone = join(folder, "pulumi-resource-quartet");
  copyFileSync(join(installed("own"), "pulumi-resource-quartet"), alone);
  expect(await install("alone", "--file", alone)).toMatchObject({ code: 0 });
  const done = await preview("alone");
  expect(done.code).not.toBe(0);
  expect(done.stdout + done.stderr).toContain("pulumi plugin install resource quartet VERSION --file FOLDER_OR_ARCHIVE");
});

test("SHA256SUMS lists every archive", () => {
  const sums = readFileSync(join(dist, "SHA256SUMS"), "utf8");
  expect(sums.trim().split("\n")).toEqual([names.own, names.small].map((name) => `${sha256(join(dist, name))}  ${name}`));
});
