// Work on texts of a service grows linearly with their length: a backtracking pattern would exceed the time limit of a test.
import { contentTypeOf, headersOf, requestId, retryAfter } from "../../../provider/http/headers";
import type { IncomingMessage } from "node:http";
import { abortedError, codeOf, transportError } from "../../../provider/http/failures";
import { sanitizeForTerminal } from "../../../provider/plugin/status";

const pieces: [string, string][] = [
  ["hexadecimal digits", "0123456789abcdef"],
  ["blanks", " "],
  ["zeros", "0"],
  ["decimal points", "0."],
  ["replacement characters", "\ufffd"],
  ["line breaks", "\r\n"],
  ["markers of TLS errors", "ALERT_"],
  ["color directives", "<{%"],
];

test.each(pieces)("a text of 1 MB of %s is read in headers, errors of the network and messages", (_what, piece) => {
  const text = `${piece.repeat(Math.ceil((1 << 20) / piece.length))}!`;
  const headers = headersOf({
    headers: { "retry-after": text, "content-type": text, "x-request-id": text },
  } as unknown as IncomingMessage);
  expect(requestId(headers)).toBeUndefined();
  expect(retryAfter(headers, 0)).toBeUndefined();
  expect(contentTypeOf({ headers }).length).toBeLessThanOrEqual(100);
  const error = Object.assign(new Error(text), { code: text });
  expect(codeOf(error)).toBe(text);
  const failure = transportError({ shown: "GET http://a.test/", write: true }, "sent", error);
  expect(failure.code).toBe("unavailable");
  expect(abortedError({ shown: "PUT http://a.test/", write: true }, failure)).toMatchObject({ ambiguous: true });
  expect(Buffer.byteLength(sanitizeForTerminal(text))).toBeLessThanOrEqual(16_010);
});
