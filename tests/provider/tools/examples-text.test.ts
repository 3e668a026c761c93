// Conversion of programs to the example of a description, and the selection that the plugin serves.
import { examplePath, exampleLanguages, shownYaml, withExample, withoutLanguages } from "../../../provider/tools/examples-text";

const section = (...fences: string[]): string =>
  ["\n\n## Example Usage\n", "<!--Start PulumiCodeChooser -->", ...fences, "<!--End PulumiCodeChooser -->"].join("\n");
const typescript = "```typescript\nconst a = 1;\n```";
const yaml = "```yaml\na: $& $1 $$\n```";
const programs = { typescript: "const a = 1;", yaml: "a: $& $1 $$" };
const rest = "\n\n## Import\n\n```sh\npulumi import a\n```";

test("an example is a section of its own, before the section on imports", () => {
  expect(withExample("Reads.", programs)).toBe(`Reads.${section(typescript, yaml)}`);
  expect(withExample(`Reads.${rest}`, programs)).toBe(`Reads.${section(typescript, yaml)}${rest}`);
});

test("an example replaces the former one and keeps what follows, also with $ in a program", () => {
  const before = `${withExample("Reads.", { go: "package main" })}${rest}`;
  expect(withExample(before, programs)).toBe(`Reads.${section(typescript, yaml)}${rest}`);
});

test("the served selection keeps the programs of other languages; a section without programs goes, other fences stay", () => {
  expect(withoutLanguages(withExample("Reads.", programs), ["typescript", "go"])).toBe(`Reads.${section(yaml)}`);
  expect(withoutLanguages(`${withExample("Reads.", programs)}${rest}`, exampleLanguages)).toBe(`Reads.${rest}`);
});

test("programs are in the folder of their module, and shown without their project", () => {
  expect(examplePath("quartet:eventrouting/v1:Channel")).toBe("eventrouting/v1/Channel");
  expect(examplePath("pulumi:providers:quartet/terraformConfig")).toBe("provider/terraformConfig");
  expect(shownYaml("name: a\nruntime: yaml\noutputs:\n  name: b\n")).toBe("outputs:\n  name: b");
});
