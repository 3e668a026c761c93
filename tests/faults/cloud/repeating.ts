// Services of module cloud that repeat what they are sent, and what they may know beside, in every place of an answer that can reach a message.
import { framed } from "../../emulators/cloud/wire";
import type { EmulatorReply, EmulatorRequest } from "../../emulators/exchange";
import type { FaultRule } from "../../emulators/faults";
import { allOf } from "../repeating";

const json = { "content-type": "application/json" };
const refused = (Code: string, Message: string): EmulatorReply => framed({ Error: { Code, Message } });

const replies: Readonly<Record<string, (said: string, request: EmulatorRequest) => EmulatorReply>> = {
  "a refusal": (said) => refused("UnauthorizedOperation", `no: ${said}`),
  "a refusal of a create": (said) => refused("LimitExceeded.ApiCount", said),
  "an internal error": (said) => refused("InternalError", said),
  "keys that are not known": (said) => refused("AuthFailure.TokenFailure", said),
  "the old form": (said) => ({
    status: 200,
    headers: json,
    body: JSON.stringify({ code: 4000, codeDesc: "InvalidParameter", message: said }),
  }),
  "HTTP 500 as text": (said) => ({ status: 500, headers: { "content-type": "text/plain" }, body: `why ${said}?` }),
  "HTTP 404 of a proxy": (said) => ({ status: 404, headers: {}, body: said }),
  "half JSON": (said) => ({ status: 200, headers: json, body: JSON.stringify({ said }).slice(0, -1) }),
  "no Response": (said) => ({ status: 200, headers: json, body: JSON.stringify({ said }) }),
  "its headers": (_said, { headers }) => ({
    status: 500,
    headers: {
      "x-request-id": headers["x-tc-token"] ?? "none",
      "content-type": `text/${headers["x-tc-token"] ?? "x"}`,
      "www-authenticate": headers["authorization"] ?? "x",
    },
    body: "",
  }),
};

/** The ways in which they do it. */
export const ways = Object.keys(replies);

/** A fault that answers every request in one of the ways, with `known` beside it, and notes the request. */
export function repeating(way: string, known: readonly string[], seen: EmulatorRequest[]): FaultRule {
  let last: EmulatorRequest;
  return {
    match: (request) => {
      seen.push((last = request));
      return true;
    },
    fault: async () => ({ reply: replies[way]!(`${known.join(" ")} ${allOf(last)}`, last) }),
  };
}
