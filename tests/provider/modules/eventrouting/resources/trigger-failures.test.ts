// State after a create or an update of a trigger that fails half-way. See docs/modules/eventrouting.md#triggers.
import { eventStack, home, errorReply, objectKinds } from "../support";

const name = `${home}/triggers/orders`;
const lostOperation = errorReply(404, "NOT_FOUND", `Resource '${home}/operations/lost' was not found`);
const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;
const program = { ...objectKinds[0]!.program, labels: { a: "b" } };
const news = { ...program, labels: { a: "c" } };

/** A stack with the trigger. */
async function created() {
  const fixture = eventStack("Trigger");
  await fixture.stack.up(program);
  return fixture;
}

test("a partially created trigger is kept, and the next update completes it", async () => {
  const { stack, emulator } = eventStack("Trigger");
  emulator.operations.next.push({ pending: 0, error: denied, leaves: { conditions: { a: { code: 7 } } } });
  await expect(stack.up(program)).rejects.toThrow("no right to receive");
  expect(stack.stored).toMatchObject({ id: name, unfinished: [expect.stringContaining("Its conditions: a: PERMISSION_DENIED")] });
  expect(stack.outputs).toMatchObject({ name, conditions: { a: "PERMISSION_DENIED" }, uid: expect.any(String) });
  expect(await stack.up(program)).toBe("update");
  expect(stack.stored!.unfinished).toEqual([]);
});

test("one that cannot be read after its creation is as its operation returned it", async () => {
  const { stack, emulator } = eventStack("Trigger");
  emulator.denied.add("eventarc.triggers.get");
  expect(await stack.up(program)).toBe("create");
  expect(stack.stored?.id).toBe(name);
  expect(stack.outputs).toMatchObject({
    labels: program.labels,
    name,
    transport: { pubsub: { topic: expect.stringContaining("eventarc-") } },
  });
});

test("a change that failed leaves what was reached, and is reported with it; one that is rejected is a plain failure", async () => {
  const { stack, emulator } = await created();
  const serviceAccount = "events@demo-project.iam.gserviceaccount.com";
  emulator.operations.next.push({ pending: 0, error: denied, leaves: { serviceAccount: "" } });
  await expect(stack.up({ ...news, serviceAccount })).rejects.toThrow("no right to receive");
  expect(stack.stored).toMatchObject({ id: name, unfinished: [expect.stringContaining("no right to receive")] });
  expect(stack.outputs).toMatchObject({ labels: { a: "c" }, serviceAccount: "" });
  expect(await stack.up({ ...news, serviceAccount })).toBe("update");
  expect(emulator.objects.triggers.get(name)).toMatchObject({ labels: { a: "c" }, serviceAccount });
  emulator.denied.add("eventarc.triggers.update");
  await expect(stack.up(program)).rejects.toThrow("eventarc.triggers.update");
  expect(stack.stored!.unfinished).toEqual([]);
});

test.each([
  ["INVALID_ARGUMENT", "event_filters cannot be updated"],
  ["FAILED_PRECONDITION", "The field is immutable."],
] as const)("a change that the service does not make in place (%s, %s): replacing is advised", async (status, message) => {
  const fixture = await created();
  const { stack, emulator } = fixture;
  const advice =
    /cannot be changed in place\. To replace the object, set its resource option `deleteBeforeReplace`, and run `pulumi up --replace`/;
  fixture.override = ({ line }) => (line.startsWith("PATCH") ? errorReply(400, status, message) : undefined);
  await expect(stack.up(news)).rejects.toThrow(advice);
  fixture.override = () => undefined;
  emulator.operations.next.push({ pending: 0, error: { status, message } }, { pending: 0, error: { status, message: "too long" } });
  await expect(stack.up(news)).rejects.toThrow(advice);
  await expect(stack.up(news)).rejects.not.toThrow(advice);
});

const operation = { body: { name: `${home}/operations/lost`, done: false } };

test.each([
  ["no longer exists", operation, lostOperation, "Eventarc still has the former labels"],
  ["is done without a result", operation, { body: { ...operation.body, done: true } }, "Eventarc still has the former labels"],
  [
    "returns another object",
    { body: { ...operation.body, done: true, response: { name: `${home}/triggers/other`, labels: { other: "x" } } } },
    undefined,
    "triggers/other",
  ],
])(
  "an update that was not carried out, and whose operation %s, is an error, and the state is read",
  async (_title, patched, polled, message) => {
    const fixture = await created();
    const { stack } = fixture;
    fixture.override = ({ line, url }) => {
      if (line.startsWith("PATCH")) return patched;
      return url.pathname.includes("/operations/") ? polled : undefined;
    };
    await expect(stack.up(news)).rejects.toThrow(message);
    expect([stack.stored!.id, stack.outputs["labels"]]).toEqual([name, { a: "b" }]);
    fixture.override = () => undefined;
    expect(await stack.up(news)).toBe("update");
  },
);

test("an update that was carried out succeeds although its operation no longer exists, also beside members of others", async () => {
  const fixture = await created();
  const { triggers } = fixture.emulator.objects;
  const labels = { a: "b", other: "x" };
  triggers.set(name, { ...triggers.get(name)!, labels });
  fixture.override = ({ line, url }) => {
    if (url.pathname.includes("/operations/")) return lostOperation;
    if (!line.startsWith("PATCH")) return undefined;
    triggers.set(name, { ...triggers.get(name)!, labels: { ...labels, a: "c" } });
    return operation;
  };
  await fixture.stack.up(news);
  expect(fixture.stack.outputs).toMatchObject({ labels: { ...labels, a: "c" } });
});
