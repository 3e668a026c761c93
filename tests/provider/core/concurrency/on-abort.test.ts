// Callbacks of an abort signal, with one listener per signal.
import { onAbort } from "../../../../provider/core/concurrency/on-abort";

test("onAbort calls every callback once, except removed ones, also those that another removes during the abort", () => {
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

test("onAbort keeps one listener on the signal and removes it with the last callback", () => {
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
