/** The faults of the service's own kind: what they return. */
import { responding, rejecting, tooMany } from "./faults";

const reply = async (fault: ReturnType<typeof tooMany>): Promise<unknown> => {
  const outcome = await fault(async () => Promise.reject(new Error("called")));
  return typeof outcome === "string" ? outcome : { ...outcome.reply, body: JSON.parse(outcome.reply.body) as unknown };
};

const json = { "content-type": "application/json" };

it("replace the response of the emulator", async () => {
  const body = { code: "TooManyRequests", message: "The limit of requests is used up." };
  expect(await reply(tooMany("7"))).toEqual({ status: 429, headers: { ...json, "retry-after": "7" }, body });
  expect(await reply(tooMany())).toEqual({ status: 429, headers: json, body });
  expect(await reply(rejecting(403, "Forbidden", "no"))).toEqual({
    status: 403,
    headers: json,
    body: { code: "Forbidden", message: "no" },
  });
  expect(await reply(responding())).toEqual({ status: 200, headers: json, body: { code: "Success" } });
  expect(await reply(responding(null))).toEqual({ status: 200, headers: json, body: { code: "Success", data: null } });
});
