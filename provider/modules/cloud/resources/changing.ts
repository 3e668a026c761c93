// Changes of objects that may have gone since they were last looked at (cloud-resources.md 2.1).
import { hinting } from "../errors";

const hint = "Where it does not exist any more, run `pulumi refresh` to take it out of the state; the next update makes it anew.";

/** The `apply` of a resource; where the service refuses with a code that says that the object is gone, the failure tells what helps. */
export function changing<Args extends unknown[]>(
  gone: readonly string[],
  apply: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => hinting(gone, hint, async () => apply(...args));
}
