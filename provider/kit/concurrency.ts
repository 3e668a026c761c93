// Requests of one call that run at the same time. Pure.

/** Returns both results once both requests have ended, so that none outlives its caller. The failure of the first one takes precedence. */
export async function awaitBoth<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

/** The number of requests of {@link mapConcurrently} that run at the same time. */
const maxRunning = 5;

/**
 * Runs the work for each item, some at a time, and returns the results in the order of the items. Fails with the first failure; work that has not started by
 * then is not started.
 */
export async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!).catch((error: unknown) => {
        next = items.length;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxRunning, items.length) }, worker));
  return results;
}
