/**
 * The commands of the CLI that read the package. The hosts for Java and .NET implement generation and conversion. The newest hosts for Node.js, Python
 * and Go that can be built from Go modules do not; tests/sdk/generated uses their generators, tests/examples their converters.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { version } from "../../package.json";
import { generateJavaSdk } from "../../tools/sdks";
import { cliOfFile } from "../support/cli";
import { describePart } from "./parts";
import { filesIn } from "./running";
import { root } from "./toolchain";

const bin = join(root, "provider", "bin");
const plugin = join(bin, "pulumi-resource-quartet");

const cli = cliOfFile(["yaml", "nodejs", "python", "go", "java"]);

/** Returns the folder of a new project. */
function project(name: string, program: object) {
  const folder = join(cli.workspace.folder, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify({ name, ...program }));
  return folder;
}
const call = { function: "quartet:search:getSearchIngestProcessorBytes", arguments: { field: "size" } };
const variables = { bytes: { "fn::invoke": call } };

describePart("hosts", "the CLI", (hosts) => {
  /** Returns the standard output; throws with all output if the command fails. */
  async function run(args: readonly string[], cwd = cli.workspace.folder) {
    const PATH = [bin, hosts, process.env["PATH"]].join(delimiter);
    const { code, stdout, stderr } = await cli.workspace.run(args, { cwd, environment: { PATH } });
    if (code !== 0) throw new Error(`${stdout}${stderr}`);
    return stdout;
  }

  it("accepts the schema, and reads that of the plugin", async () => {
    await run(["schema", "check", join(root, "schema.json")]);
    expect(JSON.parse(await run(["package", "get-schema", plugin]))).toMatchObject({ name: "quartet", version });
  });

  it("adds the package to a YAML program", async () => {
    const cwd = project("added", { runtime: "yaml", variables, outputs: { json: "${bytes.json}" } });
    await run(["package", "add", plugin], cwd);
    expect(filesIn(join(cwd, "sdks"))).toEqual([`quartet/quartet-${version}.yaml`]);
    expect(readFileSync(join(cwd, "Pulumi.yaml"), "utf8")).toContain(`quartet: quartet@${version}`);
    await run(["stack", "init", "yaml"], cwd);
    expect(await run(["preview"], cwd)).toContain('field         : "size"');
  });

  it("converts a YAML program", async () => {
    const logs = { type: "quartet:search:SearchIngestPipeline", properties: { processors: ["${bytes.json}"] } };
    const cwd = project("converted", { runtime: "yaml", variables, resources: { logs } });
    for (const [language, file] of Object.entries({ java: "App.java", csharp: "Program.cs", pcl: "program.pp" })) {
      const out = join(cli.workspace.folder, `to-${language}`);
      await run(["convert", "--from", "yaml", "--language", language, "--cwd", cwd, "--out", out, "--generate-only"]);
      expect(filesIn(out).join()).toContain(file);
    }
  });

  it("generates the Java SDK from the plugin, with the sources of `make sdks`", async () => {
    await run(["package", "gen-sdk", plugin, "--language", "java", "--out", "generated"]);
    generateJavaSdk(join(cli.workspace.folder, "own"));
    const [generated, own] = [join("generated", "java"), "own"].map((folder) => join(cli.workspace.folder, folder, "src", "main", "java"));
    expect(filesIn(generated!)).toEqual(filesIn(own!));
    // The examples of GetSchema are in YAML only, so that comments differ.
    const code = (folder: string, path: string) =>
      readFileSync(join(folder, path), "utf8")
        .replace(/\/\*\*[^]*?\*\/|^\/\/.*$/gm, "")
        .replace(/\s+/g, " ");
    expect(filesIn(own!).filter((path) => code(generated!, path) !== code(own!, path))).toEqual([]);
  });

  describePart("java", "in Java", () => {
    it("adds the package to a Maven project, after the steps that it prints", async () => {
      const cwd = project("java", { runtime: "java" });
      const sources = join(__dirname, "java-project");
      cpSync(join(sources, "pom.xml"), join(cwd, "pom.xml"));
      await run(["package", "add", plugin], cwd);
      for (const from of [join(cwd, "sdks", "quartet"), sources]) cpSync(join(from, "src"), join(cwd, "src"), { recursive: true });
      await run(["stack", "init", "java"], cwd);
      expect(await run(["preview"], cwd)).toContain('field         : "size"');
    });
  });
});
