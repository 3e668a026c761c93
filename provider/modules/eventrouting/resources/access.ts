// Reading and changing the access policy of an object: a change is read, made and written with the etag that was read, until nobody else was faster (eventrouting.md 11.2).
import type { PlainMap } from "../../../core/value";
import { createTurns } from "../../../http/turns";
import type { EventClient } from "../client";
import { isStatus, unlessMissing } from "../errors";
import type { Subject } from "../operations";
import { merged, policyIn, type Binding } from "../policies";

/** Changes of one object's policy by this process go one after the other. */
const inTurn = createTurns();
const mostRounds = 10;

/** The policy as the service answers it. Fails with a Refusal of status NOT_FOUND when the object is gone. */
export async function standingPolicy(client: EventClient, { name, asker }: Subject): Promise<PlainMap> {
  const query = { "options.requestedPolicyVersion": "3" };
  return client.ask({ method: "GET", name, verb: ":getIamPolicy", query, asker }, "resource");
}

/** The policy as the service answers it; nothing when the object is gone. */
export async function readPolicy(client: EventClient, subject: Subject): Promise<PlainMap | undefined> {
  return unlessMissing(() => standingPolicy(client, subject));
}

/** Writes a policy. Somebody else's change since the etag was read is a Refusal of status ABORTED. */
export async function writePolicy(client: EventClient, { name, asker }: Subject, body: PlainMap): Promise<PlainMap> {
  return client.ask({ method: "POST", name, verb: ":setIamPolicy", body, asker, abortedAgain: false }, "resource");
}

/**
 * Repeats a round of reading and writing as long as somebody else is faster, after growing pauses; answers what the last round does. No other change of this
 * policy by this process comes between. Fails with a Refusal of status ABORTED when no round is left.
 */
export async function untilSettled<T>(client: EventClient, name: string, round: () => Promise<T>, rounds = mostRounds): Promise<T> {
  return inTurn(`${await client.address()} ${name}`, client.operation.signal, async () => {
    for (let n = 1, step = 500; ; n++, step *= 2) {
      try {
        return await round();
      } catch (error) {
        if (!isStatus(error, "ABORTED") || n >= rounds) throw error;
        await client.wait(step * (1 + 3 * Math.random()));
      }
    }
  });
}

/** Changes the bindings of an object. `change` answers the new ones, or nothing when all is so already. Fails with `not_found` when the object is gone. */
export async function changeBindings(
  client: EventClient,
  subject: Subject,
  change: (bindings: Binding[]) => Binding[] | undefined,
): Promise<void> {
  await untilSettled(client, subject.name, async () => {
    const { etag, bindings } = policyIn(await standingPolicy(client, subject));
    const next = change(bindings);
    if (!next) return;
    const policy = { version: 3, ...(etag && { etag }), bindings: merged(next) as unknown as PlainMap[] };
    await writePolicy(client, subject, { policy });
  });
}
