// Retries of responses with a success status and an error in the body, and the time limit of retries.
import type { RequestContext } from "../../../provider/contract/context";
import { ProviderError } from "../../../provider/core/errors/errors";
import type { HttpResponse } from "../../../provider/contract/http";
import { withRetries, type RetryPolicy } from "../../../provider/http/retry";

const busy = (response: HttpResponse): string | undefined => (response.body === "busy" ? "the thing is busy" : undefined);
const policy: RetryPolicy = {
  service: "Shop",
  attempts: Infinity,
  statuses: [503],
  phases: [],
  repeatReason: busy,
  pauses: [500, 1000, 2000, 4000],
  jitter: "fifth",
};
const reply = (text: string, status = 200): HttpResponse => ({ status, headers: {}, body: text });

/** Returns the responses in order (the last one repeatedly), with a clock that advances by the delays. */
function play(responses: HttpResponse[], more: Partial<RetryPolicy> = {}, chance = 0, time = () => 0) {
  const waits: number[] = [];
  const lines: string[] = [];
  const controller = new AbortController();
  const operation: RequestContext = {
    signal: controller.signal,
    status: (line) => void lines.push(line),
    log: () => undefined,
    redact: (text) => text,
  };
  let clock = 0;
  const wait = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    waits.push(milliseconds);
    clock += milliseconds;
    await new Promise(setImmediate);
    if (signal.aborted) throw signal.reason;
  };
  const attempt = async (n: number): Promise<HttpResponse> => responses[Math.min(n, responses.length) - 1]!;
  const result = withRetries(attempt, { ...policy, ...more }, operation, { random: () => chance, wait, now: () => clock, time });
  return { result, waits, lines, controller };
}

test("a response that the policy selects is repeated, with its reason as status line", async () => {
  const { result, waits, lines } = play([reply("busy"), reply("busy"), reply("busy"), reply("fine")]);
  expect(await result).toMatchObject({ status: 200, attempts: 4 });
  expect(waits).toEqual([500, 1000, 2000]);
  expect(lines).toEqual(["the thing is busy, next try in 2s"]);
});

test("any other response of that status is final", async () => {
  const { result, waits } = play([reply("no")]);
  expect((await result).body).toBe("no");
  expect(waits).toEqual([]);
});

test("the delay is read of a response that is repeated only", async () => {
  const read: string[] = [];
  const delay = ({ body }: HttpResponse): undefined => void read.push(body);
  await play([reply("busy"), reply("long")], { delay }).result;
  expect(read).toEqual(["busy"]);
});

test("no attempt begins after the budget; the last response is reported", async () => {
  const { result, waits } = play([reply("busy")], { within: 9000 });
  expect(await result).toMatchObject({ status: 200, attempts: 5 });
  expect(waits).toEqual([500, 1000, 2000, 4000]);
});

test("a change of the system time neither ends nor extends the attempts", async () => {
  for (const step of [3_600_000, -3_600_000]) {
    let time = 1_700_000_000_000;
    const { result } = play([reply("busy")], { within: 9000 }, 0, () => (time += step));
    expect(await result).toMatchObject({ attempts: 5 });
  }
});

test.each([
  [0, 500],
  [0.5, 550],
  [1, 600],
])("the spread is up to a fifth on top (chance %d)", async (chance, wait) => {
  const { result, waits } = play([reply("busy"), reply("fine")], {}, chance);
  await result;
  expect(waits[0]).toBeCloseTo(wait, 6);
});

test("a time limit reports the reason of the last attempt", async () => {
  const { result, controller } = play([reply("busy")], {
    repeatReason: (response) => {
      setImmediate(() => controller.abort(new ProviderError("deadline_exceeded", "Too late.")));
      return busy(response);
    },
    pauses: () => 0,
  });
  await expect(result).rejects.toMatchObject({
    code: "deadline_exceeded",
    message: expect.stringMatching(/^Too late\. Until then \d+ attempts? (was|were) made; the last outcome was the thing is busy\.$/),
  });
});
