// Operations: polled until they are done, no longer exist, or have failed. See docs/modules/eventrouting.md#operations.
import { requestContext } from "../../../support/contexts";
import { ProviderError } from "../../../../provider/core/errors/errors";
import { awaitOperation } from "../../../../provider/modules/eventrouting/operations";
import { emulatorFixture, clientOver, expectFailure, home, errorReply, scripted, type Override } from "./support";

const name = `${home}/operations/operation-1`;
const subject = { name: `${home}/triggers/orders`, caller: "Trigger" };
const running = { body: { name, done: false } };
const result = { response: { name: "x" } };
const done = { body: { name, done: true, ...result } };
const denied = errorReply(403, "PERMISSION_DENIED", "no");

/** A client whose polls have these responses. */
function polls(...responses: ReturnType<Override>[]) {
  const fixture = scripted(...responses);
  const logged = requestContext();
  return { ...fixture, logged, client: clientOver(fixture.send, logged) };
}

test("the delays grow up to 15 s, with jitter", async () => {
  const { send, requests } = polls(...Array<typeof running>(9).fill(running), done);
  const waits: number[] = [];
  const tools = { random: () => 1, wait: async (ms: number) => void waits.push(ms) };
  await awaitOperation(clientOver(send, requestContext(), { tools }), { name }, subject);
  const steps = [1000, 1500, 2250, 3375, 5062.5, 7593.75, 11_390.625, 15_000, 15_000, 15_000];
  expect(waits).toEqual(steps.map((step) => step * 1.2));
  expect(new Set(requests.map(({ line }) => line))).toEqual(new Set([`GET /v1/${name}`]));
});

test("a new message of the service is shown once", async () => {
  const runningWith = (statusMessage: string) => ({ body: { ...running.body, metadata: { statusMessage } } });
  const { client, logged } = polls(runningWith("a"), runningWith("a"), runningWith("b"), done);
  await awaitOperation(client, running.body, subject);
  // A status line, removed when the operation ends. See docs/protocol.md#progress.
  expect(logged.lines).toEqual(["a", "b"]);
});

test.each([
  ["one that is done at once is not polled", done, [], result],
  ["failed polls are ignored", running, [{ body: "<html>" }, errorReply(400, "INVALID_ARGUMENT", "odd"), done], result],
  ["another server is ignored", running, [errorReply(404, "NOT_FOUND", "Method not found."), { body: {} }, done], result],
  ["another operation is ignored", running, [{ body: { ...done.body, name: `${home}/operations/other` } }, done], result],
  ["a late permission is retried", running, [denied, denied, running, denied, errorReply(401, "UNAUTHENTICATED", "no"), done], result],
  [
    "a missing one: the object decides",
    running,
    [errorReply(404, "NOT_FOUND", `Resource '${name}' was not found`)],
    { response: undefined },
  ],
])("%s", async (_title, begun, responses, expected) => {
  const { client, requests } = polls(...responses);
  expect(await awaitOperation(client, begun.body, subject)).toEqual(expected);
  expect(requests).toHaveLength(responses.length);
});

const failed = { body: { name, done: true, error: { code: 7, message: "denied" } } };
const isForeign = "https://eventarc.googleapis.com returned another object";

test.each([
  ["one that failed", running.body, [failed], `Trigger ${subject.name}: the operation failed: PERMISSION_DENIED: denied`],
  ["a missing permission, three times in a row", running.body, [running, denied, denied, denied], "403 PERMISSION_DENIED: no"],
  ["no operation", {}, [], isForeign],
  ["an operation of another server", { name: "https://other.example/x" }, [], isForeign],
  ["a relative name", { name: "projects/p/locations/../operations/x" }, [], isForeign],
])("%s is an error", async (_title, begun, responses, message) => {
  const { client, requests } = polls(...responses);
  const code = begun === running.body ? "permission_denied" : "unavailable";
  await expectFailure(awaitOperation(client, begun, subject), code, message);
  expect(requests).toHaveLength(responses.length);
});

test("the signal ends it, and the operation continues", async () => {
  const controller = new AbortController();
  const fixture = emulatorFixture();
  fixture.override = () => {
    controller.abort(new ProviderError("cancelled", "stop"));
    return running;
  };
  const client = clientOver(fixture.send, requestContext(controller.signal));
  await expectFailure(awaitOperation(client, running.body, subject), "cancelled", "stop");
  expect(fixture.requests).toHaveLength(1);
});

const failing = errorReply(412, "FAILED_PRECONDITION", "the backend is broken");

test.each([
  [
    "the failure of the last poll",
    [failing],
    /^time limit exceeded\nThe last read of the operation failed: Trigger.*the backend is broken/,
  ],
  ["no failure of an earlier one", [failing, running], /^time limit exceeded$/],
])("after an abort the error contains %s", async (_title, responses, message) => {
  let waits = 0;
  const wait = async () => {
    if (++waits > 2) throw new ProviderError("deadline_exceeded", "time limit exceeded");
  };
  const client = clientOver(polls(...responses).send, requestContext(), { tools: { wait, random: () => 0 } });
  await expectFailure(awaitOperation(client, running.body, subject), "deadline_exceeded", message);
});
