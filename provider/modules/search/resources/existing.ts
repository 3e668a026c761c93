// Messages about objects that exist already, or that may exist after a failed create. See docs/modules/search.md#index-template-errors. Pure.
import type { CreateRequest } from "../../../core/contract";
import { ProviderError, withHint } from "../../../core/errors";
import { objectName } from "./ids";

/** The object of a create: its ID, and the command that imports it. */
export interface NewObject {
  /** The kind in messages, for example `Index template`. */
  kind: string;
  id: string;
  importCommand: CreateRequest<unknown, unknown>["importCommand"];
}

/** Creates the error of a create that finds another object of its name: the inputs that differ, and the command that imports it. */
export function alreadyExists(object: NewObject, different: readonly string[]): ProviderError {
  return new ProviderError("already_exists", existingMessage(object, different));
}

/** Returns the message of {@link alreadyExists}. */
export function existingMessage({ kind, id, importCommand }: NewObject, different: readonly string[]): string {
  const difference = different.length === 0 ? "" : ` and differs in ${different.join(", ")}`;
  const advice = `Import it with \`${importCommand(id)}\`, or choose another name.`;
  return `${kind} "${objectName(id)}" already exists${difference}. ${advice}`;
}

/** Runs a create. If the object may exist although it failed, the error contains the command that imports it. */
export async function withImportHint<T>({ id, importCommand }: NewObject, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.ambiguous) throw error;
    throw withHint(error, `If the object exists, import it with \`${importCommand(id)}\`.`);
  }
}
