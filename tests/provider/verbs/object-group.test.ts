/** Reads of one kind of objects: which requests they share, and what they are never served from. See docs/protocol.md#shared-reads. */
import { inVirtualTime, sleep, useRealTime, useVirtualTime } from "../../support/virtual-time";
import { requestContext } from "../../support/contexts";
import { both, cancelled, denied, failing, Service } from "./reading";

beforeEach(useVirtualTime);
afterEach(useRealTime);

it("fresh reads are collected for a share of the time that the last request took", async () => {
  const service = new Service(["several"]);
  await service.loadOne("a0");
  service.sent();
  await inVirtualTime(Promise.all([0, 1, 3, 3.5, 8].map(async (ms, i) => sleep(ms).then(() => service.load(`a${i}`)))));
  expect(service.sent()).toEqual(["alone a0", "several 3", "alone a4"]);
});

it("fresh reads that a write waits for are sent at once, with those of the same moment and those that wait already", async () => {
  const service = new Service(["several"]);
  await service.loadOne("a0");
  service.sent();
  const look = { waitShare: 0 };
  const reads = [
    service.load("a1"),
    sleep(1).then(() => service.load("a2", 0, { waitShare: 0.1 })),
    sleep(5).then(() => Promise.all([service.load("a3", 0, look), service.load("a4", 0, look)])),
    sleep(6).then(() => service.load("a5", 0, look)),
  ];
  await inVirtualTime(Promise.all(reads));
  expect(service.sent()).toEqual(["alone a1", "several 3", "alone a5"]);
});

it("fresh reads of a service that limits requests are collected while three of them are in flight", async () => {
  const service = new Service(["several"], 100, Infinity, { isLimited: true });
  await service.loadAll(10, 5);
  expect(service.sent()).toEqual(["alone a0", "alone a1", "alone a2", "several 7"]);
});

describe("a refresh", () => {
  it("of 100 objects uses a list, also while it arrives", async () => {
    const service = new Service(both);
    await service.refresh(100);
    expect(service.sent()).toEqual(["alone a0", "several 7", "all"]);
  });

  it("reads the next page for an object that is not on the first", async () => {
    const service = new Service(["all"], 100, 50);
    const keys = ["a0", "a1", "a60", "a3", "a4"];
    await inVirtualTime(Promise.all(keys.map((key) => service.load(key, 10_000))));
    expect(service.sent()).toEqual(["alone a0", "alone a1", "all", "all"]);
  });

  it("reads an object that a shared request does not return alone, before it counts as gone", async () => {
    const service = new Service(both);
    await service.refresh(16);
    service.sent();
    service.objects.set("new", "made since");
    expect(await service.loadOne("new", 10_000)).toBe("made since");
    expect(await service.loadOne("no", 10_000)).toBeUndefined();
    expect(service.sent()).toEqual(["alone new", "alone no"]);
    const several = new Service(["several"]);
    const [, missing] = await inVirtualTime(Promise.all(["a0", "no", "a1"].map((key) => several.load(key, 10_000))));
    expect(missing).toBeUndefined();
    expect(several.sent()).toEqual(["alone a0", "several 2", "alone no"]);
  });

  it("uses no list that a write has overtaken", async () => {
    const service = new Service(["all"]);
    service.onShared = () => {
      service.objects.set("a5", "written");
      service.generation++;
    };
    await service.refresh(8);
    service.sent();
    expect(await service.loadOne("a5", 10_000)).toBe("written");
    expect(service.sent()).toEqual(["alone a5"]);
  });
});

it.each([
  ["from a list later where it is expensive", 0, 100, 4, ["alone a0", "alone a1", "alone a2", "alone a3", "all"]],
  ["alone when they are rare", 2500, 3, undefined, ["alone a0", "alone a1", "alone a2"]],
  ["from another list when the first is old", 100, 60, undefined, ["alone a0", "alone a1", "all", "all", "all"]],
])("lookups, one after the other, are served %s", async (...[, pauseMs, count, requestsBeforeList, expected]) => {
  const service = new Service(["all"], 100, Infinity, { requestsBeforeList });
  await service.lookUp(count, pauseMs);
  expect(service.sent()).toEqual(expected);
});

it.each([
  ["is refused", denied, 1],
  ["fails for a reason that passes", failing, 2],
])(
  "a shared request that fails because it %s is repeated by each read alone; after a minute only what may pass is sent again",
  async (_why, error, times) => {
    for (const way of both) {
      const service = new Service([way]);
      service.onShared = () => Promise.reject(error);
      const read = way === "all" ? () => service.refresh(40) : (): Promise<unknown> => service.loadAll(8);
      await read();
      await read();
      const isShared = (line: string) => line.startsWith(way);
      const first = service.sent();
      expect(first.filter(isShared)).toHaveLength(1);
      expect(first.filter((line) => line.startsWith("alone"))).toHaveLength(way === "all" ? 80 : 16);
      await inVirtualTime(sleep(60_000));
      await read();
      expect(service.sent().filter(isShared)).toHaveLength(times - 1);
    }
  },
);

describe("a cancelled read", () => {
  const aborted = (service: Service, key: string, maximumAgeMs: number, afterMs: number) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(cancelled), afterMs);
    return service.load(key, maximumAgeMs, { context: requestContext(controller.signal) }).catch((error: unknown) => error);
  };

  it("that waits for others leaves them their request", async () => {
    const service = new Service(["several"]);
    const work = [service.load("a0"), aborted(service, "a1", 0, 1), service.load("a2"), service.load("a3")];
    expect(await inVirtualTime(Promise.all(work))).toEqual(["value 0", cancelled, "value 2", "value 3"]);
    expect(service.sent()).toEqual(["alone a0", "several 2"]);
  });

  it("aborts a list that no other read waits for; the next one makes another", async () => {
    const service = new Service(["all"]);
    await service.lookUp(2);
    expect(await inVirtualTime(aborted(service, "a2", 2000, 5))).toBe(cancelled);
    expect(await service.loadOne("a3", 2000)).toBe("value 3");
    expect(service.sent()).toEqual(["alone a0", "alone a1", "all", "all"]);
  });
});
