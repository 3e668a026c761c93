/** `pulumi package add` and `gen-sdk` where a host or the network is needed: in YAML, and in Java with Maven. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { openPackages, plugin, type Packages } from "./packages";
import { describePart } from "./parts";
import { filesIn } from "./running";

describePart("hosts", "a package that the CLI adds", (hosts) => {
  let packages: Packages;
  beforeAll(async () => void (packages = await openPackages(hosts)));
  afterAll(() => packages?.close());

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

});
