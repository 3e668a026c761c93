// The report of --check about a generated file, and the write without it.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { drift, root, writeOrCheck } from "../../../provider/tools/drift";
import { folder } from "../../tools/files";

test.each([
  ["a\nb\n", "a\nb\n", undefined],
  ["a\nb\nc\n", "a\nx\nc\n", "types.ts is out of date from line 2 on: run make"],
  ["a\nb\n", "a\nb", "types.ts is out of date from line 3 on: run make"],
  ["a\n", "a\nb\n", "types.ts is out of date from line 2 on: run make"],
])("drift of %j from %j: %s", (wanted, found, report) => expect(drift("types.ts", wanted, found, "make")).toBe(report));

test("--check reports what is missing, fails and writes nothing; without it the file is written, folders included", () => {
  const file = join(folder(), "gen", "types.ts");
  const name = relative(root, file);
  const { argv, exitCode } = process;
  const log = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const run = (...options: string[]) => {
    process.argv = [...argv, ...options];
    writeOrCheck(name, "a\n", "make");
  };
  try {
    run("--check");
    expect([log.mock.calls, process.exitCode, existsSync(file)]).toEqual([[[`${name} is missing: run make\n`]], 1, false]);
    process.exitCode = exitCode;
    run();
    run("--check");
    expect([log.mock.calls.length, process.exitCode, readFileSync(file, "utf8")]).toEqual([1, exitCode, "a\n"]);
  } finally {
    log.mockRestore();
    Object.assign(process, { argv, exitCode });
  }
});
