/** Files of the repository, and those that a test makes: folders, and fake programs on the PATH, which are shell scripts. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The folder of the repository. */
export const repository = join(__dirname, "..", "..");

/** Reads a file of the repository. */
export const read = (path: string): string => readFileSync(join(repository, path), "utf8");

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach(remove));

/** Makes an empty folder, which is removed after the test, and returns its real path. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "quartet-tools-")));
  folders.push(path);
  return path;
}

/** Removes a file or a folder. */
export const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

/** Writes a file, with the folders above it, and returns its path. */
export function write(file: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

/** Writes an executable script and returns its path. */
export const program = (path: string, name: string, body: string): string => write(join(path, name), `#!/bin/sh\n${body}\n`, 0o755);

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
  const require = `require (\n\texample.com/x v9.9.9\n\texample.com/x/cmd ${version} // indirect\n\texample.com/x/c v7.7.7\n)`;
  write(join(path, "go.mod"), `module quartet.invalid/tools/x\n\ngo 1.25\n\ntool example.com/x/cmd/${name}\n\n${require}\n`);
  write(join(path, "go.sum"), "");
  return path;
}
