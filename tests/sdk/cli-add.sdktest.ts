/** `pulumi package add` and `gen-sdk` where a host or the network is needed: in YAML, in Java with Maven, and in .NET with a server of the test in place of the internet. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { executable } from "../../tools/executables";
import { stopServers } from "../support/servers";
import { serveIcon } from "./icon";
import { openPackages, plugin, type Packages } from "./packages";
import { describePart } from "./parts";
import { filesIn } from "./running";
import { root } from "./toolchain";

describePart("hosts", "a package that the CLI adds", (hosts) => {
  let packages: Packages;
  let variables: Record<string, string>;
  beforeAll(async () => {
    packages = await openPackages(hosts);
    variables = await serveIcon(packages.folder);
  });
  afterAll(async () => {
    await stopServers();
    await packages?.close();
  });

  const project = (runtime: string): string => {
    const folder = join(packages.folder, runtime);
    mkdirSync(folder);
    writeFileSync(join(folder, "Pulumi.yaml"), `name: added\nruntime: ${runtime}\n`);
    return folder;
  };

  it("is used by a YAML program", async () => {
    const cwd = project("yaml");
    await packages.run(["package", "add", plugin], { cwd });
    expect(filesIn(join(cwd, "sdks"))).toEqual([`quartet/quartet-${version}.yaml`]);
    const settings = readFileSync(join(cwd, "Pulumi.yaml"), "utf8");
    expect(settings).toContain(`quartet: quartet@${version}`);
    const call = "fn::invoke: { function: quartet:search:getSearchIngestProcessorBytes, arguments: { field: size } }";
    writeFileSync(join(cwd, "Pulumi.yaml"), `${settings}variables: { bytes: { ${call} } }\noutputs: { json: "\${bytes.json}" }\n`);
    await packages.run(["stack", "init", "yaml"], { cwd });
    expect(await packages.run(["preview"], { cwd })).toContain('field         : "size"');
  });

  describePart("java", "in Java", () => {
    it("is used by a Maven project, after the steps that the CLI prints", async () => {
      const cwd = project("java");
      cpSync(join(__dirname, "java-project", "pom.xml"), join(cwd, "pom.xml"));
      await packages.run(["package", "add", plugin], { cwd });
      cpSync(join(cwd, "sdks", "quartet", "src"), join(cwd, "src"), { recursive: true });
      cpSync(join(__dirname, "java-project", "src"), join(cwd, "src"), { recursive: true });
      await packages.run(["stack", "init", "java"], { cwd });
      expect(await packages.run(["preview"], { cwd })).toContain('field         : "size"');
    });
  });

  it("is generated for .NET as by `make sdks`", async () => {
    await packages.run(["package", "gen-sdk", plugin, "--language", "dotnet", "--out", "generated"], { variables });
    const files = filesIn(join(packages.folder, "generated", "dotnet"));
    expect(files).toEqual(expect.arrayContaining(["QuartetDev.Quartet.csproj", "Search/SearchIngestPipeline.cs", "logo.png"]));
    const icon = readFileSync(join(packages.folder, "generated", "dotnet", "logo.png"));
    expect(icon.equals(readFileSync(join(root, "tools", "sdkgen", "logo.png")))).toBe(true);
  });

  it("is added to a .NET project, up to the reference, which `dotnet` adds", async () => {
    const cwd = project("dotnet");
    const added = packages.run(["package", "add", plugin], { cwd, variables });
    // With dotnet, its project file and the registry of NuGet would be needed.
    if (executable("dotnet", process.env) === undefined) await expect(added).rejects.toThrow(/"dotnet": executable file not found/);
    else await added.catch(() => undefined);
    expect(filesIn(join(cwd, "sdks"))).toContain("quartet/Search/SearchIngestPipeline.cs");
  });
});
