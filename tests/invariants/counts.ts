/** How many cases the properties of this folder run, and what became of them. */
import type fc from "fast-check";

const factor = Number(process.env["INVARIANT_FACTOR"] ?? 1);
const seed = Number(process.env["INVARIANT_SEED"] ?? 10);

/** Options of a property: a fixed seed, so that a failure repeats; `INVARIANT_FACTOR` and `INVARIANT_SEED` search further. */
export function runs<T>(numRuns: number): fc.Parameters<T> {
  return { numRuns: Math.ceil(numRuns * factor), seed, endOnFailure: true };
}

/** Counts by name. */
export class Counts {
  private readonly counts = new Map<string, number>();

  add(name: string): void;
  add<T>(name: string, result: T): T;
  add<T>(name: string, result?: T): T | undefined {
    this.counts.set(name, this.of(name) + 1);
    return result;
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** Writes the counts to the standard error of the test process when a search asks for more than the default. */
  print(title: string): void {
    if (factor > 1) process.stderr.write(`${title}: ${JSON.stringify(Object.fromEntries(this.counts))}\n`);
  }
}
