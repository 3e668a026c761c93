// Limits of time that hold on a loaded machine, too.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Prints the elapsed time of 100 ms of processor time, divided by it. */
const calibration = `
const begun = process.hrtime.bigint();
let used = 0;
while (used < 1e5) used = process.cpuUsage().user + process.cpuUsage().system;
process.stdout.write(String(Number(process.hrtime.bigint() - begun) / 1e3 / used));
`;

/** How much longer than on an idle machine work takes at the moment; about 1 on an idle machine. */
async function slowdown(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", calibration]);
  return Number(stdout);
}

/**
 * Expects a duration to be below the limit, both in milliseconds. Where it is not, the limit is extended by the slowdown that other processes cause: work that
 * waits for a process is slowed down about twice as much as the process.
 */
export async function expectWithin(limitMs: number, ms: number): Promise<void> {
  if (ms < limitMs) return;
  const factor = await slowdown();
  expect(ms).toBeLessThan(factor < 1.2 ? limitMs : limitMs * factor * 2);
}
