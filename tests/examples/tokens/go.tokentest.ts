/** The Go programs of the examples compile against the SDK and pass `go vet`. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describePart } from "../../sdk/parts";
import { check, programCount, programsOf, root, writeFiles, type Checked } from "./programs";

const sdk = join(root, "sdk", "go");

/** A module over the SDK of this repository, with the versions that the SDK requires. */
function goMod() {
  const [path = ""] = /^module (\S+)$/m.exec(readFileSync(join(sdk, "go.mod"), "utf8"))?.slice(1) ?? [];
  return `module examples\n\ngo 1.25\n\nrequire ${path} v0.0.0\n\nreplace ${path} => ${sdk}\n`;
}

describePart("go", "examples in Go", () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  const vet = (programs: Map<string, string>) => {
    const folder = writeFiles([["go.mod", goMod()], ...[...programs].map(([name, code]) => [`${name}/main.go`, code] as const)]);
    folders.push(folder);
    return check(folder, ["go", "vet", "./..."], { CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=mod -buildvcs=false" });
  };
  const errors = ({ output }: Checked) => output.split("\n").filter((line) => line.includes("main.go:"));

  it("compile", () => {
    const programs = programsOf("go");
    expect(programs.size).toBe(programCount("go"));
    const checked = vet(programs);
    expect(errors(checked)).toEqual([]);
    expect(checked).toMatchObject({ succeeds: true });
  });

  it("assert no list or map of objects to be one of plain values, which would compile and panic", () => {
    const wrong = /\((?:\[\]|map\[string\])[a-z]\w*\.[A-Z]\w*, error\) \{[^}]*\}\)\.\(pulumi\.(?:Array|Map)Output\)/;
    expect([...programsOf("go")].filter(([, code]) => wrong.test(code)).map(([name]) => name)).toEqual([]);
  });

  it("are really checked: an argument that does not exist is found", () => {
    const [[, code] = ["", ""]] = [...programsOf("go")].filter(([name]) => name === "search_getSearchIngestProcessorBytes");
    const checked = vet(new Map([["wrong", code.replace(/^(\t+)Field:/m, "$1Colour: pulumi.String(`red`),\n$1Field:")]]));
    expect(checked.succeeds).toBe(false);
    expect(errors(checked)).toEqual([expect.stringContaining("unknown field Colour")]);
  });
});
