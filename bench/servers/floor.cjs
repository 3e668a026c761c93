// The official provider server of @pulumi/pulumi with resources and functions that do nothing: the share of the engine and the CLI.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { main } = require("@pulumi/pulumi/provider");

const schema = readFileSync(join(__dirname, "..", "..", "schema.json"), "utf8");
const parsed = JSON.parse(schema);
let created = 0;

const samples = { string: "a value of the usual length", number: 1, integer: 1, boolean: false, array: [], object: {} };
/** Outputs by resource type, as many as the real ones: the engine's work grows with the size of a state. */
const outputs = new Map();
const outputsOf = (type) => {
  const { properties = {} } = parsed.resources[type] ?? {};
  const sample = ([key, spec]) => [key, samples[spec.type] ?? {}];
  if (!outputs.has(type)) outputs.set(type, Object.fromEntries(Object.entries(properties).map(sample)));
  return outputs.get(type);
};
const typeOf = (urn) => urn.split("::")[2].split("$").pop();

const provider = {
  version: "0.1.0",
  schema,
  getSchema: async () => schema,
  check: async (_urn, _olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (urn, inputs) => ({ id: `id-${++created}`, outs: { ...outputsOf(typeOf(urn)), ...inputs } }),
  read: async (id, _urn, props) => ({ id, props }),
  delete: async () => {},
  invoke: async (_token, args) => ({ outputs: { ...args, id: "id" } }),
};

// The engine ends a plugin with SIGINT; an exit lets bench/servers/probe.cjs write its file.
process.on("SIGINT", () => process.exit(0));
main(provider, process.argv.slice(2));
