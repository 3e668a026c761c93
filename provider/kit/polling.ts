// Waits for a state of a service: a read, or an attempt, is repeated with growing pauses. The limit counts the time that has passed, that of the reads included.
import { pause } from "../http/concurrency/abort";
import type { RetryTools } from "../http/retry";

/** What is awaited, and how often it is read. Times in ms. */
export interface Polling<T> {
  /** Returns undefined if the state is not reached yet. */
  read(): Promise<T | undefined>;
  /**
   * The pause after the first read, the factor by which pauses grow, and the longest one. `jitter`: the largest random addition to a pause, as a fraction of
   * it. Defaults to none.
   */
  pauses: { first: number; factor: number; longest: number; jitter?: number };
  /** The last read begins this long after the first one. If omitted, there is no limit. */
  limitMs?: number;
  /** Returns whether the read is repeated after this error. If omitted, no read is. */
  isRepeated?(error: unknown): boolean;
  /** Called before each pause. */
  onPause?(elapsed: number, next: number): void;
}

/** Repeats the read until it returns a value. Returns undefined at the limit; fails as the read, or with the reason of the signal. */
export async function poll<T>(polling: Polling<T>, signal: AbortSignal, tools: RetryTools = {}): Promise<T | undefined> {
  const { pauses, limitMs = Infinity, onPause } = polling;
  const { first, factor, longest, jitter = 0 } = pauses;
  const { now = () => performance.now(), random = Math.random, wait = pause } = tools;
  const begin = now();
  for (let step = first; ; step = Math.min(step * factor, longest)) {
    const value = await readOnce(polling);
    const elapsed = now() - begin;
    if (value !== undefined || elapsed >= limitMs) return value;
    const next = Math.min(step * (1 + jitter * random()), limitMs - elapsed);
    onPause?.(elapsed, next);
    await wait(next, signal);
  }
}

async function readOnce<T>({ read, isRepeated }: Polling<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isRepeated?.(error)) return undefined;
    throw error;
  }
}
