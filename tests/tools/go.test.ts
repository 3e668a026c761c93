/** Building Go programs with a fake Go: once per go.mod, and atomically. */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildGo, goPackage, type GoBuild } from "../../tools/go";
import { fakeGo, folder, goModule, program, write } from "./files";

let home: string;
let source: string;
let build: GoBuild;
const logged: string[] = [];
const calls = () =>
  readFileSync(join(home, "path", "calls"), "utf8")
    .trim()
    .split("\n");

beforeEach(() => {
  home = folder();
  source = goModule(join(home, "tools", "made"), "made", "v1.2.3");
  fakeGo(join(home, "path"));
  logged.length = 0;
  const environment = { PATH: `${join(home, "path")}:/usr/bin:/bin`, GOFLAGS: "-mod=mod" };
  build = { bin: join(home, "bin"), environment, log: (line) => logged.push(line) };
});

test("the package is that of the tool line of go.mod, which must be there", () => {
  expect(goPackage(source)).toEqual({ name: "example.com/x/cmd/made", version: "v1.2.3" });
  const empty = write(join(home, "empty", "go.mod"), "");
  expect(() => goPackage(join(home, "empty"))).toThrow(`${empty} has no "tool" line`);
});

describe("buildGo", () => {
  it("builds from go.mod alone, without C, and sets the version of the program", async () => {
    const made = await buildGo({ module: source, versionVariable: "example.com/x.Version" }, build);
    expect(made).toBe(join(home, "bin", "made"));
    expect(execFileSync(made, { encoding: "utf8" })).toBe("example.com/x/cmd/made\n");
    expect(calls()).toHaveLength(1);
    expect(calls()[0]).toContain(`${source}  0 build -mod=readonly`);
    expect(calls()[0]).toContain("-X example.com/x.Version=v1.2.3");
    expect(logged).toEqual([expect.stringContaining("building made v1.2.3"), expect.stringContaining("built made in")]);
  });

  it("builds again when go.sum has changed; else it does nothing the second time, not even without Go", async () => {
    await buildGo({ module: source }, build);
    logged.length = 0;
    await expect(buildGo({ module: source }, { ...build, environment: { PATH: "/nowhere" } })).resolves.toBe(join(home, "bin", "made"));
    expect(logged).toEqual([]);
    appendFileSync(join(source, "go.sum"), "example.com/x v9.9.9 h1:=\n");
    await buildGo({ module: source }, build);
    expect(calls()).toHaveLength(2);
  });

  it("names what to install if Go is missing", async () => {
    await expect(buildGo({ module: source }, { ...build, environment: { PATH: "/nowhere" } })).rejects.toThrow("install Go 1.25 or newer");
    await expect(buildGo({ module: source }, { ...build, environment: {}, withoutGo: "Bring Go." })).rejects.toThrow("Bring Go.");
  });

  it("passes the output of Go when the build fails, and leaves no files", async () => {
    program(join(home, "path"), "go", 'echo "go: downloading example.com/x v1" >&2; echo "x.go:1: broken" >&2; exit 3');
    await expect(buildGo({ module: source }, build)).rejects.toThrow("go build of tools/made ended with 3:\n  x.go:1: broken");
    expect(existsSync(join(home, "bin", "made"))).toBe(false);
    expect(readdirSync(join(home, "bin"))).toEqual([]);
  });
});
