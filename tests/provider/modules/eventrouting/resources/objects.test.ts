// Create, search and delete through long-running operations, each over an emulator. See docs/modules/eventrouting.md#operations.
import { ProviderError } from "../../../../../provider/core/errors";
import type { PlainMap } from "../../../../../provider/core/value";
import type { EventClient } from "../../../../../provider/modules/eventrouting/client";
import { TransportError } from "../../../../../provider/http/transport-error";
import { createObject, deleteObject, findCreated, type Creation } from "../../../../../provider/modules/eventrouting/resources/objects";
import { callerOf, exampleTrigger } from "../../../../emulators/eventrouting/caller";
import { emulatorFixture, clientOver, failure, home, operation, refused, type EmulatorFixture } from "../support";

const name = `${home}/triggers/orders`;
const creation = {
  parent: `${home}/triggers`,
  name,
  query: { triggerId: "orders" },
  body: { name, ...exampleTrigger },
  resourceType: "Trigger",
};
const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;
const client = (made: EmulatorFixture) => clientOver(made.send);

/** The reports of a create before its end: the object, and the error. */
interface Outcome {
  created: boolean;
  record: PlainMap | undefined;
  failed: ProviderError | undefined;
}

async function make(client: EventClient, given: Creation): Promise<Outcome> {
  const outcome: Outcome = { created: false, record: undefined, failed: undefined };
  try {
    await createObject(client, given, (record) => void Object.assign(outcome, { created: true, record }));
  } catch (error) {
    if (!(error instanceof ProviderError) || !outcome.created) throw error;
    outcome.failed = error;
  }
  return outcome;
}

describe("createObject", () => {
  test("waits for the operation; returns its response for the case that nothing can be read", async () => {
    const made = emulatorFixture();
    made.emulator.operations.next.push({ pending: 3 });
    const speaking = client(made);
    expect(await make(speaking, creation)).toMatchObject({ record: { uid: expect.stringMatching(/./) as string }, failed: undefined });
    expect(speaking.waits).toHaveLength(3);
  });

  test("a rejection: nothing was created", async () => {
    const made = emulatorFixture();
    const wrong = { ...creation, query: { triggerId: "Not An Id" } };
    expect((await failure(make(client(made), wrong))).message).toMatch(/^Trigger .*: 400 INVALID_ARGUMENT/);
  });

  test("an operation that failed and left nothing: a plain error", async () => {
    const made = emulatorFixture();
    made.emulator.operations.next.push({ error: denied });
    const { code: code, message } = await failure(make(client(made), creation));
    expect([code, message]).toEqual([
      "permission_denied",
      expect.stringMatching(`Trigger ${name}: the operation failed: PERMISSION_DENIED: no right to receive`),
    ]);
  });

  test("one that failed and left the object: both are reported, with its conditions", async () => {
    const made = emulatorFixture();
    made.emulator.operations.next.push({ error: denied, leaves: { conditions: { a: { code: 7, message: "no" } } } });
    const { failed } = await make(client(made), creation);
    expect(failed?.code).toBe("permission_denied");
    expect(failed?.message).toMatch(/no right to receive[^]*Its conditions: a: PERMISSION_DENIED: no$/);
  });

  test("one that failed because the name exists: the object of that name belongs to another writer", async () => {
    const made = emulatorFixture();
    made.emulator.operations.next.push({ error: { status: "ALREADY_EXISTS", message: "taken" }, leaves: {} });
    const { code: code, message } = await failure(make(client(made), creation));
    expect([code, message]).toEqual([
      "already_exists",
      expect.stringContaining(`pulumi import quartet:eventrouting/v1:Trigger orders ${name}`),
    ]);
  });

  test("if every response is lost the error states that the object may exist, with the import command", async () => {
    const made = emulatorFixture();
    made.override = () => new TransportError("sent", "ECONNRESET", "reset", { ambiguous: true });
    const { code: code, ambiguous, message } = await failure(make(client(made), creation));
    expect([code, ambiguous]).toEqual(["unavailable", true]);
    expect(message).toContain(
      `may exist. To manage it with this program then: pulumi import quartet:eventrouting/v1:Trigger orders ${name}`,
    );
  });

  test("one that no longer exists: the object is read", async () => {
    const made = emulatorFixture();
    made.emulator.operations.next.push({ vanishes: true }, { vanishes: true, error: denied });
    expect(await make(client(made), creation)).toMatchObject({ created: true, record: { name } });
    made.emulator.objects.triggers.delete(name);
    expect((await failure(make(client(made), creation))).message).toContain("the operation no longer exists. Nothing was created.");
  });

  test("a time limit: the object is kept, in any state", async () => {
    const made = emulatorFixture();
    made.emulator.operations.next.push({ pending: Infinity });
    const controller = new AbortController();
    const limit = new ProviderError("deadline_exceeded", "too long");
    made.override = ({ line }) => void (line.startsWith("GET") && controller.abort(limit));
    expect(await make(clientOver(made.send, operation(controller.signal)), creation)).toMatchObject({ created: true, failed: limit });
  });

  test("no permission to read: the object is kept", async () => {
    const made = emulatorFixture();
    made.emulator.operations.next.push({ pending: 1 });
    made.override = ({ line }) => (line.startsWith("GET") ? refused(403, "PERMISSION_DENIED", "no looks") : undefined);
    expect(await make(client(made), creation)).toMatchObject({ created: true, failed: { code: "permission_denied" } });
  });
});

describe("a name that exists", () => {
  /** The first response is lost, before or after the execution. */
  function lost(ageInSeconds: number): EmulatorFixture {
    const made = emulatorFixture();
    callerOf(made.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    const found = made.emulator.objects.triggers.get(name)!;
    made.emulator.objects.triggers.set(name, { ...found, createTime: new Date(Date.now() - ageInSeconds * 1000).toISOString() });
    made.override = () => (made.requests.length === 1 ? new TransportError("sent", "ECONNRESET", "reset", { ambiguous: true }) : undefined);
    return made;
  }

  test("by an attempt whose response was lost: ambiguous, so that core compares the object with the inputs", async () => {
    const { code, ambiguous, message } = await failure(make(client(lost(30)), creation));
    expect([code, ambiguous]).toEqual(["already_exists", true]);
    expect(message).toContain(`Trigger ${name}: 409 ALREADY_EXISTS: `);
    expect(message).toContain(`pulumi import quartet:eventrouting/v1:Trigger orders ${name}`);
  });

  test("by an attempt that ended with 503", async () => {
    const made = lost(0);
    made.override = () => (made.requests.length === 1 ? { status: 503, body: "<html>" } : undefined);
    expect(await failure(make(client(made), creation))).toMatchObject({ ambiguous: true });
  });

  test("and no response was lost: an error, for an object of any age", async () => {
    const made = lost(0);
    made.override = () => undefined;
    expect(await failure(make(client(made), creation))).toMatchObject({ code: "already_exists", ambiguous: false });
  });
});

describe("the search after a lost response", () => {
  const subject = { name, resourceType: "Trigger" };
  const aged = (seconds: number): EmulatorFixture => {
    const made = emulatorFixture();
    callerOf(made.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    const found = made.emulator.objects.triggers.get(name)!;
    made.emulator.objects.triggers.set(name, { ...found, createTime: new Date(Date.now() - seconds * 1000).toISOString() });
    return made;
  };

  test("an object older than the attempts is that of another writer", async () => {
    expect(await findCreated(client(aged(100)), subject)).toMatchObject({ name });
    expect(await findCreated(client(aged(200)), subject)).toBeUndefined();
  });

  test("an object that appears late is found: the search lasts until the context ends", async () => {
    const made = aged(0);
    const searching = client(made);
    made.override = () => (made.requests.length <= 6 ? refused(404, "NOT_FOUND", "not yet") : undefined);
    expect(await findCreated(searching, subject)).toMatchObject({ name });
    expect(searching.waits).toHaveLength(6);
    expect(searching.waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(2000);
  });

  test("it ends with the context, and otherwise by the clock of the client", async () => {
    const controller = new AbortController();
    const made = emulatorFixture();
    made.override = () => void (made.requests.length === 3 && controller.abort(new ProviderError("deadline_exceeded", "too long")));
    expect(await findCreated(clientOver(made.send, operation(controller.signal)), subject)).toBeUndefined();
    expect(made.requests).toHaveLength(3);
    const searching = client(emulatorFixture());
    expect(await findCreated(searching, subject)).toBeUndefined();
    expect(searching.waits.reduce((sum, wait) => sum + wait)).toBeGreaterThanOrEqual(90_000);
  });

  test("a failed read fails", async () => {
    const made = aged(0);
    made.override = () => refused(403, "PERMISSION_DENIED", "no");
    expect(await failure(findCreated(client(made), subject))).toMatchObject({ code: "permission_denied" });
  });
});

describe("deleteObject", () => {
  const existing = (): EmulatorFixture => {
    const made = emulatorFixture();
    callerOf(made.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    return made;
  };

  test("waits for the end", async () => {
    const made = existing();
    made.emulator.operations.next.push({ pending: 2 });
    await deleteObject(client(made), { name, resourceType: "Trigger" });
    expect(made.lines()).toHaveLength(3);
    expect(made.emulator.objects.triggers.get(name)).toBeUndefined();
  });

  test("a failed operation fails, unless the object was missing", async () => {
    const made = existing();
    made.emulator.operations.next.push({ error: denied }, { error: { status: "NOT_FOUND", message: "gone" } });
    expect((await failure(deleteObject(client(made), { name, resourceType: "Trigger" }))).code).toBe("permission_denied");
    await deleteObject(client(made), { name, resourceType: "Trigger" });
  });

  test("a response that is done at once is read, with or without a name", async () => {
    const made = existing();
    const ends = [{}, { done: true, error: { code: 7, message: "no" } }, { done: true, response: {} }];
    made.override = ({ line }) => (line.startsWith("DELETE") ? { body: ends.shift() } : undefined);
    await deleteObject(client(made), { name, resourceType: "Trigger" });
    expect((await failure(deleteObject(client(made), { name, resourceType: "Trigger" }))).code).toBe("permission_denied");
    await deleteObject(client(made), { name, resourceType: "Trigger" });
    expect(made.requests).toHaveLength(3);
  });

  test("an operation that no longer exists: the object is read", async () => {
    const made = existing();
    made.emulator.operations.next.push({ vanishes: true, error: denied }, { vanishes: true });
    expect((await failure(deleteObject(client(made), { name, resourceType: "Trigger" }))).message).toContain("The object still exists.");
    await deleteObject(client(made), { name, resourceType: "Trigger" });
  });

  test("a missing permission fails", async () => {
    const made = existing();
    made.emulator.denied.add("eventarc.triggers.delete");
    expect((await failure(deleteObject(client(made), { name, resourceType: "Trigger" }))).code).toBe("permission_denied");
  });
});
