/** Faults of the service's own kind, to be added to the faults of a served emulator: rejections that leave the state as it is. */
import type { Json } from "../exchange";
import type { Fault } from "../faults";
import { framed } from "./api";

/** Rejects with that status, code and message; nothing done. */
export const rejecting =
  (status: number, code: string, message = "Rejected by the test."): Fault =>
  async () => ({ reply: framed(status, { code, message }) });

/** 429; `retryAfter` goes into the header unchanged, without it there is none. */
export const tooMany =
  (retryAfter?: string): Fault =>
  async () => {
    const reply = framed(429, { code: "TooManyRequests", message: "The limit of requests is used up." });
    return { reply: retryAfter === undefined ? reply : { ...reply, headers: { ...reply.headers, "retry-after": retryAfter } } };
  };

/** Responds with 200 and this content of `data`; without a value there is no such member. */
export const responding =
  (data?: Json): Fault =>
  async () => ({ reply: framed(200, { code: "Success", ...(data !== undefined && { data }) }) });
