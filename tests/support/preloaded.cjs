/**
 * Preloaded into the plugin by tests that need a defect in it: runs the code in INTRUDER_NOW before the plugin's own, and that in the file
 * INTRUDER_FILE on SIGUSR2; the file is removed when its code has run.
 */
const { readFileSync, unlinkSync } = require("node:fs");
const { runInThisContext } = require("node:vm");

const run = (code) => runInThisContext(`(require) => {\n${code}\n}`)(require);
const { INTRUDER_NOW: now, INTRUDER_FILE: file } = process.env;
if (now) run(now);
if (file) {
  process.on("SIGUSR2", () => {
    const code = readFileSync(file, "utf8");
    unlinkSync(file);
    run(code);
  });
}
