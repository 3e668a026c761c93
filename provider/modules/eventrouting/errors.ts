// Errors of the service: codes and hints. See docs/modules/eventrouting.md#errors. Pure.
import { ProviderError, type ErrorCode } from "../../core/errors";
import { excerpt } from "../../core/excerpt";
import { isObject, parseJson } from "../../core/json";
import type { Redact } from "../../core/redact";
import type { Plain, PlainMap } from "../../core/value";
import { contentTypeOf } from "../../http/headers";
import type { HttpResponse } from "../../core/http-types";

/** Names of the numbers of google.rpc.Code. */
export const codeNames = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

const kinds: Readonly<Record<string, ErrorCode>> = {
  NOT_FOUND: "not_found",
  ALREADY_EXISTS: "already_exists",
  PERMISSION_DENIED: "permission_denied",
  UNAUTHENTICATED: "unauthenticated",
  RESOURCE_EXHAUSTED: "resource_exhausted",
  ABORTED: "aborted",
  FAILED_PRECONDITION: "failed_precondition",
  CANCELLED: "failed_precondition",
  UNIMPLEMENTED: "failed_precondition",
  INTERNAL: "unavailable",
  UNKNOWN: "unavailable",
  UNAVAILABLE: "unavailable",
  DEADLINE_EXCEEDED: "unavailable",
};

/** What an HTTP status means where the body does not say it; 409 can mean two things. */
const names: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  412: "FAILED_PRECONDITION",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** A refusal of the service, of a request or of an operation. */
export class ApiError extends ProviderError {
  constructor(
    /** For example `NOT_FOUND`; empty where the answer is not the service's. */
    readonly status: string,
    kind: ErrorCode,
    message: string,
    ambiguous = false,
  ) {
    super(kind, message, { ambiguous });
    this.name = "Refusal";
  }
}

/** Whether the error is a refusal of this status. */
export function isStatus(error: unknown, status: string): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Returns the result; undefined when the service returns that the object does not exist. */
export async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isStatus(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}

const fixed =
  /\bimmutable\b|\b(?:can(?:not|'t| not)|(?:may|must) not) (?:be )?(?:chang|updat|modif)|\bnot (?:updatable|mutable|modifiable)\b/i;
const change = /\b(?:chang|updat|modif)\w+/i;
const unsupported = / (?:not (?:allowed|supported)|unsupported)/i;

/** Whether the error of an update means that a member of the object cannot be changed. The service documents these members nowhere else. See docs/modules/eventrouting.md#limitations. */
export function isFixed(error: unknown): boolean {
  if (!(error instanceof ApiError) || !["INVALID_ARGUMENT", "FAILED_PRECONDITION"].includes(error.status)) return false;
  const { message, status } = error;
  // The name of the object precedes the status and may be any word.
  const reason = message.slice(message.indexOf(status));
  return fixed.test(reason) || reason.split(/[.\n]/).some(isUnsupportedChange);
}

/** Whether a sentence names a change and, behind it, that it is not supported. One pattern for both would take quadratic time. */
function isUnsupportedChange(sentence: string): boolean {
  const verb = change.exec(sentence);
  return verb !== null && unsupported.test(sentence.slice(verb.index + verb[0].length));
}

/** The error of an answer: code, status, message, details; nothing when the body is not of the service's form. */
export function errorIn({ body }: HttpResponse): PlainMap | undefined {
  const json = parseJson(body.toString("utf8"));
  const error = isObject(json) ? json["error"] : undefined;
  return isObject(error) ? error : undefined;
}

/** Returns the error for a response; `about` is the object type and name, `redact` hides the secrets of the request, `whose` names the credentials that were sent. */
export function responseError(about: string, response: HttpResponse, redact: Redact, whose?: string): ApiError {
  const { status: http, attempts } = response;
  const error = errorIn(response);
  const ambiguous = response.ambiguous === true;
  const sent = whose !== undefined && (http === 401 || http === 403) ? `\nAsked with the credentials of ${whose}.` : "";
  const more = `${sent}${attempts === undefined ? "" : `\n${attempts} attempts were made.`}`;
  // The page of a proxy contains no information about the object, whatever its status.
  if (!error)
    return new ApiError(
      "",
      http >= 500 ? "unavailable" : "failed_precondition",
      `${about}: ${foreign(response, redact)}${more}`,
      ambiguous,
    );
  const status = (typeof error["status"] === "string" && error["status"]) || (names[http] ?? "");
  const kind = kinds[status] ?? (http >= 500 ? "unavailable" : "failed_precondition");
  const head = status === "" ? String(http) : `${http} ${status}`;
  return new ApiError(status, kind, `${about}: ${words(head, error)}${hintOf(status, error)}${more}`, ambiguous);
}

/** The failure of a good status with a body that is no JSON object. */
export function unexpectedResponse(about: string, response: HttpResponse, redact: Redact): ProviderError {
  const { ambiguous } = response;
  return new ProviderError("unavailable", `${about}: ${foreign(response, redact)}\nCheck eventApiUrl and the proxies on the way.`, {
    ambiguous,
  });
}

/** Describes a response that is not of the service: status, content type, the beginning of the body. */
function foreign(response: HttpResponse, redact: Redact): string {
  const { status } = response;
  const words = excerpt(response.body.toString("utf8"), 500, redact) || "the answer is empty";
  const name = names[status];
  return `${name === undefined ? `HTTP ${status}` : `${status} ${name}`}: not an answer of the service (${contentTypeOf(response)}): ${words}`;
}

/** The failure of an operation that has ended badly; its code is a number of google.rpc.Code. */
export function operationError(about: string, error: PlainMap): ApiError {
  const status = codeName(error["code"] ?? 2);
  return new ApiError(
    status,
    kinds[status] ?? "failed_precondition",
    `${about}: the operation failed: ${words(status, error)}${hintOf(status, error)}`,
  );
}

/** The name of a code; a text is one already, a number that is not known stays itself. */
export function codeName(code: Plain): string {
  return typeof code === "number" ? (codeNames[code] ?? String(code)) : String(code);
}

function words(head: string, error: PlainMap): string {
  const details = (Array.isArray(error["details"]) ? error["details"] : []).filter(isObject);
  const violations = details
    .flatMap((detail) => (Array.isArray(detail["fieldViolations"]) ? detail["fieldViolations"] : []))
    .filter(isObject)
    .map(({ field, description }) => `\n${String(field)}: ${String(description)}`);
  const id = details.map(({ requestId }) => requestId).find((each) => typeof each === "string");
  const message = String(error["message"] || "no reason is given");
  return `${head}: ${message}${violations.join("")}${id === undefined ? "" : ` (request ${id})`}`;
}

function hintOf(status: string, error: PlainMap): string {
  const message = String(error["message"] ?? "");
  if (status === "UNAUTHENTICATED")
    return "\nThe credentials are missing, wrong or expired; see googleCredentials, googleAccessToken and GOOGLE_CREDENTIALS.";
  if (wantsQuotaProject(error))
    return "\nThe API is disabled in the project that the credentials stand for, or they name none: set googleUserProjectOverride and googleBillingProject, or quota_project_id in the credential file.";
  if (status === "PERMISSION_DENIED")
    return "\nA project that does not exist has the same error: check project and location, and the roles of the caller.";
  if (/service agent|propagat/i.test(message)) return "\nThe service was enabled a short while ago; run again in some minutes.";
  return "";
}

/** A person's own credentials are of no project; the service then names that of the program they logged in with. See docs/modules/eventrouting.md#quota-project. */
function wantsQuotaProject({ message, details }: PlainMap): boolean {
  const reasons = (Array.isArray(details) ? details : []).filter(isObject).map(({ reason }) => reason);
  return reasons.includes("SERVICE_DISABLED") || /quota project/i.test(String(message ?? ""));
}

/** Why an answer is worth another try beyond its HTTP status, or nothing: a quota of reads, a change made by somebody else at the same time. */
export function retryReason(response: HttpResponse, aborted: boolean): string | undefined {
  if (response.status === 403) {
    const text = response.body.toString("utf8");
    return text.includes("Quota exceeded for quota metric") && text.includes("Read requests per minute")
      ? "a quota of the service is used up"
      : undefined;
  }
  return aborted && response.status === 409 && errorIn(response)?.["status"] === "ABORTED" ? "somebody else changes the object" : undefined;
}

/** Returns the retry delay in the details of an error, in seconds; undefined without one. */
export function askedDelay(response: HttpResponse): number | undefined {
  const details = errorIn(response)?.["details"];
  const delay = (Array.isArray(details) ? details : [])
    .filter(isObject)
    .map(({ retryDelay }) => retryDelay)
    .find((each) => typeof each === "string");
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
