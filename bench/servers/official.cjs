// The official provider server of @pulumi/pulumi with functions that return the same outputs as those of the plugin.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { main } = require("@pulumi/pulumi/provider");
const functions = require("./functions.cjs");

const schema = readFileSync(join(__dirname, "..", "..", "schema.json"), "utf8");

/** Required inputs are checked; everything else is up to the function. */
async function invoke(token, args) {
  const run = functions[token];
  if (run === undefined) throw new Error(`unknown function ${token}`);
  const required = token.startsWith("quartet:datapipeline:") ? "id" : token.endsWith("Template") ? "name" : "field";
  if (typeof args[required] !== "string") return { failures: [{ property: required, reason: "required" }] };
  return { outputs: await run(args) };
}

main({ version: "0.1.0", schema, getSchema: async () => schema, invoke }, process.argv.slice(2));
