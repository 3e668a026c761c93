// Errors of the service: codes and hints. See docs/modules/eventrouting.md#errors. Pure.
import { ProviderError, type ErrorCode } from "../../core/errors";
import { excerpt } from "../../core/excerpt";
import { isObject, parseJson } from "../../core/json";
import { rowsOf, scalarText, textOf } from "../../core/records";
import type { Redact } from "../../core/redact";
import type { Plain, PlainMap } from "../../core/value";
import { contentTypeOf } from "../../http/headers";
import type { HttpResponse } from "../../core/http-types";

/** The names of google.rpc.Code, by number. */
const codeNames = [
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

const errorCodes: Readonly<Record<string, ErrorCode>> = {
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

/** The status names of HTTP statuses without one in the body; 409 is ambiguous. */
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

/** A failure that the service reports for a request or an operation. */
export class ApiError extends ProviderError {
  constructor(
    /** For example `NOT_FOUND`; empty for a response of another server. */
    readonly status: string,
    code: ErrorCode,
    message: string,
    ambiguous = false,
  ) {
    super(code, message, { ambiguous });
    this.name = "ApiError";
  }
}

/** Returns whether the error is an {@link ApiError} with this status. */
export function isStatus(error: unknown, status: string): boolean {
  return error instanceof ApiError && error.status === status;
}

const immutableReason =
  /\bimmutable\b|\b(?:can(?:not|'t| not)|(?:may|must) not) (?:be )?(?:chang|updat|modif)|\bnot (?:updatable|mutable|modifiable)\b/i;
const changeVerb = /\b(?:chang|updat|modif)\w+/i;
const unsupported = / (?:not (?:allowed|supported)|unsupported)/i;

/** Returns whether the error of an update means that a member of the object cannot be changed. The service does not document these members. See docs/modules/eventrouting.md#limitations. */
export function isImmutable(error: unknown): boolean {
  if (!(error instanceof ApiError) || !["INVALID_ARGUMENT", "FAILED_PRECONDITION"].includes(error.status)) return false;
  const { message, status } = error;
  // The name of the object precedes the status and may be any word.
  const reason = message.slice(message.indexOf(status));
  return immutableReason.test(reason) || reason.split(/[.\n]/).some(isUnsupportedChange);
}

/** Returns whether a sentence contains a change and, after it, that it is not supported. One pattern for both takes quadratic time. */
function isUnsupportedChange(sentence: string): boolean {
  const verb = changeVerb.exec(sentence);
  return verb !== null && unsupported.test(sentence.slice(verb.index + verb[0].length));
}

/** The error in a response or an operation, as far as messages and retries use it. */
export interface ErrorBody {
  /** A number of google.rpc.Code in an operation. */
  code?: Plain;
  status?: string;
  message?: string;
  details: readonly ErrorDetail[];
}

interface ErrorDetail {
  fieldViolations: readonly string[];
  reason?: string;
  requestId?: string;
  retryDelay?: string;
}

/** Parses an error of the service. Members of another type are absent. */
function parseError({ code, status, message, details }: PlainMap): ErrorBody {
  return { code, status: textOf(status), message: textOf(message), details: rowsOf(details).map(parseDetail) };
}

function parseDetail({ fieldViolations, reason, requestId, retryDelay }: PlainMap): ErrorDetail {
  const violations = rowsOf(fieldViolations).map(({ field, description }) => `${scalarText(field)}: ${scalarText(description)}`);
  return { fieldViolations: violations, reason: textOf(reason), requestId: textOf(requestId), retryDelay: textOf(retryDelay) };
}

/** Returns the error of a response; undefined for a body that is not an error of the service. */
export function errorIn({ body }: HttpResponse): ErrorBody | undefined {
  const json = parseJson(body.toString("utf8"));
  const { error } = isObject(json) ? json : {};
  return isObject(error) ? parseError(error) : undefined;
}

/** What messages about a response contain besides the response. */
export interface ResponseDetails {
  /** The type and the name of the object. */
  about: string;
  /** Hides the secrets of the request. */
  redact: Redact;
  /** The source of the credentials that were sent. */
  source?: string | undefined;
}

/** Returns the error for a response that is not a success. */
export function responseError(response: HttpResponse, { about, redact, source }: ResponseDetails): ApiError {
  const { status: http, attempts } = response;
  const error = errorIn(response);
  const ambiguous = response.ambiguous === true;
  const sent = source !== undefined && (http === 401 || http === 403) ? `\nThe request was sent with the credentials of ${source}.` : "";
  const more = `${sent}${attempts === undefined ? "" : `\n${attempts} attempts were made.`}`;
  // The page of a proxy contains no information about the object, with any status.
  if (!error) {
    const code = http >= 500 ? "unavailable" : "failed_precondition";
    return new ApiError("", code, `${about}: ${describeOtherServer(response, redact)}${more}`, ambiguous);
  }
  const status = error.status ?? names[http] ?? "";
  const code = errorCodes[status] ?? (http >= 500 ? "unavailable" : "failed_precondition");
  const head = status === "" ? String(http) : `${http} ${status}`;
  return new ApiError(status, code, `${about}: ${describe(head, error)}${hintOf(status, error)}${more}`, ambiguous);
}

/** Returns the error for a success whose body is not a JSON object. */
export function unexpectedResponse(response: HttpResponse, { about, redact }: ResponseDetails): ProviderError {
  const { ambiguous } = response;
  const message = `${about}: ${describeOtherServer(response, redact)}\nCheck eventApiUrl and the proxies.`;
  return new ProviderError("unavailable", message, { ambiguous });
}

/** Describes a response of another server: status, content type, the beginning of the body. */
function describeOtherServer(response: HttpResponse, redact: Redact): string {
  const { status } = response;
  const text = excerpt(response.body.toString("utf8"), 500, redact) || "empty body";
  const name = names[status];
  return `${name === undefined ? `HTTP ${status}` : `${status} ${name}`}: not a response of the service (${contentTypeOf(response)}): ${text}`;
}

/** Returns the error of an operation that failed. */
export function operationError(about: string, failure: PlainMap): ApiError {
  const error = parseError(failure);
  const status = codeName(error.code ?? 2);
  const message = `${about}: the operation failed: ${describe(status, error)}${hintOf(status, error)}`;
  return new ApiError(status, errorCodes[status] ?? "failed_precondition", message);
}

/** Returns the name of a code; a text and an unknown number are returned as text. */
export function codeName(code: Plain): string {
  return typeof code === "number" ? (codeNames[code] ?? String(code)) : scalarText(code);
}

function describe(head: string, { message = "no reason is given", details }: ErrorBody): string {
  const violations = details.flatMap(({ fieldViolations }) => fieldViolations).map((violation) => `\n${violation}`);
  const id = details.find(({ requestId }) => requestId !== undefined)?.requestId;
  return `${head}: ${message}${violations.join("")}${id === undefined ? "" : ` (request ${id})`}`;
}

function hintOf(status: string, error: ErrorBody): string {
  if (status === "UNAUTHENTICATED")
    return "\nThe credentials are missing, wrong or expired. Check googleCredentials, googleAccessToken and GOOGLE_CREDENTIALS.";
  if (needsQuotaProject(error))
    return "\nThe API is disabled in the project of the credentials, or they have no project. Set googleUserProjectOverride and googleBillingProject, or quota_project_id in the credential file.";
  if (status === "PERMISSION_DENIED")
    return "\nA project that does not exist has the same error. Check project, location, and the roles of the caller.";
  if (/service agent|propagat/i.test(error.message ?? "")) return "\nThe service was enabled recently. Run again in a few minutes.";
  return "";
}

/**
 * Returns whether a quota project is missing. The credentials of a user belong to no project; the service then reports the project of the login program. See
 * docs/modules/eventrouting.md#quota-project.
 */
function needsQuotaProject({ message = "", details }: ErrorBody): boolean {
  return details.some(({ reason }) => reason === "SERVICE_DISABLED") || /quota project/i.test(message);
}
