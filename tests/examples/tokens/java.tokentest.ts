/** The Java programs of the examples compile against the SDK that the generator writes from schema.json. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describePart } from "../../sdk/parts";
import { filesIn, run, temporary } from "../../sdk/running";
import { generateJavaSdk } from "../../../tools/sdks";
import { javaRuntime } from "../../sdk/toolchain";
import { check, programCount, programsOf, type Checked } from "./programs";

/** A Maven project with the runtime of Pulumi as its only dependency. */
function pom() {
  const [group, artifact, version] = javaRuntime.split(":");
  const dependency = `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  const own = "<modelVersion>4.0.0</modelVersion><groupId>examples</groupId><artifactId>examples</artifactId><version>1</version>";
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">${own}<dependencies>${dependency}</dependencies></project>\n`;
}

describePart("java", "examples in Java", (maven) => {
  const folder = temporary();
  afterAll(() => rmSync(folder, { recursive: true }));
  let runtime = "";

  /** Compiles the sources below a folder into `classes`. */
  const javac = (sources: string) => {
    const paths = filesIn(join(folder, sources)).filter((path) => path.endsWith(".java"));
    writeFileSync(join(folder, `${sources}.txt`), paths.map((path) => `"${join(folder, sources, path)}"\n`).join(""));
    const path = [runtime, join(folder, "classes")].join(delimiter);
    return check(folder, ["javac", "-nowarn", "-proc:none", "-Xmaxerrs", "1000", "-cp", path, "-d", "classes", `@${sources}.txt`]);
  };
  /** Each program has a package of its own: all of them have the name of a class in common. */
  const compile = (sources: string, programs: Map<string, string>) => {
    for (const [name, code] of programs) {
      mkdirSync(join(folder, sources, name), { recursive: true });
      writeFileSync(join(folder, sources, name, "App.java"), code.replace("package generated_program;", `package ${sources}.${name};`));
    }
    return javac(sources);
  };
  const errors = ({ output }: Checked) => output.split("\n").filter((line) => line.includes(": error: "));

  beforeAll(() => {
    generateJavaSdk(join(folder, "sdk"));
    writeFileSync(join(folder, "pom.xml"), pom());
    run([maven, "-q", "-B", "dependency:build-classpath", "-Dmdep.outputFile=classpath"], { cwd: folder });
    runtime = readFileSync(join(folder, "classpath"), "utf8").trim();
    expect(errors(javac("sdk"))).toEqual([]);
  });

  it("compile", () => {
    const programs = programsOf("java");
    expect(programs.size).toBe(programCount("java"));
    const checked = compile("programs", programs);
    expect(errors(checked)).toEqual([]);
    expect(checked).toMatchObject({ succeeds: true });
  });

  it("are really checked: an argument that does not exist is found", () => {
    const code = programsOf("java").get("search_getSearchIngestProcessorBytes") ?? "";
    const checked = compile("wrong", new Map([["bytes", code.replace(".field(", '.colour("red")\n            .field(')]]));
    expect(checked.succeeds).toBe(false);
    expect(errors(checked)).toHaveLength(1);
    expect(checked.output).toContain("colour");
  });
});
