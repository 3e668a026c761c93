// The official provider server of @pulumi/pulumi with one function that returns the same response as the plugin.
"use strict";
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { main } = require("@pulumi/pulumi/provider");

const schema = readFileSync(join(__dirname, "..", "..", "schema.json"), "utf8");

/** The function: a required input, defaults, the JSON text and its hash. */
async function invoke(token, args) {
  if (token !== "quartet:search:getSearchIngestProcessorBytes") throw new Error(`unknown function ${token}`);
  if (typeof args.field !== "string") return { failures: [{ property: "field", reason: "required" }] };
  const outputs = { ...args, ignoreFailure: args.ignoreFailure ?? false, ignoreMissing: args.ignoreMissing ?? false };
  const body = { ignore_failure: outputs.ignoreFailure, field: args.field, ignore_missing: outputs.ignoreMissing };
  const json = JSON.stringify({ bytes: body }, null, 1);
  return { outputs: { ...outputs, json, id: createHash("sha1").update(json).digest("hex") } };
}

main({ version: "0.1.0", schema, getSchema: async () => schema, invoke }, process.argv.slice(2));
