// Messages about objects that exist already, or that may exist after a failed create. See docs/modules/search.md#index-template-errors. Pure.
import { ProviderError, withHint } from "../../../core/errors";
import { objectName } from "./ids";

/** Creates the error of a create that finds another object of its name: the inputs that differ, and the command that imports it. */
export function alreadyExists(token: string, kind: string, id: string, different: readonly string[]): ProviderError {
  return new ProviderError("already_exists", existingMessage(token, kind, id, different));
}

/** Returns the message of {@link alreadyExists}. */
export function existingMessage(token: string, kind: string, id: string, different: readonly string[]): string {
  const difference = different.length === 0 ? "" : ` and differs in ${different.join(", ")}`;
  const advice = `Import it with \`${importCommand(token, id)}\`, or choose another name.`;
  return `${kind} "${objectName(id)}" already exists${difference}. ${advice}`;
}

/** Runs a create. If the object may exist although it failed, the error contains the command that imports it. */
export async function withImportHint<T>(token: string, id: string, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.ambiguous) throw error;
    throw withHint(error, `If the object exists, import it with \`${importCommand(token, id)}\`.`);
  }
}

function importCommand(token: string, id: string): string {
  return `pulumi import ${token} ${shellWord(objectName(id))} ${shellWord(id)}`;
}

function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
