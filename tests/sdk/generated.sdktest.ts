/** The SDKs that Pulumi's generators write from schema.json: five languages, and what is checked in is what is generated. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { generateSdks } from "../../tools/sdks";
import { schema } from "../provider/tools/schema-file";
import { describePart } from "./parts";
import { filesIn, run, temporary } from "./running";
import { root } from "./toolchain";

const tokens = Object.keys({ ...schema.resources, ...schema.functions }).filter((token) => !token.startsWith("pulumi:"));

describePart("go", "the generators", (go) => {
  const out = temporary();
  const text = (path: string) => readFileSync(join(out, path), "utf8");
  const sources = (language: string, ending: string) =>
    filesIn(join(out, language))
      .filter((path) => path.endsWith(ending))
      .map((path) => text(`${language}/${path}`))
      .join("\n");

  beforeAll(() => {
    const inputs = ["-schema", join(root, "schema.json"), "-license", join(root, "LICENSE")];
    run([go, "run", ".", ...inputs, "-out", out], { cwd: join(root, "tools", "sdkgen") });
    generateSdks(out);
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  it.each(["sdkgen", "sdkgen-java"])("pass their own tests: %s", (program) => {
    expect(run([go, "test", "./..."], { cwd: join(root, "tools", program) })).toContain("ok");
  });

  it.each(["nodejs", "python", "go"])("write what is checked in: %s", (language) => {
    const files = filesIn(join(out, language));
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md"]));
    expect(filesIn(join(root, "sdk", language))).toEqual(files);
    const differing = files.filter((path) => text(`${language}/${path}`) !== readFileSync(join(root, "sdk", language, path), "utf8"));
    expect(differing).toEqual([]);
  });

  it.each([
    ["nodejs", ".ts"],
    ["python", ".py"],
    ["go", ".go"],
    ["java", ".java"],
    ["dotnet", ".cs"],
  ])("offer every token: %s", (language, ending) => {
    const code = sources(language, ending);
    expect(tokens.filter((token) => !code.includes(token))).toEqual([]);
  });

  it("write a .NET project with its version, icon, license and plugin", () => {
    const project = text("dotnet/QuartetDev.Quartet.csproj");
    expect(project).toContain(`<Version>${version}</Version>`);
    expect(project).toContain("<PackageLicenseExpression>Apache-2.0</PackageLicenseExpression>");
    expect(text("dotnet/version.txt").trim()).toBe(version);
    expect(JSON.parse(text("dotnet/pulumi-plugin.json"))).toMatchObject({ resource: true, name: "quartet", version });
    expect(filesIn(join(out, "dotnet"))).toEqual(expect.arrayContaining(["LICENSE", "README.md", "logo.png"]));
  });
});
