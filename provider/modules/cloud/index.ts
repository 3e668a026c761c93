// The module `cloud` (Tencent Cloud): its functions, resources, rules, and the creation of its client. See docs/modules/cloud.md.
import type { ModuleConfiguration, RequestContext } from "../../contract/context";
import type { Module } from "../../contract/module";
import { CloudClient } from "./client";
import type { Connection } from "./connection";
import { functions } from "./functions";
import { resources } from "./resources";
import { apiTypeRules } from "./resources/api/rules";
import { upstreamTypeRules } from "./resources/upstream/rules";
import { retiredError } from "./retirement";
import { isGatewayRetired, settingRules, typeRules } from "./settings";
import { terraformConfig } from "./terraform-config";

/** Returns the function that creates the client of one request. The connection, with settings and credentials, is created by the first remote call. */
function connect(configuration: ModuleConfiguration): (inputs: unknown, context: RequestContext) => CloudClient {
  let connection: Promise<Connection> | undefined;
  const open = async (): Promise<Connection> => (await import("./connection")).createConnection(configuration);
  return (_inputs, context) => new CloudClient(() => (connection ??= open()), context, configuration);
}

/** The module. */
export const cloud: Module<CloudClient> = {
  name: "cloud",
  rules: { ...typeRules, ...apiTypeRules, ...upstreamTypeRules },
  settings: settingRules,
  connect,
  rejectsWrites: ({ settings, env }) => (isGatewayRetired(settings, env) ? retiredError("Create or Update") : undefined),
  connectionOf: async (client) => client.connection(),
  functions: {
    ...functions,
    terraformConfig: {
      read: (_inputs, { client: { configuration } }) => ({ result: terraformConfig(configuration.settings, configuration.env) }),
    },
  },
  resources,
};
