// Concurrent callers share one call. tests/provider/http/credentials/renewal covers the abort of one of them.
import { singleFlight } from "../../../../provider/http/concurrency/single-flight";
import { deferred } from "../../../support/waiting";

const never = new AbortController().signal;

test("callers join the call in progress; the next one starts another", async () => {
  let calls = 0;
  const join = singleFlight(async () => ++calls);
  expect(await Promise.all([join(never), join(never)])).toEqual([1, 1]);
  expect(await join(never)).toBe(2);
});

test("a failure reaches all callers of the call and is not kept", async () => {
  let failures = 1;
  const join = singleFlight(async () => {
    if (failures-- > 0) throw new Error("once");
    return "ok";
  });
  const results = await Promise.allSettled([join(never), join(never)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await join(never)).toBe("ok");
});

test("a failure without a remaining caller is handled", async () => {
  const fails = deferred();
  const join = singleFlight(async () => {
    await fails.promise;
    throw new Error("late");
  });
  const controller = new AbortController();
  const aborted = join(controller.signal);
  controller.abort(new Error("stop"));
  await expect(aborted).rejects.toThrow("stop");
  fails.resolve();
  await new Promise(setImmediate);
});
