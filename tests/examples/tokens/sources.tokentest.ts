/** The examples in schema.json are what the generators make of examples/tokens; the conversion checks the types of all YAML programs, as the YAML host does. */
import { join } from "node:path";
import { describePart } from "../../sdk/parts";
import { check, root } from "./programs";

describePart("go", "150: sources of the examples", () => {
  it("are converted without errors to what schema.json shows", () => {
    const tsx = join(root, "node_modules", ".bin", "tsx");
    const checked = check(root, [tsx, join("provider", "tools", "generate-examples.ts"), "--check"], { npm_config_loglevel: "error" });
    expect(checked.output.split("\n").filter((line) => /schema\.json|examplegen|rror/.test(line))).toEqual([]);
    expect(checked.succeeds).toBe(true);
  });
});
