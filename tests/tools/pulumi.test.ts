/** Selection of the Pulumi CLI: the user's own if it is usable, else one that is built; with fakes of both. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ensurePulumi } from "../../tools/pulumi";
import { fakeGo, folder, goModule, program, remove } from "./files";

let root: string;
let own: string;
const system = "/usr/bin:/bin";

beforeEach(() => {
  root = folder();
  said.length = 0;
  own = join(root, "own");
  mkdirSync(own);
  for (const name of ["pulumi", "language-yaml", "language-nodejs"]) {
    goModule(join(root, "tools", name), name.replace("language", "pulumi-language"), "v3.256.0");
  }
});

const pulumi = (version: string, path = own) => program(path, "pulumi", `[ "$1" = version ] && echo "${version}"`);
const hosts = (path: string) => ["yaml", "nodejs"].forEach((language) => program(path, `pulumi-language-${language}`, "exit 0"));
const said: string[] = [];
const ensure = (path: string, more: NodeJS.ProcessEnv = {}) => {
  const environment = { PATH: path, KEEP: "me", ...more };
  return ensurePulumi({ languages: ["yaml", "nodejs"], environment, root, log: (line) => said.push(line) });
};

describe("a CLI on the PATH", () => {
  it("is used as it is, PATH untouched, when it is new enough and the hosts are beside it", async () => {
    const command = pulumi("v3.150.0");
    hosts(own);
    await expect(ensure(`/nowhere:${own}`)).resolves.toEqual({
      command,
      version: "3.150.0",
      built: false,
      environment: { PATH: `/nowhere:${own}`, KEEP: "me", PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
  });

  it("may be a link to a folder that holds the hosts, or have them elsewhere on the PATH", async () => {
    const real = join(root, "real");
    pulumi("v4.0.1", real);
    hosts(real);
    symlinkSync(join(real, "pulumi"), join(own, "pulumi"));
    await expect(ensure(own)).resolves.toMatchObject({ command: join(own, "pulumi"), version: "4.0.1", built: false });
    remove(join(real, "pulumi-language-yaml"));
    const other = join(root, "other");
    hosts(other);
    await expect(ensure(`${own}:${other}`)).resolves.toMatchObject({ built: false });
  });

  it("may be where its installer puts it, which only later shells have on the PATH", async () => {
    const command = pulumi("v3.150.0", join(root, "home", ".pulumi", "bin"));
    hosts(join(root, "home", ".pulumi", "bin"));
    pulumi("v3.149.0");
    await expect(ensure(own, { HOME: join(root, "home") })).resolves.toMatchObject({ command, version: "3.150.0", built: false });
  });

  const hosted = (make: () => string) => () => {
    make();
    hosts(own);
  };
  it.each<[what: string, prepare: () => unknown, reason: string]>([
    ["is too old", hosted(() => pulumi("v3.149.9")), "pulumi: version 3.149.9 is too old."],
    [
      "has no language host",
      () => pulumi("v3.200.0"),
      "pulumi: pulumi-language-yaml and pulumi-language-nodejs not found beside it or on the PATH.",
    ],
    ["returns no version", hosted(() => pulumi("unknown")), 'pulumi: "pulumi version" returned no version.'],
    ["fails", hosted(() => program(own, "pulumi", "exit 1")), 'pulumi: "pulumi version" returned no version.'],
    ["is missing", () => undefined, "Pulumi CLI failed: pulumi: not found on the PATH or in ~/.pulumi/bin."],
  ])("that %s is not used; without Go one message names the reason and what to install", async (_, prepare, reason) => {
    prepare();
    const failure = await ensure(own).catch(String);
    expect(failure).toContain(reason);
    expect(failure).toContain("Install the Pulumi CLI 3.150 or newer and try again:\n\n  curl -fsSL https://get.pulumi.com | sh\n");
    expect(failure).toContain("With Go 1.25 or newer (https://go.dev/dl/) the CLI is built from source instead.");
  });
});

describe("a CLI that is built", () => {
  it("comes with the hosts wanted, first on the PATH", async () => {
    fakeGo(own);
    pulumi("v3.100.0");
    const bin = join(root, ".tools", "bin");
    await expect(ensure(`${own}:${system}`)).resolves.toEqual({
      command: join(bin, "pulumi"),
      version: "3.256.0",
      built: true,
      environment: { PATH: `${bin}:${own}:${system}`, KEEP: "me", PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
    expect(said[0]).toContain("pulumi: version 3.100.0 is too old. It is built from source, once. Faster: interrupt this, run `curl");
    expect(said[1]).toContain("building pulumi v3.256.0 with Go");
    remove(join(own, "go"));
    await expect(ensure(own)).resolves.toMatchObject({ built: true });
  });
});
