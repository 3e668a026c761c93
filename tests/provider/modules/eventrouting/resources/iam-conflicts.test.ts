/** Policies that several hands change at once: turns within a process, etags between processes. See docs/modules/eventrouting.md#errors and docs/modules/eventrouting.md#iam-resources. */
import { TransportError } from "../../../../../provider/http/transport-error";
import { iamBindings } from "../../../../../provider/modules/eventrouting/resources/iam-bindings";
import { drive } from "../../../../support/drive";
import { iamPolicies } from "../../../../../provider/modules/eventrouting/resources/iam-policies";
import { clientOver, failure, home, operation, refused, type Asked } from "../support";
import { ana, iamStage, kinds, ops, stage, viewer, wordsOf } from "./iam-stage";

const name = `${home}/triggers/orders`;
const place = { project: "demo-project", location: "us-central1" };
const member = (who: string) => ({ name, ...place, role: viewer, member: `user:${who}@example.com` });
const people = (prefix: string): string[] => Array.from({ length: 20 }, (_, i) => `${prefix}${String(i).padStart(2, "0")}`);
const isWrite = ({ line }: Asked): boolean => line.endsWith(":setIamPolicy");
const aborted = refused(409, "ABORTED", "There were concurrent policy changes.");

test.each(kinds)(
  "many members of one role of one %s, made and removed at once in one process: each is written once, none is lost",
  async (kind, collection) => {
    const made = stage();
    const resource = drive(iamBindings[`${kind}IamMember`]);
    const [object, client] = [`${home}/${collection}/orders`, clientOver(made.send)];
    const inputs = people("p").map((who) => ({ ...member(who), name: object }));
    const ids = await Promise.all(inputs.map(async (each) => (await resource.create(each, client)).id));
    expect(made.emulator.policies.of(object).bindings).toEqual([{ role: viewer, members: inputs.map((each) => each.member) }]);
    expect(made.asked.filter(isWrite)).toHaveLength(20);
    expect(client.waits).toEqual([]);
    await Promise.all(ids.map(async (id, i) => resource.delete(id, inputs[i]!, client)));
    expect(made.emulator.policies.of(object).bindings).toEqual([]);
    expect(made.asked.filter(isWrite)).toHaveLength(40);
  },
);

interface Process {
  iamBindings: typeof iamBindings;
  clientOver: typeof clientOver;
}

/** The module as another process has it: with turns of its own. */
function anotherProcess(): Process {
  let other!: Process;
  jest.isolateModules(() => {
    const { iamBindings } = require("../../../../../provider/modules/eventrouting/resources/iam-bindings") as Process;
    const { clientOver } = require("../support") as Process;
    other = { iamBindings, clientOver };
  });
  return other;
}

test("members made by two processes at once: conflicts are met with a new round, none is lost", async () => {
  const made = stage();
  // Answers take a moment, so that the rounds of the two mingle; pauses are short, but real.
  const slow: typeof made.send = async (request) => {
    await new Promise(setImmediate);
    return made.send(request);
  };
  const wait = async (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds / 250));
  const make = ({ iamBindings, clientOver }: Process, prefix: string): unknown[] => {
    const client = clientOver(slow, operation(), { tools: { wait } });
    return people(prefix).map(async (who) => drive(iamBindings.TriggerIamMember).create(member(who), client));
  };
  await Promise.all([...make({ iamBindings, clientOver }, "m"), ...make(anotherProcess(), "t")]);
  const expected = [...people("m"), ...people("t")].map((who) => member(who).member).sort();
  expect(made.emulator.policies.of(name).bindings).toEqual([{ role: viewer, members: expected }]);
  expect(made.emulator.calls.filter(({ status }) => status === "ABORTED").length).toBeGreaterThan(0);
});

test("a conflict is a new round with the new etag, after a pause of 0.5 to 2 s that doubles", async () => {
  const made = stage();
  const client = clientOver(made.send);
  let faster = 3;
  made.instead = (asked) => {
    if (isWrite(asked) && faster-- > 0)
      made.emulator.policies.write(name, { bindings: [{ role: viewer, members: [ops] }], auditConfigs: [] });
    return undefined;
  };
  await drive(iamBindings.TriggerIamMember).create(member("ana"), client);
  const etags = made.asked.filter(isWrite).map(({ body }) => (body!["policy"] as { etag: string }).etag);
  expect(new Set(etags).size).toBe(4);
  expect(made.emulator.policies.of(name).bindings).toEqual([{ role: viewer, members: [ops, ana].sort() }]);
  expect(client.waits).toHaveLength(3);
  for (const [n, wait] of client.waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(500 * 2 ** n);
    expect(wait).toBeLessThan(2000 * 2 ** n);
  }
});

test.each([
  ["member", async (client: ReturnType<typeof clientOver>) => drive(iamBindings.TriggerIamMember).create(member("ana"), client)],
  [
    "policy",
    async (client: ReturnType<typeof clientOver>) => drive(iamPolicies.TriggerIamPolicy).create({ ...place, triggerId: "orders" }, client),
  ],
])("a %s gives up after ten rounds", async (_title, create) => {
  const made = stage();
  made.instead = (asked) => (isWrite(asked) ? aborted : undefined);
  const error = await failure(create(clientOver(made.send)));
  expect(error).toMatchObject({ code: "aborted" });
  expect(error.message).toContain("ABORTED");
  expect(made.asked.filter(isWrite)).toHaveLength(10);
  expect(made.asked.filter((asked) => !isWrite(asked))).toHaveLength(10);
});

test("who waits for a turn, or for the next round, leaves when his operation ends", async () => {
  const made = stage();
  made.instead = (asked) => (isWrite(asked) ? aborted : undefined);
  const ending = new AbortController();
  const context = operation(ending.signal);
  const client = clientOver(made.send, context);
  const wait = jest.spyOn(client, "wait").mockImplementation(
    async () =>
      new Promise((_resolve, reject) => {
        ending.signal.addEventListener("abort", () => reject(ending.signal.reason as Error));
      }),
  );
  const both = ["ana", "zoe"].map(async (who) => wordsOf(drive(iamBindings.TriggerIamMember).create(member(who), client)));
  while (wait.mock.calls.length === 0) await new Promise(setImmediate);
  ending.abort(new Error("cancelled"));
  expect(await Promise.all(both)).toEqual(["cancelled", "cancelled"]);
  expect(made.asked.filter(isWrite)).toHaveLength(1);
  // The turn is free for the next one.
  made.instead = () => undefined;
  await drive(iamBindings.TriggerIamMember).create(member("ana"), clientOver(made.send));
});

describe("an etag of the program's own", () => {
  const policy = (etag: string) => ({ triggerId: "orders", etag, bindings: [{ role: viewer, members: [ana] }] });

  test("is sent in the place of the one that was read", async () => {
    const { stack, written } = iamStage("TriggerIamPolicy", "triggers");
    await stack.up(policy("ACAB"));
    expect(written()).toMatchObject([{ policy: { etag: "ACAB" } }]);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(policy("ACAB"))).toBe("same");
  });

  test("that is old is a failure, without another round", async () => {
    const { stack, written } = iamStage("TriggerIamPolicy", "triggers");
    expect(await wordsOf(stack.up(policy("BwOld")))).toContain("ABORTED");
    expect(written()).toHaveLength(1);
    expect(stack.kept).toBeUndefined();
  });

  test("after a lost answer the policy is looked at, and is ours", async () => {
    const made = stage();
    let lost = 1;
    const send: typeof made.send = async (request) => {
      const answer = await made.send(request);
      if (request.url.endsWith(":setIamPolicy") && lost-- > 0)
        throw new TransportError("sent", "ECONNRESET", "the connection was reset", { ambiguous: true });
      return answer;
    };
    const { stack } = iamStage("TriggerIamPolicy", "triggers", { ...made, send });
    expect(await stack.up(policy("ACAB"))).toBe("create");
    expect(stack.kept!.id).toBe(name);
    expect(made.asked.filter(isWrite)).toHaveLength(2);
    expect(made.emulator.policies.of(name).bindings).toEqual([{ role: viewer, members: [ana] }]);
  });

  test("after a lost answer somebody else's policy is not taken for ours", async () => {
    const made = stage();
    const send: typeof made.send = async (request) => {
      if (!request.url.endsWith(":setIamPolicy")) return made.send(request);
      made.emulator.policies.write(name, { bindings: [{ role: viewer, members: [ops] }], auditConfigs: [] });
      throw new TransportError("body", "ECONNRESET", "the connection was reset", { ambiguous: true, cause: "test" });
    };
    const client = clientOver(send);
    const inputs = { ...place, ...policy("ACAB") };
    const [ours, theirs] = [drive(iamPolicies.TriggerIamPolicy), drive(iamBindings.TriggerIamBinding)];
    expect((await failure(ours.create(inputs, client))).ambiguous).toBe(true);
    expect(await ours.find(inputs, client)).toMatchObject({
      state: { bindings: [{ members: [ops] }] },
      written: { bindings: [{ members: [ana] }] },
    });
    const bound = { name, ...place, role: viewer, members: [ana] };
    expect(await theirs.find(bound, client)).toMatchObject({ id: `${name} ${viewer}`, state: { members: [ops] } });
    expect(await drive(iamBindings.TriggerIamMember).find(member("ana"), client)).toBeUndefined();
  });
});
