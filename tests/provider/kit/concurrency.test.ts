// Concurrent requests of one call.
import { mapConcurrently } from "../../../provider/kit/concurrency";

const numbers = (count: number) => [...Array(count).keys()];

test("at most five at a time, results in the order of the items", async () => {
  let running = 0;
  let most = 0;
  const responses = await mapConcurrently(numbers(23), async (n) => {
    most = Math.max(most, ++running);
    for (let step = 0; step <= (n * 7) % 5; step++) await Promise.resolve();
    running -= 1;
    return n * 2;
  });
  expect(most).toBe(5);
  expect(responses).toEqual(numbers(23).map((n) => n * 2));
  expect(await mapConcurrently([], async () => 1)).toEqual([]);
});

test("one failure fails all, and nothing is started after it", async () => {
  const startedAt: number[] = [];
  const work = mapConcurrently(numbers(50), async (n) => {
    startedAt.push(n);
    await Promise.resolve();
    if (n === 2) throw new Error("no");
    await new Promise((resolve) => setImmediate(resolve));
  });
  await expect(work).rejects.toThrow("no");
  await new Promise((resolve) => setImmediate(resolve));
  expect(startedAt).toEqual([0, 1, 2, 3, 4]);
});
