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
const isWrite = ({ line }: SentRequest): boolean => line.endsWith(":setIamPolicy");
const aborted = errorReply(409, "ABORTED", "There were concurrent policy changes.");

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
