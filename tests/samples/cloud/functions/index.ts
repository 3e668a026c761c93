// All samples of the lookups of module cloud, and the text of the file that belongs to one.
import { isObject } from "../../../../provider/core/json/json";
import type { Plain } from "../../../../provider/core/values/value";
import type { Sample } from "./sample";
import { apiLookupSamples } from "./apis";
import { appSamples } from "./apps";
import { serviceLookupSamples } from "./services";
import { vpcSamples } from "./vpc";

/** Every sample. */
export const samples: readonly Sample[] = [...vpcSamples, ...appSamples, ...apiLookupSamples, ...serviceLookupSamples];

/** The keys of the file that are not our names in snake_case (cloud-lookups.md, Appendix A and 7.2). */
const fileKeys = {
  apiAppApiSets: "api_app_api_set",
  apiIdStatusSets: "api_id_status_set",
  attachLists: "attach_list",
  dataLists: "data_list",
  eipLists: "eip_list",
  enterprisePackageConfigs: "enterprise_package_config",
  instanceChargePrepaids: "instance_charge_prepaid",
  instanceDetailRules: "instance_detail_rule",
  microServicesInfos: "micro_services_info",
  oauthConfigs: "oauth_config",
  proxyTypeLists: "proxy_type_list",
  requestConfigs: "request_config",
  serviceConfigs: "service_config",
  serviceTsfHealthCheckConfs: "service_tsf_health_check_conf",
  serviceTsfLoadBalanceConfs: "service_tsf_load_balance_conf",
  standardPackageConfigs: "standard_package_config",
  standardPlusPackageConfigs: "standard_plus_package_config",
  strategyLists: "strategy_list",
  tagInfoLists: "tag_info_list",
  usagePlanLists: "usage_plan_list",
};
const fileKeysOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getAntiddosOverviewAttackTrend: { datas: "data" },
  getApiGatewayApiAppApi: { values: "value" },
  getApiGatewayServices: { netTypes: "net_type" },
};

/** What the file of a sample holds, to the letter. */
export function fileTextOf({ name, file }: Sample) {
  return JSON.stringify(inFile(file, { ...fileKeys, ...fileKeysOf[name] }), null, "\t");
}

function inFile(value: Plain, keys: Readonly<Record<string, string>>): Plain {
  if (Array.isArray(value)) return value.map((item) => inFile(item, keys));
  if (!isObject(value)) return value;
  const named = Object.keys(value).map((key) => [keys[key] ?? snake(key), key] as const);
  return Object.fromEntries(named.sort().map(([name, key]) => [name, inFile(value[key]!, keys)]));
}

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
