// The pause that a host has requested applies to all requests to it. See docs/protocol.md#case-78.
import { createHostBackoff } from "../../../../provider/http/concurrency/host-backoff";
import type { HttpResponse } from "../../../../provider/contract/http";

const never = new AbortController().signal;

const reply = (status: number, after?: string): HttpResponse => ({
  status,
  headers: after ? { "retry-after": after } : {},
  body: "",
});

test("the backoff is started by 429 and 503 with Retry-After only, for that origin only", async () => {
  const backoff = createHostBackoff(() => 0);
  const others = [reply(200, "5"), reply(429), reply(502, "5"), reply(503, "soon")];
  expect(others.filter((each) => backoff.record("a", each) !== undefined)).toEqual([]);
  await backoff.wait("a", never);
  expect(backoff.record("a", reply(429, "5"))).toBe("first");
  await backoff.wait("b", never);
  const controller = new AbortController();
  const waiting = backoff.wait("a", controller.signal);
  controller.abort("stop");
  await expect(waiting).rejects.toBe("stop");
});

test("the backoff distinguishes the first response from those that join; a shorter pause does not shorten it; one above 30 s is ignored", () => {
  let now = 0;
  const backoff = createHostBackoff(() => now);
  expect(backoff.record("a", reply(429, "10"))).toBe("first");
  expect(backoff.record("a", reply(503, "1"))).toBe("joined");
  now = 9_999;
  expect(backoff.record("a", reply(503, "3600"))).toBeUndefined();
  expect(backoff.record("a", reply(503, "30"))).toBe("joined");
  now = 39_998;
  expect(backoff.record("a", reply(503, "1"))).toBe("joined");
  now = 41_000;
  expect(backoff.record("a", reply(503, "1"))).toBe("first");
});
