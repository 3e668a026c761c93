// The command that sets a setting of the stack, for messages. Pure.

/** What the command sets. */
interface Setting {
  /** Left out for a secret one: the CLI reads it without an echo, so that the history of the shell does not have it. */
  value?: string;
  isSecret?: boolean;
}

/** Returns the command that sets a setting, or a part of one (`searchServers[0].username`), in backquotes. */
export function configCommand(path: string, { value = "VALUE", isSecret = false }: Setting = {}): string {
  const isPart = /[.[]/.test(path);
  const key = isPart ? ` --path ${quoteForShell(`quartet:${path}`)}` : ` quartet:${path}`;
  return `\`pulumi config set${isSecret ? " --secret" : ""}${key}${isSecret ? "" : ` ${value}`}\``;
}

/** Follows advice to change a setting: the two commands do not run the program, so that the engine takes the settings from the state. */
export const settingsNote = "`pulumi refresh` and `pulumi destroy` use the settings of the last `pulumi up`.";

/** Returns the command that removes a part of a setting, in backquotes. */
export function removalCommand(path: string): string {
  return `\`pulumi config rm --path ${quoteForShell(`quartet:${path}`)}\``;
}

/** Returns the text as one word of a shell. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
