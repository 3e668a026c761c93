// Conversion of programs to the example of a description, and the selection that the plugin serves.
import { examplePath, exampleLanguages, shownYaml, withExample, withoutLanguages } from "../../../provider/tools/examples-text";

const programs = { typescript: "const a = 1;", yaml: "outputs:\n  a: ${b}" };
const block = [
  "<!--Start PulumiCodeChooser -->",
  "```typescript",
  "const a = 1;",
  "```",
  "```yaml",
  "outputs:",
  "  a: ${b}",
  "```",
  "<!--End PulumiCodeChooser -->",
].join("\n");

describe("withExample", () => {
  it("adds a section to a description that has none", () => {
    expect(withExample("Reads.", programs)).toBe(`Reads.\n\n## Example Usage\n\n${block}`);
  });

  it("adds it before the section on imports", () => {
    expect(withExample("Manages.\n\n## Import\n\nBy ID.", programs)).toBe(
      `Manages.\n\n## Example Usage\n\n${block}\n\n## Import\n\nBy ID.`,
    );
  });

  it("replaces the programs and keeps what follows them", () => {
    const before = withExample("Reads.", { go: "package main" });
    expect(withExample(`${before}\n\n## Import`, programs)).toBe(`Reads.\n\n## Example Usage\n\n${block}\n\n## Import`);
  });

  it("takes $ of a program as it is", () => {
    const twice = withExample(withExample("Reads.", programs), { yaml: "a: $& $1 $$" });
    expect(twice).toContain("a: $& $1 $$\n");
  });
});

describe("withoutLanguages", () => {
  it("keeps the programs of other languages", () => {
    const only = withExample("Reads.", { yaml: programs.yaml });
    expect(withoutLanguages(withExample("Reads.", programs), ["typescript", "go"])).toBe(only);
  });

  it("removes a section without programs, and no other fence", () => {
    const rest = "\n\n## Import\n\n```sh\npulumi import a\n```";
    expect(withoutLanguages(`${withExample("Reads.", programs)}${rest}`, exampleLanguages)).toBe(`Reads.${rest}`);
  });
});

describe("sources", () => {
  it("are in the folder of their module", () => {
    expect(examplePath("quartet:eventrouting/v1:Channel")).toBe("eventrouting/v1/Channel");
    expect(examplePath("pulumi:providers:quartet/terraformConfig")).toBe("provider/terraformConfig");
  });

  it("are shown without their project", () => {
    expect(shownYaml("name: a\nruntime: yaml\noutputs:\n  name: b\n")).toBe("outputs:\n  name: b");
  });
});
