/** A limit of events within a time that slides with the clock, as the limits of requests of services are. */

/** Counts events. */
export interface SlidingWindow {
  /** Whether an event may happen; one that may not is not counted. */
  admit(now: number): boolean;
  /** How many more may happen. */
  left(now: number): number;
  /** Milliseconds until the oldest event is no longer counted. */
  wait(now: number): number;
}

/** At most so many events within so many milliseconds. */
export const createWindow = (most: number, milliseconds: number): SlidingWindow => {
  let times: number[] = [];
  const left = (now: number) => {
    times = times.filter((time) => time > now - milliseconds);
    return most - times.length;
  };
  return {
    left,
    admit: (now) => left(now) > 0 && times.push(now) > 0,
    wait: (now) => (times[0] ?? now) + milliseconds - now,
  };
};
