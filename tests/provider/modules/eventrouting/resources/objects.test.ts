// Create, search and delete through long-running operations, each over an emulator. See docs/modules/eventrouting.md#operations.
import { ProviderError } from "../../../../../provider/core/errors";
import type { PlainMap } from "../../../../../provider/core/value";
import type { EventClient } from "../../../../../provider/modules/eventrouting/client";
import { TransportError } from "../../../../../provider/http/transport-error";
import { createObject, deleteObject, findCreated, type Creation } from "../../../../../provider/modules/eventrouting/resources/objects";
import { callerOf, exampleTrigger } from "../../../../emulators/eventrouting/caller";
import { emulatorFixture, clientOver, failure, home, operation, errorReply, type EmulatorFixture } from "../support";

const name = `${home}/triggers/orders`;
const creation = {
  parent: `${home}/triggers`,
  name,
  query: { triggerId: "orders" },
  body: { name, ...exampleTrigger },
  resourceType: "Trigger",
  importCommand: (id: string) => `pulumi import quartet:eventrouting/v1:Trigger orders ${id}`,
};
const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;
const client = (fixture: EmulatorFixture) => clientOver(fixture.send);

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
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push({ pending: 3 });
    const speaking = client(fixture);
    expect(await make(speaking, creation)).toMatchObject({ record: { uid: expect.stringMatching(/./) as string }, failed: undefined });
    expect(speaking.waits).toHaveLength(3);
  });

  test("a rejection: nothing was created", async () => {
    const fixture = emulatorFixture();
    const wrong = { ...creation, query: { triggerId: "Not An Id" } };
    expect((await failure(make(client(fixture), wrong))).message).toMatch(/^Trigger .*: 400 INVALID_ARGUMENT/);
  });

  test("an operation that failed and left nothing: a plain error", async () => {
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push({ error: denied });
    const { code: code, message } = await failure(make(client(fixture), creation));
    expect([code, message]).toEqual([
      "permission_denied",
      expect.stringMatching(`Trigger ${name}: the operation failed: PERMISSION_DENIED: no right to receive`),
    ]);
  });

  test("one that failed and left the object: both are reported, with its conditions", async () => {
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push({ error: denied, leaves: { conditions: { a: { code: 7, message: "no" } } } });
    const { failed } = await make(client(fixture), creation);
    expect(failed?.code).toBe("permission_denied");
    expect(failed?.message).toMatch(/no right to receive[^]*Its conditions: a: PERMISSION_DENIED: no$/);
  });

  test("one that failed because the name exists: the object of that name belongs to another writer", async () => {
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push({ error: { status: "ALREADY_EXISTS", message: "taken" }, leaves: {} });
    const { code: code, message } = await failure(make(client(fixture), creation));
    expect([code, message]).toEqual([
      "already_exists",
      expect.stringContaining(`pulumi import quartet:eventrouting/v1:Trigger orders ${name}`),
    ]);
  });

  test("if every response is lost the error states that the object may exist, with the import command", async () => {
    const fixture = emulatorFixture();
    fixture.override = () => new TransportError("sent", "ECONNRESET", "reset", { ambiguous: true });
    const { code: code, ambiguous, message } = await failure(make(client(fixture), creation));
    expect([code, ambiguous]).toEqual(["unavailable", true]);
    expect(message).toContain(`may exist. If it does, import it with \`pulumi import quartet:eventrouting/v1:Trigger orders ${name}\`.`);
  });

  test("one that no longer exists: the object is read", async () => {
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push({ vanishes: true }, { vanishes: true, error: denied });
    expect(await make(client(fixture), creation)).toMatchObject({ created: true, record: { name } });
    fixture.emulator.objects.triggers.delete(name);
    expect((await failure(make(client(fixture), creation))).message).toContain("the operation no longer exists. Nothing was created.");
  });

  test("a time limit: the object is kept, in any state", async () => {
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push({ pending: Infinity });
    const controller = new AbortController();
    const limit = new ProviderError("deadline_exceeded", "too long");
    fixture.override = ({ line }) => void (line.startsWith("GET") && controller.abort(limit));
    expect(await make(clientOver(fixture.send, operation(controller.signal)), creation)).toMatchObject({ created: true, failed: limit });
  });

  test("no permission to read: the object is kept", async () => {
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push({ pending: 1 });
    fixture.override = ({ line }) => (line.startsWith("GET") ? errorReply(403, "PERMISSION_DENIED", "no looks") : undefined);
    expect(await make(client(fixture), creation)).toMatchObject({ created: true, failed: { code: "permission_denied" } });
  });
});

describe("a name that exists", () => {
  /** The first response is lost, before or after the execution. */
  function lost(ageInSeconds: number): EmulatorFixture {
    const fixture = emulatorFixture();
    callerOf(fixture.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    const found = fixture.emulator.objects.triggers.get(name)!;
    fixture.emulator.objects.triggers.set(name, { ...found, createTime: new Date(Date.now() - ageInSeconds * 1000).toISOString() });
    fixture.override = () =>
      fixture.requests.length === 1 ? new TransportError("sent", "ECONNRESET", "reset", { ambiguous: true }) : undefined;
    return fixture;
  }

  test("by an attempt whose response was lost: ambiguous, so that core compares the object with the inputs", async () => {
    const { code, ambiguous, message } = await failure(make(client(lost(30)), creation));
    expect([code, ambiguous]).toEqual(["already_exists", true]);
    expect(message).toContain(`Trigger ${name}: 409 ALREADY_EXISTS: `);
    expect(message).toContain(`pulumi import quartet:eventrouting/v1:Trigger orders ${name}`);
  });

  test("by an attempt that ended with 503", async () => {
    const fixture = lost(0);
    fixture.override = () => (fixture.requests.length === 1 ? { status: 503, body: "<html>" } : undefined);
    expect(await failure(make(client(fixture), creation))).toMatchObject({ ambiguous: true });
  });

  test("and no response was lost: an error, for an object of any age", async () => {
    const fixture = lost(0);
    fixture.override = () => undefined;
    expect(await failure(make(client(fixture), creation))).toMatchObject({ code: "already_exists", ambiguous: false });
  });
});

describe("the search after a lost response", () => {
  const subject = { name, resourceType: "Trigger" };
  const aged = (seconds: number): EmulatorFixture => {
    const fixture = emulatorFixture();
    callerOf(fixture.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    const found = fixture.emulator.objects.triggers.get(name)!;
    fixture.emulator.objects.triggers.set(name, { ...found, createTime: new Date(Date.now() - seconds * 1000).toISOString() });
    return fixture;
  };

  test("an object older than the attempts is that of another writer", async () => {
    expect(await findCreated(client(aged(100)), subject)).toMatchObject({ name });
    expect(await findCreated(client(aged(200)), subject)).toBeUndefined();
  });

  test("an object that appears late is found: the search lasts until the context ends", async () => {
    const fixture = aged(0);
    const searching = client(fixture);
    fixture.override = () => (fixture.requests.length <= 6 ? errorReply(404, "NOT_FOUND", "not yet") : undefined);
    expect(await findCreated(searching, subject)).toMatchObject({ name });
    expect(searching.waits).toHaveLength(6);
    expect(searching.waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(2000);
  });

  test("it ends with the context, and otherwise by the clock of the client", async () => {
    const controller = new AbortController();
    const fixture = emulatorFixture();
    fixture.override = () => void (fixture.requests.length === 3 && controller.abort(new ProviderError("deadline_exceeded", "too long")));
    expect(await findCreated(clientOver(fixture.send, operation(controller.signal)), subject)).toBeUndefined();
    expect(fixture.requests).toHaveLength(3);
    const searching = client(emulatorFixture());
    expect(await findCreated(searching, subject)).toBeUndefined();
    expect(searching.waits.reduce((sum, wait) => sum + wait)).toBeGreaterThanOrEqual(90_000);
  });

  test("a failed read fails", async () => {
    const fixture = aged(0);
    fixture.override = () => errorReply(403, "PERMISSION_DENIED", "no");
    expect(await failure(findCreated(client(fixture), subject))).toMatchObject({ code: "permission_denied" });
  });
});

describe("deleteObject", () => {
  const existing = (): EmulatorFixture => {
    const fixture = emulatorFixture();
    callerOf(fixture.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    return fixture;
  };

  test("waits for the end", async () => {
    const fixture = existing();
    fixture.emulator.operations.next.push({ pending: 2 });
    await deleteObject(client(fixture), { name, resourceType: "Trigger" });
    expect(fixture.lines()).toHaveLength(3);
    expect(fixture.emulator.objects.triggers.get(name)).toBeUndefined();
  });

  test("a failed operation fails, unless the object was missing", async () => {
    const fixture = existing();
    fixture.emulator.operations.next.push({ error: denied }, { error: { status: "NOT_FOUND", message: "gone" } });
    expect((await failure(deleteObject(client(fixture), { name, resourceType: "Trigger" }))).code).toBe("permission_denied");
    await deleteObject(client(fixture), { name, resourceType: "Trigger" });
  });

  test("a response that is done at once is read, with or without a name", async () => {
    const fixture = existing();
    const ends = [{}, { done: true, error: { code: 7, message: "no" } }, { done: true, response: {} }];
    fixture.override = ({ line }) => (line.startsWith("DELETE") ? { body: ends.shift() } : undefined);
    await deleteObject(client(fixture), { name, resourceType: "Trigger" });
    expect((await failure(deleteObject(client(fixture), { name, resourceType: "Trigger" }))).code).toBe("permission_denied");
    await deleteObject(client(fixture), { name, resourceType: "Trigger" });
    expect(fixture.requests).toHaveLength(3);
  });

  test("an operation that no longer exists: the object is read", async () => {
    const fixture = existing();
    fixture.emulator.operations.next.push({ vanishes: true, error: denied }, { vanishes: true });
    expect((await failure(deleteObject(client(fixture), { name, resourceType: "Trigger" }))).message).toContain("The object still exists.");
    await deleteObject(client(fixture), { name, resourceType: "Trigger" });
  });

  test("a missing permission fails", async () => {
    const fixture = existing();
    fixture.emulator.denied.add("eventarc.triggers.delete");
    expect((await failure(deleteObject(client(fixture), { name, resourceType: "Trigger" }))).code).toBe("permission_denied");
  });
});
