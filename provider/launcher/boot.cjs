// Runs the bundle with its V8 code cache; a cache of another Node version is refused by V8, and the bundle runs without it.
"use strict";
const { readFileSync } = require("fs");
const { Script } = require("vm");
const { join } = require("path");

if (Number(process.versions.node.split(".")[0]) < 20) {
  process.stderr.write(`pulumi-resource-quartet needs Node.js 20 or newer; this is ${process.versions.node}\n`);
  process.exit(1);
}
const filename = join(__dirname, "quartet.cjs");
let cachedData;
try {
  cachedData = readFileSync(join(__dirname, "quartet.cache"));
} catch {
  // The bundle compiles itself; only the start is slower.
}
const script = new Script(readFileSync(filename, "utf8"), { filename, cachedData });
script.runInThisContext()(require, __dirname);
