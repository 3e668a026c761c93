// The module `datapipeline`: Fivetran. Its functions and settings.
import type { ModuleContext, Module, RequestContext } from "../../core/contract";
import type { FunctionTable } from "../../core/tables";
import { PipelineClient } from "./client";
import { details } from "./functions/details";
import { lists } from "./functions/lists";
import { accessOf, settingRules } from "./settings";
import type { Connection } from "./transport";

/** Creates the clients of one configuration. The first request resolves the key. */
function connect({ settings, env, schema, send, version }: ModuleContext): (inputs: unknown, operation: RequestContext) => PipelineClient {
  let connection: Connection | undefined;
  const logged = new Set<string>();
  const open = async (): Promise<Connection> => (connection ??= { access: accessOf(settings, env), send, version });
  return (_inputs, context) => new PipelineClient(open, context, schema, logged);
}

/** The module. */
export const datapipeline: Module<PipelineClient> = {
  name: "datapipeline",
  settings: settingRules,
  connect,
  functions: { ...lists, ...details } satisfies FunctionTable<"datapipeline", PipelineClient>,
  resources: {},
};
