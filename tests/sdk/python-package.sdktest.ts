/** The Python wheel, installed into an empty environment. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { describePart } from "./parts";
import { programIn } from "./readme";
import { run, temporary } from "./running";
import { buildWheel, root } from "./toolchain";

describePart("python", "the Python wheel", (python) => {
  const folder = temporary();
  const environment = join(folder, "environment");
  const installed = join(environment, "bin", "python");
  let wheel = "";

  beforeAll(() => {
    buildWheel(python, folder);
    wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "";
    run([python, "-m", "venv", environment], { cwd: folder });
    run([installed, "-m", "pip", "install", "--quiet", join(folder, wheel)], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("contains license, README, types and the plugin's name", () => {
    expect(wheel).toBe(`pulumi_quartet-${version}-py3-none-any.whl`);
    const code = `import json, sys, zipfile; print(json.dumps(zipfile.ZipFile(sys.argv[1]).namelist()))`;
    const names = JSON.parse(run([python, "-c", code, wheel], { cwd: folder })) as string[];
    expect(names).toEqual(
      expect.arrayContaining([
        "pulumi_quartet/py.typed",
        "pulumi_quartet/pulumi-plugin.json",
        "pulumi_quartet/search/search_connector.py",
        "pulumi_quartet/config/__init__.pyi",
        expect.stringMatching(new RegExp(`^pulumi_quartet-${version}.dist-info/(licenses/)?LICENSE$`)),
      ]),
    );
    const metadata = `import importlib.metadata as m; print(m.metadata("pulumi_quartet").get_payload())`;
    expect(run([installed, "-c", metadata], { cwd: folder })).toContain("## First program");
  });

  it("checks the types of the program of its README", () => {
    const program = join(folder, "__main__.py");
    writeFileSync(program, programIn(join(root, "sdk", "python", "README.md"), "python"));
    const checked = run([python, "-m", "mypy", "--strict", "--no-incremental", "--python-executable", installed, program], { cwd: folder });
    expect(checked).toContain("Success");
    writeFileSync(program, readFileSync(program, "utf8").replace("processors=[stamp.json]", "processors=3"));
    expect(() => run([python, "-m", "mypy", "--no-incremental", "--python-executable", installed, program], { cwd: folder })).toThrow(
      "processors",
    );
  });
});
