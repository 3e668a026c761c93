// Which requests are retried, after which delays, and when retries end. See docs/modules/datapipeline.md#retries.
import { TransportError, type Phase } from "../../../../provider/http/transport-error";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../support/virtual-time";
import { expectFailure, line, page, errorResponse, reply, type StubResult } from "./support";

const roles = page([]);
const tooMany = (after?: string) =>
  errorResponse(429, "TooManyRequests", "The limit of requests is used up.", after === undefined ? {} : { "retry-after": after });
const retryAfter = (status: number, after: string) => reply(status, "", { "retry-after": after });
/** In the virtual time of these tests. */
const inAnHour = new Date(1_700_000_000_000 + 3_600_000).toUTCString();
const lost = (phase: Phase) => new TransportError(phase, "ECONNRESET", "the response was lost");

test.each<[title: string, responses: StubResult[], waits: number[]]>([
  ["429 with the seconds that it requests", [tooMany("7"), tooMany("300"), tooMany("0"), roles], [7000, 300_000, 0]],
  ["429 without them", [tooMany(), tooMany(), tooMany(), roles], [1000, 2000, 4000]],
  ["429 with what is no number, such as a date", [tooMany(inAnHour), tooMany("-5"), tooMany("90.5"), roles], [1000, 2000, 4000]],
  ["503 and 504 with seconds, which only 429 requests", [retryAfter(503, "9"), retryAfter(504, "301"), roles], [1000, 2000]],
  ["a connection that fails or breaks", [lost("connect"), lost("sent"), lost("body"), roles], [1000, 2000, 4000]],
  ["no response within a minute", ["none", roles], [1000]],
])("%s", async (_title, responses, waits) => {
  useVirtualTime();
  const stub = line(responses);
  expect(await inVirtualTime(stub.lookUp("getRoles"))).toEqual({ roles: [], id: "0" });
  useRealTime();
  expect(stub.waits).toEqual(waits);
  expect(stub.sent.map(({ attempt }) => attempt)).toEqual(responses.map((_answer, n) => n + 1));
});

const rejected =
  "GET http://pipeline.test/v1/roles: HTTP 429, TooManyRequests: The limit of requests is used up.\nFivetran requests a delay of";

test.each([
  ["429", tooMany("2"), 4, "resource_exhausted", `${rejected} 2 s. Run again after it.\n4 attempts were made.`],
  ["503", reply(503, ""), 4, "unavailable", "GET http://pipeline.test/v1/roles: HTTP 503, empty body\n4 attempts were made."],
  ["a break", lost("sent"), 4, "unavailable", "the response was lost. 4 attempts were made."],
  // More than 300 seconds are too long.
  ["429 with 301 s", tooMany("301"), 1, "resource_exhausted", `${rejected} 301 s. Run again after it.`],
  ["a certificate", new TransportError("tls", "CERT_HAS_EXPIRED", "it has expired"), 1, "unavailable", "it has expired"],
])("%s every time", async (...[, response, attempts, code, message]) => {
  const stub = line([response]);
  await expectFailure(stub.lookUp("getRoles"), code, `getRoles: ${message}`);
  expect(stub.sent).toHaveLength(attempts);
});

test("a longer delay is shown to the user, without text of the service", async () => {
  const stub = line([tooMany("42"), roles]);
  await stub.lookUp("getRoles");
  expect(stub.lines).toEqual(["rate limited by Fivetran, next try in 42s"]);
});
