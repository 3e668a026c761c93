// Spellings of property names. Exceptions to these rules are in the tables of the modules. Pure.

/** Returns `group_id` for `groupId`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
