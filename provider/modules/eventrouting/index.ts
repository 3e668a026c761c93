// The module `eventrouting/v1`: Google Eventarc. Its functions, resources, rules and settings.
import type { ModuleConfiguration, RequestContext } from "../../contract/context";
import type { Module } from "../../contract/module";
import { booleanVariable } from "../../kit/variables";
import { EventClient } from "./client";
import { variables } from "./env";
import { functions } from "./functions";
import { resources } from "./resources";
import { triggerTypeRules } from "./resources/trigger-rules";
import { settingRules } from "./settings";
import type { Connection } from "./connection";

/** Creates the clients of one configuration. The first request resolves settings and credentials, and loads their code. */
function connect(configuration: ModuleConfiguration): (inputs: unknown, operation: RequestContext) => EventClient {
  let connection: Promise<Connection> | undefined;
  const open = async (context: RequestContext): Promise<Connection> => {
    const { createConnection } = await import("./connection");
    return createConnection(configuration, (message) => context.log("warning", message));
  };
  return (_inputs, context) => new EventClient(() => (connection ??= open(context)), context, configuration.schema);
}

/** The module. */
export const eventrouting: Module<EventClient> = {
  name: "eventrouting/v1",
  rules: triggerTypeRules,
  settings: settingRules,
  previewChecks: ({ settings, env }) => settings.eventPreviewChecks ?? booleanVariable(variables.eventPreviewChecks, env) ?? false,
  connect,
  connectionOf: async (client) => client.connection(),
  functions,
  resources,
};
