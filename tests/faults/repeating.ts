// Services that repeat what they were sent, and what they may have beside, in every place of a response that can reach a message.
import { framed } from "../emulators/cloud/wire";
import type { EmulatorReply, EmulatorRequest } from "../emulators/exchange";
import type { FaultRule } from "../emulators/faults";

const json = { "content-type": "application/json" };
const jsonReply = (status: number, body: object): EmulatorReply => ({ status, headers: json, body: JSON.stringify(body) });
const rejectedBySearch = (status: number, error: unknown): EmulatorReply => jsonReply(status, { error, status });
const rejectedByCloud = (Code: string, Message: string) => framed({ Error: { Code, Message } });

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

type Reply = (repeated: string, request: EmulatorRequest) => EmulatorReply;

const ofAnyServer: readonly Reply[] = [
  (repeated) => ({ status: 404, headers: {}, body: repeated }),
  (repeated) => ({ status: 500, headers: { "content-type": "text/plain" }, body: `why ${repeated}?` }),
  (repeated) => ({ status: 200, headers: { "content-type": "text/html" }, body: `<html>${repeated}</html>` }),
  (repeated) => ({ status: 200, headers: json, body: JSON.stringify({ repeated }).slice(0, -1) }),
  (repeated) => jsonReply(200, { repeated }),
  (_repeated, { path }) => ({ status: 302, headers: { location: path }, body: "" }),
  (_repeated, { headers }) => {
    const sent = headers["x-tc-token"] ?? headers["x-token"] ?? headers["authorization"] ?? "none";
    const repeating = {
      "x-request-id": sent.replace(/^\w+ /, ""),
      "content-type": `text/${sent}`,
      "www-authenticate": sent,
      location: sent,
    };
    return { status: 500, headers: repeating, body: "" };
  },
];

/** The responses of each service. */
export const replies: Readonly<Record<"search" | "cloud", readonly Reply[]>> = {
  search: [
    ...ofAnyServer,
    (reason) => rejectedBySearch(401, { type: "security_exception", reason }),
    (reason) => rejectedBySearch(400, withCauses(reason)),
    (repeated) => rejectedBySearch(400, repeated),
  ],
  cloud: [
    ...ofAnyServer,
    (repeated) => rejectedByCloud("UnauthorizedOperation", `no: ${repeated}`),
    (repeated) => rejectedByCloud("LimitExceeded.ApiCount", repeated),
    (repeated) => rejectedByCloud("InternalError", repeated),
    (repeated) => rejectedByCloud("AuthFailure.TokenFailure", repeated),
    (message) => jsonReply(200, { code: 4000, codeDesc: "InvalidParameter", message }),
  ],
};

/** A fault that handles every request with a reply that repeats it, with `known` beside it, and notes the request. */
export function repeating(reply: Reply, known: readonly string[], seen: EmulatorRequest[]): FaultRule {
  let last: EmulatorRequest;
  return {
    match: (request) => {
      seen.push((last = request));
      return true;
    },
    fault: async () => ({ reply: reply(`${known.join(" ")} ${allOf(last)}`, last) }),
  };
}
