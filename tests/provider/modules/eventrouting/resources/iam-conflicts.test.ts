/** Concurrent changes of policies: a mutex within a process, etags between processes. See docs/modules/eventrouting.md#errors and docs/modules/eventrouting.md#iam-resources. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { TransportError } from "../../../../../provider/http/transport-error";
import { iamBindings } from "../../../../../provider/modules/eventrouting/resources/iam-bindings";
import { driveResource, type ResourceDriver } from "../../../../support/resource-driver";
import { iamPolicies } from "../../../../../provider/modules/eventrouting/resources/iam-policies";
import { clientOver, failure, home, operation, errorReply, schema, type SentRequest } from "../support";
import { ana, iamSetup, kinds, ops, setup, viewer, errorMessageOf } from "./iam-setup";

type Client = ReturnType<typeof clientOver>;
type Kind = keyof typeof iamBindings | keyof typeof iamPolicies;

const drive = (kind: Kind, resources: object = { ...iamBindings, ...iamPolicies }): ResourceDriver<Client> =>
  driveResource(`quartet:eventrouting/v1:${kind}`, (resources as Record<Kind, object>)[kind], schema);

const name = `${home}/triggers/orders`;
const place = { project: "demo-project", location: "us-central1" };
const member = (who: string) => ({ name, ...place, role: viewer, member: `user:${who}@example.com` });
const people = (prefix: string): string[] => Array.from({ length: 20 }, (_, i) => `${prefix}${String(i).padStart(2, "0")}`);
const isWrite = ({ line }: SentRequest): boolean => line.endsWith(":setIamPolicy");
const aborted = errorReply(409, "ABORTED", "There were concurrent policy changes.");

test.each(kinds)(
  "many members of one role of one %s, created and deleted at once in one process: each is written once, none is lost",
  async (kind, collection) => {
    const fixture = setup();
    const resource = drive(`${kind}IamMember`);
    const object = `${home}/${collection}/orders`;
    const client = clientOver(fixture.send);
    const inputs = people("p").map((who) => ({ ...member(who), name: object }));
    const ids = await Promise.all(inputs.map(async (each) => resource.create(each, client)));
    expect(fixture.emulator.policies.of(object).bindings).toEqual([{ role: viewer, members: inputs.map((each) => each.member) }]);
    expect(fixture.requests.filter(isWrite)).toHaveLength(20);
    expect(client.waits).toEqual([]);
    await Promise.all(ids.map(async (id) => resource.delete(id, client)));
    expect(fixture.emulator.policies.of(object).bindings).toEqual([]);
    expect(fixture.requests.filter(isWrite)).toHaveLength(40);
  },
);

interface Process {
  iamBindings: typeof iamBindings;
  clientOver: typeof clientOver;
}

/** The module as another process has it, with its own mutex. */
function anotherProcess(): Process {
  let other!: Process;
  jest.isolateModules(() => {
    const { iamBindings } = require("../../../../../provider/modules/eventrouting/resources/iam-bindings") as Process;
    const { clientOver } = require("../support") as Process;
    other = { iamBindings, clientOver };
  });
  return other;
}

test("members created by two processes at once: conflicts are retried, none is lost", async () => {
  const fixture = setup();
  // Responses are asynchronous, so that the two processes interleave. Delays are short, but real.
  const slow: typeof fixture.send = async (request) => {
    await new Promise(setImmediate);
    return fixture.send(request);
  };
  const wait = async (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds / 250));
  const make = ({ iamBindings, clientOver }: Process, prefix: string): unknown[] => {
    const client = clientOver(slow, operation(), { tools: { wait } });
    return people(prefix).map(async (who) => drive("TriggerIamMember", iamBindings).create(member(who), client));
  };
  await Promise.all([...make({ iamBindings, clientOver }, "m"), ...make(anotherProcess(), "t")]);
  const expected = [...people("m"), ...people("t")].map((who) => member(who).member).sort();
  expect(fixture.emulator.policies.of(name).bindings).toEqual([{ role: viewer, members: expected }]);
  expect(fixture.emulator.calls.filter(({ status }) => status === "ABORTED").length).toBeGreaterThan(0);
});

test("a conflict is retried with the new etag after a delay of 0.5 to 2 s that doubles", async () => {
  const fixture = setup();
  const client = clientOver(fixture.send);
  let faster = 3;
  fixture.override = (sent) => {
    if (isWrite(sent) && faster-- > 0)
      fixture.emulator.policies.write(name, { bindings: [{ role: viewer, members: [ops] }], auditConfigs: [] });
    return undefined;
  };
  await drive("TriggerIamMember").create(member("ana"), client);
  const etags = fixture.requests.filter(isWrite).map(({ body }) => (body!["policy"] as { etag: string }).etag);
  expect(new Set(etags).size).toBe(4);
  expect(fixture.emulator.policies.of(name).bindings).toEqual([{ role: viewer, members: [ops, ana].sort() }]);
  expect(client.waits).toHaveLength(3);
  for (const [n, wait] of client.waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(500 * 2 ** n);
    expect(wait).toBeLessThan(2000 * 2 ** n);
  }
});

test.each([
  ["member", async (client: Client) => drive("TriggerIamMember").create(member("ana"), client)],
  ["policy", async (client: Client) => drive("TriggerIamPolicy").create({ ...place, triggerId: "orders" }, client)],
])("a %s fails after ten attempts, and reports each wait of some length in one column", async (_title, create) => {
  const fixture = setup();
  fixture.override = (sent) => (isWrite(sent) ? aborted : undefined);
  const context = operation();
  const client = clientOver(fixture.send, context);
  const error = await failure(create(client));
  const long = client.waits.filter((wait) => wait >= 2000).map((wait) => Math.round(wait / 1000));
  expect(context.lines).toEqual(long.map((seconds) => `another writer changes the policy, next try in ${seconds}s`));
  expect(Math.max(...context.lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(error).toMatchObject({ code: "aborted" });
  expect(error.message).toContain("ABORTED");
  expect(fixture.requests.filter(isWrite)).toHaveLength(10);
  expect(fixture.requests.filter((sent) => !isWrite(sent))).toHaveLength(10);
});

test("an operation that waits for the mutex or for a retry ends when it is aborted", async () => {
  const fixture = setup();
  fixture.override = (sent) => (isWrite(sent) ? aborted : undefined);
  const ending = new AbortController();
  const context = operation(ending.signal);
  const client = clientOver(fixture.send, context);
  const wait = jest.spyOn(client, "wait").mockImplementation(
    async () =>
      new Promise((_resolve, reject) => {
        ending.signal.addEventListener("abort", () => reject(ending.signal.reason as Error));
      }),
  );
  const both = ["ana", "zoe"].map(async (who) => errorMessageOf(drive("TriggerIamMember", iamBindings).create(member(who), client)));
  while (wait.mock.calls.length === 0) await new Promise(setImmediate);
  ending.abort(new Error("cancelled"));
  expect(await Promise.all(both)).toEqual(["cancelled", "cancelled"]);
  expect(fixture.requests.filter(isWrite)).toHaveLength(1);
  // The mutex is released.
  fixture.override = () => undefined;
  await drive("TriggerIamMember").create(member("ana"), clientOver(fixture.send));
});

const forms: [form: string, program: (key: string) => PlainMap, news: PlainMap][] = [
  ["IamPolicy", (key) => ({ [key]: "orders", bindings: [{ role: viewer, members: [ana] }] }), { bindings: [] }],
  ["IamPolicy", (key) => ({ [key]: "orders", etag: "ACAB" }), { bindings: [{ role: viewer, members: [ana] }] }],
  ["IamBinding", () => ({ name: "orders", role: viewer, members: [ana] }), { members: [ana, "user:zoe@example.com"] }],
  ["IamMember", () => ({ name: "orders", role: viewer, member: ana }), { member: "user:zoe@example.com" }],
];
const writes = kinds.flatMap(([kind, collection, key]) =>
  forms.map(([form, program, news]) => ({ kind: `${kind}${form}`, collection, program: program(key), news })),
);

test.each(writes)("$kind: a policy without an etag is not written, nor read: $program", async ({ kind, collection, program, news }) => {
  const fixture = iamSetup(kind, collection);
  const { stack, policy, written } = fixture;
  // Other properties are those of the emulator, so that only the etag is missing.
  const withoutEtag = (): void => {
    fixture.override = ({ line }) => (line.includes(":getIamPolicy") ? { body: { ...policy(), etag: "" } } : undefined);
  };
  const message = "https://eventarc.googleapis.com returned a policy without an etag";
  withoutEtag();
  expect(await failure(stack.up(program))).toMatchObject({ code: "unavailable", message: expect.stringContaining(message) as string });
  fixture.override = () => undefined;
  await stack.up(program);
  const before = policy();
  withoutEtag();
  expect(await failure(stack.refresh())).toMatchObject({ code: "unavailable" });
  await expect(stack.up({ ...program, ...news })).rejects.toThrow(message);
  if (!kind.endsWith("IamPolicy")) expect(await failure(stack.destroy())).toMatchObject({ code: "unavailable" });
  expect([policy(), written()]).toEqual([before, [expect.anything()]]);
});

describe("an etag in the program", () => {
  const policy = (etag: string) => ({ triggerId: "orders", etag, bindings: [{ role: viewer, members: [ana] }] });

  test("replaces the etag that was read", async () => {
    const { stack, written } = iamSetup("TriggerIamPolicy", "triggers");
    await stack.up(policy("ACAB"));
    expect(written()).toMatchObject([{ policy: { etag: "ACAB" } }]);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(policy("ACAB"))).toBe("same");
  });

  test("that is outdated is a failure, without a retry", async () => {
    const { stack, written } = iamSetup("TriggerIamPolicy", "triggers");
    expect(await errorMessageOf(stack.up(policy("BwOld")))).toContain("ABORTED");
    expect(written()).toHaveLength(1);
    expect(stack.stored).toBeUndefined();
  });

  test("after a lost response the policy is read and adopted", async () => {
    const fixture = setup();
    let lost = 1;
    const send: typeof fixture.send = async (request) => {
      const response = await fixture.send(request);
      if (request.url.endsWith(":setIamPolicy") && lost-- > 0)
        throw new TransportError("sent", "ECONNRESET", "the connection was reset", { ambiguous: true });
      return response;
    };
    const { stack } = iamSetup("TriggerIamPolicy", "triggers", { ...fixture, send });
    expect(await stack.up(policy("ACAB"))).toBe("create");
    expect(stack.stored!.id).toBe(name);
    expect(fixture.requests.filter(isWrite)).toHaveLength(2);
    expect(fixture.emulator.policies.of(name).bindings).toEqual([{ role: viewer, members: [ana] }]);
  });
});

describe("a policy with a declared etag whose first write loses its response", () => {
  /** Lets the first write take effect and lose its response; `meanwhile` runs after it. */
  function withConflict(meanwhile: (fixture: ReturnType<typeof setup>) => void) {
    const fixture = setup();
    const object = `${home}/triggers/orders`;
    const etag = String(fixture.emulator.policies.of(object).etag);
    const send: typeof fixture.send = async (request) => {
      const response = await fixture.send(request);
      if (!request.url.includes(":setIamPolicy") || fixture.requests.filter(isWrite).length > 1) return response;
      meanwhile(fixture);
      throw new TransportError("body", "ECONNRESET", "connection lost", { ambiguous: true });
    };
    const inputs = { ...place, triggerId: "orders", bindings: [{ role: viewer, members: [ana] }], etag };
    const update = async (): Promise<void> =>
      drive("TriggerIamPolicy").update(object, { inputs, before: { ...inputs, bindings: [] } }, clientOver(send));
    return { fixture, object, update };
  }

  test("is written: the conflict of the repeated request is its own", async () => {
    const { fixture, object, update } = withConflict(() => undefined);
    await update();
    expect(fixture.emulator.policies.of(object).bindings).toEqual([{ role: viewer, members: [ana] }]);
  });

  test("fails with the conflict if another writer has changed the policy since", async () => {
    const { update } = withConflict(({ emulator }) => {
      emulator.policies.write(name, { bindings: [{ role: viewer, members: [ops] }], auditConfigs: [] });
    });
    expect(await failure(update())).toMatchObject({ code: "aborted", ambiguous: true });
  });
});
