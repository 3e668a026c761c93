// Long-running operations: polled until they are done. See docs/modules/eventrouting.md#operations.
import { asProviderError, hasCode, ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import { textOf } from "../../core/records";
import type { PlainMap } from "../../core/value";
import type { EventClient } from "./client";
import { operationError } from "./errors";
import { isGone } from "./gone";

/** The response of a successful operation; undefined if the service no longer has the operation. */
export interface OperationResult {
  response: PlainMap | undefined;
}

/** The object that an operation works on. */
export interface Subject {
  /** The full name. */
  name: string;
  /** The short name of the kind. */
  resourceType: string;
}

/** Consecutive polls that may fail for a missing permission: a new permission takes some seconds to apply. */
const maximumDenials = 3;

/**
 * Waits for the end of the operation of a write. Fails with the error of the operation, with a missing permission to read it, and with the reason of the abort
 * signal: the operation continues at the service then. Failures of single polls are ignored until the time limit of the resource.
 */
export async function awaitOperation(client: EventClient, begun: PlainMap, subject: Subject): Promise<OperationResult> {
  const { name, done } = begun;
  if (done !== true && textOf(name) === undefined)
    throw new ProviderError("unavailable", `${titleOf(subject)}: the response is not an operation. Check eventApiUrl and the proxies.`);
  let reported = "";
  let denials = 0;
  let state = begun;
  for (let step = 1000; ; step = Math.min(step * 1.5, 15_000)) {
    const { done, metadata = {}, error = null } = state;
    const redacted = client.redact({ metadata, error });
    const message = messageOf(redacted);
    if (message !== "" && message !== reported) client.operation.status(message);
    reported = message;
    if (done === true) return endOf({ ...state, ...redacted }, subject);
    await client.wait(step * (1 + 0.2 * Math.random()));
    const next = await poll(client, String(name), subject.resourceType);
    if (next === "gone") return { response: undefined };
    if (next instanceof ProviderError) {
      denials = hasCode(next, "unauthenticated", "permission_denied") ? denials + 1 : 0;
      if (denials >= maximumDenials) throw next;
    } else {
      denials = 0;
      state = next;
    }
  }
}

async function poll(client: EventClient, name: string, resourceType: string): Promise<PlainMap | "gone" | ProviderError> {
  try {
    return await client.request({ method: "GET", name, resourceType }, "resource");
  } catch (error) {
    if (isGone(error)) return "gone";
    if (client.operation.signal.aborted) throw error;
    return asProviderError(error);
  }
}

function endOf({ error, response }: PlainMap, subject: Subject): OperationResult {
  if (isObject(error)) throw operationError(titleOf(subject), error);
  return { response: isObject(response) ? response : undefined };
}

const titleOf = ({ resourceType, name }: Subject): string => `${resourceType} ${name}`;

function messageOf({ metadata }: PlainMap): string {
  const { statusMessage } = isObject(metadata) ? metadata : {};
  return textOf(statusMessage) ?? "";
}
