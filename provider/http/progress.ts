// Status lines of a request that takes long: without them a service that does not respond looks like a provider that hangs. See docs/protocol.md#progress.
import type { RequestContext } from "../core/contract";

/** The time until the first line, and between two lines, in ms. Shorter waits are not reported: a host that requests a pause is reported once. */
const intervalMs = 10_000;

/** Settles as the request; until then reports every ten seconds how long it has been waiting, for a connection, a permit or the response. */
export async function reportProgress<T>(request: Promise<T>, operation: Pick<RequestContext, "status">): Promise<T> {
  let waitedMs = 0;
  const timer = setInterval(() => {
    waitedMs += intervalMs;
    operation.status(`waiting for the service (${waitedMs / 1000}s)`);
  }, intervalMs);
  try {
    return await request;
  } finally {
    clearInterval(timer);
  }
}
