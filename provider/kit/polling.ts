// Waits for a state of a service: a read is repeated with growing pauses. The limit counts the time that has passed, that of the reads included.
import { pause } from "../http/concurrency/abort";
import type { RetryTools } from "../http/retry";

/** What is awaited, and how often it is read. Times in ms. */
export interface Polling<T> {
  /** Returns undefined if the state is not reached yet. */
  read(): Promise<T | undefined>;
  /** The pause after the first read, the factor by which pauses grow, and the longest one. */
  pauses: { first: number; factor: number; longest: number };
  /** The last read begins so long after the first one. */
  limit: number;
  /** Called before each pause. */
  onPause?(elapsed: number): void;
}

/** Repeats the read until it returns a value. Returns undefined at the limit; fails as the read, or with the reason of the signal. */
export async function poll<T>(polling: Polling<T>, signal: AbortSignal, tools: RetryTools = {}): Promise<T | undefined> {
  const { read, pauses, limit, onPause } = polling;
  const { now = () => performance.now(), wait = pause } = tools;
  const begin = now();
  for (let step = pauses.first; ; step = Math.min(step * pauses.factor, pauses.longest)) {
    const value = await read();
    const elapsed = now() - begin;
    if (value !== undefined || elapsed >= limit) return value;
    onPause?.(elapsed);
    await wait(Math.min(step, limit - elapsed), signal);
  }
}
