// The module `datapipeline`: Fivetran. Its functions and settings.
import type { ModuleConfiguration, RequestContext } from "../../contract/context";
import type { Module } from "../../contract/module";
import { PipelineClient } from "./client";
import { createConnection, type Connection } from "./connection";
import { functions } from "./functions";
import { settingRules } from "./settings";

/** Creates the clients of one configuration. The first request resolves the key. */
function connect(configuration: ModuleConfiguration): (inputs: unknown, context: RequestContext) => PipelineClient {
  let connection: Connection | undefined;
  const logged = new Set<string>();
  const open = async (): Promise<Connection> => (connection ??= createConnection(configuration));
  return (_inputs, context) => new PipelineClient(open, context, configuration.schema, logged);
}

/** The module. */
export const datapipeline: Module<PipelineClient> = {
  name: "datapipeline",
  settings: settingRules,
  connect,
  connectionOf: async (client) => client.connection(),
  functions,
  resources: {},
};
