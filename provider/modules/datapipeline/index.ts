// The module `datapipeline`: Fivetran. What it offers, and how it is reached.
import type { ModuleContext, FunctionTable, Module, RequestContext } from "../../core/contract";
import { PipelineClient, type Shared } from "./client";
import { details } from "./functions/details";
import { lists } from "./functions/lists";
import { accessOf, settingRules } from "./settings";

/** Creates the client of one call. The key is resolved at the first request. */
function connect({ settings, env, schema, send, version }: ModuleContext): (inputs: unknown, operation: RequestContext) => PipelineClient {
  let shared: Shared | undefined;
  const logged = new Set<string>();
  const open = async (): Promise<Shared> => (shared ??= { access: accessOf(settings, env), send, version });
  return (_inputs, operation) => new PipelineClient(open, operation, schema, logged);
}

/** The module. */
export const datapipeline: Module<PipelineClient> = {
  name: "datapipeline",
  settings: settingRules,
  connect,
  functions: { ...lists, ...details } satisfies FunctionTable<"datapipeline", PipelineClient>,
  resources: {},
};
