// Deletions in several steps, of which the service can reject the last one. See docs/modules/cloud.md#rejected-deletions.
import { asProviderError } from "../../../core/errors/errors";

/** Runs the last step of a deletion. If it is rejected, the object continues to exist, and the earlier steps are undone. The error is that of the last step. */
export async function deleteOrRestore(deletion: () => Promise<void>, restore: () => Promise<unknown>): Promise<void> {
  try {
    await deletion();
  } catch (error) {
    if (!asProviderError(error).ambiguous) await restore().catch(() => undefined);
    throw error;
  }
}
