/** The examples in schema.json are what the generators make of examples/tokens; the conversion checks the types of all YAML programs, as the YAML host does. */
import { join } from "node:path";
import { describePart } from "../../sdk/parts";
import { check, programsOf, root } from "./programs";

describePart("go", "sources of the examples", () => {
  it("are converted without errors to what schema.json shows", () => {
    const tsx = join(root, "node_modules", ".bin", "tsx");
    const checked = check(root, [tsx, join("provider", "tools", "generate-examples.ts"), "--check"], { npm_config_loglevel: "error" });
    expect(checked.output.split("\n").filter((line) => /schema\.json|examplegen|rror/.test(line))).toEqual([]);
    expect(checked.succeeds).toBe(true);
  });
});

describe("examples in C#", () => {
  it.each([...programsOf("csharp")])("%s are complete: one deployment with balanced brackets", (_name, code) => {
    const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    const count = (bracket: string): number => bare.split(bracket).length;
    expect([count("{"), count("("), count("[")]).toEqual([count("}"), count(")"), count("]")]);
    expect(code.match(/Deployment\.RunAsync/g)).toHaveLength(1);
    expect(code).toContain("using Quartet = QuartetDev.Quartet;");
  });
});
