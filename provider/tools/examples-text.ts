// The examples in the descriptions of schema.json: from programs in every language to the block that the Pulumi Registry and the SDK generators read. Pure.

/** The languages of an example in the order of the Registry. */
export const exampleLanguages = ["typescript", "python", "csharp", "go", "java", "yaml"] as const;

/** The text of one example by its language. */
export type ExamplePrograms = Readonly<Partial<Record<(typeof exampleLanguages)[number], string>>>;

const begin = "<!--Start PulumiCodeChooser -->";
const end = "<!--End PulumiCodeChooser -->";
const block = new RegExp(`${begin}\n[\\s\\S]*?\n${end}`);

/** Returns the path below examples/tokens, without extension, of the program for a token: `search/SearchConnector` for `quartet:search:SearchConnector`. */
export function examplePath(token: string): string {
  const [, module = "", name = ""] = token.split(":");
  return module === "providers" ? `provider/${name.replace(/^\w+\//, "")}` : `${module}/${name}`;
}

/** Returns the part of a YAML program that an example shows: without the name and the runtime of its project. */
export function shownYaml(program: string): string {
  return program.replace(/^(?:name|runtime): .*\n/gm, "").trim();
}

/** Returns a description with the programs as its example; a description without one gets a section before that on imports. */
export function withExample(description: string, programs: ExamplePrograms): string {
  const fences = exampleLanguages.flatMap((language) => {
    const code = programs[language];
    return code === undefined ? [] : [`\`\`\`${language}\n${code}\n\`\`\``];
  });
  const chooser = [begin, ...fences, end].join("\n");
  // A function as replacement, because programs contain `$`.
  if (block.test(description)) return description.replace(block, () => chooser);
  const [text, ...rest] = description.split(/(?=\n\n## Import\n)/);
  return [`${text}\n\n## Example Usage\n\n${chooser}`, ...rest].join("");
}

/** Returns a description without the programs of the given languages; a section that has no program left is removed with its heading. */
export function withoutLanguages(description: string, languages: readonly string[]): string {
  const fences = new RegExp(`\`\`\`(?:${languages.join("|")})\n[\\s\\S]*?\n\`\`\`\n`, "g");
  return description.replace(block, (chooser) => chooser.replace(fences, "")).replace(`\n\n## Example Usage\n\n${begin}\n${end}`, "");
}
