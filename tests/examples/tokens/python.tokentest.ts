/** The Python programs of the examples pass mypy against the SDK and run with mocks. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describePart } from "../../sdk/parts";
import { check, programCount, programsOf, root, writeFiles } from "./programs";

describePart("python", "examples in Python", (python) => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  /** Errors of the SDK itself are not reported. */
  const mypy = (programs: Map<string, string>) => {
    const folder = writeFiles([...programs].map(([name, code]) => [`${name}.py`, code]));
    folders.push(folder);
    const command = [python, "-m", "mypy", "--strict", "--no-incremental", "--follow-imports=silent", "."];
    return check(folder, command, { MYPYPATH: join(root, "sdk", "python") });
  };

  it("have the types of the SDK", () => {
    const programs = programsOf("python");
    const found = `no issues found in ${programCount("python")} source files`;
    expect(programs.size).toBe(programCount("python"));
    expect(mypy(programs)).toEqual({ succeeds: true, output: expect.stringContaining(found) as string });
  });

  it("run with mocks of the engine", () => {
    const folder = writeFiles([...programsOf("python")].map(([name, code]) => [`${name}.py`, code]));
    folders.push(folder);
    const script = join(__dirname, "python", "run_all.py");
    const { output } = check(root, [python, script, folder], { PYTHONPATH: join(root, "sdk", "python"), PYTHONDONTWRITEBYTECODE: "1" });
    const { programs, failures } = JSON.parse(/^\{"programs".*$/m.exec(output)?.[0] ?? output) as { programs: number; failures: object };
    expect(programs).toBe(programCount("python"));
    // The mocks of Pulumi's Python SDK have no calls of methods.
    expect(failures).toEqual({ "provider_terraformConfig.py": expect.stringContaining("'Call'") as string });
  });

  it("are really checked: an argument and an output that do not exist are found", () => {
    const code = [
      "import pulumi_quartet as quartet",
      'a = quartet.search.get_search_ingest_processor_set_output(field="a", colour="red")',
      "b = quartet.cloud.ApiGatewayIpStrategy.colour",
    ];
    const { succeeds, output } = mypy(new Map([["wrong", `${code.join("\n")}\n`]]));
    expect(succeeds).toBe(false);
    expect(output).toContain("wrong.py:2: error:");
    expect(output).toContain("wrong.py:3: error:");
  });
});
