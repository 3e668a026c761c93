/** The failure of the service agent in the first minutes of the service in a project. See docs/modules/eventrouting.md#first-use. */
import { EventFailure } from "./errors";
import type { State } from "./state";

/** The message of the service. */
export const agentDenied =
  'Invalid resource state for "": Permission denied while using the Eventarc Service Agent. If you recently started to use Eventarc, it may take a few minutes before all necessary permissions are propagated to the Service Agent. Otherwise, verify that it has Eventarc Service Agent role.';

/**
 * Counts a creation against `firstUse`. @throws EventFailure FAILED_PRECONDITION where the failure is in the response; an operation fails in its end instead.
 */
export const checkAgent = ({ firstUse, operations }: State): void => {
  if (firstUse.rejections === 0) return;
  firstUse.rejections -= 1;
  if (firstUse.in === "response") throw new EventFailure("FAILED_PRECONDITION", agentDenied);
  operations.next.unshift({ ...operations.usual, error: { status: "FAILED_PRECONDITION", message: agentDenied } });
};
