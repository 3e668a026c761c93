/** The first programs in Python and Go compile without a finding of the strict checkers, and run on the emulators. */
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { describePart } from "./parts";
import { deploys, openFirstProgram, type FirstProgram } from "./programs";
import { root } from "./toolchain";

/** The first compilation of the Go SDK takes a minute on two idle cores. */
jest.setTimeout(900_000);

let program: FirstProgram | undefined;
afterEach(async () => {
  await program?.close();
  program = undefined;
});

/** Runs a tool in the folder of a program, and returns what it prints. Fails with all of it. */
function run(folder: string, command: string, args: readonly string[], variables: Record<string, string> = {}): string {
  const done = spawnSync(command, args, { cwd: join(root, "examples", folder), encoding: "utf8", env: { ...process.env, ...variables } });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error?.message ?? `${done.stdout}${done.stderr}`}`);
  return `${done.stdout}${done.stderr}`;
}

describePart("python", "the first program in Python", (python) => {
  const sdk = join(root, "sdk", "python");

  it("passes mypy --strict", () => {
    const variables = { PYTHONPATH: sdk, MYPYPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" };
    expect(run("first-program-python", python, ["-m", "mypy", "--strict", "--no-incremental", "__main__.py"], variables)).toContain("Success");
  });

  it("is deployed, changes nothing the second time, and is deleted", async () => {
    const path = [dirname(python), process.env["PATH"]].join(delimiter);
    program = await openFirstProgram("python", { PATH: path, PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" });
    await deploys(program);
  });
});

describePart("go", "the first program in Go", (go) => {
  it("passes go vet, and is built from the committed sums", () => {
    const variables = { GOFLAGS: "-mod=readonly", GOWORK: "off" };
    expect(run("first-program-go", go, ["vet", "./..."], variables)).toBe("");
    run("first-program-go", go, ["build", "-o", process.platform === "win32" ? "NUL" : "/dev/null", "."], variables);
  });

  it("is deployed, changes nothing the second time, and is deleted", async () => {
    program = await openFirstProgram("go", { GOWORK: "off" });
    await deploys(program);
  });
});
