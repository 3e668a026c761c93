// The headers of requests, and the headers of responses that the modules read. Pure.
import { ProviderError } from "../core/errors/errors";
import type { IncomingMessage } from "node:http";
import type { HttpRequest, HttpResponse } from "../contract/http";
import type { Proxy } from "./proxy";

/** Hop-by-hop headers. The transport sets them; values of the caller are dropped, so that proxy credentials never reach the remote. */
const hopByHop = new Set([
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "proxy-authorization",
  "proxy-connection",
]);

/** Returns the headers of a request, names in lower case; the caller's values replace the defaults. Fails on an invalid header; the message contains its name only. */
export function headersFor(request: HttpRequest, url: URL, agent: string, plainProxy?: Proxy): Record<string, string> {
  const headers: Record<string, string> = { host: url.host, accept: "*/*", "accept-encoding": "gzip", "user-agent": agent };
  for (const [name, value] of Object.entries(request.headers)) {
    const key = name.toLowerCase();
    requireValidHeader(key, value);
    if (!hopByHop.has(key)) headers[key] = value;
  }
  if (plainProxy?.authorization) headers["proxy-authorization"] = plainProxy.authorization;
  const length = request.body === undefined ? undefined : Buffer.byteLength(request.body);
  if (length !== undefined || !/^(GET|DELETE)$/.test(request.method)) headers["content-length"] = String(length ?? 0);
  return headers;
}

function requireValidHeader(name: string, value: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw new ProviderError("invalid_argument", `Invalid HTTP header name "${name}".`);
  // Visible Latin-1, space and tab (RFC 9110, section 5.5): a line break would start another header.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new ProviderError(
      "invalid_argument",
      `Invalid value of the HTTP header ${name}: it contains a character that HTTP does not allow, such as a line break. Remove the character.`,
    );
  }
}

const requestIdHeaders = [
  "x-request-id",
  "x-opaque-id",
  "x-amzn-requestid",
  "x-tc-requestid",
  "x-goog-request-id",
  "request-id",
  "x-correlation-id",
];

/** Returns the request ID under which the service logged the request, at most 100 plain characters; undefined without one. */
export function requestId(headers: Readonly<Record<string, string>>): string | undefined {
  return requestIdHeaders.map((name) => headers[name]).find((value) => value && /^[\w.:=+/@-]{1,100}$/.test(value));
}

/** Returns the headers of a response; repeated ones are joined with a comma. */
export function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}

/**
 * Returns the milliseconds of the Retry-After header, given as seconds or as an HTTP date; 0 for a date in the past, undefined when the header is
 * absent or invalid. `time` is Unix time in ms.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, time: number): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - time);
}

/** Returns the content type of a response that is not of the expected form; a long one, which a server may have filled with anything, by its length. */
export function contentTypeOf({ headers }: Pick<HttpResponse, "headers">): string {
  const type = headers["content-type"] ?? "";
  if (type === "") return "without content type";
  return type.length > 100 ? `content type of ${type.length} characters` : type;
}
