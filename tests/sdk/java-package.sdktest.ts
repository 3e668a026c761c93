/** The Java package: compiled and packed with Maven, and a program that runs with the real CLI. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { version } from "../../package.json";
import { buildMaven } from "../../tools/release/packages";
import { generateSdks } from "../../tools/sdks";
import { openCli } from "../support/cli";
import { openSearch } from "../support/search";
import { describePart } from "./parts";
import { deploys, outputsOfExamples } from "./programs";
import { programIn } from "./readme";
import { run, temporary } from "./running";
import { root } from "./toolchain";

/** Maven compiles 770 files. */
jest.setTimeout(900_000);

const example = (name: string) => readFileSync(join(root, "examples", `${name}-java`, "src", "main", "java", "app", "App.java"), "utf8");
type Program = [name: string, source: (sdk: string) => string, outputs: object | undefined];
/** The programs, given the folder of the SDK, and their outputs. */
const programs: Program[] = [
  ["README", (sdk) => programIn(join(sdk, "README.md"), "java"), { name: expect.stringMatching(/^access-logs-[0-9a-f]{7}$/) as string }],
  ...["log-platform", "access"].map((name): Program => [name, () => example(name), outputsOfExamples[name]]),
];

describePart("java", "the Java package", (maven) => {
  const out = temporary();
  const sdk = join(out, "java");
  const published = join(out, "maven", "io", "github", "quartetdev", "quartet", version);
  const jar = join(published, `quartet-${version}.jar`);
  let libraries: string[] = [];

  beforeAll(() => {
    generateSdks(out);
    buildMaven(sdk, join(out, "maven"), version);
    run([maven, "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=target/libraries"], { cwd: sdk });
    const folder = join(sdk, "target", "libraries");
    libraries = [jar, ...readdirSync(folder).map((name) => join(folder, name))];
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  it("contains license, README, version and the plugin's name", () => {
    const files = run(["jar", "tf", jar], { cwd: out }).split("\n");
    const resources = "io/github/quartetdev/quartet";
    const expected = ["META-INF/LICENSE", "META-INF/README.md", `${resources}/version.txt`, `${resources}/plugin.json`];
    expect(files).toEqual(expect.arrayContaining([...expected, `${resources}/eventroutingv1/Trigger.class`]));
    expect(files.filter((path) => path.endsWith(".java"))).toEqual([]);
  });

  it("has the files that Maven Central requires, but for their signatures", () => {
    const files = [".pom", ".jar", "-javadoc.jar", "-sources.jar"].map((ending) => `quartet-${version}${ending}`);
    expect(readdirSync(published).sort()).toEqual(files.flatMap((name) => [name, `${name}.md5`, `${name}.sha1`]).sort());
    for (const name of files) {
      const sum = createHash("sha1").update(readFileSync(join(published, name))).digest("hex");
      expect(readFileSync(join(published, `${name}.sha1`), "utf8")).toBe(sum);
    }
    const listed = (classifier: string) => run(["jar", "tf", join(published, `quartet-${version}-${classifier}.jar`)], { cwd: out });
    expect(listed("sources")).toContain("io/github/quartetdev/quartet/search/SearchIngestPipeline.java");
    expect(listed("javadoc")).toContain("io/github/quartetdev/quartet/search/SearchIngestPipeline.html");
  });

  it("has a POM with the elements that Maven Central requires", () => {
    const pom = readFileSync(join(published, `quartet-${version}.pom`), "utf8").replace(/<profiles>[^]*<\/profiles>/, "");
    const required = ["name", "description", "url", "licenses", "developers", "scm", "connection", "developerConnection"];
    expect(required.filter((name) => !new RegExp(`<${name}>[^]*\\w[^]*</${name}>`).test(pom))).toEqual([]);
    expect(pom).toContain(`<version>${version}</version>`);
    expect(pom).not.toContain("SNAPSHOT");
  });

  it.each(programs)("runs the program of %s with the CLI", async (name, source, outputs) => {
    const binary = compileProgram(join(out, name), source(sdk), libraries);
    await runProgram(binary, outputs);
  });
});

/** Compiles a program into app.jar in the project, and returns its path. */
function compileProgram(project: string, program: string, libraries: readonly string[]) {
  mkdirSync(join(project, "app"), { recursive: true });
  writeFileSync(join(project, "app", "App.java"), program);
  run(["javac", "-Werror", "-d", "classes", "-cp", libraries.join(":"), "app/App.java"], { cwd: project });
  const urls = libraries.map((path) => pathToFileURL(path).pathname).join("\n  ");
  writeFileSync(join(project, "manifest"), `Main-Class: app.App\nClass-Path: ${urls}\n`);
  run(["jar", "cfm", "app.jar", "manifest", "-C", "classes", "."], { cwd: project });
  return join(project, "app.jar");
}

/** Creates what the program declares, finds no change afterwards, and deletes it. */
async function runProgram(binary: string, outputs: object | undefined) {
  const search = await openSearch();
  const cli = await openCli(["java"]);
  try {
    const stack = await cli.stack("java", search.environment, "java");
    const plugins = { providers: [{ name: "quartet", path: "../../provider/bin" }] };
    const runtime = { name: "java", options: { binary } };
    const config = { prefix: { type: "string", default: "shop" } };
    stack.write("Pulumi.yaml", JSON.stringify({ name: "java", runtime, plugins, config }));
    await deploys({ stack, search }, outputs);
  } finally {
    await cli.workspace.remove();
    await search.stop();
  }
}
