// Which errors state that an object does not exist, and reads that return it. See docs/modules/eventrouting.md#errors.
import { undefinedIf } from "../../kit/absence";
import type { PlainMap } from "../../core/values/value";
import type { EventClient } from "./client";
import { isStatus } from "./errors";
import type { Subject } from "./operations";
import { requireNamed } from "./response";
import type { Budget } from "./retry-policy";

/** Returns whether the error states that the object of the request does not exist. */
export function isGone(error: unknown): boolean {
  return isStatus(error, "NOT_FOUND");
}

/** Returns the result of the work; undefined when a request in it states that the object does not exist. */
export async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  return undefinedIf(isGone, work);
}

/** Returns an object or operation as the service returns it, undefined when it does not exist. Fails with `unavailable` for the body of another server. */
export async function readRecord(
  client: EventClient,
  { name, caller }: Subject,
  budget: Budget = "resource",
): Promise<PlainMap | undefined> {
  const record = await unlessGone(() => client.request({ method: "GET", name, caller }, budget));
  return record && requireNamed(client, { name, caller }, record);
}
