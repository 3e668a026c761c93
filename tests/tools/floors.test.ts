/** The oldest versions that quartet supports: tools/floors.json states them, and every manifest and the README agree. */
import floors from "../../tools/floors.json";
import { read } from "./files";

const [cliMajor, cliMinor] = floors.cli.split(".");

test.each([
  ["package.json", `"node": ">=${floors.node}"`],
  ["sdk/nodejs/package.json", `"@pulumi/pulumi": "^${floors.nodeRuntime}"`],
  ["sdk/python/pyproject.toml", `requires-python = ">=${floors.python}"`],
  ["sdk/python/pyproject.toml", `"pulumi>=${floors.pythonRuntime},<4.0.0"`],
  ["sdk/go/go.mod", `github.com/pulumi/pulumi/sdk/v3 v${floors.goRuntime}`],
  ["examples/first-program-go/go.mod", `\ngo ${floors.go}`],
  ["schema.json", `"com.pulumi:pulumi": "${floors.javaRuntime}"`],
  ["tools/sdkgen-java/finish.go", `<maven.compiler.release>${floors.java}</maven.compiler.release>`],
  ["tools/pulumi-oldest/go.mod", `github.com/pulumi/pulumi/pkg/v3 v${floors.cli}`],
  ["tools/pulumi.ts", `const oldest = [${cliMajor}, ${cliMinor}]`],
  ["README.md", `| Pulumi CLI | ${cliMajor}.${cliMinor} |`],
  ["README.md", `| Node.js (plugin and TypeScript) | ${floors.node} |`],
  ["README.md", `| Python | ${floors.python}, with \`pulumi\` 3.231 |`],
  ["README.md", `| Go | ${floors.go}, with`],
  ["README.md", `| Java | ${floors.java}, with \`com.pulumi:pulumi\` ${floors.javaRuntime} |`],
  ["README.md", `| .NET | ${floors.dotnet} |`],
  ["tools/sdkgen/readme/python.md", `Python ${floors.python} or newer`],
  ["tools/sdkgen/readme/go.md", `Go ${floors.go} or newer`],
  ["tools/sdkgen/readme/java.md", `Java ${floors.java} or newer`],
  ["tools/sdkgen/readme/nodejs.md", `CLI ${cliMajor}.${cliMinor} or newer`],
])("%s states %s", (path, stated) => {
  expect(read(path)).toContain(stated);
});

test("the versions of Node.js begin with the floor and have a hash", () => {
  const versions = floors.nodesTested.map(({ version }) => version);
  expect(versions[0]).toBe(`${floors.node}.0`);
  expect(new Set(versions.map((version) => version.split(".")[0]))).toEqual(new Set(["20", "22", "24", "26"]));
  for (const { integrity } of floors.nodesTested) expect(integrity).toMatch(/^sha512-.{86}==$/);
});
