// What a successful response of the service contains. Everything else is the response of another server, and never the absence or the state of an object.
// See docs/modules/eventrouting.md#errors.
import { ProviderError } from "../../core/errors/errors";
import { excerpt } from "../../core/errors/excerpt";
import { textOf, wholeRows } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import type { EventClient } from "./client";
import { isSameObject } from "./ids";
import type { Subject } from "./operations";
import type { RemoteIamPolicy, RemoteRecord } from "./remote";

/** Advice for a response that may come from another server. */
export const addressAdvice = "Check eventApiUrl and the proxies.";

/** Returns the record if it is that of the object. Fails with `unavailable` for the body of another server, and for another object. */
export async function requireNamed(client: EventClient, subject: Subject, record: PlainMap): Promise<PlainMap> {
  const { name }: RemoteRecord = record;
  if (typeof name === "string" && isSameObject(subject.name, name)) return record;
  throw await unexpectedResponse(client, subject, record);
}

/** Returns the error for a JSON object of another server, for example of a proxy, or for the record of another object. */
export async function unexpectedResponse(client: EventClient, { name, caller }: Subject, body: PlainMap): Promise<ProviderError> {
  const shown = (text: string): string => excerpt(text, (part) => client.context.redact(part)) ?? "none";
  const { name: other }: RemoteRecord = body;
  const what =
    typeof other === "string" ? `the name in the response is ${shown(other)}` : `its members are: ${shown(Object.keys(body).join(", "))}`;
  const message = `${caller} ${name}: ${await client.address()} returned another object: ${what}`;
  return new ProviderError("unavailable", `${message}. ${addressAdvice}`);
}

/**
 * Returns the body if it is a policy: also one without bindings has an etag. Fails with `unavailable` otherwise: it may be the body of another server, and a
 * write without the etag, or without some of the bindings, would undo the changes of other writers.
 */
export async function requirePolicy(client: EventClient, subject: Subject, body: RemoteIamPolicy): Promise<PlainMap> {
  const { name, caller } = subject;
  if (![body.bindings, body.auditConfigs].every(wholeRows)) throw await unexpectedResponse(client, subject, body);
  if (textOf(body.etag) !== undefined) return body;
  const reason = `${await client.address()} returned a policy without an etag, which a write needs to keep the changes of others`;
  throw new ProviderError("unavailable", `${caller} ${name}: ${reason}. ${addressAdvice}`);
}
