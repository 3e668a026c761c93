/** The examples in Python and Go compile without a finding of the strict checkers, and run on the emulators. */
import { delimiter, dirname, join } from "node:path";
import { describePart } from "./parts";
import { deploys, openProgram, outputsOfExamples, type OpenProgram } from "./programs";
import { run, type RunIn } from "./running";
import { root } from "./toolchain";

/** The first compilation of the Go SDK takes a minute on two idle cores. */
jest.setTimeout(900_000);

const examples = Object.entries(outputsOfExamples);

let program: OpenProgram | undefined;
afterEach(async () => {
  await program?.close();
  program = undefined;
});

const inFolder = (example: string, env: Record<string, string>): RunIn => ({ cwd: join(root, "examples", example), env });

describePart("python", "programs in Python", (python) => {
  const sdk = join(root, "sdk", "python");

  it.each(examples)("%s passes mypy --strict", (example) => {
    const variables = { PYTHONPATH: sdk, MYPYPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" };
    const mypy = [python, "-m", "mypy", "--strict", "--no-incremental", "__main__.py"];
    expect(run(mypy, inFolder(`${example}-python`, variables))).toContain("Success");
  });

  it.each(examples)("%s is deployed, changes nothing the second time, and is deleted", async (example, outputs) => {
    const path = [dirname(python), process.env["PATH"]].join(delimiter);
    program = await openProgram(example, "python", { PATH: path, PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" });
    await deploys(program, outputs);
  });
});

describePart("go", "programs in Go", (go) => {
  it.each(examples)("%s passes go vet, and is built from the committed sums", (example) => {
    const folder = inFolder(`${example}-go`, { GOFLAGS: "-mod=readonly", GOWORK: "off" });
    expect(run([go, "vet", "./..."], folder)).toBe("");
    run([go, "build", "-o", process.platform === "win32" ? "NUL" : "/dev/null", "."], folder);
  });

  it.each(examples)("%s is deployed, changes nothing the second time, and is deleted", async (example, outputs) => {
    program = await openProgram(example, "go", { GOWORK: "off" });
    await deploys(program, outputs);
  });
});
