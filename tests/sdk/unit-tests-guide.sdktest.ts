/** The code of docs/guides/unit-tests.md runs, and its tests fail for another program. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describePart } from "./parts";
import { run, temporary } from "./running";
import { root } from "./toolchain";

const guide = readFileSync(join(root, "docs", "guides", "unit-tests.md"), "utf8");
const folder = temporary();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the files of the guide, with another field in the program if it is given. */
function writeFiles(field = "event.ingested") {
  for (const [, file = "", code = ""] of guide.matchAll(/^```\w+ file=(\S+)\n([^]*?)^```$/gm))
    writeFileSync(join(folder, file), /^(index|pipelines)\.\w+$/.test(file) ? code.replace("event.ingested", field) : code);
}

/** Runs the tests with the program of the guide, and expects a failure with another one. */
function runBoth(command: readonly string[], env: Record<string, string> = {}) {
  writeFiles();
  run(command, { cwd: folder, env });
  writeFiles("event.created");
  expect(() => run(command, { cwd: folder, env })).toThrow("event.created");
}

describe("TypeScript", () => {
  beforeAll(() => {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    const transform = { "\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" } }, module: { type: "commonjs" } }] };
    writeFileSync(join(folder, "jest.config.json"), JSON.stringify({ transform, testMatch: ["**/*.jest.ts"] }));
  });

  it("type-checks", () => {
    writeFiles();
    const compilerOptions = { target: "ES2022", module: "NodeNext", strict: true, noEmit: true, skipLibCheck: true, types: ["node", "jest"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    expect(run([process.execPath, require.resolve("typescript/bin/tsc"), "-p", "."], { cwd: folder })).toBe("");
  });

  it("runs with node:test", () => {
    // The variable of an outer test runner would change the output.
    runBoth([process.execPath, "--import", "tsx", "--test", "pipelines.test.ts"], { NODE_OPTIONS: "" });
  });

  it("runs with Jest", () => {
    runBoth([process.execPath, require.resolve("jest/bin/jest"), "--config", "jest.config.json"]);
  });
});

describePart("python", "Python", (python) => {
  it("runs with unittest", () => {
    runBoth([python, "-m", "unittest"], { PYTHONPATH: join(root, "sdk", "python"), PYTHONDONTWRITEBYTECODE: "1" });
  });
});
