// Which failures mean that an object does not exist: the same status for objects, policies and operations. See docs/modules/eventrouting.md#errors. Pure.
import { isStatus } from "./errors";

/** Returns whether the error means that the object of the request does not exist. */
export function isGone(error: unknown): boolean {
  return isStatus(error, "NOT_FOUND");
}

/** Returns the result of the work; undefined when a request in it reports that the object does not exist. */
export async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}
