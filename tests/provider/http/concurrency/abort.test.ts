// Waiting that a signal ends, with one listener per signal.
import { onAbort } from "../../../../provider/core/concurrency/on-abort";
import { pause } from "../../../../provider/http/concurrency/abort";

describe("onAbort", () => {
  test("calls every callback once, except removed ones, also those that another removes during the abort", () => {
    const controller = new AbortController();
    const calls: string[] = [];
    onAbort(controller.signal, () => calls.push("a"));
    onAbort(controller.signal, () => calls.push("b"))();
    onAbort(controller.signal, () => forget());
    const forget = onAbort(controller.signal, () => calls.push("late"));
    onAbort(controller.signal, () => calls.push("c"));
    controller.abort();
    controller.abort();
    expect(calls).toEqual(["a", "c"]);
  });

  test("keeps one listener on the signal and removes it with the last callback", () => {
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, "addEventListener");
    const removed = jest.spyOn(signal, "removeEventListener");
    const forget = Array.from({ length: 20 }, () => onAbort(signal, () => {}));
    expect(added).toHaveBeenCalledTimes(1);
    forget.forEach((each) => each());
    expect(removed).toHaveBeenCalledTimes(1);
    onAbort(signal, () => {});
    forget.forEach((each) => each());
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed).toHaveBeenCalledTimes(1);
  });
});

describe("pause", () => {
  test("ends after its time", async () => {
    const startedAt = performance.now();
    await pause(20, new AbortController().signal);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(18);
  });

  test("fails at once with the reason of the signal", async () => {
    const controller = new AbortController();
    const waiting = pause(60_000, controller.signal);
    const reason = new Error("stop");
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(pause(60_000, controller.signal)).rejects.toBe(reason);
  });
});
