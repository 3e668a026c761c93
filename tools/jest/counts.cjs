/**
 * A jest reporter with two duties. It adds a line "passed failed" to the file that TEST_COUNTS names, so that several runs can be added up.
 * And where something (a server, a timer, a child) keeps jest alive after the last test, it names what and ends the run as failed instead of hanging.
 */
const { appendFileSync } = require("node:fs");

/** How long after the last test open handles may close by themselves. */
const patience = 10_000;

class Counts {
  onRunComplete(_, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${results.numPassedTests} ${failed}\n`);
    if (!results.watch && !process.argv.some((argument) => argument.startsWith("--watch"))) this.guard();
  }

  /** The timer itself keeps nothing alive. */
  guard() {
    const late = () => {
      process.stderr.write(
        `\nTests left something open: ${[...new Set(process.getActiveResourcesInfo())].join(", ")}. Close it in afterAll.\n`,
      );
      if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, "0 1\n");
      process.exit(1);
    };
    setTimeout(late, patience).unref();
  }
}

module.exports = Counts;
