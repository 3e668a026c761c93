// Which errors state that an object does not exist. See docs/modules/eventrouting.md#errors.
import { undefinedIf } from "../../kit/absence";
import { isStatus } from "./errors";

/** Returns whether the error states that the object of the request does not exist. */
export function isGone(error: unknown): boolean {
  return isStatus(error, "NOT_FOUND");
}

/** Returns the result of the work; undefined when a request in it states that the object does not exist. */
export async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  return undefinedIf(isGone, work);
}
