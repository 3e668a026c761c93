/** Which Pulumi CLI is used: the user's own where it serves, else one that is built; with stand-ins for both. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ensurePulumi } from "../../tools/pulumi";
import type { PulumiCli } from "../../tools/pulumi";
import { fakeGo, folder, goModule, program, remove } from "./programs";

let root: string;
let own: string;
const system = "/usr/bin:/bin";

beforeEach(() => {
  root = folder();
  own = join(root, "own");
  mkdirSync(own);
  for (const name of ["pulumi", "language-yaml", "language-nodejs"]) {
    goModule(join(root, "tools", name), name.replace("language", "pulumi-language"), "v3.256.0");
  }
});
afterEach(() => remove(root));

const pulumi = (version: string, path = own): string => program(path, "pulumi", `[ "$1" = version ] && echo "${version}"`);
const hosts = (path: string): void => ["yaml", "nodejs"].forEach((language) => program(path, `pulumi-language-${language}`, "exit 0"));
const ensure = (path: string): Promise<PulumiCli> =>
  ensurePulumi({ languages: ["yaml", "nodejs"], environment: { PATH: path, KEEP: "me" }, root, say: () => undefined });

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

  it.each([
    ["is too old", () => (pulumi("v3.149.9"), hosts(own)), "pulumi is of version 3.149.9, which is too old."],
    ["has no language host", () => pulumi("v3.200.0"), "comes without pulumi-language-yaml and pulumi-language-nodejs."],
    ["returns no version", () => (pulumi("dunno"), hosts(own)), "pulumi does not tell its version."],
    ["fails", () => (program(own, "pulumi", "exit 1"), hosts(own)), "pulumi does not tell its version."],
    ["is missing", () => undefined, "There is no Pulumi CLI on the PATH."],
  ])("that %s is passed over; without Go one message says why and what to install", async (_, prepare, reason) => {
    prepare();
    const failure = await ensure(own).catch(String);
    expect(failure).toContain(reason);
    expect(failure).toContain("install the Pulumi CLI 3.150 or newer (https://www.pulumi.com/docs/install/), or Go 1.25 or newer");
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
    remove(join(own, "go"));
    await expect(ensure(own)).resolves.toMatchObject({ built: true });
  });
});
