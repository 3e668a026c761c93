// Reads and changes the IAM policy of an object. A change is a cycle of read, modify and write with the etag of the read, repeated while other writers interfere.
// See docs/modules/eventrouting.md#iam-bindings.
import type { PlainMap } from "../../../core/value";
import { createKeyedMutex } from "../../../http/concurrency/keyed-mutex";
import { withReportedLock } from "../../../http/concurrency/report-wait";
import type { EventClient } from "../client";
import { isStatus } from "../errors";
import { unlessGone } from "../gone";
import type { Subject } from "../operations";
import { normalizeBindings, policyIn, type Binding } from "../policies";
import { otherServerError } from "./objects";

/** Serializes the changes of one policy within this process. */
const mutex = createKeyedMutex();
const maximumRounds = 10;

/** Returns the policy as the API returns it. Fails with status NOT_FOUND when the object does not exist, with `unavailable` for the body of another server. */
export async function fetchPolicy(client: EventClient, { name, resourceType }: Subject): Promise<PlainMap> {
  const query = { "options.requestedPolicyVersion": "3" };
  const policy = await client.request({ method: "GET", name, verb: ":getIamPolicy", query, resourceType }, "resource");
  return requirePolicy(client, { name, resourceType }, policy);
}

/**
 * Returns the body if it is a policy; an empty one may have no members. The JSON of another server would be stored as the policy by a refresh, and be the
 * success of a write.
 */
function requirePolicy(client: EventClient, subject: Subject, body: PlainMap): PlainMap {
  const keys = Object.keys(body);
  if (keys.length === 0 || keys.some((key) => members.has(key))) return body;
  throw otherServerError(client, subject, body);
}

const members: ReadonlySet<string> = new Set(["bindings", "auditConfigs", "etag", "version"]);

/** Returns the policy as the API returns it, undefined when the object does not exist. */
export async function readPolicy(client: EventClient, subject: Subject): Promise<PlainMap | undefined> {
  return unlessGone(() => fetchPolicy(client, subject));
}

/** Writes a policy and returns the new one. A change by another writer since the etag was read fails with status ABORTED. */
export async function writePolicy(client: EventClient, { name, resourceType }: Subject, body: PlainMap): Promise<PlainMap> {
  const request = { method: "POST", name, verb: ":setIamPolicy", body, resourceType, retriesAborted: false } as const;
  return requirePolicy(client, { name, resourceType }, await client.request(request, "resource"));
}

/**
 * Repeats a round of read and write after a conflict, with growing pauses, and returns the result of the last round. This process makes no other change of the
 * policy at the same time. Fails with status ABORTED when no round is left.
 */
export async function retryConflicts<T>(client: EventClient, name: string, round: () => Promise<T>, rounds = maximumRounds): Promise<T> {
  const lock = { mutex, key: `${await client.address()} ${name}`, what: "another change of the policy" };
  return withReportedLock(lock, client.context, async () => {
    for (let n = 1, step = 500; ; n++, step *= 2) {
      try {
        return await round();
      } catch (error) {
        if (!isStatus(error, "ABORTED") || n >= rounds) throw error;
        const pause = step * (1 + 3 * Math.random());
        // A short wait needs no status line. See docs/protocol.md#progress.
        if (pause >= 2000) client.context.status(`another writer changes the policy, next try in ${Math.round(pause / 1000)}s`);
        await client.wait(pause);
      }
    }
  });
}

/** Changes the bindings of an object. `change` returns the new ones, undefined when nothing has to change. Fails with `not_found` when the object does not exist. */
export async function changeBindings(
  client: EventClient,
  subject: Subject,
  change: (bindings: Binding[]) => Binding[] | undefined,
): Promise<void> {
  await retryConflicts(client, subject.name, async () => {
    const { etag, bindings } = policyIn(await fetchPolicy(client, subject));
    const next = change(bindings);
    if (!next) return;
    const policy = { version: 3, ...(etag && { etag }), bindings: normalizeBindings(next) };
    await writePolicy(client, subject, { policy });
  });
}
