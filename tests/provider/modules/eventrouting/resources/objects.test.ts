// Create, search and delete through long-running operations, each over an emulator. See docs/modules/eventrouting.md#operations.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import type { PlainMap } from "../../../../../provider/core/values/value";
import type { EventClient } from "../../../../../provider/modules/eventrouting/client";
import { TransportError } from "../../../../../provider/http/transport-error";
import {
  createByOperation,
  deleteByOperation,
  isCreatedSince,
  type OperationCreation,
} from "../../../../../provider/modules/eventrouting/resources/objects";
import { callerOf, exampleTrigger } from "../../../../emulators/eventrouting/caller";
import { emulatorFixture, clientOver, failure, home, operation, errorReply, type EmulatorFixture } from "../support";

const name = `${home}/triggers/orders`;
const creation = {
  parent: `${home}/triggers`,
  name,
  query: { triggerId: "orders" },
  body: { name, ...exampleTrigger },
  resourceType: "Trigger",
};
const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;
const client = (fixture: EmulatorFixture) => clientOver(fixture.send);

/** The reports of a create before its end: the object, and the error. */
interface Outcome {
  created: boolean;
  record: PlainMap | undefined;
  failed: ProviderError | undefined;
}

async function make(client: EventClient, given: OperationCreation): Promise<Outcome> {
  const outcome: Outcome = { created: false, record: undefined, failed: undefined };
  try {
    await createByOperation(client, given, (record) => void Object.assign(outcome, { created: true, record }));
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
    expect(await failure(make(client(fixture), creation))).toMatchObject({ code: "already_exists", ambiguous: false });
  });

  test("one that no longer exists: the object is read", async () => {
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push({ vanishes: true }, { vanishes: true, error: denied });
    expect(await make(client(fixture), creation)).toMatchObject({ created: true, record: { name } });
    fixture.emulator.objects.triggers.delete(name);
    expect((await failure(make(client(fixture), creation))).message).toContain("the operation no longer exists. Nothing was created.");
  });

  test("whose response is the record of another object: an error, and the object is left to be read", async () => {
    const fixture = emulatorFixture();
    fixture.override = ({ line }) => {
      if (!line.startsWith("POST")) return undefined;
      callerOf(fixture.emulator)("POST triggers?triggerId=orders", exampleTrigger);
      return {
        body: { name: `${home}/operations/o`, done: true, response: { name: `${home}/triggers/other`, uid: "u", createTime: "t" } },
      };
    };
    const { record, failed } = await make(client(fixture), creation);
    expect([record, failed]).toMatchObject([
      undefined,
      { code: "unavailable", message: expect.stringContaining("triggers/other") as string },
    ]);
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

describe("the request of a create that fails", () => {
  const lost = new TransportError("sent", "ECONNRESET", "reset", { ambiguous: true });
  const absent = errorReply(404, "NOT_FOUND", `Resource '${name}' was not found`);
  const taken = errorReply(409, "ALREADY_EXISTS", "taken");
  const isPost = (line: string): boolean => line.startsWith("POST");

  /** Rejects the create after a lost response; the object is visible after so many reads. */
  function repeated(missing: number, end: ReturnType<typeof errorReply> = taken): EmulatorFixture {
    const fixture = emulatorFixture();
    callerOf(fixture.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    let posts = 0;
    let reads = 0;
    fixture.override = ({ line }) => {
      if (isPost(line)) return ++posts === 1 ? lost : end;
      return ++reads <= missing ? absent : undefined;
    };
    return fixture;
  }

  test("once the response is lost: ambiguous, as soon as the object is visible", async () => {
    const fixture = repeated(6);
    const waiting = client(fixture);
    expect(await failure(make(waiting, creation))).toMatchObject({ code: "already_exists", ambiguous: true });
    expect(fixture.lines().filter((line) => !isPost(line))).toHaveLength(7);
  });

  test.each([
    ["90 s", "a repeated request finds an object", taken, 90_000],
    ["10 s", "nothing is known about an object", { body: "<html>" }, 10_000],
  ])("is waited for at most %s where %s", async (_limit, _title, end, limit) => {
    const waiting = client(repeated(Infinity, end as typeof taken));
    expect(await failure(make(waiting, creation))).toMatchObject({ ambiguous: true });
    const waited = waiting.waits.reduce((sum, wait) => sum + wait);
    expect(waited).toBeGreaterThan(limit / 2);
    expect(waited).toBeLessThanOrEqual(limit + 500);
  });

  test("and no response was lost: the object is that of another writer", async () => {
    const fixture = emulatorFixture();
    callerOf(fixture.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    expect(await failure(make(client(fixture), creation))).toMatchObject({ code: "already_exists", ambiguous: false });
    expect(fixture.lines()).toHaveLength(1);
  });

  test("and the object cannot be read: the failure of the request", async () => {
    const fixture = repeated(0);
    const { override } = fixture;
    fixture.override = (sent) => (isPost(sent.line) ? override(sent) : errorReply(403, "PERMISSION_DENIED", "no"));
    expect(await failure(make(client(fixture), creation))).toMatchObject({ code: "already_exists", ambiguous: true });
  });

  test("its clock may differ from that of the service", () => {
    const at = (seconds: number): PlainMap => ({ createTime: new Date(1e12 + seconds * 1000).toISOString() });
    expect([-100, -30, 100].map((seconds) => isCreatedSince(at(seconds), 1e12))).toEqual([false, true, true]);
    expect(isCreatedSince({}, 1e12)).toBe(false);
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
    await deleteByOperation(client(fixture), { name, resourceType: "Trigger" });
    expect(fixture.lines()).toHaveLength(3);
    expect(fixture.emulator.objects.triggers.get(name)).toBeUndefined();
  });

  test("a failed operation fails, unless the object was missing", async () => {
    const fixture = existing();
    fixture.emulator.operations.next.push({ error: denied }, { error: { status: "NOT_FOUND", message: `${name} is gone` } });
    expect((await failure(deleteByOperation(client(fixture), { name, resourceType: "Trigger" }))).code).toBe("permission_denied");
    await deleteByOperation(client(fixture), { name, resourceType: "Trigger" });
  });

  test("a response that is done at once is read, with or without a name", async () => {
    const fixture = existing();
    const ends = [{ done: true, error: { code: 7, message: "no" } }, {}, { done: true, response: {} }];
    fixture.override = ({ line }) => (line.startsWith("DELETE") ? { body: ends.shift() } : undefined);
    const remove = async (): Promise<void> => deleteByOperation(client(fixture), { name, resourceType: "Trigger" });
    expect((await failure(remove())).code).toBe("permission_denied");
    // Neither names the operation, so that the object is read.
    const left = [...ends];
    for (const _end of left) expect((await failure(remove())).message).toContain("The object still exists.");
    ends.push(...left);
    fixture.emulator.objects.triggers.delete(name);
    for (const _end of left) await remove();
  });

  test("an operation that no longer exists: the object is read", async () => {
    const fixture = existing();
    fixture.emulator.operations.next.push({ vanishes: true, error: denied }, { vanishes: true });
    expect((await failure(deleteByOperation(client(fixture), { name, resourceType: "Trigger" }))).message).toContain(
      "The object still exists.",
    );
    await deleteByOperation(client(fixture), { name, resourceType: "Trigger" });
  });

  test("a missing permission fails", async () => {
    const fixture = existing();
    fixture.emulator.denied.add("eventarc.triggers.delete");
    expect((await failure(deleteByOperation(client(fixture), { name, resourceType: "Trigger" }))).code).toBe("permission_denied");
  });
});
