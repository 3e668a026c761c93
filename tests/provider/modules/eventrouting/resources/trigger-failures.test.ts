// State after a create or an update of a trigger that fails half-way. See docs/modules/eventrouting.md#triggers.
import { eventStack, home, errorReply } from "../support";

const name = `${home}/triggers/orders`;
const lostOperation = errorReply(404, "NOT_FOUND", `Resource '${home}/operations/lost' was not found`);
const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;

describe("a trigger", () => {
  const program = {
    triggerId: "orders",
    destination: { containerService: { service: "orders", region: "us-central1" } },
    labels: { a: "b" },
    eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }],
  };

  test("a partially created trigger is kept, and the next update completes it", async () => {
    const fixture = eventStack("Trigger");
    fixture.emulator.operations.next.push({ pending: 0, error: denied, leaves: { conditions: { a: { code: 7 } } } });
    await expect(fixture.stack.up(program)).rejects.toThrow("no right to receive");
    expect(fixture.stack.stored).toMatchObject({ id: name, unfinished: [expect.stringContaining("Its conditions: a: PERMISSION_DENIED")] });
    expect(fixture.stack.outputs).toMatchObject({ name, conditions: { a: "PERMISSION_DENIED" }, uid: expect.any(String) as string });
    expect(await fixture.stack.up(program)).toBe("update");
    expect(fixture.stack.stored!.unfinished).toEqual([]);
  });

  test("one that cannot be read after its creation is as its operation returned it", async () => {
    const fixture = eventStack("Trigger");
    fixture.emulator.denied.add("eventarc.triggers.get");
    expect(await fixture.stack.up(program)).toBe("create");
    const topic = { pubsub: { topic: expect.stringContaining("eventarc-") as string } };
    expect(fixture.stack.stored?.id).toBe(name);
    expect(fixture.stack.outputs).toMatchObject({
      name,
      triggerId: "orders",
      labels: { a: "b" },
      uid: expect.stringMatching(/./) as string,
      transport: topic,
    });
  });

  test("one that was not created is not kept", async () => {
    const fixture = eventStack("Trigger");
    fixture.emulator.operations.next.push({ pending: 0, error: denied });
    await expect(fixture.stack.up(program)).rejects.toThrow("no right to receive");
    expect(fixture.stack.stored).toBeUndefined();
  });

  test("a change that failed and changed nothing: the live state is reported with it; one that is rejected is a plain failure", async () => {
    const fixture = eventStack("Trigger");
    await fixture.stack.up(program);
    const news = { ...program, labels: { a: "c" } };
    fixture.emulator.operations.next.push({ pending: 0, error: denied });
    fixture.emulator.objects.triggers.set(name, { ...fixture.emulator.objects.triggers.get(name)!, conditions: { a: { code: 7 } } });
    await expect(fixture.stack.up(news)).rejects.toThrow("no right to receive");
    expect(fixture.stack.stored).toMatchObject({ id: name, unfinished: [expect.stringContaining("no right to receive")] });
    expect(fixture.stack.outputs).toMatchObject({ labels: { a: "b" }, conditions: { a: "PERMISSION_DENIED" } });
    expect(await fixture.stack.up(news)).toBe("update");
    fixture.emulator.denied.add("eventarc.triggers.update");
    await expect(fixture.stack.up(program)).rejects.toThrow("eventarc.triggers.update");
    expect(fixture.stack.stored!.unfinished).toEqual([]);
  });

  test.each([
    ["INVALID_ARGUMENT", "event_filters cannot be updated"],
    ["INVALID_ARGUMENT", "Updating the field event_filters is not supported."],
    ["FAILED_PRECONDITION", "The field is immutable."],
  ] as const)("a change that the service does not make in place (%s, %s): replacing is advised", async (status, message) => {
    const fixture = eventStack("Trigger");
    await fixture.stack.up(program);
    const news = { ...program, labels: { a: "c" } };
    const advice = /cannot be changed in place. To replace the object: `pulumi up --replace`/;
    fixture.override = ({ line }) => (line.startsWith("PATCH") ? errorReply(400, status, message) : undefined);
    await expect(fixture.stack.up(news)).rejects.toThrow(advice);
    fixture.override = () => undefined;
    fixture.emulator.operations.next.push({ pending: 0, error: { status, message } });
    await expect(fixture.stack.up(news)).rejects.toThrow(advice);
    fixture.emulator.operations.next.push({ pending: 0, error: { status, message: "the label is too long" } });
    await expect(fixture.stack.up(news)).rejects.not.toThrow(advice);
  });

  test("a change that failed leaves what was reached", async () => {
    const fixture = eventStack("Trigger");
    await fixture.stack.up(program);
    const news = { ...program, labels: { a: "c" }, serviceAccount: "events@demo-project.iam.gserviceaccount.com" };
    fixture.emulator.operations.next.push({ pending: 0, error: denied, leaves: { serviceAccount: "" } });
    await expect(fixture.stack.up(news)).rejects.toThrow("no right to receive");
    expect(fixture.stack.outputs).toMatchObject({ labels: { a: "c" }, serviceAccount: "" });
    expect(fixture.stack.stored!.unfinished).toHaveLength(1);
    expect(await fixture.stack.up(news)).toBe("update");
    expect(fixture.emulator.objects.triggers.get(name)).toMatchObject({ labels: { a: "c" }, serviceAccount: news.serviceAccount });
  });

  test.each([
    ["the operation no longer exists", () => lostOperation],
    ["the operation is done without a result", () => ({ body: { name: `${home}/operations/lost`, done: true } })],
  ])("an update that was not carried out although its request was accepted: %s", async (_title, polled) => {
    const fixture = eventStack("Trigger");
    await fixture.stack.up(program);
    const news = { ...program, labels: { a: "c" } };
    fixture.override = ({ line, url }) => {
      if (line.startsWith("PATCH")) return { body: { name: `${home}/operations/lost` } };
      return url.pathname.includes("/operations/") ? polled() : undefined;
    };
    await expect(fixture.stack.up(news)).rejects.toThrow("Eventarc still has the former labels");
    expect(fixture.stack.stored).toMatchObject({ id: name });
    expect(fixture.stack.outputs).toMatchObject({ labels: { a: "b" } });
    fixture.override = () => undefined;
    expect(await fixture.stack.up(news)).toBe("update");
    expect(fixture.emulator.objects.triggers.get(name)).toMatchObject({ labels: { a: "c" } });
  });

  test("an update whose operation returns another object: an error, and the state is read", async () => {
    const fixture = eventStack("Trigger");
    await fixture.stack.up(program);
    const response = { ...fixture.emulator.objects.triggers.get(name), name: `${home}/triggers/other`, labels: { other: "x" } };
    fixture.override = ({ line }) =>
      line.startsWith("PATCH") ? { body: { name: `${home}/operations/o`, done: true, response } } : undefined;
    await expect(fixture.stack.up({ ...program, labels: { a: "c" } })).rejects.toThrow("triggers/other");
    expect(fixture.stack.outputs).toMatchObject({ name, labels: { a: "b" } });
  });

  test("an update that was carried out succeeds although its operation no longer exists", async () => {
    const fixture = eventStack("Trigger");
    await fixture.stack.up(program);
    fixture.override = ({ line, url }) => {
      if (url.pathname.includes("/operations/")) return lostOperation;
      if (!line.startsWith("PATCH")) return undefined;
      fixture.emulator.objects.triggers.set(name, { ...fixture.emulator.objects.triggers.get(name)!, labels: { a: "c" } });
      return { body: { name: `${home}/operations/lost` } };
    };
    await fixture.stack.up({ ...program, labels: { a: "c" } });
    expect(fixture.stack.outputs).toMatchObject({ labels: { a: "c" } });
  });
});
