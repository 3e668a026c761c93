/** Fake programs on the PATH: shell scripts in a folder of the test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder, real path; the caller removes it. */
export const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "quartet-tools-")));

/** Removes the folders that `folder` created. */
export const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

/** Writes an executable script and returns its path. */
export function program(path: string, name: string, body: string): string {
  mkdirSync(path, { recursive: true });
  const file = join(path, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return file;
}

/** A fake `go` that records each call in the file `calls` next to it, and builds a script that prints the last argument, the package. */
export const fakeGo = (path: string): string =>
  program(
    path,
    "go",
    `echo "$PWD $GOFLAGS $CGO_ENABLED $*" >> "\${0%/*}/calls"
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
printf '#!/bin/sh\\necho %s\\n' "$1" > "$out"
chmod +x "$out"`,
  );

/** A module folder whose go.mod names a program and requires this version. */
export function goModule(path: string, name: string, version: string): string {
  mkdirSync(path, { recursive: true });
  const require = `require (\n\texample.com/x v9.9.9\n\texample.com/x/cmd ${version} // indirect\n\texample.com/x/c v7.7.7\n)`;
  writeFileSync(join(path, "go.mod"), `module quartet.invalid/tools/x\n\ngo 1.25\n\ntool example.com/x/cmd/${name}\n\n${require}\n`);
  writeFileSync(join(path, "go.sum"), "");
  return path;
}
