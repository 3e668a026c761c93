// Examples in descriptions, and the selection that the plugin serves. tests/examples/tokens compares those of the schema with their sources.
import { exampleLanguages, withExample, withoutLanguages } from "../../../provider/tools/examples-text";

const section = (...fences: string[]) =>
  ["\n\n## Example Usage\n", "<!--Start PulumiCodeChooser -->", ...fences, "<!--End PulumiCodeChooser -->"].join("\n");
const typescript = "```typescript\nconst a = 1;\n```";
const yaml = "```yaml\na: $& $1 $$\n```";
const programs = { typescript: "const a = 1;", yaml: "a: $& $1 $$" };
const rest = "\n\n## Import\n\n```sh\npulumi import a\n```";

test("an example is before the section on imports, and replaces the former one, also with $ in a program", () => {
  const former = `${withExample("Reads.", { go: "package main" })}${rest}`;
  for (const before of [`Reads.${rest}`, former]) expect(withExample(before, programs)).toBe(`Reads.${section(typescript, yaml)}${rest}`);
});

test("the served selection keeps the programs of other languages; a section without programs goes, other fences stay", () => {
  expect(withoutLanguages(withExample("Reads.", programs), ["typescript", "go"])).toBe(`Reads.${section(yaml)}`);
  expect(withoutLanguages(`${withExample("Reads.", programs)}${rest}`, exampleLanguages)).toBe(`Reads.${rest}`);
});
