// The format of schema.json, so that manual edits and tools produce the same text. Pure.

/** Lists of names whose order has no meaning. */
const sortedLists: ReadonlySet<string> = new Set(["required", "requiredInputs"]);

/**
 * Returns the text of a package schema in the format of the project: two blanks for each level, keys of every object in the order of their code units,
 * the names in `required` and `requiredInputs` likewise and each once, all other lists as they are, one line end at the end.
 * Fails when `text` is not JSON.
 */
export function formatSchema(text: string): string {
  return `${JSON.stringify(sortKeys(JSON.parse(text)), null, 2)}\n`;
}

function sortKeys(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return isNameList(key, value) ? [...new Set(value)].sort() : value.map((element) => sortKeys(element));
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortKeys(member, name)]));
}

function isNameList(key: string, list: readonly unknown[]): list is string[] {
  return sortedLists.has(key) && list.every((name) => typeof name === "string");
}
