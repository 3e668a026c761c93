// Services of module cloud that repeat what they are sent, and what they may have beside, in every place of a response that can reach a message.
import { framed } from "../../emulators/cloud/wire";
import type { EmulatorReply, EmulatorRequest } from "../../emulators/exchange";
import type { FaultRule } from "../../emulators/faults";
import { allOf, noting } from "../repeating";

const json = { "content-type": "application/json" };
const rejected = (Code: string, Message: string): EmulatorReply => framed({ Error: { Code, Message } });

const replies: Readonly<Record<string, (repeated: string, request: EmulatorRequest) => EmulatorReply>> = {
  "a rejection": (repeated) => rejected("UnauthorizedOperation", `no: ${repeated}`),
  "a rejection of a create": (repeated) => rejected("LimitExceeded.ApiCount", repeated),
  "an internal error": (repeated) => rejected("InternalError", repeated),
  "keys that are not known": (repeated) => rejected("AuthFailure.TokenFailure", repeated),
  "the old form": (repeated) => ({
    status: 200,
    headers: json,
    body: JSON.stringify({ code: 4000, codeDesc: "InvalidParameter", message: repeated }),
  }),
  "HTTP 500 as text": (repeated) => ({ status: 500, headers: { "content-type": "text/plain" }, body: `why ${repeated}?` }),
  "HTTP 404 of a proxy": (repeated) => ({ status: 404, headers: {}, body: repeated }),
  "half JSON": (repeated) => ({ status: 200, headers: json, body: JSON.stringify({ repeated }).slice(0, -1) }),
  "no Response": (repeated) => ({ status: 200, headers: json, body: JSON.stringify({ repeated }) }),
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

/** A fault that handles every request in one of the ways, with `known` beside it, and notes the request. */
export const repeating = (way: string, known: readonly string[], seen: EmulatorRequest[]): FaultRule =>
  noting(seen, (request) => replies[way]!(`${known.join(" ")} ${allOf(request)}`, request));
