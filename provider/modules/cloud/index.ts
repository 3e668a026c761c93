// The module `cloud` (Tencent Cloud): its functions, resources, rules, and the creation of its client. See docs/modules/cloud.md.
import type { ModuleContext, RequestContext } from "../../contract/context";
import type { Module } from "../../contract/module";
import type { ResourceTable } from "../../kit/tables";
import { homeDirectory } from "../../core/schema/environment";
import { CloudClient, type Connection } from "./client";
import { functions } from "./functions";
import { ApiGatewayApi } from "./resources/api";
import { ApiGatewayApiApp } from "./resources/ApiGatewayApiApp";
import { ApiGatewayApiAppAttachment } from "./resources/ApiGatewayApiAppAttachment";
import { ApiGatewayApiDoc } from "./resources/ApiGatewayApiDoc";
import { ApiGatewayApiKey } from "./resources/ApiGatewayApiKey";
import { ApiGatewayApiKeyAttachment } from "./resources/ApiGatewayApiKeyAttachment";
import { ApiGatewayCustomDomain } from "./resources/ApiGatewayCustomDomain";
import { ApiGatewayImportOpenApi } from "./resources/ApiGatewayImportOpenApi";
import { ApiGatewayIpStrategy } from "./resources/ApiGatewayIpStrategy";
import { ApiGatewayPlugin } from "./resources/ApiGatewayPlugin";
import { ApiGatewayPluginAttachment } from "./resources/ApiGatewayPluginAttachment";
import { ApiGatewayService } from "./resources/ApiGatewayService";
import { ApiGatewayServiceRelease } from "./resources/ApiGatewayServiceRelease";
import { ApiGatewayStrategyAttachment } from "./resources/ApiGatewayStrategyAttachment";
import { ApiGatewayUpdateApiAppKey } from "./resources/ApiGatewayUpdateApiAppKey";
import { ApiGatewayUpdateService } from "./resources/ApiGatewayUpdateService";
import { ApiGatewayUpstream } from "./resources/upstream";
import { regional } from "./resources/regional";
import { retirable } from "./resources/retirable";
import { ApiGatewayUsagePlan } from "./resources/ApiGatewayUsagePlan";
import { ApiGatewayUsagePlanAttachment } from "./resources/usage-plan-attachment";
import { apiTypeRules } from "./resources/api/rules";
import { upstreamTypeRules } from "./resources/upstream/rules";
import { retiredError } from "./retirement";
import { settingRules, typeRules } from "./setting-rules";
import { isGatewayRetired } from "./settings";
import { terraformConfig } from "./terraform-config";

/** Returns the function that creates the client of one request. The connection, with settings and credentials, is created by the first remote call. */
function connect(configuration: ModuleContext): (inputs: unknown, context: RequestContext) => CloudClient {
  let connection: Promise<Connection> | undefined;
  const open = async (): Promise<Connection> => (await import("./connection")).createConnection(configuration);
  const { schema, settings, env } = configuration;
  const options = { schema, home: homeDirectory(env), isGatewayRetired: isGatewayRetired(settings, env) };
  return (_inputs, context) => new CloudClient(() => (connection ??= open()), context, options);
}

/** The module. */
export const cloud: Module<CloudClient> = {
  name: "cloud",
  rules: { ...typeRules, ...apiTypeRules, ...upstreamTypeRules },
  settings: settingRules,
  connect,
  rejectsWrites: ({ settings, env }) => (isGatewayRetired(settings, env) ? retiredError("Create or Update") : undefined),
  connectionOf: async (client) => client.configuration(),
  methods: { terraformConfig: { secretMembers: ["result"], call: ({ settings, env }) => ({ result: terraformConfig(settings, env) }) } },
  functions,
  resources: retirable(
    regional({
      ApiGatewayApi,
      ApiGatewayApiApp,
      ApiGatewayApiAppAttachment,
      ApiGatewayApiDoc,
      ApiGatewayApiKey,
      ApiGatewayApiKeyAttachment,
      ApiGatewayCustomDomain,
      ApiGatewayImportOpenApi,
      ApiGatewayIpStrategy,
      ApiGatewayPlugin,
      ApiGatewayPluginAttachment,
      ApiGatewayService,
      ApiGatewayServiceRelease,
      ApiGatewayStrategyAttachment,
      ApiGatewayUpdateApiAppKey,
      ApiGatewayUpdateService,
      ApiGatewayUpstream,
      ApiGatewayUsagePlan,
      ApiGatewayUsagePlanAttachment,
    } satisfies ResourceTable<"cloud", CloudClient>),
  ),
};
