// Operations: polled until they are done, no longer exist, or have failed. See docs/modules/eventrouting.md#operations.
import type { PlainMap } from "../../../../provider/core/values/value";
import { ProviderError } from "../../../../provider/core/errors/errors";
import { awaitOperation } from "../../../../provider/modules/eventrouting/operations";
import { emulatorFixture, clientOver, failure, home, operation, errorReply, type Override } from "./support";

const name = `${home}/operations/operation-1`;
const subject = { name: `${home}/triggers/orders`, resourceType: "Trigger" };
const running = { name, done: false };
const done = { name, done: true, response: { name: "x" } };

/** Returns the responses of polls in order, the last one repeatedly. */
function looks(...responses: (PlainMap | ReturnType<Override>)[]) {
  const fixture = emulatorFixture();
  fixture.override = () => {
    const reply = responses[Math.min(fixture.requests.length, responses.length) - 1];
    return reply && "name" in reply && !(reply instanceof Error) ? { body: reply } : (reply as ReturnType<Override>);
  };
  const logged = operation();
  return { ...fixture, logged, client: clientOver(fixture.send, logged) };
}

test("done at once: it is not polled", async () => {
  const { client, requests } = looks();
  expect(await awaitOperation(client, done, subject)).toEqual({ response: { name: "x" } });
  expect(requests).toEqual([]);
});

test("the delays grow up to 15 s, with jitter", async () => {
  const { client, requests } = looks(...Array<PlainMap>(9).fill(running), done);
  await awaitOperation(client, { name }, subject);
  const steps = [1000, 1500, 2250, 3375, 5062.5, 7593.75, 11_390.625, 15_000, 15_000, 15_000];
  expect(client.waits).toHaveLength(steps.length);
  client.waits.forEach((wait, i) => {
    expect(wait).toBeGreaterThanOrEqual(steps[i]!);
    expect(wait).toBeLessThanOrEqual(steps[i]! * 1.2);
  });
  expect(new Set(requests.map(({ line }) => line))).toEqual(new Set([`GET /v1/${name}`]));
});

test("a new message of the service is shown once", async () => {
  const runningWith = (statusMessage: string): PlainMap => ({ ...running, metadata: { statusMessage } });
  const { client, logged } = looks(runningWith("a"), runningWith("a"), runningWith("b"), done);
  await awaitOperation(client, running, subject);
  // A status line, removed when the operation ends. See docs/protocol.md#progress.
  expect(logged.lines).toEqual(["a", "b"]);
});

test("failure: the message, with its object", async () => {
  const error = { code: 7, message: "denied on events@demo", details: [{ requestId: "18ea" }] };
  const { client } = looks({ name, done: true, error });
  const { code: code, message } = await failure(awaitOperation(client, running, subject));
  expect(code).toBe("permission_denied");
  expect(message).toMatch(`Trigger ${home}/triggers/orders: the operation failed: PERMISSION_DENIED: denied on events@demo (request 18ea)`);
});

test("failed polls are ignored", async () => {
  const others = [errorReply(404, "NOT_FOUND", "Method not found."), { body: {} }, { body: { ...done, name: `${home}/operations/other` } }];
  const { client } = looks({ body: "<html>" }, errorReply(400, "INVALID_ARGUMENT", "odd"), ...others, done);
  expect(await awaitOperation(client, running, subject)).toEqual({ response: { name: "x" } });
});

test("a late permission is retried", async () => {
  const no = errorReply(403, "PERMISSION_DENIED", "no");
  const { client } = looks(no, no, running, no, errorReply(401, "UNAUTHENTICATED", "no"), done);
  expect(await awaitOperation(client, running, subject)).toEqual({ response: { name: "x" } });
});

test("a missing permission, three times in a row, ends it", async () => {
  const { client, requests } = looks(running, errorReply(403, "PERMISSION_DENIED", "no"));
  expect((await failure(awaitOperation(client, running, subject))).code).toBe("permission_denied");
  expect(requests).toHaveLength(4);
});

test("a missing operation: the object decides", async () => {
  const { client } = looks(errorReply(404, "NOT_FOUND", `Resource '${name}' was not found`));
  expect(await awaitOperation(client, running, subject)).toEqual({ response: undefined });
});

test("the signal ends it, and the operation continues", async () => {
  const controller = new AbortController();
  const fixture = emulatorFixture();
  fixture.override = () => {
    controller.abort(new ProviderError("cancelled", "stop"));
    return { body: running };
  };
  const client = clientOver(fixture.send, operation(controller.signal));
  expect(await failure(awaitOperation(client, running, subject))).toMatchObject({ code: "cancelled" });
  expect(fixture.requests).toHaveLength(1);
});

test.each<PlainMap>([
  {},
  { name: "https://other.example/x" },
  { name: "projects/p/locations/../operations/x" },
  { name: "a//b" },
  { name: subject.name },
])("%j is not an operation, and it is not polled", async (begun) => {
  const { client, requests } = looks();
  const { code, message } = await failure(awaitOperation(client, begun, subject));
  expect([code, message]).toEqual(["unavailable", expect.stringContaining("https://eventarc.googleapis.com returned another object")]);
  expect(requests).toEqual([]);
});

test("after an abort the error contains the failure of the last poll, and only of the last one", async () => {
  const limit = new ProviderError("deadline_exceeded", "time limit exceeded");
  const failing = errorReply(412, "FAILED_PRECONDITION", "the backend is broken");
  for (const [responses, expected] of [
    [[failing], "time limit exceeded\nThe last read of the operation failed: Trigger"],
    [[failing, running], "time limit exceeded"],
  ] as const) {
    const { send } = looks(...responses);
    let waits = 0;
    const wait = async (): Promise<void> => {
      if (++waits > 2) throw limit;
    };
    const client = clientOver(send, operation(), { tools: { wait, random: () => 0 } });
    const { code, message } = await failure(awaitOperation(client, running, subject));
    expect(code).toBe("deadline_exceeded");
    expect(message.startsWith(expected)).toBe(true);
    expect(message.includes("the backend is broken")).toBe(expected.includes("last read"));
  }
});
