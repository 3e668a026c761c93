// Creation of triggers while the service agent has no permissions yet. See docs/modules/eventrouting.md#first-use.
import { requestContext } from "../../../../support/contexts";
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { createByOperation } from "../../../../../provider/modules/eventrouting/resources/objects";
import { agentDenied } from "../../../../emulators/eventrouting/collection";
import { creation, emulatorFixture, clientOver, failure, home, errorReply, type EmulatorFixture } from "../support";

const places = ["response", "operation"] as const;

function firstUse(rejections: number, place: (typeof places)[number]) {
  const fixture = emulatorFixture();
  Object.assign(fixture.emulator.firstUse, { rejections, in: place });
  return fixture;
}

const posts = (fixture: EmulatorFixture) => fixture.requests.filter(({ line }) => line.startsWith("POST")).length;

test.each(places)("rejections in the %s are retried with growing delays until the create succeeds", async (place) => {
  const fixture = firstUse(12, place);
  const context = requestContext();
  const client = clientOver(fixture.send, context);
  const created = jest.fn();
  await createByOperation(client, creation, created);
  expect(created.mock.calls).toEqual([[expect.objectContaining({ name: creation.name })]]);
  const steps = Array.from({ length: 12 }, (_, i) => Math.min(5000 * 1.5 ** i, 30_000));
  expect([posts(fixture), client.waits]).toEqual([13, steps]);
  expect(context.lines.slice(0, 2)).toEqual([2, 3].map((n) => `waiting for service agent permissions (attempt ${n} follows)`));
});

test.each(places)("the time limit ends the retries, and the error contains the last rejection in the %s", async (place) => {
  const fixture = firstUse(Infinity, place);
  const controller = new AbortController();
  const limit = new ProviderError("deadline_exceeded", "time limit of 300 s exceeded");
  fixture.override = () => void (posts(fixture) === 5 && controller.abort(limit));
  const ended = createByOperation(clientOver(fixture.send, requestContext(controller.signal)), creation, () => undefined);
  const { code, message, ambiguous } = await failure(ended);
  expect([code, ambiguous]).toEqual(["deadline_exceeded", false]);
  expect(message).toMatch(/^time limit of 300 s exceeded\nThe last response: Trigger .*FAILED_PRECONDITION.*Eventarc Service Agent/s);
});

const rejected = (message: string) => errorReply(400, "FAILED_PRECONDITION", message);

test.each([
  [
    "the same message as a missing permission of the caller",
    [errorReply(403, "PERMISSION_DENIED", agentDenied)],
    { code: "permission_denied" },
  ],
  ["another reason, also beside the message in the name of the object", [rejected("no")], {}],
  ["a service agent without its role", [rejected("Permission denied while using the Eventarc Service Agent.")], {}],
  ["another propagation", [rejected("It may take a few minutes before all necessary permissions are propagated.")], {}],
  [
    "a rejection after a lost response, which may have created the object",
    [{ status: 503, body: "" }, rejected(agentDenied)],
    { ambiguous: true },
  ],
])("%s is not retried", async (_, responses, expected) => {
  const fixture = emulatorFixture();
  fixture.override = () => responses[posts(fixture) - 1];
  const named = { ...creation, name: `${home}/triggers/${agentDenied}` };
  await expect(createByOperation(clientOver(fixture.send), named, () => undefined)).rejects.toMatchObject(expected);
  expect(posts(fixture)).toBe(responses.length);
});

test("the error of an operation that left an object is reported with it: a second create would find the name taken", async () => {
  const fixture = emulatorFixture();
  fixture.emulator.operations.next.push({ pending: 0, error: { status: "FAILED_PRECONDITION", message: agentDenied }, leaves: {} });
  const created = jest.fn();
  await expect(createByOperation(clientOver(fixture.send), creation, created)).rejects.toThrow("Eventarc Service Agent");
  expect([created.mock.calls.length, posts(fixture)]).toEqual([1, 1]);
});
