// The report of --check about a generated file, and the write without it.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { drift, root, writeOrCheck } from "../../../provider/tools/drift";

const remedy = "npx tsx provider/tools/generate-types.ts";

describe("drift", () => {
  it("reports nothing for an up-to-date file", () => {
    expect(drift("types.ts", "a\nb\n", "a\nb\n", remedy)).toBeUndefined();
  });

  it("names the first line that differs and the command that fixes it", () => {
    expect(drift("types.ts", "a\nb\nc\n", "a\nx\nc\n", remedy)).toBe(`types.ts is out of date from line 2 on: run ${remedy}`);
  });

  it("reports a file that ends too early", () => {
    expect(drift("types.ts", "a\nb\n", "a\n", remedy)).toBe(`types.ts is out of date from line 2 on: run ${remedy}`);
  });

  it("reports a file without its last line end", () => {
    expect(drift("types.ts", "a\nb\n", "a\nb", remedy)).toBe(`types.ts is out of date from line 3 on: run ${remedy}`);
  });

  it("reports a file that is too long", () => {
    expect(drift("types.ts", "a\n", "a\nb\n", remedy)).toBe(`types.ts is out of date from line 2 on: run ${remedy}`);
  });

  it("names a file that is missing", () => {
    expect(drift("types.ts", "a\n", undefined, remedy)).toBe(`types.ts is missing: run ${remedy}`);
  });
});

describe("writeOrCheck", () => {
  const folder = mkdtempSync(join(tmpdir(), "drift-"));
  const file = join(folder, "gen", "types.ts");
  const name = relative(root, file);
  const { argv, exitCode } = process;
  let logged = "";

  beforeEach(() => {
    logged = "";
    jest.spyOn(process.stderr, "write").mockImplementation((text) => {
      logged += String(text);
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.argv = argv;
    process.exitCode = exitCode;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("with --check writes nothing, reports what is missing and fails", () => {
    process.argv = [...argv, "--check"];
    writeOrCheck(name, "a\n", remedy);
    expect({ logged, code: process.exitCode, isWritten: existsSync(file) }).toEqual({
      logged: `${name} is missing: run ${remedy}\n`,
      code: 1,
      isWritten: false,
    });
  });

  it("without it writes the file, folders included, and then reports nothing", () => {
    writeOrCheck(name, "a\n", remedy);
    process.argv = [...argv, "--check"];
    writeOrCheck(name, "a\n", remedy);
    expect({ logged, code: process.exitCode, text: readFileSync(file, "utf8") }).toEqual({ logged: "", code: exitCode, text: "a\n" });
  });
});
