/**
 * The commands of the CLI that read the package. The hosts for Java and .NET implement generation and conversion. The newest hosts for Node.js, Python
 * and Go that can be built from Go modules do not; tests/sdk/generated uses their generators, tests/examples their converters.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { generateJavaSdk } from "../../tools/sdks";
import { openPackages, plugin, type Packages } from "./packages";
import { describePart } from "./parts";
import { filesIn } from "./running";
import { root } from "./toolchain";

const program = {
  name: "converted",
  runtime: "yaml",
  variables: {
    stamp: { "fn::invoke": { function: "quartet:search:getSearchIngestProcessorSet", arguments: { field: "a", value: "b" } } },
  },
  resources: { logs: { type: "quartet:search:SearchIngestPipeline", properties: { processors: ["${stamp.json}"] } } },
};

describePart("hosts", "the CLI", (hosts) => {
  let packages: Packages;
  beforeAll(async () => {
    packages = await openPackages(hosts);
    mkdirSync(join(packages.folder, "yaml"));
    writeFileSync(join(packages.folder, "yaml", "Pulumi.yaml"), JSON.stringify(program));
  });
  afterAll(() => packages?.close());

  const convert = (language: string): Promise<string> =>
    packages.run(["convert", "--from", "yaml", "--language", language, "--cwd", "yaml", "--out", join(packages.folder, `to-${language}`), "--generate-only"]);

  it("accepts the schema", async () => {
    await packages.run(["schema", "check", join(root, "schema.json")]);
  });

  it("reads the schema of the plugin", async () => {
    expect(JSON.parse(await packages.run(["package", "get-schema", plugin]))).toMatchObject({ name: "quartet", version });
  });

  it("generates the Java SDK from the plugin, with the sources of `make sdks`", async () => {
    await packages.run(["package", "gen-sdk", plugin, "--language", "java", "--out", "generated"]);
    generateJavaSdk(join(packages.folder, "own"));
    const generated = join(packages.folder, "generated", "java", "src", "main", "java");
    const own = join(packages.folder, "own", "src", "main", "java");
    expect(filesIn(generated)).toEqual(filesIn(own));
    // The examples of GetSchema are in YAML only, so that comments differ.
    const code = (path: string): string => readFileSync(path, "utf8").replace(/\/\*\*[^]*?\*\/|^\/\/.*$/gm, "").replace(/\s+/g, " ");
    expect(filesIn(own).filter((path) => code(join(generated, path)) !== code(join(own, path)))).toEqual([]);
  });

  it.each([
    ["java", "src/main/java/generated_program/App.java"],
    ["csharp", "Program.cs"],
    ["pcl", "program.pp"],
  ])("converts a YAML program to %s", async (language, file) => {
    await convert(language);
    expect(filesIn(join(packages.folder, `to-${language}`))).toContain(file);
  });

});
