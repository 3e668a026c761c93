// Remotes that repeat what they were sent, in every place of a response that can reach a message.
import type { EmulatorReply, EmulatorRequest } from "../emulators/exchange";
import type { FaultRule } from "../emulators/faults";

const json = { "content-type": "application/json" };
const rejected = (status: number, error: unknown): EmulatorReply => ({ status, headers: json, body: JSON.stringify({ error, status }) });

/** All that a request holds, as one text. */
export const allOf = ({ method, path, query, headers, body }: EmulatorRequest): string =>
  JSON.stringify({ method, path: decodeURIComponent(path), query, headers, body });

const withCauses = (reason: string): unknown => ({
  root_cause: [{ type: "parse_exception", reason, processor_type: reason }],
  type: "x",
  reason: "y",
  property_name: reason,
  caused_by: { type: "z", reason, caused_by: { type: reason, reason } },
});

/** Header values that a server may send. */
const sendable = (text: string): string => text.replace(/[^\x21-\x7e]/g, "");

const replies: Readonly<Record<string, (repeated: string, request: EmulatorRequest) => EmulatorReply>> = {
  "HTTP 401 with a reason": (reason) => rejected(401, { type: "security_exception", reason }),
  "HTTP 400 with causes": (reason) => rejected(400, withCauses(reason)),
  "HTTP 400 with a text": (repeated) => rejected(400, repeated),
  "HTTP 404 of a proxy": (repeated) => ({ status: 404, headers: {}, body: repeated }),
  "a page": (repeated) => ({ status: 200, headers: { "content-type": "text/html" }, body: `<html>${repeated}</html>` }),
  "its headers": (_said, { headers, path }) => ({
    status: 500,
    headers: {
      "x-request-id": (headers["authorization"] ?? "none").replace(/^\w+ /, ""),
      "content-type": `text/${headers["x-token"] ?? headers["authorization"] ?? "x"}`,
      location: sendable(decodeURIComponent(path)),
      "www-authenticate": headers["authorization"] ?? "x",
    },
    body: "",
  }),
  "a redirect": (_said, { path }) => ({ status: 302, headers: { location: path }, body: "" }),
  "half JSON": (repeated) => ({ status: 200, headers: json, body: JSON.stringify({ repeated }).slice(0, -1) }),
};

/** The ways in which they do it. */
export const ways = Object.keys(replies);

/** A fault that handles every request, and notes it. */
export function noting(seen: EmulatorRequest[], reply: (request: EmulatorRequest) => EmulatorReply): FaultRule {
  let last: EmulatorRequest;
  return {
    match: (request) => {
      seen.push((last = request));
      return true;
    },
    fault: async () => ({ reply: reply(last) }),
  };
}

/** A fault that handles every request in one of the ways, and notes it. */
export const repeating = (way: string, seen: EmulatorRequest[]): FaultRule =>
  noting(seen, (request) => replies[way]!(allOf(request), request));
