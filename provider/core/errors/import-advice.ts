// The advice to import an object, for messages. Pure.
import { nameOfUrn } from "../values/urn";

/**
 * Returns how to import the object as the resource of the URN. `NAME` stands for the name of the resource if the URN is empty. The command imports it without a
 * parent and with the default provider.
 */
export function importAdvice(token: string, urn: string, id: string): string {
  const command = `pulumi import ${token} ${shellWord(nameOfUrn(urn) || "NAME")} ${shellWord(id)}`;
  return `import it with \`${command}\`, or with the resource option \`import\` if it has a parent or another provider than the default one`;
}

function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
