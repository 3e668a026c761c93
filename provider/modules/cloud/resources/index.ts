// The resources of the module.
import type { ResourceTable } from "../../../kit/tables";
import type { CloudClient } from "../client";
import { ApiGatewayApi } from "./api/ApiGatewayApi";
import { ApiGatewayApiApp } from "./ApiGatewayApiApp";
import { ApiGatewayApiDoc } from "./ApiGatewayApiDoc";
import { ApiGatewayApiKey } from "./ApiGatewayApiKey";
import { ApiGatewayCustomDomain } from "./ApiGatewayCustomDomain";
import { ApiGatewayImportOpenApi } from "./ApiGatewayImportOpenApi";
import { ApiGatewayIpStrategy } from "./ApiGatewayIpStrategy";
import { ApiGatewayPlugin } from "./ApiGatewayPlugin";
import { ApiGatewayService } from "./ApiGatewayService";
import { ApiGatewayServiceRelease } from "./ApiGatewayServiceRelease";
import { ApiGatewayUpstream } from "./upstream/ApiGatewayUpstream";
import { ApiGatewayUsagePlan } from "./ApiGatewayUsagePlan";
import { ApiGatewayUsagePlanAttachment } from "./usage-plan-attachment/ApiGatewayUsagePlanAttachment";
import { attachments } from "./attachments";
import { gatewayResources } from "./gateway";
import { operations } from "./operations";

/** The resources by name. */
export const resources = gatewayResources({
  ...attachments,
  ...operations,
  ApiGatewayApi,
  ApiGatewayApiApp,
  ApiGatewayApiDoc,
  ApiGatewayApiKey,
  ApiGatewayCustomDomain,
  ApiGatewayImportOpenApi,
  ApiGatewayIpStrategy,
  ApiGatewayPlugin,
  ApiGatewayService,
  ApiGatewayServiceRelease,
  ApiGatewayUpstream,
  ApiGatewayUsagePlan,
  ApiGatewayUsagePlanAttachment,
} satisfies ResourceTable<"cloud", CloudClient>);
