// Creation of objects whose ID the service assigns: the API has no idempotency token, so a lost response leaves an object that only a hint can find.
// See docs/modules/cloud.md#write-retries.
import { ProviderError } from "../../../core/errors/errors";
import { isObject } from "../../../core/json/json";
import { textOf } from "../../../core/values/records";
import type { PlainMap } from "../../../core/values/value";
import { unlessCode, type CloudClient } from "../client";

/** How an object is created. */
interface Creation {
  action: string;
  params: PlainMap;
  /** The member of the response that contains the ID. */
  id: string;
  /** A sentence for the user: how to find the object when the response was lost. */
  lookupHint: string;
}

/** Returns whether the response of a create contains the whole object, of which these members tell. */
export function isWhole(result: PlainMap, members: readonly string[]): boolean {
  return members.every((member) => textOf(result[member]) !== undefined);
}

/** Writes to a new object. It may not be visible yet: the write is repeated while it fails with one of these codes. */
export async function writeWhenVisible(
  client: CloudClient,
  id: string,
  gone: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  await client.waitUntil(`visibility of ${id}`, () => unlessCode(gone, async () => write().then(() => true as const)));
}

/** Sends the request once; returns the ID, which is never empty, and the result. An ambiguous failure includes how to find the object. */
export async function createObject(
  client: CloudClient,
  { action, params, id, lookupHint }: Creation,
): Promise<{ id: string; result: PlainMap }> {
  return withLookupHint(lookupHint, async () => {
    const result = await client.write(action, params, "creation");
    const assigned = isObject(result) ? result[id] : undefined;
    if (isObject(result) && typeof assigned === "string" && assigned !== "") return { id: assigned, result };
    throw client.missingId(action);
  });
}

/** Runs a creation; an ambiguous failure includes how to find what may have been created. */
export async function withLookupHint<T>(lookupHint: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.ambiguous) throw error;
    throw new ProviderError(error.code, `${error.message}\nThe object may have been created. ${lookupHint}`, {
      cause: error,
      ambiguous: true,
    });
  }
}
