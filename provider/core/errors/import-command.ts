// The command that imports an object, for messages. Pure.
import { nameOfUrn } from "../values/urn";

/** Returns the command that imports the object as the resource of the URN. `NAME` stands for the name of the resource if the URN is empty. */
export function importCommand(token: string, urn: string, id: string): string {
  return `pulumi import ${token} ${shellWord(nameOfUrn(urn) || "NAME")} ${shellWord(id)}`;
}

function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
