// Objects that another writer changes or creates: create adopts only an object that agrees with its inputs. tests/invariants/update covers updates.
// See docs/protocol.md#writes and docs/modules/eventrouting.md#resources.
import type { HttpResponse, Send } from "../../../../../provider/contract/http";
import { emulatorFixture, eventStack, failure, home, lost, objectKinds } from "../support";
import { ana, iamSetup, ops, viewer } from "./iam-setup";

/** A response of a proxy instead of the service: the outcome of the write is unknown, and it is not retried. */
const unreadable = (response: HttpResponse) => ({ ...response, status: 200, body: "<html>" });

const lostResponse = () => {
  throw lost("body");
};

/** Carries each POST out, but loses the response of the first or `nth` one after another writer has come; those of later ones, too, if `always`. */
function losing(send: Send, meanwhile: () => void, { lose = unreadable, nth = 1, always = false } = {}): Send {
  let posts = 0;
  return async (request) => {
    const response = await send(request);
    if (request.method !== "POST" || ++posts < nth || (posts > nth && !always)) return response;
    meanwhile();
    return lose(response);
  };
}

describe("a create whose response is lost", () => {
  const kindOf = (wanted: string) => objectKinds.find(({ kind }) => kind === wanted)!;
  const age = { createTime: new Date(Date.now() - 100_000).toISOString() };

  test.each([
    ["Trigger", { labels: { other: "x" } }],
    ["Trigger", { destination: { workflow: "other" } }],
    ["Channel", { cryptoKeyName: `${home}/keyRings/events/cryptoKeys/other` }],
    ["ChannelConnection", { channel: `${home}/channels/other` }],
    ["Channel", age],
  ])("%s: an object with other inputs, or an older one, is not adopted: %j", async (kind, other) => {
    const fixture = emulatorFixture();
    const { collection, program } = kindOf(kind);
    const store = fixture.emulator.objects[collection];
    const name = `${home}/${collection}/orders`;
    const send = losing(fixture.send, () => store.set(name, { ...store.get(name)!, ...other }));
    const { stack } = eventStack(kind, { ...fixture, send });
    const error = await failure(stack.up(program));
    expect(error.code).toBe("already_exists");
    const commands = expect.stringMatching(`^pulumi import quartet:eventrouting/v1:${kind} \\S+ ${name}\``);
    expect(error.message.match(/pulumi import .*/g)).toEqual([commands]);
    if (other !== age) expect(error.message).toContain(Object.keys(other)[0]);
    expect(stack.stored).toBeUndefined();
    expect(store.get(name)).toMatchObject(other);
  });

  const policies: [kind: string, program: object, code: string][] = [
    ["TriggerIamPolicy", { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] }, "unavailable"],
    ["TriggerIamBinding", { name: "orders", role: viewer, members: [ana] }, "already_exists"],
    ["TriggerIamMember", { name: "orders", role: viewer, member: ana }, "unavailable"],
  ];

  const foreign = [{ role: viewer, members: [ops] }];

  test.each(policies)("%s: a policy that another writer set is not adopted", async (kind, program, code) => {
    const fixture = iamSetup(kind);
    const send = losing(fixture.send, () => fixture.write(foreign), { always: true });
    const { stack } = eventStack(kind, { ...fixture, send });
    await expect(stack.up(program)).rejects.toMatchObject({ code });
    expect(stack.stored).toBeUndefined();
  });

  const made = [...objectKinds, ...policies.slice(1).map(([kind, program]) => ({ kind, program }))];

  test.each(made)("$kind: what the lost write has made is adopted", async ({ kind, program }) => {
    for (const lose of [unreadable, lostResponse]) {
      const fixture = kind.includes("Iam") ? iamSetup(kind) : emulatorFixture();
      const { stack } = eventStack(kind, { ...fixture, send: losing(fixture.send, () => undefined, { lose }) });
      expect(await stack.up(program)).toBe("create");
      expect(stack.stored!.unfinished).toEqual([]);
      expect(await stack.up(program)).toBe("same");
    }
  });

  test.each([
    [1, undefined],
    [2, undefined],
    // Another writer has changed the policy since.
    [2, foreign],
  ])("TriggerIamPolicy with an etag: the conflict of the repeated write %i is its own, but not after %j", async (nth, other) => {
    const fixture = iamSetup("TriggerIamPolicy");
    const { policy, written } = fixture;
    const send = losing(fixture.send, () => void (other && fixture.write(other)), { lose: lostResponse, nth });
    const { stack } = eventStack("TriggerIamPolicy", { ...fixture, send });
    if (nth > 1) await stack.up({ triggerId: "orders", bindings: [] });
    const program = { triggerId: "orders", etag: policy().etag, bindings: [{ role: viewer, members: [ana] }] };
    const work = stack.up(program);
    if (other) await expect(work).rejects.toMatchObject({ cause: { code: "aborted", ambiguous: true } });
    else await work;
    expect(policy().bindings).toEqual(other ?? program.bindings);
    expect(written()).toHaveLength(nth + 1);
  });
});
