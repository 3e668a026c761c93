/** Identical lookups asked once (protocol, section 8; cases 80, 81, 84). */
import type { Operation } from "../../../provider/core/contract";
import { ProviderError } from "../../../provider/core/errors";
import type { PlainMap } from "../../../provider/core/value";
import { Flights } from "../../../provider/verbs/share";
import { newCall } from "../../support/fake-module";

/** A read that answers when it is told to, and the operations it was given. */
function remote(): {
  read: (operation: Operation) => Promise<PlainMap>;
  operations: Operation[];
  answer(value: PlainMap): void;
  fail(error: Error): void;
} {
  const operations: Operation[] = [];
  let settle: { resolve: (value: PlainMap) => void; reject: (error: Error) => void };
  const read = (operation: Operation): Promise<PlainMap> => {
    operations.push(operation);
    return new Promise((resolve, reject) => {
      settle = { resolve, reject };
      operation.signal.addEventListener("abort", () => reject(operation.signal.reason as Error), { once: true });
    });
  };
  return { read, operations, answer: (value) => settle.resolve(value), fail: (error) => settle.reject(error) };
}

const cancelled = new ProviderError("cancelled", "cancelled");
const settle = (): Promise<void> => new Promise(setImmediate);

describe("a flight", () => {
  it("serves a hundred equal lookups with one read", async () => {
    const flights = new Flights();
    const { read, operations, answer } = remote();
    const all = Array.from({ length: 100 }, () => flights.join("key", newCall().call, read));
    await settle();
    expect(operations).toHaveLength(1);
    answer({ a: 1 });
    expect(await Promise.all(all)).toEqual(Array(100).fill({ a: 1 }));
  });

  it("is not shared with another question, and not with one that comes after the answer", async () => {
    const flights = new Flights();
    const read = jest.fn(async () => ({}));
    await Promise.all([flights.join("a", newCall().call, read), flights.join("b", newCall().call, read)]);
    await flights.join("a", newCall().call, read);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it("goes on for the others when a passenger leaves, the one who started it included", async () => {
    const flights = new Flights();
    const { read, operations, answer } = remote();
    const [first, second] = [newCall().call, newCall().call];
    const [left, stayed] = [flights.join("key", first, read), flights.join("key", second, read)];
    first.abort(cancelled);
    await expect(left).rejects.toBe(cancelled);
    expect(operations[0]!.signal.aborted).toBe(false);
    answer({ a: 1 });
    await expect(stayed).resolves.toEqual({ a: 1 });
  });

  it("ends when the last passenger leaves", async () => {
    const flights = new Flights();
    const { read, operations } = remote();
    const calls = [newCall().call, newCall().call];
    const all = calls.map((call) => flights.join("key", call, read));
    calls.forEach((call) => call.abort(cancelled));
    for (const one of all) await expect(one).rejects.toBe(cancelled);
    expect(operations[0]!.signal).toMatchObject({ aborted: true, reason: cancelled });
  });

  it("that ends takes nobody on: who comes then asks anew", async () => {
    const flights = new Flights();
    const stubborn = remote();
    const slow = (operation: Operation): Promise<PlainMap> => {
      stubborn.operations.push(operation);
      return new Promise(() => {}); // it does not notice that it should end
    };
    const first = newCall().call;
    const left = flights.join("key", first, slow);
    first.abort(cancelled);
    await expect(left).rejects.toBe(cancelled);
    await expect(flights.join("key", newCall().call, async () => ({ fresh: true }))).resolves.toEqual({ fresh: true });
  });

  it("fails for all its passengers, and is not kept", async () => {
    const flights = new Flights();
    const { read, fail } = remote();
    const all = [1, 2, 3].map(() => flights.join("key", newCall().call, read));
    const error = new ProviderError("unavailable", "no answer");
    await settle();
    fail(error);
    for (const one of all) await expect(one).rejects.toBe(error);
    await expect(flights.join("key", newCall().call, async () => ({ a: 1 }))).resolves.toEqual({ a: 1 });
  });

  it("is not started for a call that has ended already", async () => {
    const { call } = newCall();
    call.abort(cancelled);
    const read = jest.fn(async () => ({}));
    await expect(new Flights().join("key", call, read)).rejects.toBe(cancelled);
    expect(read).not.toHaveBeenCalled();
  });

  it("speaks to the one who started it", async () => {
    const flights = new Flights();
    const { read, operations, answer } = remote();
    const [first, second] = [newCall(), newCall()];
    const all = [flights.join("key", first.call, read), flights.join("key", second.call, read)];
    await settle();
    operations[0]!.status("waiting");
    operations[0]!.log("warning", "slow");
    answer({});
    await Promise.all(all);
    expect([first.said, second.said]).toEqual([["status: waiting", "warning: slow"], []]);
  });
});
