// Objects of lists, and positions in lists whose pages the service numbers by offset. Pure. See docs/protocol.md#list.
import { ProviderError } from "./errors";

/** An object of a list. */
export interface ListedObject {
  id: string;
  name: string;
  /** Where the list can begin again, at this object or before it: the position of its page. Absent: at the beginning. */
  page?: string | undefined;
}

/** Returns the offset that {@link ListedObject.page} contains; 0 without one. Fails with `invalid_argument` for another text. */
export function offsetOf(page: string | undefined): number {
  if (page === undefined) return 0;
  if (/^\d{1,15}$/.test(page)) return Number(page);
  throw new ProviderError(
    "invalid_argument",
    "List failed: the continuation token is not one of this resource type. List from the beginning.",
  );
}
