/**
 * Preloaded into the plugin by tests that cause defects: runs the code in INJECTED_CODE before that of the plugin, and on SIGUSR2 the code in the file
 * INJECTED_FILE, which it removes afterwards.
 */
const { readFileSync, unlinkSync } = require("node:fs");
const { runInThisContext } = require("node:vm");

const run = (code) => runInThisContext(`(require) => {\n${code}\n}`)(require);
const { INJECTED_CODE: now, INJECTED_FILE: file } = process.env;
if (now) run(now);
if (file) {
  process.on("SIGUSR2", () => {
    const code = readFileSync(file, "utf8");
    unlinkSync(file);
    run(code);
  });
}
