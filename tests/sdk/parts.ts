/** The languages whose tools are available here: probed once before the first test, read by each suite. */
import { appendFileSync } from "node:fs";

/** A part of these tests that depends on tools of its own. */
export type Part = "npm" | "python" | "go" | "java" | "hosts" | "oldest";

const variable = (part: Part) => `SDK_TESTS_${part.toUpperCase()}`;

/**
 * Runs the probe of a part, which returns what its suites need, such as a path. If it throws, the part is reported as not run, on the terminal and in the
 * file that TEST_UNAVAILABLE names.
 */
export async function probe(part: Part, find: () => string | Promise<string>): Promise<void> {
  try {
    process.env[variable(part)] = await find();
  } catch (reason) {
    const line = `${part}: ${reason instanceof Error ? reason.message : String(reason)}`;
    process.stderr.write(`NOT run: ${line}\n`);
    if (process.env["TEST_UNAVAILABLE"] !== undefined) appendFileSync(process.env["TEST_UNAVAILABLE"], `${line}\n`);
  }
}

/** Declares a suite that runs if the probe of the part was successful; the body receives what the probe returned. */
export function describePart(part: Part, title: string, body: (found: string) => void): void {
  const found = process.env[variable(part)];
  // Skipped if the tools of the part are missing on this machine: the probe has reported the reason.
  if (found === undefined) describe.skip(`${title} (no ${part} here)`, () => body(""));
  else describe(title, () => body(found));
}
