/** The signatures and the bundle that Maven Central takes, with a key of the test. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { folder, repository, write } from "./files";

const script = join(repository, "tools", "release", "sign.sh");
const isAvailable = ["gpg", "zip", "unzip"].every((name) => spawnSync(name, ["--help"]).error === undefined);

// GnuPG and zip are part of the machines on which releases are built; elsewhere they may not be installed.
(isAvailable ? test : test.skip)("each file is signed, and the bundle has the layout of the repository", () => {
  const root = folder();
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: root, encoding: "utf8", env: { ...process.env, GNUPGHOME: join(root, "keys") }, stdio: "pipe" });
  try {
    mkdirSync(join(root, "keys"), { mode: 0o700 });
    run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "Test <test@example.com>", "ed25519", "sign");
    const version = join("maven", "io", "github", "quartetdev", "quartet", "1.2.3");
    const names = ["quartet-1.2.3.jar", "quartet-1.2.3.pom"];
    for (const name of [...names, "quartet-1.2.3.jar.sha1"]) write(join(root, version, name), name);

    run(script, "maven", "bundle.zip");

    for (const name of names) run("gpg", "--verify", join(version, `${name}.asc`), join(version, name));
    const files = run("unzip", "-Z1", "bundle.zip").trim().split("\n");
    expect(files.filter((path) => !path.endsWith("/")).sort()).toEqual(
      [...names, "quartet-1.2.3.jar.asc", "quartet-1.2.3.jar.sha1", "quartet-1.2.3.pom.asc"]
        .map((name) => `io/github/quartetdev/quartet/1.2.3/${name}`)
        .sort(),
    );
  } finally {
    spawnSync("gpgconf", ["--kill", "all"], { env: { ...process.env, GNUPGHOME: join(root, "keys") } });
  }
});
