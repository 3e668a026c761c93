/** How many cases the properties of this folder run, and what became of them. */
import fc from "fast-check";
import type { Draw } from "./changes";

const factor = Number(process.env["INVARIANT_FACTOR"] ?? 1);
const seed = Number(process.env["INVARIANT_SEED"] ?? 10);

/** The time limit of a test: that of the tests, and more for a longer search. */
export const timeLimitMs = 120_000 * Math.max(1, factor);

/** Runs a property this many times: a fixed seed for each title, so that a failure repeats; `INVARIANT_FACTOR` and `INVARIANT_SEED` search further. */
export async function holds(numRuns: number, title: string, run: (draw: Draw) => Promise<void>): Promise<void> {
  const own = [...title].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, seed);
  const property = fc.asyncProperty(fc.gen(), run);
  return fc.assert(property, { numRuns: Math.ceil(numRuns * factor), seed: own, endOnFailure: true });
}

/** Returns a test that runs a property of a subject this many times. */
export const property =
  <Subject extends { token: string; title?: string }>(numRuns: number, run: (draw: Draw, subject: Subject) => Promise<void>) =>
  (subject: Subject) =>
    holds(numRuns, subject.title ?? subject.token, (draw) => run(draw, subject));

/** The number of cases to expect where `count` are usual: less in a shorter search. */
export const expectedAtLeast = (count: number): number => Math.floor(count * Math.min(1, factor) ** 2);

/** Counts by name. */
export class Counts {
  private readonly counts = new Map<string, number>();

  /** Counts a case, and returns its result. */
  add(name: string): void;
  add<T>(name: string, result: T): T;
  add<T>(name: string, result?: T): T | undefined {
    this.counts.set(name, this.of(name) + 1);
    return result;
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** Writes the counts to the standard error of the test process when a search needs more than the default. */
  print(title: string): void {
    if (factor > 1) process.stderr.write(`${title}: ${JSON.stringify(Object.fromEntries(this.counts))}\n`);
  }
}
