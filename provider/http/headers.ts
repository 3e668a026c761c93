// The header fields of a request as they leave: the caller's, and those that every request has.
import { ProviderError } from "../core/errors";
import type { HttpRequest } from "./message";
import type { Proxy } from "./proxy";

/** Headers between neighbors on the path. The transport sets them; values of the caller are dropped, so that proxy credentials never reach the remote. */
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

/** Names in lower case. The caller's values win over the defaults. Fails naming the header, never its value, when HTTP does not allow it. */
export function headersFor(request: HttpRequest, url: URL, agent: string, plainProxy?: Proxy): Record<string, string> {
  const headers: Record<string, string> = { host: url.host, accept: "*/*", "accept-encoding": "gzip", "user-agent": agent };
  for (const [name, value] of Object.entries(request.headers)) {
    const key = name.toLowerCase();
    check(key, value);
    if (!hopByHop.has(key)) headers[key] = value;
  }
  if (plainProxy?.authorization) headers["proxy-authorization"] = plainProxy.authorization;
  const length = request.body === undefined ? undefined : Buffer.byteLength(request.body);
  if (length !== undefined || !/^(GET|HEAD|DELETE)$/.test(request.method)) headers["content-length"] = String(length ?? 0);
  return headers;
}

function check(name: string, value: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw new ProviderError("invalid_argument", `"${name}" is no name of an HTTP header.`);
  // Visible Latin-1, blank and tab (RFC 9110, 5.5): a line break would begin another header.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new ProviderError(
      "invalid_argument",
      `The value of the HTTP header ${name} holds a character that is not allowed there, for example a line break.`,
    );
  }
}
