// Reads and changes the IAM policy of an object. A change is a cycle of read, modify and write with the etag of the read, repeated while other writers interfere.
// See docs/modules/eventrouting.md#iam-bindings.
import type { ObjectCollection } from "../../../contract/shared-reads";
import { asProviderError, withHint } from "../../../core/errors/errors";
import type { PlainMap } from "../../../core/values/value";
import { createKeyedMutex } from "../../../core/concurrency/keyed-mutex";
import { withReportedLock } from "../../../http/concurrency/report-wait";
import type { EventClient } from "../client";
import { isStatus } from "../errors";
import { unlessGone } from "../gone";
import { requireWritablePolicy } from "../response";
import type { Subject } from "../operations";
import { normalizeBindings, policyIn, type Binding } from "../policies";

/** Serializes the changes of one policy within this process. */
const mutex = createKeyedMutex();
const maximumRounds = 10;

/** Returns the policy as the API returns it. Fails with status NOT_FOUND when the object does not exist. */
export async function fetchPolicy(client: EventClient, { name, caller }: Subject): Promise<PlainMap> {
  const query = { "options.requestedPolicyVersion": "3" };
  const policy = await client.request({ method: "GET", name, verb: ":getIamPolicy", query, caller }, "resource");
  return requireWritablePolicy(client, { name, caller }, policy);
}

/** Returns the policy as the API returns it, undefined when the object does not exist. */
export async function readPolicy(client: EventClient, subject: Subject): Promise<PlainMap | undefined> {
  return unlessGone(() => fetchPolicy(client, subject));
}

/** The IAM policies of objects by the names of these: bindings, members and policies of one object share its policy. */
export const policyCollection: ObjectCollection<EventClient, PlainMap> = {
  parentOf: (name) => name,
  several: async ([name = ""], client) => readPolicies(name, client),
  async *all(name, client) {
    yield await readPolicies(name, client);
  },
};

async function readPolicies(name: string, client: EventClient): Promise<ReadonlyMap<string, PlainMap>> {
  const policy = await readPolicy(client, { name, caller: "IamPolicy" });
  return new Map(policy && [[name, policy]]);
}

/** Writes a policy and returns the new one. A change by another writer since the etag was read fails with status ABORTED. */
export async function writePolicy(client: EventClient, { name, caller }: Subject, body: PlainMap): Promise<PlainMap> {
  const request = { method: "POST", name, verb: ":setIamPolicy", body, caller, retriesAborted: false } as const;
  const policy = await client.request(request, "resource");
  return requireWritablePolicy(client, { name, caller }, policy).catch((error: unknown) => {
    throw withHint(error, "", { ambiguous: true });
  });
}

/**
 * Repeats a round of read and write after a conflict, with growing pauses, and returns the result of the last round. This process makes no other change of the
 * policy at the same time. Fails with status ABORTED when no round is left. `mayBeWritten`: an earlier round has lost the response of its write.
 */
export async function retryConflicts<T extends object>(
  client: EventClient,
  name: string,
  round: (mayBeWritten: boolean) => Promise<T>,
  rounds = maximumRounds,
): Promise<T> {
  const lock = { mutex, key: `${(await client.connection()).url} ${name}`, what: "another change of the policy" };
  return withReportedLock(lock, client.context, async () => {
    let mayBeWritten = false;
    let left = rounds;
    const result = await client.poll({
      read: () => round(mayBeWritten),
      pauses: { first: 500, factor: 2, longest: Infinity, jitter: 3 },
      isRepeated(error) {
        mayBeWritten ||= asProviderError(error).ambiguous;
        return isStatus(error, "ABORTED") && --left > 0;
      },
      onPause(_elapsed, next) {
        // A short wait needs no status line. See docs/protocol.md#progress.
        if (next >= 2000) client.context.status(`another writer changes the policy, next try in ${Math.round(next / 1000)}s`);
      },
    });
    return result!;
  });
}

/** Returns the new bindings, undefined when nothing has to change. See {@link retryConflicts} for `mayBeWritten`. */
type BindingsChange = (bindings: Binding[], mayBeWritten: boolean) => Binding[] | undefined;

/** Changes the bindings of an object, and returns the policy that it has then. Fails with `not_found` when the object does not exist. */
export async function changeBindings(client: EventClient, subject: Subject, change: BindingsChange): Promise<PlainMap> {
  return retryConflicts(client, subject.name, async (mayBeWritten) => {
    const remote = await fetchPolicy(client, subject);
    const { etag, bindings } = policyIn(remote);
    const next = change(bindings, mayBeWritten);
    if (!next) return remote;
    const policy = { version: 3, etag, bindings: normalizeBindings(next) };
    return writePolicy(client, subject, { policy });
  });
}
