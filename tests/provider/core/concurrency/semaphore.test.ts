// A semaphore grants its permits in order and loses none.
import { createSemaphore } from "../../../../provider/core/concurrency/semaphore";

const never = new AbortController().signal;

test("permits are granted in the order of the requests, and are not lost when a waiting request is aborted", async () => {
  const semaphore = createSemaphore(2);
  const order: number[] = [];
  await Promise.all([semaphore.acquire(never), semaphore.acquire(never)]);
  const controller = new AbortController();
  const aborted = semaphore.acquire(controller.signal);
  const waiting = [1, 2, 3].map((n) => semaphore.acquire(never).then(() => order.push(n)));
  controller.abort("stop");
  await expect(aborted).rejects.toBe("stop");
  await expect(semaphore.acquire(controller.signal)).rejects.toBe("stop");
  expect(order).toEqual([]);
  semaphore.release();
  await waiting[0];
  expect(order).toEqual([1]);
  semaphore.release();
  semaphore.release();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  semaphore.release();
  await semaphore.acquire(never);
});
