// What a successful response of the service contains. Everything else is the response of another server, and never the absence or the state of an object.
// See docs/modules/eventrouting.md#errors.
import { ProviderError } from "../../core/errors/errors";
import { excerpt } from "../../core/errors/excerpt";
import { isBlank, textOf, wholeRows } from "../../core/values/records";
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

/** Returns the record of a lookup: that of the object, or one without a name, because the service leaves out empty members. Fails as {@link requireNamed}. */
export async function requireRecord(
  client: EventClient,
  subject: Subject,
  record: PlainMap,
  members: readonly string[],
): Promise<PlainMap> {
  const { name }: RemoteRecord = record;
  return isBlank(name) && isOfService(record, members) ? record : requireNamed(client, subject, record);
}

/** Returns whether a body is that of the service: it has one of these members, or none at all. */
function isOfService(body: PlainMap, members: readonly string[]): boolean {
  const names = Object.keys(body);
  return names.length === 0 || names.some((name) => members.includes(name));
}

/** Returns the error for a JSON object of another server, for example of a proxy, or for the record of another object. */
export async function unexpectedResponse(client: EventClient, { name, caller }: Subject, body: PlainMap): Promise<ProviderError> {
  const shown = (text: string): string => excerpt(text, (part) => client.context.redact(part)) ?? "none";
  const { name: other }: RemoteRecord = body;
  const what =
    typeof other === "string" ? `the name in the response is ${shown(other)}` : `its members are: ${shown(Object.keys(body).join(", "))}`;
  const message = `${caller} ${name}: ${(await client.connection()).url} returned another object: ${what}`;
  return new ProviderError("unavailable", `${message}. ${addressAdvice}`);
}

/** Returns the body if it is a policy. Fails with `unavailable` otherwise: it may be the body of another server. */
export async function requirePolicy(client: EventClient, subject: Subject, body: RemoteIamPolicy): Promise<PlainMap> {
  const isPolicy = isOfService(body, ["etag", "version", "bindings", "auditConfigs"]);
  if (isPolicy && [body.bindings, body.auditConfigs].every(wholeRows)) return body;
  throw await unexpectedResponse(client, subject, body);
}

/**
 * Returns the body if it is a policy with an etag, which also one without bindings has. Fails with `unavailable` otherwise: a write without the etag, or without
 * some of the bindings, would undo the changes of other writers.
 */
export async function requireWritablePolicy(client: EventClient, subject: Subject, body: RemoteIamPolicy): Promise<PlainMap> {
  const { name, caller } = subject;
  if (textOf((await requirePolicy(client, subject, body)).etag) !== undefined) return body;
  const reason = `${(await client.connection()).url} returned a policy without an etag, which a write needs to keep the changes of others`;
  throw new ProviderError("unavailable", `${caller} ${name}: ${reason}. ${addressAdvice}`);
}
