// The making of objects whose id the service chooses: no action takes a token of the caller, so that a lost answer leaves a doubt that must be told
// (cloud-resources.md 2.1).
import type { Born } from "../../../core/legacy-contract";
import { asProviderError, ProviderError } from "../../../core/errors";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";

/** How an object is made. */
export interface Creation {
  action: string;
  params: PlainMap;
  /** The member of the answer that holds the id. */
  id: string;
  /** How to find the object that may have been made although the answer was lost: a sentence. */
  find: string;
}

/** Asks for a new object, once; answers its id, never empty, and the answer. An ambiguous failure says that there may be one all the same, and how to find it. */
export async function newObject(client: CloudClient, { action, params, id, find }: Creation): Promise<{ id: string; answer: PlainMap }> {
  return findable(find, async () => {
    const answer = await client.write(action, params, "creation");
    const made = isObject(answer) ? answer[id] : undefined;
    if (isObject(answer) && typeof made === "string" && made !== "") return { id: made, answer };
    throw client.nameless(action);
  });
}

/** Does what makes objects; an ambiguous failure says besides how to find what may have been made. */
export async function findable<T>(find: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.ambiguous) throw error;
    throw new ProviderError(error.code, `${error.message}\nThe object may have been created. ${find}`, { cause: error, ambiguous: true });
  }
}

/** The new object once it shows. A failed wait is told together with it: its id is never lost (cloud-resources.md 2.3). */
export async function onceShown(born: Born, wait: () => Promise<unknown>): Promise<Born> {
  try {
    await wait();
    return born;
  } catch (error) {
    return { ...born, failed: asProviderError(error) };
  }
}
