// What callers of one host share: permits in order, and the pause that the host asked for.
import { createGate, createSlots } from "../../../provider/http/limit";
import type { HttpResponse } from "../../../provider/http/message";
import { createSend } from "../../../provider/http/send";
import { httpServer, stopServers } from "../../support/servers";

const never = new AbortController().signal;

describe("slots", () => {
  test("are handed out in the order of asking", async () => {
    const slots = createSlots(2);
    const order: number[] = [];
    await Promise.all([slots.take(never), slots.take(never)]);
    const waiting = [1, 2, 3].map((n) => slots.take(never).then(() => order.push(n)));
    await new Promise(setImmediate);
    expect(order).toEqual([]);
    slots.release();
    await waiting[0];
    expect(order).toEqual([1]);
    slots.release();
    slots.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  test("are left by who is aborted while waiting; nothing is lost", async () => {
    const slots = createSlots(1);
    await slots.take(never);
    const controller = new AbortController();
    const first = slots.take(controller.signal);
    const second = slots.take(never);
    controller.abort("stop");
    await expect(first).rejects.toBe("stop");
    await expect(slots.take(controller.signal)).rejects.toBe("stop");
    slots.release();
    await second;
    slots.release();
    await slots.take(never);
  });
});

describe("the gate", () => {
  const answer = (status: number, after?: string): HttpResponse => ({
    status,
    headers: after ? { "retry-after": after } : {},
    body: Buffer.alloc(0),
  });

  test("is closed by 429 and 503 with Retry-After only, for that origin only", async () => {
    const gate = createGate(() => 0);
    expect([answer(200, "5"), answer(429), answer(502, "5"), answer(503, "soon")].map((each) => gate.note("a", each))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    await gate.pass("a", never);
    expect(gate.note("a", answer(429, "5"))).toBe("first");
    await gate.pass("b", never);
    const controller = new AbortController();
    const waiting = gate.pass("a", controller.signal);
    controller.abort("stop");
    await expect(waiting).rejects.toBe("stop");
  });

  test("tells the first to close it from those who join; a shorter pause does not shorten it; one above 30 s holds nobody back", () => {
    let now = 0;
    const gate = createGate(() => now);
    expect(gate.note("a", answer(429, "10"))).toBe("first");
    expect(gate.note("a", answer(503, "1"))).toBe("joined");
    now = 9_999;
    expect(gate.note("a", answer(503, "3600"))).toBeUndefined();
    expect(gate.note("a", answer(503, "30"))).toBe("joined");
    now = 39_998;
    expect(gate.note("a", answer(503, "1"))).toBe("joined");
    now = 41_000;
    expect(gate.note("a", answer(503, "1"))).toBe("first");
  });

  test("all requests to a host wait when it says so, then go on (case 78)", async () => {
    const times: number[] = [];
    const origin = await httpServer((_, response) => {
      times.push(performance.now());
      if (times.length === 1) response.writeHead(429, { "retry-after": "1" }).end();
      else response.end("ok");
    });
    const send = createSend({ env: {} });
    const get = { method: "GET" as const, url: origin, headers: {}, signal: never };
    expect(await send(get)).toMatchObject({ status: 429, hold: "first" });
    const later = await Promise.all([send(get), send({ ...get, url: `${origin}/other` })]);
    expect(later.map(({ status, hold }) => [status, hold])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(Math.min(...times.slice(1)) - times[0]!).toBeGreaterThanOrEqual(990);
    send.close();
    await stopServers();
  });
});
