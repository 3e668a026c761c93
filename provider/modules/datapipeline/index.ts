// The module `datapipeline`: Fivetran. Its functions and settings.
import type { ModuleContext, RequestContext } from "../../contract/context";
import type { Module } from "../../contract/module";
import type { FunctionTable } from "../../kit/tables";
import { PipelineClient } from "./client";
import { details } from "./functions/details";
import { lists } from "./functions/lists";
import { effectiveSettings, settingRules } from "./settings";
import type { Connection } from "./transport";

/** Creates the clients of one configuration. The first request resolves the key. */
function connect({ settings, env, schema, send, version }: ModuleContext): (inputs: unknown, operation: RequestContext) => PipelineClient {
  let connection: Connection | undefined;
  const logged = new Set<string>();
  const open = async (): Promise<Connection> => (connection ??= { access: effectiveSettings(settings, env), send, version });
  return (_inputs, context) => new PipelineClient(open, context, schema, logged);
}

/** The module. */
export const datapipeline: Module<PipelineClient> = {
  name: "datapipeline",
  settings: settingRules,
  connect,
  connectionOf: async (client) => client.connection(),
  functions: { ...lists, ...details } satisfies FunctionTable<"datapipeline", PipelineClient>,
  resources: {},
};
