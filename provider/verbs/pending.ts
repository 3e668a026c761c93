// Operations that continue at the service after a create or an update was interrupted: the state contains their name until it is known how they ended.
// See docs/protocol.md#pending-operations.
import type { Context } from "../contract/context";
import { hasCode, ProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { isMap, unwrapSecret, type ValueMap } from "../core/values/value";
import type { RegisteredResource } from "./registry";

/** The internal output with the name of the operation. */
export const pendingOutput = "__pending";

/** A read of an object that an operation may still write. */
interface PendingRead<Found> {
  id: string;
  state: ValueMap;
  read(): Promise<Found | undefined>;
}

/** Reads the object. Fails with the state as it is while the operation runs: until then the object is neither absent nor as it will be. */
export async function readPending<Found>(
  { implementation: resource, token }: RegisteredResource,
  { id, state, read }: PendingRead<Found>,
  context: Context<unknown>,
): Promise<Found | undefined> {
  const operation = operationIn(state);
  if (operation === undefined || !resource.pending) return read();
  const isRunning = await resource.pending.isRunning(operation, context).catch(async (error: unknown) => requireReadable(error, read));
  if (!isRunning) return read();
  const message = `Read incomplete: ${token} ${id}: the operation of an interrupted write has not ended: ${operation}. Run \`pulumi up\`, which waits for the end.`;
  throw new ResourceInitFailedError(id, state, [message], { cause: new ProviderError("aborted", message) });
}

/** Returns false if only the permission to read the operation is missing, and the object exists. Fails with the error otherwise. */
async function requireReadable(error: unknown, read: () => Promise<unknown>): Promise<false> {
  if (!hasCode(error, "permission_denied") || (await read()) === undefined) throw error;
  return false;
}

/** The operation, or a state that may contain one, and the object that it writes. */
interface PendingWrite {
  from: ValueMap | string;
  read(): Promise<unknown>;
}

/**
 * Waits for the end of the operation: until then a write may not find the object that it is about. If the caller may not read the operation,
 * an object that exists is sufficient.
 */
export async function waitForPending(
  { implementation: resource }: RegisteredResource,
  { from, read }: PendingWrite,
  context: Context<unknown>,
): Promise<void> {
  const operation = isMap(from) ? operationIn(from) : from;
  if (operation === undefined || !resource.pending) return;
  await resource.pending.wait(operation, context).catch(async (error: unknown) => requireReadable(error, read));
}

function operationIn(state: ValueMap): string | undefined {
  const operation = unwrapSecret(state[pendingOutput]);
  return typeof operation === "string" ? operation : undefined;
}
