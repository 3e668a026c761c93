// The module `cloud`: Tencent Cloud. What it offers, and how it is reached.
import type { ModuleContext, FunctionTable, Module, RequestContext, ResourceTable } from "../../core/contract";
import type { Send } from "../../http/message";
import { CloudClient, type Connection } from "./client";
import { getAddressTemplateGroups, getAddressTemplates } from "./functions/addressTemplates";
import { antiddos } from "./functions/antiddos";
import { getApiGatewayApiAppApi, getApiGatewayApiAppService } from "./functions/getApiGatewayApiAppApi";
import { getApiGatewayApis } from "./functions/getApiGatewayApis";
import { getApiGatewayBindApiAppsStatus } from "./functions/getApiGatewayBindApiAppsStatus";
import { getApiGatewayCustomerDomains } from "./functions/getApiGatewayCustomerDomains";
import { getApiGatewayIpStrategies } from "./functions/getApiGatewayIpStrategies";
import { getApiGatewayServices } from "./functions/getApiGatewayServices";
import { lists } from "./functions/lists";
import { getApiGatewayThrottlingApis, getApiGatewayThrottlingServices } from "./functions/throttling";
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
import { ApiGatewayUsagePlan } from "./resources/ApiGatewayUsagePlan";
import { ApiGatewayUsagePlanAttachment } from "./resources/usage-plan-attachment";
import { apiTypeRules } from "./resources/api/rules";
import { upstreamTypeRules } from "./resources/upstream/rules";
import { settingRules, typeRules } from "./setting-rules";
import { terraformConfig } from "./terraform-config";

/** Makes the client of one call. Settings, keys and region are looked up, and their code is loaded, when something is asked of the cloud. */
function connect(host: ModuleContext): (inputs: unknown, operation: RequestContext) => CloudClient {
  let shared: Promise<Connection> | undefined;
  const load = async (): Promise<Connection> => (await import("./connection")).createConnection(host as ModuleContext<Send>);
  const place = { schema: host.schema, home: host.env["HOME"] ?? host.env["USERPROFILE"] };
  return (_inputs, operation) => new CloudClient(() => (shared ??= load()), operation, place);
}

/** The module. */
export const cloud: Module<CloudClient> = {
  name: "cloud",
  rules: { ...typeRules, ...apiTypeRules, ...upstreamTypeRules },
  settings: settingRules,
  connect,
  methods: { terraformConfig: { secretMembers: ["result"], call: ({ settings, env }) => ({ result: terraformConfig(settings, env) }) } },
  functions: {
    ...lists,
    ...antiddos,
    getAddressTemplateGroups,
    getAddressTemplates,
    getApiGatewayApiAppApi,
    getApiGatewayApiAppService,
    getApiGatewayApis,
    getApiGatewayBindApiAppsStatus,
    getApiGatewayCustomerDomains,
    getApiGatewayIpStrategies,
    getApiGatewayServices,
    getApiGatewayThrottlingApis,
    getApiGatewayThrottlingServices,
  } satisfies FunctionTable<"cloud", CloudClient>,
  resources: {
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
  } satisfies ResourceTable<"cloud", CloudClient>,
};
