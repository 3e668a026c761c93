/** Faults of the vendor's own kind: the frame they come in, without the emulator being called. */
import type { Fault } from "../faults";
import { exhausted, readQuotaExceeded, rejecting, tokenRejected } from "./faults";

const outcomeOf = async (fault: Fault): Promise<{ status: number; headers: object; body: unknown }> => {
  const outcome = await fault(() => Promise.reject(new Error("the emulator was called")));
  if (typeof outcome === "string") throw new Error(outcome);
  return { ...outcome.reply, body: JSON.parse(outcome.reply.body) as unknown };
};

it("rejects with any status", async () => {
  expect(await outcomeOf(rejecting("UNAVAILABLE", { message: "later", headers: { "retry-after": "0" } }))).toMatchObject({
    status: 503,
    headers: { "retry-after": "0" },
    body: {
      error: {
        code: 503,
        message: "later",
        status: "UNAVAILABLE",
        details: [{ "@type": "type.googleapis.com/google.rpc.RequestInfo", requestId: "0000000000000001" }],
      },
    },
  });
});

it("returns the retry delay and the exceeded quota", async () => {
  expect(await outcomeOf(exhausted("3s"))).toMatchObject({
    status: 429,
    body: { error: { status: "RESOURCE_EXHAUSTED", details: [{ violations: [{}] }, { retryDelay: "3s" }, {}] } },
  });
  const { status, body } = await outcomeOf(readQuotaExceeded());
  expect(status).toBe(403);
  for (const text of ["Quota exceeded for quota metric", "Read requests per minute"]) expect(JSON.stringify(body)).toContain(text);
});

it("rejects tokens in the shape of OAuth", async () => {
  expect(await outcomeOf(tokenRejected())).toMatchObject({
    status: 400,
    body: { error: "invalid_grant", error_description: "Invalid JWT Signature." },
  });
});
