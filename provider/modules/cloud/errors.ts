// Errors of the remote services: error codes, messages and hints. Pure. See docs/modules/cloud.md#errors.
import { ProviderError, withHint as errorWithHint, type ErrorCode } from "../../core/errors/errors";
import { attemptLines } from "../../core/errors/sentences";
import { ownMember } from "../../core/values/records";
import { permissionOf, serviceOf } from "./actions";
import { retirementHint } from "./retirement";

/** An error in a response of a service. */
export interface VendorError {
  code: string;
  message: string;
  requestId?: string | undefined;
}

interface ErrorDetails {
  attempts?: number | undefined;
  /** Where the keys of the request are from. See docs/protocol.md#case-77. */
  keySource?: string | undefined;
  /** The address that the request was sent to. */
  server?: string | undefined;
}

/** An action failed: the service returned an error, or a response of another form. */
export class ApiError extends ProviderError {
  readonly vendorCode: string;
  constructor(
    readonly action: string,
    error: VendorError,
    { ambiguous = false, ...details }: { ambiguous?: boolean } & ErrorDetails = {},
  ) {
    super(errorCodeOf(error.code), vendorMessage(action, error, details), { ambiguous });
    this.name = "ApiError";
    this.vendorCode = error.code;
  }
}

/** A writing action returned false or null: it changed nothing, and the response contains no reason. */
export class NoReasonError extends ApiError {
  constructor(action: string, { result, requestId }: { result: boolean | null; requestId: string | undefined }) {
    super(action, { code: "FailedOperation", message: `the result is ${String(result)}, without a reason`, requestId });
    this.name = "NoReasonError";
  }
}

/** Returns whether the error is an {@link ApiError} with one of these codes. Codes are compared as a whole. */
export function hasVendorCode(error: unknown, codes: readonly string[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.vendorCode);
}

/** Returns the result of the work. An error with one of these codes gets a hint for the user. */
export async function withCodeHint<T>(codes: readonly string[], hint: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw hasVendorCode(error, codes) ? errorWithHint(error, hint) : error;
  }
}

/** Error codes by vendor code. */
const errorCodes: Readonly<Record<string, ErrorCode>> = {
  "AuthFailure.UnauthorizedOperation": "permission_denied",
  AuthFailure: "unauthenticated",
  UnauthorizedOperation: "permission_denied",
  RequestLimitExceeded: "resource_exhausted",
  "LimitExceeded.RequestLimitExceeded": "resource_exhausted",
  ResourceNotFound: "not_found",
  "FailedOperation.ServiceNotExist": "not_found",
  "FailedOperation.AccessKeyExist": "already_exists",
  "FailedOperation.DomainAlreadyBindService": "already_exists",
  "UnsupportedOperation.AlreadyBindUsagePlan": "already_exists",
  "FailedOperation.ServiceInOperation": "aborted",
  "FailedOperation.ApiInOperation": "aborted",
  "FailedOperation.TaskAlreadyExist": "aborted",
  ResourceInUse: "aborted",
  ResourceUnavailable: "aborted",
  ResourceBusy: "aborted",
  InternalError: "unavailable",
  ServiceUnavailable: "unavailable",
  ClientError: "unavailable",
};

/** Returns the part of a code before the first dot. */
export const familyOf = (code: string): string => code.split(".", 1)[0]!;

/** Returns the entry of a table of codes: that of the whole code, otherwise that of the part before the first dot. */
export function byCode<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return ownMember(table, code) ?? ownMember(table, familyOf(code));
}

function errorCodeOf(code: string): ErrorCode {
  if (inUseCodes.has(code)) return "aborted";
  return byCode(errorCodes, code) ?? "failed_precondition";
}

/** The object is in use by another one; shortly after an unbinding this can change. See docs/modules/cloud.md#gone. */
const inUseCodes: ReadonlySet<string> = new Set([
  "FailedOperation.ApiBindEnvironmen",
  "FailedOperation.ApiBindEnvironment",
  "UnsupportedOperation.ResourceAssociated",
  "UnsupportedOperation.ResourceIsInUse",
  "UnsupportedOperation.UsagePlanInUse",
  "UnsupportedOperation.ApiListNotEmpty",
  "UnsupportedOperation.ExistingOnlineEnvironment",
  "UnsupportedOperation.TagsNotEmpty",
  "UnsupportedOperation.UnsupportedDeleteApi",
  "UnsupportedOperation.UnsupportedDeleteUpstream",
]);

/** Returns whether an action failed because the object is in use by another one. */
export function isInUse(code: string): boolean {
  return inUseCodes.has(code);
}

function vendorMessage(action: string, { code, message, requestId }: VendorError, { attempts, keySource, server }: ErrorDetails): string {
  const id = requestId === undefined ? "" : ` (RequestId ${requestId})`;
  const lines = [`${serviceOf(action)} ${action} failed: ${code}: ${message}${id}`];
  const hint = byCode(hints, code);
  if (hint) lines.push(hint.replaceAll("{action}", permissionOf(action)));
  if (server !== undefined && familyOf(code) === "ClientError")
    lines.push(`A proxy or another server may have sent the response of ${server}. Check domain, protocol and proxies.`);
  const retirement = retirementHint(action, code);
  if (retirement !== undefined) lines.push(retirement);
  if (server !== undefined && keySource !== undefined && ["unauthenticated", "permission_denied"].includes(errorCodeOf(code)))
    lines.push(`The request was sent to ${server} with the keys from ${keySource}.`);
  return [...lines, ...attemptLines({ attempts })].join("\n");
}

/** Hints by vendor code. */
const hints: Readonly<Record<string, string>> = {
  "AuthFailure.SignatureExpire": "The clock of this machine is off by more than five minutes. Synchronize it.",
  "AuthFailure.SignatureFailure": "The secret key does not belong to the secret ID, or a proxy changes requests.",
  "AuthFailure.SecretIdNotFound": "The secret ID does not exist. Check secretId, TENCENTCLOUD_SECRET_ID and the profile.",
  "AuthFailure.InvalidSecretId": "The secret ID is not an API key. Check secretId, TENCENTCLOUD_SECRET_ID and the profile.",
  "AuthFailure.TokenFailure": "The security token is missing, invalid or expired. Fetch new temporary keys.",
  "AuthFailure.MFAFailure": "The MFA code is invalid or was used before. Set a new one.",
  "AuthFailure.UnauthorizedOperation": "The permission {action} is missing. Ask an administrator to grant it.",
  UnauthorizedOperation: "The permission {action} is missing. Ask an administrator to grant it.",
  "UnauthorizedOperation.UncertifiedUser": "The account has not completed real-name verification.",
  "UnsupportedOperation.AccountArrears": "The account has overdue payments.",
  "UnsupportedOperation.UinNotInWhiteList": "The account is not enabled for this action. Contact the support of Tencent Cloud.",
  UnsupportedRegion: "Tencent Cloud does not offer the service in this region. Check the setting region and TENCENTCLOUD_REGION.",
  "InvalidParameterValue.InvalidRegion":
    "Tencent Cloud does not offer the service in this region. Check the setting region and TENCENTCLOUD_REGION.",
  "InvalidParameterValue.InvalidEnvStatus":
    "The environment is not published. Let the resource depend on the ApiGatewayServiceRelease that publishes it.",
  NoSuchProduct: "Tencent Cloud has no such service at this address. Check the setting domain and TENCENTCLOUD_DOMAIN.",
  ResourceInsufficient: "The account has not purchased this resource, or has used it up.",
  "FailedOperation.InstanceNotExist": "The exclusive instance does not exist in this region, or has not been purchased.",
  "LimitExceeded.RequestLimitExceeded": "",
  LimitExceeded: "A quota of the account is used up. Delete objects that are not needed, or request a higher quota.",
  IpNotInWhitelist: "The IP address of this machine is not in the allowlist of the account.",
  IpInBlacklist: "The IP address of this machine is in the blocklist of the account.",
};
