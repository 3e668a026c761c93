// Positions in lists whose pages the service numbers by offset. Pure. See docs/protocol.md#list.
import { ProviderError } from "../core/errors/errors";

/** Returns the offset that {@link ListedObject.page} contains; 0 without one. Fails with `invalid_argument` for another text. */
export function offsetOf(page: string | undefined): number {
  if (page === undefined) return 0;
  if (/^\d{1,15}$/.test(page)) return Number(page);
  throw new ProviderError(
    "invalid_argument",
    "List failed: the continuation token is not one of this resource type. List from the beginning.",
  );
}
