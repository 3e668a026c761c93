/** The npm package, installed from its archive into an empty project. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { describePart } from "./parts";
import { programIn } from "./readme";
import { filesIn, run, temporary } from "./running";
import { npmRuntime, root } from "./toolchain";

const sdk = join(root, "sdk", "nodejs");
const compilerOptions = { target: "ES2022", module: "NodeNext", moduleResolution: "NodeNext", strict: true, noEmit: true, types: ["node"] };

interface Packed {
  filename: string;
  files: { path: string }[];
}

describePart("npm", "the npm package", (npm) => {
  const folder = temporary();
  const project = join(folder, "project");
  const installed = join(project, "node_modules", "pulumi-quartet");
  let packed: string[] = [];

  beforeAll(() => {
    const [archive] = JSON.parse(run([npm, "pack", "--json", "--pack-destination", folder], { cwd: sdk })) as Packed[];
    packed = archive?.files.map(({ path }) => path).sort() ?? [];
    mkdirSync(project);
    // npm would take a release of the runtime that needs a newer Node.js than the floor.
    const dependencies = { "pulumi-quartet": `file:../${archive?.filename}`, "@pulumi/pulumi": npmRuntime };
    writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, dependencies }));
    run([npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"], { cwd: project });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("contains code, types, license and README, and no source maps", () => {
    expect(packed).toEqual(expect.arrayContaining(["LICENSE", "README.md", "bin/index.js", "bin/index.d.ts", "package.json"]));
    expect(packed.filter((path) => !/^(LICENSE|README\.md|package\.json|bin\/.*(\.js|\.d\.ts|package\.json))$/.test(path))).toEqual([]);
    for (const path of packed.filter((name) => name.endsWith(".js"))) {
      expect([path, readFileSync(join(installed, path), "utf8").includes("sourceMappingURL")]).toEqual([path, false]);
    }
    const code = filesIn(sdk).filter((path) => path.endsWith(".ts"));
    expect(code.filter((path) => !packed.includes(`bin/${path.replace(/\.ts$/, ".js")}`))).toEqual([]);
  });

  it("is imported and required", () => {
    const print = "console.log(Object.keys(q).sort().join(), q.search.SearchIngestPipeline.name)";
    const printed = "Provider,cloud,config,datapipeline,eventrouting,search,types SearchIngestPipeline\n";
    expect(run([process.execPath, "-e", `const q = require("pulumi-quartet"); ${print}`], { cwd: project })).toBe(printed);
    const module = `import * as q from "pulumi-quartet"; console.log(q.search.SearchIngestPipeline.name)`;
    expect(run([process.execPath, "--input-type=module", "-e", module], { cwd: project })).toBe("SearchIngestPipeline\n");
  });

  it("returns the results of all processor functions in unit tests", () => {
    const file = join(root, "tests", "samples", "processors.json");
    const samples = JSON.parse(readFileSync(file, "utf8")) as { name: string; id: string }[];
    const results = "require(process.argv[1]).map(({ name, inputs }) => callProcessor({ token: `quartet:search:${name}`, inputs })?.id)";
    const script = `const { callProcessor } = require("pulumi-quartet/bin/testing.js"); console.log(JSON.stringify(${results}))`;
    // An ID is the hash of the output `json`.
    expect(JSON.parse(run([process.execPath, "-e", script, file], { cwd: project }))).toEqual(samples.map(({ id }) => id));
  });

  it("names the plugin that the CLI installs", () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as { pulumi: object };
    expect(manifest.pulumi).toMatchObject({ resource: true, name: "quartet", version });
  });

  it("compiles the program of its README", () => {
    writeFileSync(join(project, "index.ts"), programIn(join(installed, "README.md"), "typescript"));
    const typeRoots = [join(root, "node_modules", "@types")];
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...compilerOptions, typeRoots }, files: ["index.ts"] }));
    expect(run([process.execPath, require.resolve("typescript/bin/tsc"), "-p", "."], { cwd: project })).toBe("");
    expect(existsSync(join(project, "index.js"))).toBe(false);
  });
});
