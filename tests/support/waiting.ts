// Waiting for a condition: it is checked every 5 ms, and the wait fails after a limit.

/** How long a wait or a call may take before it counts as never ending, in milliseconds: no busy machine takes so long, and no assertion depends on it. */
export const guardMs = 60_000;

/** Resolves once the condition holds; fails after `milliseconds` with what did not happen. */
export async function until(what: string, question: () => boolean | Promise<boolean>, milliseconds = guardMs): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await question())) {
    if (Date.now() > end) throw new Error(`after ${milliseconds} ms there is still no ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** How many milliseconds the work takes, and what it returns. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** A promise and the function that fulfils it. */
export function deferred<T = void>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
