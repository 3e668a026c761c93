// What remains when a create, a change or a delete fails half-way (eventrouting.md 7, 10.2).
import { ProviderError } from "../../../../../provider/core/errors";
import type { PlainMap } from "../../../../../provider/core/value";
import { TransportError } from "../../../../../provider/http/transport-error";
import { make, recovered, remove, maskOf } from "../../../../../provider/modules/eventrouting/resources/writing";
import { asking, exampleTrigger } from "../../../../emulators/eventrouting/asking";
import { bench, clientOver, eventStack, failure, home, operation, refused, type Bench } from "../support";

const name = `${home}/triggers/orders`;
const creation = {
  ...{ parent: `${home}/triggers`, name, query: { triggerId: "orders" }, body: { name, ...exampleTrigger }, asker: "Trigger" },
  told: ({ uid }: PlainMap): PlainMap => ({ uid: uid! }),
};
const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;
const client = (made: Bench) => clientOver(made.send);

describe("make", () => {
  test("waits for the operation; tells its response for the case that nothing can be read", async () => {
    const made = bench();
    made.emulator.operations.next.push({ pending: 3 });
    const speaking = client(made);
    expect(await make(speaking, creation)).toEqual({ id: name, outputs: { uid: expect.stringMatching(/./) as string } });
    expect(speaking.waits).toHaveLength(3);
  });

  test("a refusal: nothing was made", async () => {
    const made = bench();
    const wrong = { ...creation, query: { triggerId: "Not An Id" } };
    expect((await failure(make(client(made), wrong))).message).toMatch(/^Trigger .*: 400 INVALID_ARGUMENT/);
  });

  test("an operation that failed and left nothing: a plain error", async () => {
    const made = bench();
    made.emulator.operations.next.push({ error: denied });
    const { code: code, message } = await failure(make(client(made), creation));
    expect([code, message]).toEqual([
      "permission_denied",
      expect.stringMatching(`Trigger ${name}: the operation failed: PERMISSION_DENIED: no right to receive`),
    ]);
  });

  test("one that failed and left the object: both are told, with its conditions", async () => {
    const made = bench();
    made.emulator.operations.next.push({ error: denied, leaves: { conditions: { a: { code: 7, message: "no" } } } });
    const { id, failed } = await make(client(made), creation);
    expect([id, failed?.code]).toEqual([name, "permission_denied"]);
    expect(failed?.message).toMatch(/no right to receive[^]*Its conditions: a: PERMISSION_DENIED: no$/);
  });

  test("one that failed because the name is taken: the object of that name is somebody else's", async () => {
    const made = bench();
    made.emulator.operations.next.push({ error: { status: "ALREADY_EXISTS", message: "taken" }, leaves: {} });
    const { code: code, message } = await failure(make(client(made), creation));
    expect([code, message]).toEqual([
      "already_exists",
      expect.stringContaining(`pulumi import quartet:eventrouting/v1:Trigger orders ${name}`),
    ]);
  });

  test("where every answer is lost the object may exist, which is said with the way to take it over", async () => {
    const made = bench();
    made.instead = () => new TransportError("sent", "ECONNRESET", "reset", { ambiguous: true });
    const { code: code, ambiguous, message } = await failure(make(client(made), creation));
    expect([code, ambiguous]).toEqual(["unavailable", true]);
    expect(message).toContain(`may exist all the same; to take it over then: pulumi import quartet:eventrouting/v1:Trigger orders ${name}`);
  });

  test("one that is forgotten: the object tells", async () => {
    const made = bench();
    made.emulator.operations.next.push({ vanishes: true }, { vanishes: true, error: denied });
    expect(await make(client(made), creation)).toMatchObject({ id: name, outputs: {} });
    made.emulator.objects.triggers.delete(name);
    expect((await failure(make(client(made), creation))).message).toContain("forgotten the operation, and nothing was made");
  });

  test("a time limit: the object stays, whatever it has become", async () => {
    const made = bench();
    made.emulator.operations.next.push({ pending: Infinity });
    const controller = new AbortController();
    const limit = new ProviderError("deadline_exceeded", "too long");
    made.instead = ({ line }) => void (line.startsWith("GET") && controller.abort(limit));
    expect(await make(clientOver(made.send, operation(controller.signal)), creation)).toEqual({ id: name, failed: limit });
  });

  test("no right to look: the object stays", async () => {
    const made = bench();
    made.emulator.operations.next.push({ pending: 1 });
    made.instead = ({ line }) => (line.startsWith("GET") ? refused(403, "PERMISSION_DENIED", "no looks") : undefined);
    expect(await make(client(made), creation)).toMatchObject({ id: name, failed: { code: "permission_denied" } });
  });
});

describe("a name that is taken", () => {
  /** The first answer is lost, before or after the work was done. */
  function lost(ageInSeconds: number): Bench {
    const made = bench();
    asking(made.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    const found = made.emulator.objects.triggers.get(name)!;
    made.emulator.objects.triggers.set(name, { ...found, createTime: new Date(Date.now() - ageInSeconds * 1000).toISOString() });
    made.instead = () => (made.asked.length === 1 ? new TransportError("sent", "ECONNRESET", "reset", { ambiguous: true }) : undefined);
    return made;
  }

  test("by an attempt whose answer was lost: core looks whether it is ours", async () => {
    expect(await failure(make(client(lost(30)), creation))).toMatchObject({ ambiguous: true });
  });

  test("by an attempt that ended with 503", async () => {
    const made = lost(0);
    made.instead = () => (made.asked.length === 1 ? { status: 503, body: "<html>" } : undefined);
    expect(await failure(make(client(made), creation))).toMatchObject({ ambiguous: true });
  });

  test("long before: an error with the way to take it over", async () => {
    const { code: code, ambiguous, message } = await failure(make(client(lost(100)), creation));
    expect([code, ambiguous]).toEqual(["already_exists", false]);
    expect(message).toContain(`Trigger ${name}: 409 ALREADY_EXISTS: `);
    expect(message).toContain(`pulumi import quartet:eventrouting/v1:Trigger orders ${name}`);
  });

  test("and nothing was lost: an error, however young it is", async () => {
    const made = lost(0);
    made.instead = () => undefined;
    expect((await failure(make(client(made), creation))).code).toBe("already_exists");
  });

  test("after an answer that never came the object is looked for", async () => {
    expect(await recovered(client(lost(100)), name, "Trigger")).toBe(name);
    expect(await recovered(client(lost(200)), name, "Trigger")).toBeUndefined();
    expect(await recovered(client(bench()), name, "Trigger")).toBeUndefined();
  });
});

describe("remove", () => {
  const standing = (): Bench => {
    const made = bench();
    asking(made.emulator)("POST triggers?triggerId=orders", exampleTrigger);
    return made;
  };

  test("waits for the end", async () => {
    const made = standing();
    made.emulator.operations.next.push({ pending: 2 });
    await remove(client(made), { name, asker: "Trigger" });
    expect(made.lines()).toHaveLength(3);
    expect(made.emulator.objects.triggers.get(name)).toBeUndefined();
  });

  test("a failed operation is a failure, unless nothing was there", async () => {
    const made = standing();
    made.emulator.operations.next.push({ error: denied }, { error: { status: "NOT_FOUND", message: "gone" } });
    expect((await failure(remove(client(made), { name, asker: "Trigger" }))).code).toBe("permission_denied");
    await remove(client(made), { name, asker: "Trigger" });
  });

  test("an answer that is done at once is looked into, name or not", async () => {
    const made = standing();
    const ends = [{}, { done: true, error: { code: 7, message: "no" } }, { done: true, response: {} }];
    made.instead = ({ line }) => (line.startsWith("DELETE") ? { body: ends.shift() } : undefined);
    await remove(client(made), { name, asker: "Trigger" });
    expect((await failure(remove(client(made), { name, asker: "Trigger" }))).code).toBe("permission_denied");
    await remove(client(made), { name, asker: "Trigger" });
    expect(made.asked).toHaveLength(3);
  });

  test("a forgotten operation: the object tells", async () => {
    const made = standing();
    made.emulator.operations.next.push({ vanishes: true, error: denied }, { vanishes: true });
    expect((await failure(remove(client(made), { name, asker: "Trigger" }))).message).toContain("the object still stands");
    await remove(client(made), { name, asker: "Trigger" });
  });

  test("no right is a failure", async () => {
    const made = standing();
    made.emulator.denied.add("eventarc.triggers.delete");
    expect((await failure(remove(client(made), { name, asker: "Trigger" }))).code).toBe("permission_denied");
  });
});

describe("in a stack", () => {
  const program = {
    ...{ triggerId: "orders", destination: { containerService: { service: "orders", region: "us-central1" } }, labels: { a: "b" } },
    eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }],
  };

  test("a half-made trigger is kept, and the next update goes on with it", async () => {
    const made = eventStack("Trigger");
    made.emulator.operations.next.push({ pending: 0, error: denied, leaves: { conditions: { a: { code: 7 } } } });
    await expect(made.stack.up(program)).rejects.toThrow("no right to receive");
    expect(made.stack.kept).toMatchObject({ id: name, unfinished: [expect.stringContaining("Its conditions: a: PERMISSION_DENIED")] });
    expect(made.stack.outputs).toMatchObject({ name, conditions: { a: "PERMISSION_DENIED" }, uid: expect.any(String) as string });
    expect(await made.stack.up(program)).toBe("update");
    expect(made.stack.kept!.unfinished).toEqual([]);
  });

  test("one that cannot be read after its creation is kept as its operation tells it", async () => {
    const made = eventStack("Trigger");
    made.emulator.denied.add("eventarc.triggers.get");
    await expect(made.stack.up(program)).rejects.toThrow("eventarc.triggers.get");
    const topic = { pubsub: { topic: expect.stringContaining("eventarc-") as string } };
    expect(made.stack.kept?.id).toBe(name);
    expect(made.stack.outputs).toMatchObject({
      name,
      triggerId: "orders",
      labels: { a: "b" },
      uid: expect.stringMatching(/./) as string,
      transport: topic,
    });
  });

  test("one that was not made is not kept", async () => {
    const made = eventStack("Trigger");
    made.emulator.operations.next.push({ pending: 0, error: denied });
    await expect(made.stack.up(program)).rejects.toThrow("no right to receive");
    expect(made.stack.kept).toBeUndefined();
  });

  test("a change that failed and changed nothing: the state that stands is told along; one that is refused is a plain failure", async () => {
    const made = eventStack("Trigger");
    await made.stack.up(program);
    const news = { ...program, labels: { a: "c" } };
    made.emulator.operations.next.push({ pending: 0, error: denied });
    made.emulator.objects.triggers.set(name, { ...made.emulator.objects.triggers.get(name)!, conditions: { a: { code: 7 } } });
    await expect(made.stack.up(news)).rejects.toThrow("no right to receive");
    expect(made.stack.kept).toMatchObject({ id: name, unfinished: [expect.stringContaining("no right to receive")] });
    expect(made.stack.outputs).toMatchObject({ labels: { a: "b" }, conditions: { a: "PERMISSION_DENIED" } });
    expect(await made.stack.up(news)).toBe("update");
    made.emulator.denied.add("eventarc.triggers.update");
    await expect(made.stack.up(program)).rejects.toThrow("eventarc.triggers.update");
    expect(made.stack.kept!.unfinished).toEqual([]);
  });

  test.each([
    ["INVALID_ARGUMENT", "event_filters cannot be updated"],
    ["INVALID_ARGUMENT", "Updating the field event_filters is not supported."],
    ["FAILED_PRECONDITION", "The field is immutable."],
  ] as const)("a change that the service does not make in place (%s, %s): replacing is advised", async (status, message) => {
    const made = eventStack("Trigger");
    await made.stack.up(program);
    const news = { ...program, labels: { a: "c" } };
    const advice = /cannot be changed in place; to replace the object: `pulumi up --replace`/;
    made.instead = ({ line }) => (line.startsWith("PATCH") ? refused(400, status, message) : undefined);
    await expect(made.stack.up(news)).rejects.toThrow(advice);
    made.instead = () => undefined;
    made.emulator.operations.next.push({ pending: 0, error: { status, message } });
    await expect(made.stack.up(news)).rejects.toThrow(advice);
    made.emulator.operations.next.push({ pending: 0, error: { status, message: "the label is too long" } });
    await expect(made.stack.up(news)).rejects.not.toThrow(advice);
  });

  test("a change that failed leaves what was reached", async () => {
    const made = eventStack("Trigger");
    await made.stack.up(program);
    const news = { ...program, labels: { a: "c" }, serviceAccount: "events@demo-project.iam.gserviceaccount.com" };
    made.emulator.operations.next.push({ pending: 0, error: denied, leaves: { serviceAccount: "" } });
    await expect(made.stack.up(news)).rejects.toThrow("no right to receive");
    expect(made.stack.outputs).toMatchObject({ labels: { a: "c" }, serviceAccount: "" });
    expect(made.stack.kept!.unfinished).toHaveLength(1);
    expect(await made.stack.up(news)).toBe("update");
    expect(made.emulator.objects.triggers.get(name)).toMatchObject({ labels: { a: "c" }, serviceAccount: news.serviceAccount });
  });
});

test("a mask has what differs; empty values are none", () => {
  const old = { a: "x", b: "", c: {}, d: { k: "v" }, e: "same" };
  expect(maskOf(["a", "b", "c", "d", "e", "f"], { b: "y", d: { k: "w" }, e: "same", f: "" }, old)).toEqual(["a", "b", "d"]);
  expect(maskOf(["a"], { a: "X" }, { a: "x" }, { a: (before, wished) => before === String(wished).toLowerCase() })).toEqual([]);
});
