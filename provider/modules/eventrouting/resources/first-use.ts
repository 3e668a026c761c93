// Repeats a create while the permissions of the service agent are not in effect yet, in the first minutes of the service in a project.
// See docs/modules/eventrouting.md#first-use.
import { asProviderError, type ProviderError, withHint } from "../../../core/errors/errors";
import type { EventClient } from "../client";
import { rejectionReason } from "../errors";

const agentDenied = /permission denied while using the eventarc service agent/i;
const notPropagated = /may take a few minutes before all necessary permissions are propagated/i;

/** Returns whether the error means that the service agent does not have its permissions yet. Other errors about permissions do not pass by themselves. */
function isPropagating(error: unknown): boolean {
  const reason = rejectionReason(error);
  return agentDenied.test(reason) && notPropagated.test(reason);
}

/**
 * Repeats the create until an attempt ends otherwise than with {@link isPropagating}. `exists` returns whether the last attempt has created the object: it is
 * not repeated then, and neither is one whose object may exist. Fails with the reason of the signal, and the last response in it.
 */
export async function createOnFirstUse(client: EventClient, attempt: () => Promise<void>, exists: () => boolean): Promise<void> {
  let attempts = 0;
  let rejected: ProviderError | undefined;
  const read = async (): Promise<true> => {
    attempts++;
    rejected = undefined;
    await attempt();
    return true;
  };
  const isRepeated = (error: unknown): boolean => {
    const failure = asProviderError(error);
    if (!isPropagating(error) || failure.ambiguous || exists()) return false;
    rejected = failure;
    client.context.status(`waiting for service agent permissions (attempt ${attempts + 1} follows)`);
    return true;
  };
  try {
    await client.poll({ read, isRepeated, pauses: { first: 5000, factor: 1.5, longest: 30_000, jitter: 0.2 } });
  } catch (error) {
    throw rejected === undefined ? error : withHint(asProviderError(error), `The last response: ${rejected.message}`);
  }
}
