// Work on texts of a service grows linearly with their length: a backtracking pattern would exceed the time limit of a test.
import { contentTypeOf, headersOf, requestId, retryAfter } from "../../../provider/http/headers";
import type { IncomingMessage } from "node:http";
import { abortedError, codeOf, transportError } from "../../../provider/http/failures";
import { sanitizeForTerminal } from "../../../provider/plugin/status";

const sizes = [64 * 1024, 1024 * 1024];
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
const texts = sizes.flatMap((size) =>
  pieces.map(([what, piece]): [number, string, string] => [size, what, `${piece.repeat(Math.ceil(size / piece.length))}!`]),
);

describe.each(texts)("%d characters of %s", (_size, _what, text) => {
  test("in headers", () => {
    const headers = headersOf({
      headers: { "retry-after": text, "content-type": text, "x-request-id": text },
    } as unknown as IncomingMessage);
    expect(requestId(headers)).toBeUndefined();
    expect(retryAfter(headers, 0)).toBeUndefined();
    expect(contentTypeOf({ headers }).length).toBeLessThanOrEqual(100);
  });

  test("in errors of the network", () => {
    const error = Object.assign(new Error(text), { code: text });
    expect(codeOf(error)).toBe(text);
    const failure = transportError({ shown: "GET http://a.test/", write: true }, "sent", error);
    expect(failure.code).toBe("unavailable");
    expect(abortedError({ shown: "PUT http://a.test/", write: true }, failure)).toMatchObject({ ambiguous: true });
  });

  test("in messages", () => {
    expect(Buffer.byteLength(sanitizeForTerminal(text))).toBeLessThanOrEqual(16_010);
  });
});
