/** The Java package: compiled and packed with Maven, and a program that runs with the real CLI. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateSdks } from "../../tools/sdks";
import { openCli } from "../support/cli";
import { openSearch } from "../support/search";
import { describePart } from "./parts";
import { programIn } from "./readme";
import { run, temporary } from "./running";

/** Maven compiles 770 files. */
jest.setTimeout(900_000);

describePart("java", "the Java package", (maven) => {
  const out = temporary();
  const sdk = join(out, "java");
  const jar = join(sdk, "target", "quartet-0.1.0.jar");
  const project = join(out, "project");
  let libraries: string[] = [];

  beforeAll(() => {
    generateSdks(out);
    run([maven, "-q", "-B", "package", "dependency:copy-dependencies", "-DoutputDirectory=target/libraries"], { cwd: sdk });
    const folder = join(sdk, "target", "libraries");
    libraries = [jar, ...readdirSync(folder).map((name) => join(folder, name))];
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  it("contains license, README, version and the plugin's name", () => {
    const files = run(["jar", "tf", jar], { cwd: out }).split("\n");
    const resources = "io/github/quartetdev/quartet";
    const wanted = ["META-INF/LICENSE", "META-INF/README.md", `${resources}/version.txt`, `${resources}/plugin.json`];
    expect(files).toEqual(expect.arrayContaining([...wanted, `${resources}/eventroutingv1/Trigger.class`]));
    expect(files.filter((path) => path.endsWith(".java"))).toEqual([]);
  });

  it("runs the program of its README with the CLI", async () => {
    mkdirSync(join(project, "app"), { recursive: true });
    writeFileSync(join(project, "app", "App.java"), programIn(join(sdk, "README.md"), "java"));
    run(["javac", "-Werror", "-d", "classes", "-cp", libraries.join(":"), "app/App.java"], { cwd: project });
    const urls = libraries.map((path) => pathToFileURL(path).pathname).join("\n  ");
    writeFileSync(join(project, "manifest"), `Main-Class: app.App\nClass-Path: ${urls}\n`);
    run(["jar", "cfm", "app.jar", "manifest", "-C", "classes", "."], { cwd: project });

    const [search, cli] = [await openSearch(), await openCli(["java"])];
    try {
      const stack = await cli.stack("java", search.environment, "java");
      const plugins = { providers: [{ name: "quartet", path: "../../provider/bin" }] };
      const runtime = { name: "java", options: { binary: join(project, "app.jar") } };
      stack.write("Pulumi.yaml", JSON.stringify({ name: "java", runtime, plugins }));
      await stack.up();
      const { name } = await stack.outputs();
      expect(name).toMatch(/^access-logs-[0-9a-f]{7}$/);
      expect(search.emulator.pipelines.names()).toEqual([name]);
      await stack.ok("preview", "--expect-no-changes");
      await stack.ok("destroy", "--yes", "--skip-preview");
      expect(search.emulator.pipelines.names()).toEqual([]);
    } finally {
      await cli.workspace.remove();
      await search.stop();
    }
  });
});
