// Loaded into a plugin by `node --require`: writes the processor time of the process and its longest stall to a file when it exits.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const folder = process.env.QUARTET_BENCH_PROBE;
const intervalMs = 5;
/** The load of the program is measured as start, not as a stall. */
const startSeconds = 1;

let longest = 0;
let begun = performance.now();
let used = process.cpuUsage();

/** A stall counts with the lesser of elapsed time, which other processes lengthen, and processor time, which contains that of other threads. */
function measure() {
  const { user, system } = process.cpuUsage(used);
  const stall = Math.min((user + system) / 1000, performance.now() - begun - intervalMs);
  if (process.uptime() > startSeconds) longest = Math.max(longest, stall);
  begun = performance.now();
  used = process.cpuUsage();
}

setInterval(measure, intervalMs).unref();
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  // The maximum in process.resourceUsage() includes that of the CLI, from which the process was forked.
  const memoryKiB = Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  const figures = { processorMs: (user + system) / 1000, longestStallMs: longest, memoryMiB: memoryKiB / 1024 };
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(figures));
});
