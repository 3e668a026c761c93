// What the services' refusals mean: of which kind, in which words, and which of them are worth another try (cloud-lookups.md 3, cloud-resources.md 2.1). Pure.
import { ProviderError, type ErrorCode } from "../../core/errors";
import { excerpt } from "../../core/excerpt";
import { isObject, parseDigitsAsText } from "../../core/json";
import type { Redact } from "../../core/redact";
import type { Plain, PlainMap } from "../../core/value";
import { contentTypeOf } from "../../http/content-type";
import type { HttpResponse } from "../../http/message";
import { serviceOf } from "./actions";

/** A refusal as the service says it. */
export interface VendorError {
  code: string;
  message: string;
  requestId?: string | undefined;
}

interface Told {
  attempts?: number | undefined;
  /** What gave the keys: whoever is refused asks whose keys these were (protocol, case 77). */
  keySource?: string | undefined;
}

/** A service refused an action, or answered something that is no answer. */
export class ApiError extends ProviderError {
  readonly vendorCode: string;
  constructor(
    readonly action: string,
    refused: VendorError,
    { ambiguous = false, ...told }: { ambiguous?: boolean } & Told = {},
  ) {
    super(kindOf(refused.code), sentences(action, refused, told), { ambiguous });
    this.name = "ApiError";
    this.vendorCode = refused.code;
  }
}

/** A writing action answered false or null: it did nothing, and does not say why. */
export class NoReasonError extends ApiError {
  constructor(action: string, { result, requestId }: { result: boolean | null; requestId: string | undefined }) {
    super(action, { code: "FailedOperation", message: `the result is ${String(result)}, without a reason`, requestId });
    this.name = "NoReasonError";
  }
}

/** What the work answers; where a service refuses it with one of these codes, the message says in addition what helps. */
export async function withHint<T>(codes: readonly string[], hint: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !codes.includes(error.vendorCode)) throw error;
    throw new ProviderError(error.code, `${error.message}\n${hint}`, { cause: error, ambiguous: error.ambiguous });
  }
}

/** Whether the error is a refusal with one of these codes; whole codes, never their beginnings. */
export function hasVendorCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof ApiError && codes.includes(error.vendorCode);
}

/** What the work answers, or nothing where a service refuses it with one of these codes. */
export async function unlessRefused<T>(codes: readonly string[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (hasVendorCode(error, codes)) return undefined;
    throw error;
  }
}

/**
 * Returns the members of `Response`, or the error in them. `redact` hides secrets in the quotation of a body of another form; without it the body is not
 * quoted.
 */
export function parseResponse(response: HttpResponse, redact?: Redact): PlainMap | VendorError {
  const text = response.body.toString("utf8");
  const quoted = redact ? (body: string): string => excerpt(body, 300, redact) || "the answer is empty" : measured;
  if (response.status !== 200) return { code: "ClientError.HttpStatusCodeError", message: `HTTP ${response.status}: ${quoted(text)}` };
  const body = parseDigitsAsText(text);
  if (!isObject(body)) {
    const half = /^\s*[[{]/.test(text) ? `${measured(text)} that begin like JSON` : quoted(text);
    return misformed(response, `the answer is no JSON object: ${half}`);
  }
  const answer = body["Response"];
  if (isObject(answer)) return refusedIn(answer) ?? answer;
  // The form of the API before version 3, in which some gateways still refuse.
  const { code, codeDesc, message } = body;
  const said = code !== undefined && code !== 0 && typeof codeDesc === "string";
  if (said) return { code: codeDesc, message: textOf(message) };
  const members = quoted(Object.keys(body).join(", ") || "none");
  return misformed(response, `the answer has no member Response; its members are: ${members}`);
}

function misformed(response: HttpResponse, reason: string): VendorError {
  return { code: "ClientError.ParseJsonError", message: `HTTP ${response.status} (${contentTypeOf(response)}): ${reason}` };
}

/** Whether {@link parseResponse} found a refusal. */
export function isVendorError(answer: PlainMap | VendorError): answer is VendorError {
  return typeof answer["code"] === "string" && typeof answer["message"] === "string";
}

function refusedIn({ Error: error, RequestId }: PlainMap): VendorError | undefined {
  if (!isObject(error)) return undefined;
  return {
    code: textOf(error["Code"]),
    message: textOf(error["Message"]),
    requestId: typeof RequestId === "string" ? RequestId : undefined,
  };
}

function textOf(value: Plain | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Replaces what may contain secrets: a truncated response of the service, and every response of STS. */
function measured(text: string): string {
  return `${text.length} characters`;
}

/** Whole codes first, then the part before the first dot. */
const kinds: Readonly<Record<string, ErrorCode>> = {
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

function kindOf(code: string): ErrorCode {
  if (inUseCodes.has(code)) return "aborted";
  return kinds[code] ?? kinds[family(code)] ?? "failed_precondition";
}

const family = (code: string): string => code.split(".", 1)[0]!;

/** The object is still used by another one; a moment after an unbinding that may change (cloud-resources.md 2.1). */
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

/** Whether a delete is refused because the object is still in use. */
export function isInUse(code: string): boolean {
  return inUseCodes.has(code);
}

/** Repeated on reads and writes: whole codes, and families with all their members. */
const busy: Readonly<Record<string, string>> = {
  RequestLimitExceeded: "rate limited by the service",
  "LimitExceeded.RequestLimitExceeded": "rate limited by the service",
  ResourceInUse: "the resource is in use",
  ResourceUnavailable: "the resource is not available yet",
  ResourceBusy: "the resource is busy",
  "UnsupportedOperation.UnsupportedDeleteService": "the service is still in use",
  "FailedOperation.ServiceInOperation": "the service is busy with another change",
  "FailedOperation.ApiInOperation": "the API is busy with another change",
  "FailedOperation.TaskAlreadyExist": "another task is running",
};

/** Repeated on reads only, whole codes and families with all their members: a write may have been carried out all the same. */
const failing: Readonly<Record<string, string>> = {
  InternalError: "the service has an internal error",
  ServiceUnavailable: "the service is not available",
  "InvalidParameter.ActionInProgress": "another action is in progress",
  "OperationDenied.InstanceStatusLimitError": "the instance is busy",
  "FailedOperation.ListenerHasTask": "the listener is busy with another task",
};

/** Why a refusal is worth another try, or nothing. */
export function retryReason(code: string, read: boolean): string | undefined {
  return busy[code] ?? busy[family(code)] ?? (read ? (failing[code] ?? failing[family(code)]) : undefined);
}

/** Whether the service says that the failure is its own. */
export function isInternal(code: string): boolean {
  return family(code) === "InternalError";
}

/** Codes after which temporary keys are fetched anew, once. */
export const invalidKeyCodes: readonly string[] = ["AuthFailure.TokenFailure", "AuthFailure.SecretIdNotFound"];

function sentences(action: string, { code, message, requestId }: VendorError, { attempts, keySource }: Told): string {
  const id = requestId === undefined ? "" : ` (RequestId ${requestId})`;
  const lines = [`${serviceOf(action)} ${action} failed: ${code}: ${message}${id}`];
  const hint = hints[code] ?? hints[family(code)];
  if (hint) lines.push(hint.replaceAll("{action}", `${serviceOf(action)}:${action}`));
  if (keySource !== undefined && ["unauthenticated", "permission_denied"].includes(kindOf(code)))
    lines.push(`The keys are those of ${keySource}.`);
  if (attempts !== undefined) lines.push(`${attempts} attempts were made.`);
  return lines.join("\n");
}

/** What helps beyond the service's own words; whole codes first, then families. */
const hints: Readonly<Record<string, string>> = {
  "AuthFailure.SignatureExpire": "The clock of this machine is off by more than five minutes; set it right.",
  "AuthFailure.SignatureFailure": "The secret key does not belong to the secret id, or a proxy changes requests.",
  "AuthFailure.SecretIdNotFound": "The secret id is not known; check secretId, TENCENTCLOUD_SECRET_ID and the profile.",
  "AuthFailure.InvalidSecretId": "The secret id is not one of the API; check secretId, TENCENTCLOUD_SECRET_ID and the profile.",
  "AuthFailure.TokenFailure": "The security token is missing, wrong or expired; fetch new temporary keys.",
  "AuthFailure.MFAFailure": "The MFA code is wrong or used already; give a new one.",
  "AuthFailure.UnauthorizedOperation": "The keys lack the permission {action}; let an administrator grant it.",
  UnauthorizedOperation: "The keys lack the permission {action}; let an administrator grant it.",
  "UnauthorizedOperation.UncertifiedUser": "The account has not passed real-name verification yet.",
  "UnsupportedOperation.AccountArrears": "The account is in arrears.",
  "UnsupportedOperation.UinNotInWhiteList": "The account is not cleared for this; ask the vendor's support.",
  UnsupportedRegion: "The service is not offered in this region; see the setting region and TENCENTCLOUD_REGION.",
  "InvalidParameterValue.InvalidRegion": "The service is not offered in this region; see the setting region and TENCENTCLOUD_REGION.",
  "InvalidParameterValue.InvalidEnvStatus":
    "The environment is not published; let the resource depend on the ApiGatewayServiceRelease that publishes it.",
  NoSuchProduct: "The service is not offered at this address; see the setting domain and TENCENTCLOUD_DOMAIN.",
  ResourceInsufficient: "The account has not bought this, or it is used up.",
  "FailedOperation.InstanceNotExist": "The exclusive instance does not exist in this region, or has not been bought.",
  "LimitExceeded.RequestLimitExceeded": "",
  LimitExceeded: "A quota of the account is used up; delete what is not needed or ask the vendor to raise it.",
  IpNotInWhitelist: "The address of this machine is not among those that the account lets in.",
  IpInBlacklist: "The address of this machine is among those that the account keeps out.",
  "ClientError.ParseJsonError":
    "A proxy or another server answers in the place of the service; check domain, protocol and the proxies on the way.",
};
