// The members of remote objects that this module reads by name; the schema names all others (see mapping.ts). Types only.
import type { RemoteObject } from "../../core/values/records";

/** The members of `Response` that belong to no action. */
export type RemoteResponse = RemoteObject<"Result" | "Error" | "RequestId">;

/** An API of `DescribeApi`. */
export type RemoteApi = RemoteObject<"ResponseErrorCodes">;

/** An element of `ResponseErrorCodes` of an API. */
export type RemoteErrorCode = RemoteObject<"ConvertedCode" | "NeedConvert">;

/** An API that is bound to an IP strategy. */
export type RemoteBoundApi = RemoteObject<"OauthConfig">;

/** A document of `DescribeAPIDocDetail`. */
export type RemoteApiDoc = RemoteObject<"ApiDocStatus" | "SharePassword">;

/** An application of `DescribeApiAppsStatus`. */
export type RemoteApiApp = RemoteObject<"ApiAppId" | "ApiAppKey" | "ApiAppSecret">;

/** A key of `DescribeApiKeysStatus`. */
export type RemoteApiKey = RemoteObject<"AccessKeyId" | "AccessKeySecret" | "Status">;

/** A custom domain of `DescribeServiceSubDomains`. */
export type RemoteDomain = RemoteObject<"DomainName" | "NetType" | "IsDefaultMapping" | "Status">;

/** The result of `DescribeServiceSubDomainMappings`. */
export type RemoteMappings = RemoteObject<"PathMappingSet">;

/** A service of `DescribeService`. */
export type RemoteService = RemoteObject<
  "ApiTotalCount" | "UsagePlanTotalCount" | "AvailableEnvironments" | "InternalSubDomain" | "OuterSubDomain"
>;

/** An environment of `DescribeServiceEnvironmentList`. */
export type RemoteEnvironment = RemoteObject<"EnvironmentName" | "Status" | "VersionName">;

/** A channel of `DescribeUpstreams`. */
export type RemoteUpstream = RemoteObject<"HealthChecker">;

/** A usage plan of `DescribeUsagePlan`, or its row in the lists of bound plans. */
export type RemoteUsagePlan = RemoteObject<"UsagePlanId" | "ApiId" | "BindSecretIds" | "MaxRequestNum" | "MaxRequestNumPreSec">;
