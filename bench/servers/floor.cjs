// The official provider server of @pulumi/pulumi with resources and functions that do nothing: the share of the engine and the CLI.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { main } = require("@pulumi/pulumi/provider");

const schema = readFileSync(join(__dirname, "..", "..", "schema.json"), "utf8");
let created = 0;

const provider = {
  version: "0.1.0",
  schema,
  getSchema: async () => schema,
  check: async (_urn, _olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (_urn, inputs) => ({ id: `id-${++created}`, outs: inputs }),
  read: async (id, _urn, props) => ({ id, props }),
  delete: async () => {},
  invoke: async (_token, args) => ({ outputs: { ...args, id: "id" } }),
};

// The engine ends a plugin with SIGINT; an exit lets bench/servers/probe.cjs write its file.
process.on("SIGINT", () => process.exit(0));
main(provider, process.argv.slice(2));
