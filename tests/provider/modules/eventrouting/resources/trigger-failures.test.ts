// State after a create or an update of a trigger that fails half-way. See docs/modules/eventrouting.md#triggers.
import { eventStack, home, refused } from "../support";

const name = `${home}/triggers/orders`;
const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;

describe("a trigger", () => {
  const program = {
    triggerId: "orders",
    destination: { containerService: { service: "orders", region: "us-central1" } },
    labels: { a: "b" },
    eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }],
  };

  test("a partially created trigger is kept, and the next update completes it", async () => {
    const made = eventStack("Trigger");
    made.emulator.operations.next.push({ pending: 0, error: denied, leaves: { conditions: { a: { code: 7 } } } });
    await expect(made.stack.up(program)).rejects.toThrow("no right to receive");
    expect(made.stack.kept).toMatchObject({ id: name, unfinished: [expect.stringContaining("Its conditions: a: PERMISSION_DENIED")] });
    expect(made.stack.outputs).toMatchObject({ name, conditions: { a: "PERMISSION_DENIED" }, uid: expect.any(String) as string });
    expect(await made.stack.up(program)).toBe("update");
    expect(made.stack.kept!.unfinished).toEqual([]);
  });

  test("one whose read fails after its creation is kept as its operation returned it", async () => {
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

  test("one that was not created is not kept", async () => {
    const made = eventStack("Trigger");
    made.emulator.operations.next.push({ pending: 0, error: denied });
    await expect(made.stack.up(program)).rejects.toThrow("no right to receive");
    expect(made.stack.kept).toBeUndefined();
  });

  test("a change that failed and changed nothing: the live state is reported with it; one that is rejected is a plain failure", async () => {
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
    const advice = /cannot be changed in place. To replace the object: `pulumi up --replace`/;
    made.override = ({ line }) => (line.startsWith("PATCH") ? refused(400, status, message) : undefined);
    await expect(made.stack.up(news)).rejects.toThrow(advice);
    made.override = () => undefined;
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

  test.each([
    ["the operation no longer exists", (method: string) => (method === "GET" ? refused(404, "NOT_FOUND", "no operation") : undefined)],
    ["the operation is done without a result", () => ({ body: { name: `${home}/operations/lost`, done: true } })],
  ])("an update that was not carried out although its request was accepted: %s", async (_title, polled) => {
    const made = eventStack("Trigger");
    await made.stack.up(program);
    const news = { ...program, labels: { a: "c" } };
    made.override = ({ line, url }) => {
      if (line.startsWith("PATCH")) return { body: { name: `${home}/operations/lost` } };
      return url.pathname.includes("/operations/") ? polled("GET") : undefined;
    };
    await expect(made.stack.up(news)).rejects.toThrow("the service still has the former labels");
    expect(made.stack.kept).toMatchObject({ id: name });
    expect(made.stack.outputs).toMatchObject({ labels: { a: "b" } });
    made.override = () => undefined;
    expect(await made.stack.up(news)).toBe("update");
    expect(made.emulator.objects.triggers.get(name)).toMatchObject({ labels: { a: "c" } });
  });

  test("an update that was carried out succeeds although its operation no longer exists", async () => {
    const made = eventStack("Trigger");
    await made.stack.up(program);
    made.override = ({ line, url }) => {
      if (url.pathname.includes("/operations/")) return refused(404, "NOT_FOUND", "no operation");
      if (!line.startsWith("PATCH")) return undefined;
      made.emulator.objects.triggers.set(name, { ...made.emulator.objects.triggers.get(name)!, labels: { a: "c" } });
      return { body: { name: `${home}/operations/lost` } };
    };
    await made.stack.up({ ...program, labels: { a: "c" } });
    expect(made.stack.outputs).toMatchObject({ labels: { a: "c" } });
  });
});
