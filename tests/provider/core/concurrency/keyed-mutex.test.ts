/** The keyed mutex: work of one key runs one at a time, in the order of the calls; other keys do not wait. */
import { createKeyedMutex } from "../../../../provider/core/concurrency/keyed-mutex";
import { deferred } from "../../../support/waiting";

const never = new AbortController().signal;

test("one key is served sequentially, in the order of the requests; a failure releases it", async () => {
  const inTurn = createKeyedMutex();
  const end = deferred();
  const begun: string[] = [];
  const first = inTurn("subject", never, () => end.promise.then(() => Promise.reject(new Error("broken"))));
  const later = ["a", "b"].map((name) => inTurn("subject", never, async () => begun.push(name)));
  expect(await inTurn("other", never, async () => "free")).toBe("free");
  await new Promise(setImmediate);
  expect(begun).toEqual([]);
  end.resolve();
  await expect(first).rejects.toThrow("broken");
  await Promise.all(later);
  expect(begun).toEqual(["a", "b"]);
});

test("a caller that is aborted, while it waits or before, fails with the reason, does no work, and blocks no other", async () => {
  const inTurn = createKeyedMutex();
  const end = deferred();
  const work = jest.fn();
  const leaver = new AbortController();
  const first = inTurn("subject", never, () => end.promise);
  const left = inTurn("subject", leaver.signal, work);
  const third = inTurn("subject", never, async () => "third");
  leaver.abort(new Error("cancelled"));
  await expect(left).rejects.toThrow("cancelled");
  end.resolve();
  await first;
  expect(await third).toBe("third");
  await expect(inTurn("subject", leaver.signal, work)).rejects.toThrow("cancelled");
  expect(await inTurn("subject", never, async () => "free")).toBe("free");
  expect(work).not.toHaveBeenCalled();
});
