// The resources of the module.
import type { ResourceTable } from "../../../kit/tables";
import type { CloudClient } from "../client";
import { ApiGatewayApi } from "./api/ApiGatewayApi";
import { ApiGatewayApiApp } from "./ApiGatewayApiApp";
import { ApiGatewayApiAppAttachment } from "./ApiGatewayApiAppAttachment";
import { ApiGatewayApiDoc } from "./ApiGatewayApiDoc";
import { ApiGatewayApiKey } from "./ApiGatewayApiKey";
import { ApiGatewayApiKeyAttachment } from "./ApiGatewayApiKeyAttachment";
import { ApiGatewayCustomDomain } from "./ApiGatewayCustomDomain";
import { ApiGatewayImportOpenApi } from "./ApiGatewayImportOpenApi";
import { ApiGatewayIpStrategy } from "./ApiGatewayIpStrategy";
import { ApiGatewayPlugin } from "./ApiGatewayPlugin";
import { ApiGatewayPluginAttachment } from "./ApiGatewayPluginAttachment";
import { ApiGatewayService } from "./ApiGatewayService";
import { ApiGatewayServiceRelease } from "./ApiGatewayServiceRelease";
import { ApiGatewayStrategyAttachment } from "./ApiGatewayStrategyAttachment";
import { ApiGatewayUpdateApiAppKey } from "./ApiGatewayUpdateApiAppKey";
import { ApiGatewayUpdateService } from "./ApiGatewayUpdateService";
import { ApiGatewayUpstream } from "./upstream/ApiGatewayUpstream";
import { ApiGatewayUsagePlan } from "./ApiGatewayUsagePlan";
import { ApiGatewayUsagePlanAttachment } from "./usage-plan-attachment/ApiGatewayUsagePlanAttachment";
import { gatewayResources } from "./gateway";

/** The resources by name. */
export const resources = gatewayResources({
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
} satisfies ResourceTable<"cloud", CloudClient>);
