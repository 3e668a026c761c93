/**
 * A Jest reporter. It adds a line "passed failed" to the file that TEST_COUNTS names, so that several runs can be added up.
 * If an open handle (a server, a timer, a child process) keeps Jest running after the last test, it prints the handle and fails the run.
 */
const { appendFileSync } = require("node:fs");

/** How long after the last test open handles may close by themselves. */
const gracePeriodMs = 10_000;

class Counts {
  onRunComplete(_, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${results.numPassedTests} ${failed}\n`);
    if (!results.watch && !process.argv.some((argument) => argument.startsWith("--watch"))) this.guard();
  }

  guard() {
    const late = () => {
      process.stderr.write(
        `\nTests left something open: ${[...new Set(process.getActiveResourcesInfo())].join(", ")}. Close it in afterAll.\n`,
      );
      if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, "0 1\n");
      process.exit(1);
    };
    setTimeout(late, gracePeriodMs).unref();
  }
}

module.exports = Counts;
