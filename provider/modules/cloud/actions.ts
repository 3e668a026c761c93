// The actions of the remote services: service, API version, rate limit. Tables only. See docs/modules/cloud.md#requests.
import type { TokenBucketSize } from "../../http/concurrency/token-bucket";

/** The remote services of this module. */
type Service = "apigateway" | "vpc" | "antiddos" | "tag" | "sts";

/** The API version of each service. */
export const versions: Readonly<Record<Service, string>> = {
  apigateway: "2018-08-08",
  vpc: "2017-03-12",
  antiddos: "2020-03-09",
  tag: "2018-08-13",
  sts: "2018-08-13",
};

/** Services of the actions that do not belong to the API gateway. */
const otherServices: Readonly<Record<string, Service>> = {
  DescribeAddressTemplates: "vpc",
  DescribeAddressTemplateGroups: "vpc",
  DescribeBasicDeviceStatus: "antiddos",
  DescribeBgpBizTrend: "antiddos",
  DescribeBgpInstances: "antiddos",
  DescribeListListener: "antiddos",
  DescribeOverviewAttackTrend: "antiddos",
  ModifyResourceTags: "tag",
  DescribeResourceTagsByResourceIds: "tag",
  AssumeRole: "sts",
  AssumeRoleWithSAML: "sts",
  AssumeRoleWithWebIdentity: "sts",
  GetSessionToken: "sts",
  GetCallerIdentity: "sts",
};

/** Returns the service of an action. */
export function serviceOf(action: string): Service {
  return otherServices[action] ?? "apigateway";
}

/** Names of services in permissions that differ. */
const permissionServices: Readonly<Partial<Record<Service, string>>> = { apigateway: "apigw" };

/** Returns the name of the permission to call an action. */
export function permissionOf(action: string): string {
  const service = serviceOf(action);
  return `${permissionServices[service] ?? service}:${action}`;
}

/** Writing actions whose result is an object: null in its place reports no failure. The result of the others is a boolean, or absent. */
const objectResults: ReadonlySet<string> = new Set([
  "CreateAPIDoc",
  "CreateApi",
  "CreateApiApp",
  "CreateApiKey",
  "CreateIPStrategy",
  "CreatePlugin",
  "CreateUsagePlan",
  "ImportOpenApi",
  "ModifyAPIDoc",
  "ModifyUpstream",
  "ModifyUsagePlan",
  "ReleaseService",
  "UpdateApiKey",
]);

/** Returns whether a writing action reports a failure by the result null. */
export function isNullFailure(action: string): boolean {
  return !objectResults.has(action);
}

/** Requests per second that the service accepts for an action. Defaults to 20. */
const acceptedRates: Readonly<Record<string, number>> = { DescribeApi: 100 };

/** Returns the rate limit of an action. No interval of one second contains more requests than the service accepts. */
export function rateLimitOf(action: string): TokenBucketSize {
  const limit = acceptedRates[action] ?? 20;
  const burst = limit / 4;
  return { burst, perSecond: limit - burst - 1 };
}
