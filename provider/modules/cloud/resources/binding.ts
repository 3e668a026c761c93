// What the making of bindings has in common: both ends must be there, and a binding that stands already is somebody else's until it is imported.
import { ProviderError } from "../../../core/errors";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { isCode } from "../errors";

/** What a reading action answers. Fails with a refusal, or with `not_found` when it answers nothing; `what` begins that sentence. */
export async function demand(client: CloudClient, action: string, params: PlainMap, what: string): Promise<PlainMap> {
  const found = await client.find(action, params, []);
  if (found) return found;
  throw new ProviderError("not_found", `${what} does not exist`);
}

/** A binding that may stand already. */
export interface Bound {
  id: string;
  /** How the service refuses to make it then, among other reasons. */
  codes: readonly string[];
  /** Answers something when it stands. */
  look(): Promise<unknown>;
}

/**
 * Makes a binding. Fails with `already_exists`, and the way to take it over, when it stands already (cloud-resources.md 4.14). After an attempt that may have been
 * carried out it may be this one: then the failure is ambiguous, and `recover` looks for it.
 */
export async function bindAnew({ id, codes, look }: Bound, bind: () => Promise<unknown>): Promise<void> {
  try {
    await bind();
  } catch (error) {
    if (!isCode(error, codes) || (error as ProviderError).ambiguous || !(await look())) throw error;
    const { message } = error as ProviderError;
    throw new ProviderError("already_exists", `${message}\nThe binding is there already; import it with the id ${id}.`, { cause: error });
  }
}
