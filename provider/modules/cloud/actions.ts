// The actions of the remote services: whose they are, of which version, how often they may be asked, which of them make something. Tables only.
import type { TokenBucketSize } from "../../http/concurrency/token-bucket";

/** The services that this module speaks with. */
export type Service = "apigateway" | "vpc" | "antiddos" | "tag" | "sts";

/** Versions of the services (cloud-lookups.md 1, cloud-resources.md 1). */
export const versions: Readonly<Record<Service, string>> = {
  apigateway: "2018-08-08",
  vpc: "2017-03-12",
  antiddos: "2020-03-09",
  tag: "2018-08-13",
  sts: "2018-08-13",
};

const elsewhere: Readonly<Record<string, Service>> = {
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

/** The service of an action: the API gateway but for those named. */
export function serviceOf(action: string): Service {
  return elsewhere[action] ?? "apigateway";
}

/** Requests per second that the vendor grants each action; those not named 20 (cloud-resources.md 1). */
const granted: Readonly<Record<string, number>> = { DescribeApi: 100 };

/** What is asked of an action: never more in one second than the vendor grants, the edge of its second included. */
export function paceOf(action: string): TokenBucketSize {
  const limit = granted[action] ?? 20;
  const burst = limit / 4;
  return { burst, perSecond: limit - burst - 1 };
}
