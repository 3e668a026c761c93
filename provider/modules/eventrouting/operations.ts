// Long-running operations: asked for again and again until they are done. See docs/modules/eventrouting.md#operations.
import { asProviderError, hasCode, ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import type { PlainMap } from "../../core/value";
import type { EventClient } from "./client";
import { isStatus, operationError } from "./errors";

/** How an operation has ended well: its response, or nothing where the operation is forgotten already and only the object can tell. */
export interface OperationResult {
  response: PlainMap | undefined;
}

/** The object that an operation works on. */
export interface Subject {
  /** In full. */
  name: string;
  /** The short name of the kind. */
  resourceType: string;
}

/** How many looks in a row may be refused for want of a right: a new right takes a moment to spread, but nobody waits for one that is not coming. */
const mostRefusals = 3;

/**
 * Waits for the end of the operation that a write has begun. Fails with a Refusal when it ends badly or may not be looked at, and with the reason of the
 * operation's signal: the work at the service goes on then. Failures of single looks are passed over; the time limit of the resource's operation ends them.
 */
export async function awaitOperation(client: EventClient, begun: PlainMap, subject: Subject): Promise<OperationResult> {
  const { name } = begun;
  if (begun["done"] !== true && (typeof name !== "string" || name === ""))
    throw new ProviderError("unavailable", `${titled(subject)}: the answer is no operation; check eventApiUrl and the proxies on the way`);
  let told = "";
  let refusals = 0;
  let state = begun;
  for (let step = 1000; ; step = Math.min(step * 1.5, 15_000)) {
    const { metadata = {}, error = null } = state;
    const said = client.discreet({ metadata, error });
    const message = messageOf(said);
    if (message !== "" && message !== told) client.operation.status(message);
    told = message;
    if (state["done"] === true) return endOf({ ...state, ...said }, subject);
    await client.wait(step * (1 + 0.2 * Math.random()));
    const next = await look(client, String(name), subject.resourceType);
    if (next === "forgotten") return { response: undefined };
    if (next instanceof ProviderError) {
      refusals = hasCode(next, "unauthenticated", "permission_denied") ? refusals + 1 : 0;
      if (refusals >= mostRefusals) throw next;
    } else {
      refusals = 0;
      state = next;
    }
  }
}

async function look(client: EventClient, name: string, resourceType: string): Promise<PlainMap | "forgotten" | ProviderError> {
  try {
    return await client.request({ method: "GET", name, resourceType }, "resource");
  } catch (error) {
    if (isStatus(error, "NOT_FOUND")) return "forgotten";
    if (client.operation.signal.aborted) throw error;
    return asProviderError(error);
  }
}

function endOf({ error, response }: PlainMap, subject: Subject): OperationResult {
  if (isObject(error)) throw operationError(titled(subject), error);
  return { response: isObject(response) ? response : undefined };
}

const titled = ({ resourceType, name }: Subject): string => `${resourceType} ${name}`;

function messageOf({ metadata }: PlainMap): string {
  const message = isObject(metadata) ? metadata["statusMessage"] : undefined;
  return typeof message === "string" ? message : "";
}
