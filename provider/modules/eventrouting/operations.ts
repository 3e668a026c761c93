// Long-running operations: polled until they are done. See docs/modules/eventrouting.md#operations.
import { asProviderError, hasCode, type ProviderError, withHint } from "../../core/errors/errors";
import { isObject } from "../../core/json/json";
import { scalarText, textOf } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import { reportWait } from "../../http/concurrency/report-wait";
import type { EventClient } from "./client";
import { OperationError, operationError } from "./errors";
import { readRecord } from "./gone";
import { unexpectedResponse } from "./response";
import { partsOf, requestPath } from "./ids";
import type { RemoteOperation } from "./remote";

/** The end of an operation that did not fail. */
interface OperationResult {
  /** Undefined if the service no longer has the operation, so that its outcome is unknown; empty if it is done without a response. */
  response: PlainMap | undefined;
}

/** The object that an operation works on. */
export interface Subject {
  /** The full name. */
  name: string;
  /** The resource type or function that requests it, for messages. */
  caller: string;
}

/** Consecutive polls that may fail for a missing permission: a new permission takes some seconds to apply. */
const maximumDenials = 3;
/** The pauses between polls, in ms. */
const pauses = { first: 1000, factor: 1.5, longest: 15_000, jitter: 0.2 };

/**
 * Waits for the end of the operation of a write. Fails with the error of the operation, with a missing permission to read it, and with the reason of the abort
 * signal: the operation continues at the service then. Failures of single polls are ignored until the time limit of the resource.
 */
export async function awaitOperation(client: EventClient, begun: PlainMap, subject: Subject): Promise<OperationResult> {
  await requireOperation(client, begun, subject);
  const operation = { name: scalarText(begun.name), caller: subject.caller };
  let state: PlainMap | undefined = begun;
  let reported = "";
  let denials = 0;
  let failure: ProviderError | undefined;
  const read = async (): Promise<OperationResult | undefined> => {
    state ??= await readRecord(client, operation);
    if (state === undefined) return { response: undefined };
    const { done, metadata = {}, error = null } = state;
    const redacted = client.redact({ metadata, error });
    const message = statusMessage(redacted);
    if (message !== "" && message !== reported) client.context.status(message);
    reported = message;
    const result = { ...state, ...redacted };
    [state, failure, denials] = [undefined, undefined, 0];
    return done === true ? resultOf(result, subject) : undefined;
  };
  const isRepeated = (error: unknown): boolean => {
    if (error instanceof OperationError || client.context.signal.aborted) return false;
    failure = asProviderError(error);
    denials = hasCode(failure, "unauthenticated", "permission_denied") ? denials + 1 : 0;
    return denials < maximumDenials;
  };
  const end = reportWait(client.context, () => (reported === "" ? "the operation" : undefined));
  try {
    return (await client.poll({ read, pauses, isRepeated }))!;
  } catch (error) {
    if (failure === undefined || error === failure) throw error;
    // After an abort the failure of the last poll may be why the end is unknown.
    throw withHint(asProviderError(error), `The last read of the operation failed: ${failure.message}`);
  } finally {
    end();
  }
}

/** Fails with `unavailable`, and an ambiguous outcome of the write, for a response that is not an operation. */
export async function requireOperation(client: EventClient, begun: PlainMap, subject: Subject): Promise<void> {
  if (begun.done === true || isOperation(begun)) return;
  throw withHint(await unexpectedResponse(client, subject, begun), "", { ambiguous: true });
}

/** Returns whether the name is that of an operation, and can be part of a path. */
function isOperation({ name }: RemoteOperation): boolean {
  const text = textOf(name);
  if (text === undefined || !partsOf("operations", text)) return false;
  try {
    requestPath(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether an operation still runs, of which only the name is known. Logs a warning with the error of one that failed. */
export async function isRunning(client: EventClient, name: string, caller: string): Promise<boolean> {
  if (!isOperation({ name })) return false;
  const state = await readRecord(client, { name, caller });
  if (state?.done !== true) return state !== undefined;
  const { error } = client.redact({ error: state.error ?? null });
  if (isObject(error)) client.context.log("warning", operationError({ name, caller }, error).message);
  return false;
}

/** Waits for the end of an operation, a success or a failure. */
export async function waitForEnd(client: EventClient, name: string, caller: string): Promise<void> {
  const end = reportWait(client.context, () => "the operation of an interrupted write");
  const read = async (): Promise<true | undefined> => ((await isRunning(client, name, caller)) ? undefined : true);
  await client.poll({ read, pauses }).finally(end);
}

function resultOf({ error, response }: PlainMap, subject: Subject): OperationResult {
  if (isObject(error)) throw operationError(subject, error);
  return { response: isObject(response) ? response : {} };
}

function statusMessage({ metadata }: PlainMap): string {
  const { statusMessage } = isObject(metadata) ? metadata : {};
  return textOf(statusMessage) ?? "";
}
