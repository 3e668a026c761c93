// The functions of the module.
import type { FunctionTable } from "../../../kit/tables";
import type { CloudClient } from "../client";
import { addressTemplates } from "./address-templates";
import { antiddos } from "./antiddos";
import { getApiGatewayApiAppApi } from "./getApiGatewayApiAppApi";
import { getApiGatewayApiAppService } from "./getApiGatewayApiAppService";
import { getApiGatewayApis } from "./getApiGatewayApis";
import { getApiGatewayBindApiAppsStatus } from "./getApiGatewayBindApiAppsStatus";
import { getApiGatewayCustomerDomains } from "./getApiGatewayCustomerDomains";
import { getApiGatewayIpStrategies } from "./getApiGatewayIpStrategies";
import { getApiGatewayServices } from "./getApiGatewayServices";
import { lists } from "./lists";
import { throttlingFunctions } from "./throttling";

/** The functions by name. */
export const functions = {
  ...addressTemplates,
  ...antiddos,
  ...lists,
  ...throttlingFunctions,
  getApiGatewayApiAppApi,
  getApiGatewayApiAppService,
  getApiGatewayApis,
  getApiGatewayBindApiAppsStatus,
  getApiGatewayCustomerDomains,
  getApiGatewayIpStrategies,
  getApiGatewayServices,
} satisfies FunctionTable<"cloud", CloudClient>;
