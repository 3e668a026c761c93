// Operations that continue at the service after a create was interrupted: the state contains their name until it is known how they ended.
// See docs/protocol.md#pending-operations.
import type { Context } from "../contract/context";
import { ProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { isMap, unwrapSecret, type ValueMap } from "../core/values/value";
import type { RegisteredResource } from "./registry";

/** The internal output with the name of the operation. */
export const pendingOutput = "__pending";

/** A read of an object that an operation may still create. */
interface PendingRead<Found> {
  id: string;
  state: ValueMap;
  read(): Promise<Found | undefined>;
}

/** Reads the object. Fails with the state as it is while the operation runs that creates the object: until then it is not absent. */
export async function readPending<Found>(
  { implementation: resource, token }: RegisteredResource,
  { id, state, read }: PendingRead<Found>,
  context: Context<unknown>,
): Promise<Found | undefined> {
  const found = await read();
  const operation = operationIn(state);
  if (found !== undefined || operation === undefined || !resource.pending) return found;
  if (!(await resource.pending.isRunning(operation, context))) return read();
  const message = `Read incomplete: ${token} ${id}: the operation that creates it has not ended: ${operation}. Run \`pulumi up\`, which waits for the end.`;
  throw new ResourceInitFailedError(id, state, [message], { cause: new ProviderError("aborted", message) });
}

/** Waits for the end of the operation, or of the one in a state: until then a write may not find the object that it is about. */
export async function waitForPending(
  { implementation: resource }: RegisteredResource,
  from: ValueMap | string,
  context: Context<unknown>,
): Promise<void> {
  const operation = isMap(from) ? operationIn(from) : from;
  if (operation !== undefined) await resource.pending?.wait(operation, context);
}

function operationIn(state: ValueMap): string | undefined {
  const operation = unwrapSecret(state[pendingOutput]);
  return typeof operation === "string" ? operation : undefined;
}
