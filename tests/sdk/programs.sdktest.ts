/** The examples in Python and Go compile without a finding of the strict checkers, and run on the emulators. */
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { describePart } from "./parts";
import { deploys, openProgram, outputsOfExamples, type OpenProgram } from "./programs";
import { root } from "./toolchain";

/** The first compilation of the Go SDK takes a minute on two idle cores. */
jest.setTimeout(900_000);

const examples = Object.entries(outputsOfExamples);

let program: OpenProgram | undefined;
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

describePart("python", "programs in Python", (python) => {
  const sdk = join(root, "sdk", "python");

  it.each(examples)("%s passes mypy --strict", (example) => {
    const variables = { PYTHONPATH: sdk, MYPYPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" };
    const args = ["-m", "mypy", "--strict", "--no-incremental", "__main__.py"];
    expect(run(`${example}-python`, python, args, variables)).toContain("Success");
  });

  it.each(examples)("%s is deployed, changes nothing the second time, and is deleted", async (example, outputs) => {
    const path = [dirname(python), process.env["PATH"]].join(delimiter);
    program = await openProgram(example, "python", { PATH: path, PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" });
    await deploys(program, outputs);
  });
});

describePart("go", "programs in Go", (go) => {
  it.each(examples)("%s passes go vet, and is built from the committed sums", (example) => {
    const variables = { GOFLAGS: "-mod=readonly", GOWORK: "off" };
    expect(run(`${example}-go`, go, ["vet", "./..."], variables)).toBe("");
    run(`${example}-go`, go, ["build", "-o", process.platform === "win32" ? "NUL" : "/dev/null", "."], variables);
  });

  it.each(examples)("%s is deployed, changes nothing the second time, and is deleted", async (example, outputs) => {
    program = await openProgram(example, "go", { GOWORK: "off" });
    await deploys(program, outputs);
  });
});
