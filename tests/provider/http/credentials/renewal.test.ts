// Renewal of temporary credentials, over a clock of the test; the tests of cloud and eventrouting cover when they are due.
import { createRenewal, type RenewalOptions } from "../../../../provider/http/credentials/renewal";

interface Key {
  value: number;
  expires: number;
}

const { signal } = new AbortController();

function setup(more: Partial<RenewalOptions<Key>> = {}) {
  const source = { now: 0, fetched: 0, failure: undefined as Error | undefined };
  const renewal = createRenewal<Key>({
    now: () => source.now,
    fetch: async () => {
      source.fetched += 1;
      await Promise.resolve();
      if (source.failure) throw source.failure;
      return { value: source.fetched, expires: source.now + 100 };
    },
    expires: ({ expires }) => expires,
    margin: () => 20,
    ...more,
  });
  const value = async () => (await renewal.current(signal)).value;
  return { source, renewal, value };
}

test("a failed renewal keeps credentials that still work, and is repeated by the next caller", async () => {
  const { source, value } = setup();
  await value();
  source.now = 90;
  source.failure = new Error("offline");
  expect(await value()).toBe(1);
  expect(await value()).toBe(1);
  expect(source.fetched).toBe(3);
  source.now = 100;
  await expect(value()).rejects.toThrow("offline");
  source.failure = undefined;
  expect(await value()).toBe(5);
});

test("rejected credentials are replaced once, and never used again", async () => {
  const { source, renewal } = setup();
  const first = await renewal.current(signal);
  const [a, b] = await Promise.all([renewal.replace(first, signal), renewal.replace(first, signal)]);
  expect([a.value, b.value]).toEqual([2, 2]);
  expect((await renewal.replace(first, signal)).value).toBe(2);
  source.failure = new Error("offline");
  await expect(renewal.replace(a, signal)).rejects.toThrow("offline");
  await expect(renewal.current(signal)).rejects.toThrow("offline");
});

test("verification runs until it succeeds, and keeps what was fetched", async () => {
  let rejections = 1;
  const verify = async () => {
    if (rejections-- > 0) throw new Error("wrong account");
  };
  const { source, value } = setup({ verify });
  await expect(value()).rejects.toThrow("wrong account");
  expect(await value()).toBe(1);
  expect(await value()).toBe(1);
  expect([source.fetched, rejections]).toEqual([1, -1]);
});

test("an aborted caller fails with its reason; the fetch goes on for the others, who share it", async () => {
  const { renewal, value } = setup();
  const controller = new AbortController();
  const aborted = renewal.current(controller.signal);
  const others = [value(), value()];
  controller.abort(new Error("cancelled"));
  await expect(aborted).rejects.toThrow("cancelled");
  expect(await Promise.all(others)).toEqual([1, 1]);
});
