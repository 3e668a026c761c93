// Creation of triggers while the service agent has no permissions yet. See docs/modules/eventrouting.md#first-use.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { operationError, responseError } from "../../../../../provider/modules/eventrouting/errors";
import { isPropagating } from "../../../../../provider/modules/eventrouting/resources/first-use";
import { createByOperation } from "../../../../../provider/modules/eventrouting/resources/objects";
import { exampleTrigger } from "../../../../emulators/eventrouting/caller";
import { agentDenied } from "../../../../emulators/eventrouting/first-use";
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
const places = ["response", "operation"] as const;

function firstUse(rejections: number, place: (typeof places)[number]): EmulatorFixture {
  const fixture = emulatorFixture();
  Object.assign(fixture.emulator.firstUse, { rejections, in: place });
  return fixture;
}

const posts = (fixture: EmulatorFixture): number => fixture.requests.filter(({ line }) => line.startsWith("POST")).length;

test.each(places)("rejections in the %s are retried with growing delays until the create succeeds", async (place) => {
  const fixture = firstUse(12, place);
  const context = operation();
  const client = clientOver(fixture.send, context);
  const created = jest.fn();
  await createByOperation(client, creation, created);
  expect(posts(fixture)).toBe(13);
  expect(created.mock.calls).toEqual([[expect.objectContaining({ name })]]);
  expect(fixture.emulator.objects.triggers.get(name)).toBeDefined();
  const steps = Array.from({ length: 12 }, (_, i) => Math.min(5000 * 1.5 ** i, 30_000));
  expect(client.waits).toHaveLength(12);
  client.waits.forEach((wait, i) => {
    expect(wait).toBeGreaterThanOrEqual(steps[i]!);
    expect(wait).toBeLessThanOrEqual(steps[i]! * 1.2);
  });
  expect(context.lines.slice(0, 2)).toEqual([
    "waiting for service agent permissions (attempt 2 follows)",
    "waiting for service agent permissions (attempt 3 follows)",
  ]);
});

test.each(places)("the time limit ends the retries, and the error contains the last rejection in the %s", async (place) => {
  const fixture = firstUse(Infinity, place);
  const controller = new AbortController();
  const limit = new ProviderError("deadline_exceeded", "time limit of 300 s exceeded");
  fixture.override = () => void (posts(fixture) === 5 && controller.abort(limit));
  const created = jest.fn();
  const { code, message, ambiguous } = await failure(
    createByOperation(clientOver(fixture.send, operation(controller.signal)), creation, created),
  );
  expect([code, ambiguous]).toEqual(["deadline_exceeded", false]);
  expect(message).toMatch(/^time limit of 300 s exceeded\nThe last response: Trigger .*FAILED_PRECONDITION.*Eventarc Service Agent/s);
  expect(created).not.toHaveBeenCalled();
});

test.each([
  ["a missing permission of the caller", 403, "PERMISSION_DENIED", "Permission 'eventarc.triggers.create' denied on 'x'"],
  ["the same message as a missing permission", 403, "PERMISSION_DENIED", agentDenied],
  ["a service agent without its role", 400, "FAILED_PRECONDITION", "Permission denied while using the Eventarc Service Agent."],
  ["another propagation", 400, "FAILED_PRECONDITION", "It may take a few minutes before all necessary permissions are propagated."],
  ["a missing service account", 400, "INVALID_ARGUMENT", "The service account does not exist."],
])("%s fails at once", async (_, status, word, message) => {
  const fixture = emulatorFixture();
  fixture.override = () => errorReply(status, word, message);
  const client = clientOver(fixture.send);
  expect((await failure(createByOperation(client, creation, () => undefined))).message).toContain(message);
  expect([posts(fixture), client.waits]).toEqual([1, []]);
});

test("the error of an operation that left an object is reported with it: a second create would find the name taken", async () => {
  const fixture = emulatorFixture();
  fixture.emulator.operations.next.push({ pending: 0, error: { status: "FAILED_PRECONDITION", message: agentDenied }, leaves: {} });
  const created = jest.fn();
  expect((await failure(createByOperation(clientOver(fixture.send), creation, created))).message).toContain("Eventarc Service Agent");
  expect(created).toHaveBeenCalledTimes(1);
  expect(posts(fixture)).toBe(1);
});

test("a rejection after an attempt without a response is not retried: that attempt may have created the object", async () => {
  const fixture = emulatorFixture();
  fixture.override = () => (posts(fixture) === 1 ? { status: 503, body: "" } : errorReply(400, "FAILED_PRECONDITION", agentDenied));
  expect(await failure(createByOperation(clientOver(fixture.send), creation, () => undefined))).toMatchObject({ ambiguous: true });
  expect(posts(fixture)).toBe(2);
});

test("the name of the object is not part of the reason", () => {
  const name = `projects/p/locations/l/triggers/${agentDenied}`;
  const details = { about: `Trigger ${name}`, name, server: "", redact: (text: string) => text };
  const body = (message: string) => JSON.stringify({ error: { code: 400, status: "FAILED_PRECONDITION", message } });
  const error = (message: string) => responseError({ status: 400, headers: {}, body: body(message) }, details);
  expect([isPropagating(error("no")), isPropagating(error(agentDenied))]).toEqual([false, true]);
  expect(isPropagating(operationError({ name, resourceType: "Trigger" }, { code: 7, message: agentDenied }))).toBe(false);
  expect(isPropagating(new Error(agentDenied))).toBe(false);
});
