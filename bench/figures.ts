// Values measured in several rounds. See docs/decisions/benchmark-ratios.md for the choice of medians.

/** Collects the values of each name. */
export class Figures {
  private readonly values = new Map<string, number[]>();

  /** Adds a value. */
  add(name: string, value: number): void {
    this.values.set(name, [...this.all(name), value]);
  }

  /** Returns the values in the order of their rounds. */
  all(name: string): readonly number[] {
    return this.values.get(name) ?? [];
  }

  /** Returns the median; NaN without values. */
  median(name: string): number {
    return median(this.all(name));
  }

  /** Returns the median of the differences within each round, which a change of the machine's speed between rounds does not affect. */
  above(name: string, base: string): number {
    return median(this.all(name).map((value, round) => value - this.all(base)[round]!));
  }
}

/** Returns the median; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}
