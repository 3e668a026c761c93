/** The keyed mutex: work of one key runs one at a time, in the order of the calls; other keys do not wait. */
import { createKeyedMutex } from "../../../../provider/core/concurrency/keyed-mutex";

const never = new AbortController().signal;
const settle = async (): Promise<void> => new Promise(setImmediate);

/** Creates work that the test completes. */
function work(name: string, log: string[]) {
  let end!: (error?: Error) => void;
  const ended = new Promise<string>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve(name))));
  const run = async (): Promise<string> => {
    log.push(name);
    return ended;
  };
  return { run, end };
}

test("one key is served sequentially, in the order of the requests", async () => {
  const inTurn = createKeyedMutex();
  const log: string[] = [];
  const [a, b] = [work("a", log), work("b", log)] as const;
  const all = [a, b].map(({ run }) => inTurn("subject", never, run));
  b.end();
  await settle();
  expect(log).toEqual(["a"]);
  a.end();
  expect(await Promise.all(all)).toEqual(["a", "b"]);
  expect(await inTurn("other", never, async () => "free")).toBe("free");
});

test("a failure releases the key", async () => {
  const inTurn = createKeyedMutex();
  const log: string[] = [];
  const holder = work("held", log);
  const first = inTurn("subject", never, holder.run);
  const second = inTurn("subject", never, async () => "next");
  holder.end(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  expect(await second).toBe("next");
});

test("a waiting caller that is aborted fails with the reason, and blocks no other", async () => {
  const inTurn = createKeyedMutex();
  const log: string[] = [];
  const holder = work("held", log);
  const leaver = new AbortController();
  const first = inTurn("subject", never, holder.run);
  const left = inTurn("subject", leaver.signal, work("left", log).run);
  const third = inTurn("subject", never, async () => "third");
  leaver.abort(new Error("cancelled"));
  await expect(left).rejects.toThrow("cancelled");
  holder.end();
  await first;
  expect(await third).toBe("third");
  expect(log).toEqual(["held"]);
});

test("a caller that was aborted before does no work", async () => {
  const inTurn = createKeyedMutex();
  const done = jest.fn();
  await expect(inTurn("subject", AbortSignal.abort(new Error("too late")), done)).rejects.toThrow("too late");
  expect(done).not.toHaveBeenCalled();
  expect(await inTurn("subject", never, async () => "free")).toBe("free");
});
