// Chance that can be repeated: the same seed gives the same numbers (xorshift of 32 bits).

/** Numbers and choices from one seed. */
export interface Chance {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(count: number): Buffer;
}

/** Chance with a seed that is not 0. */
export function chanceOf(seed: number): Chance {
  let state = (seed * 2654435761) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (from) => from[below(from.length)]!,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
