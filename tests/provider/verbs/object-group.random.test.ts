/** Random reads, writes and failures: what every read may return, and how many requests are sent. See docs/protocol.md#shared-reads. */
import fc from "fast-check";
import { inVirtualTime, sleep, useRealTime, useVirtualTime } from "../../support/virtual-time";
import { requestContext } from "../../support/contexts";
import { both, cancelled, denied, failing, Service, type Way } from "./reading";

beforeEach(useVirtualTime);
afterEach(useRealTime);

const randomKey = fc.nat({ max: 7 });
/** What happens in a random run. */
const randomStep = fc.oneof(
  {
    weight: 13,
    arbitrary: fc.record({
      kind: fc.constant("read" as const),
      key: randomKey,
      maximumAgeMs: fc.constantFrom(0, 2000, 10_000),
      abortAfterMs: fc.option(fc.nat({ max: 80 }), { freq: 12, nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("write" as const, "otherWrite" as const, "delete" as const), key: randomKey }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("fail" as const), error: fc.constantFrom(undefined, undefined, denied, failing) }),
  },
);
type Step = typeof randomStep extends fc.Arbitrary<infer Value> ? Value : never;

const pausesMs = [...[0, 0, 0, 0, 1, 5, 20, 60, 60, 60, 200].flatMap((pause) => [pause, pause, pause, pause]), 3000, 9000, 61_000];
/** A run with failures ends most sharing early: half of the runs have none. */
const randomRun = fc
  .tuple(fc.boolean(), fc.array(fc.record({ pauseMs: fc.constantFrom(...pausesMs), step: randomStep }), { minLength: 30, maxLength: 100 }))
  .map(([hasFailures, steps]) => steps.filter(({ step }) => hasFailures || step.kind !== "fail"));

/** The values of an object over time, and when this process wrote it last. */
class History {
  private readonly values = new Map<string, { since: number; value: string | undefined }[]>();
  private readonly written = new Map<string, number>();

  add(key: string, value: string | undefined, isOwn: boolean) {
    this.values.set(key, [...(this.values.get(key) ?? []), { since: performance.now(), value }]);
    if (isOwn) this.written.set(key, performance.now());
  }

  /** Returns the values that a read may return which began at `begin` and ends now. */
  allowed(key: string, begin: number, maximumAgeMs: number) {
    const written = this.written.get(key) ?? -Infinity;
    const entries = this.values.get(key) ?? [];
    const inForce = (from: number) => entries.filter((_, i) => (entries[i + 1]?.since ?? Infinity) >= from).map(({ value }) => value);
    const present = inForce(Math.max(begin - maximumAgeMs, Math.min(begin, written))).filter((value) => value !== undefined);
    return inForce(begin).includes(undefined) ? [...present, undefined] : present;
  }
}

test("no read is older than it may be, misses an object or fails; the group sends no more requests than there are reads, and one for each failure", async () => {
  const run = async (ways: readonly Way[], pageSize: number, steps: readonly { pauseMs: number; step: Step }[]) => {
    const service = new Service(ways, 0, pageSize);
    const history = new History();
    const set = (key: string, value: string | undefined, isOwn: boolean) => {
      history.add(key, value, isOwn);
      if (value === undefined) service.objects.delete(key);
      else service.objects.set(key, value);
    };
    for (let i = 0; i < 6; i++) set(`a${i}`, "first", false);
    for (let i = 6; i < 8; i++) set(`a${i}`, undefined, false);
    let error: Error | undefined;
    let inVain = 1;
    service.onShared = () => {
      if (error) inVain++;
      if (error) throw error;
    };
    let reads = 0;
    const read = async ({ key: number, maximumAgeMs, abortAfterMs }: Step & { kind: "read" }): Promise<void> => {
      const key = `a${number}`;
      const begin = performance.now();
      reads++;
      if (abortAfterMs !== undefined) {
        const controller = new AbortController();
        setTimeout(() => controller.abort(cancelled), abortAfterMs);
        inVain++;
        return void (await service.load(key, maximumAgeMs, { context: requestContext(controller.signal) }).catch(() => undefined));
      }
      const value = await service.load(key, maximumAgeMs);
      expect(history.allowed(key, begin, maximumAgeMs)).toContain(value);
    };
    const work: Promise<void>[] = [];
    for (const [i, { pauseMs, step }] of steps.entries()) {
      await sleep(pauseMs);
      if (step.kind === "read") work.push(read(step));
      else if (step.kind === "fail") error = step.error;
      else {
        const isOwn = step.kind === "write";
        if (isOwn) service.generation++;
        set(`a${step.key}`, step.kind === "delete" ? undefined : `value ${i}`, isOwn);
        if (isOwn) service.generation++;
      }
    }
    await Promise.all(work);
    expect(service.requests.length).toBeLessThanOrEqual(reads + inVain);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(both, ["all"] as const, ["several"] as const),
      fc.constantFrom(3, 100),
      randomRun,
      async (ways, pageSize, steps) => inVirtualTime(run(ways, pageSize, steps)),
    ),
    { numRuns: 150 },
  );
});
