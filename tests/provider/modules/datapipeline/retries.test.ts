// Which requests are retried, after which delays, and when retries end. See docs/modules/datapipeline.md#retries.
import { TransportError, type Phase } from "../../../../provider/http/transport-error";
import { failure, line, operation, page, errorResponse, reply, type StubResult } from "./support";

const roles = page([]);
const tooMany = (after?: string): StubResult =>
  errorResponse(429, "TooManyRequests", "The limit of requests is used up.", after === undefined ? {} : { "retry-after": after });
const retryAfter = (status: number, after: string): StubResult => reply(status, "", { "retry-after": after });
/** In the virtual time of these tests. */
const inAnHour = new Date(1_700_000_000_000 + 3_600_000).toUTCString();
const lost = (phase: Phase): StubResult => new TransportError(phase, "ECONNRESET", "the response was lost");

test.each<[string, StubResult[], number[]]>([
  ["429 with the seconds that it requests", [tooMany("7"), tooMany("300"), tooMany("1"), roles], [7000, 300_000, 1000]],
  ["429 without them", [tooMany(), tooMany(), tooMany(), roles], [1000, 2000, 4000]],
  ["429 with nothing to wait for", [tooMany("0"), tooMany("0"), tooMany("0"), roles], [0, 0, 0]],
  ["429 with what is no number", [tooMany("soon"), tooMany("-5"), roles], [1000, 2000]],
  ["429 with a date, which is no number either", [tooMany(inAnHour), tooMany("Wed, 21 Oct 2015 07:28:00 GMT"), roles], [1000, 2000]],
  ["429 with parts of a second, which the service does not tell", [tooMany("90.5"), roles], [1000]],
  ["503 and 504 with seconds, which only 429 requests", [retryAfter(503, "9"), retryAfter(504, "301"), roles], [1000, 2000]],
  ["a connection that fails or breaks", [lost("connect"), lost("sent"), lost("body"), roles], [1000, 2000, 4000]],
])("%s", async (_title, responses, waits) => {
  const stub = line(responses);
  expect(await stub.lookUp("getRoles")).toEqual({ roles: [], id: "0" });
  expect(stub.waits).toEqual(waits);
  expect(stub.sent.map(({ attempt }) => attempt)).toEqual(responses.map((_answer, n) => n + 1));
});

test("four attempts are all", async () => {
  const stub = line([tooMany("2")]);
  expect(await failure(stub.lookUp("getRoles"))).toMatchObject({
    code: "resource_exhausted",
    message:
      "getRoles: GET http://pipeline.test/v1/roles: HTTP 429, TooManyRequests: The limit of requests is used up.\n" +
      "Fivetran requests a delay of 2 s. Run again after it.\n4 attempts were made.",
  });
  expect(stub.sent).toHaveLength(4);
  const failing = line([reply(503, "")]);
  expect(await failure(failing.lookUp("getRoles"))).toMatchObject({
    code: "unavailable",
    message: "getRoles: GET http://pipeline.test/v1/roles: HTTP 503, empty body\n4 attempts were made.",
  });
  const breaking = line([lost("sent")]);
  expect(await failure(breaking.lookUp("getRoles"))).toMatchObject({
    code: "unavailable",
    message: "getRoles: the response was lost. 4 attempts were made.",
  });
});

test.each(["301", "3600"])("more than 300 seconds (%s) is too long: it fails at once with the number", async (seconds) => {
  const stub = line([tooMany(seconds), roles]);
  expect(await failure(stub.lookUp("getRoles"))).toMatchObject({
    code: "resource_exhausted",
    message:
      "getRoles: GET http://pipeline.test/v1/roles: HTTP 429, TooManyRequests: The limit of requests is used up.\n" +
      `Fivetran requests a delay of ${seconds} s. Run again after it.`,
  });
  expect([stub.waits, stub.sent.length]).toEqual([[], 1]);
});

test("a cancellation ends the wait", async () => {
  const cancel = new AbortController();
  const about = operation(cancel.signal);
  const stub = line((_request, n) => {
    if (n === 1) cancel.abort(new Error("cancelled by the test"));
    return tooMany("9");
  }, about);
  await expect(stub.lookUp("getRoles")).rejects.toThrow("cancelled by the test");
  expect(stub.sent).toHaveLength(2);
  expect(stub.sent.every(({ signal }) => signal === cancel.signal)).toBe(true);
});

test("a longer delay is shown to the user, without text of the service", async () => {
  const stub = line([tooMany("42"), roles]);
  await stub.lookUp("getRoles");
  expect(stub.lines).toEqual(["rate limited by Fivetran, next try in 42s"]);
});
