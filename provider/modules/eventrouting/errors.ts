// Errors of the service: codes and hints. See docs/modules/eventrouting.md#errors. Pure.
import { ProviderError, type ErrorCode } from "../../core/errors/errors";
import { excerpt } from "../../core/errors/excerpt";
import { attemptLines } from "../../core/errors/sentences";
import { isObject, parseJson } from "../../core/json/json";
import { ownMember, rowsOf, scalarText, textOf } from "../../core/values/records";
import type { Redact } from "../../core/secrets/redact";
import type { Plain, PlainMap } from "../../core/values/value";
import { contentTypeOf } from "../../http/headers";
import type { HttpResponse } from "../../contract/http";
import { namesObject } from "./ids";
import { addressAdvice } from "./response";

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

/** The failure of an operation: it has ended. */
export class OperationError extends ApiError {}

/** Returns whether the error is an {@link ApiError} with this status. */
export function isStatus(error: unknown, status: string): boolean {
  return error instanceof ApiError && error.status === status;
}

const immutableReason =
  /\bimmutable\b|\b(?:can(?:not|'t| not)|(?:may|must) not) (?:be )?(?:chang|updat|modif)|\bnot (?:updatable|mutable|modifiable)\b/i;
const changeVerb = /\b(?:chang|updat|modif)\w+/i;
const unsupported = / (?:not (?:allowed|supported)|unsupported)/i;

/** Returns the reason of an error that rejects a request, without the name of the object, which may be any word; empty for another error. */
export function rejectionReason(error: unknown): string {
  if (!(error instanceof ApiError) || !["INVALID_ARGUMENT", "FAILED_PRECONDITION"].includes(error.status)) return "";
  return error.message.slice(error.message.indexOf(error.status));
}

/** Returns whether the error of an update means that a member of the object cannot be changed. The service does not document these members. See docs/modules/eventrouting.md#limitations. */
export function isImmutable(error: unknown): boolean {
  const reason = rejectionReason(error);
  return immutableReason.test(reason) || reason.split(/[.\n]/).some(isUnsupportedChange);
}

/** Returns whether a sentence contains a change and, after it, that it is not supported. One pattern for both takes quadratic time. */
function isUnsupportedChange(sentence: string): boolean {
  const verb = changeVerb.exec(sentence);
  return verb !== null && unsupported.test(sentence.slice(verb.index + verb[0].length));
}

type ErrorBody = ReturnType<typeof parseError>;

/** Parses an error of the service in a response or an operation, as far as messages and retries use it. Members of another type are absent. */
function parseError({ code, status, message, details }: PlainMap) {
  const all = rowsOf(details);
  const first = (member: string): string | undefined => all.map((detail) => textOf(detail[member])).find((text) => text !== undefined);
  return {
    /** A number of google.rpc.Code in an operation. */
    code,
    status: textOf(status),
    message: textOf(message),
    violations: all
      .flatMap(({ fieldViolations }) => rowsOf(fieldViolations))
      .map(({ field, description }) => `${scalarText(field)}: ${scalarText(description)}`),
    isDisabled: all.some(({ reason }) => reason === "SERVICE_DISABLED"),
    requestId: first("requestId"),
    retryDelay: first("retryDelay"),
    /** The message and all details, where the name of an object is looked for. */
    text: JSON.stringify([message, details]),
  };
}

/** Returns the error of a response; undefined for a body that is not an error of the service. */
export function errorIn({ body }: HttpResponse): ErrorBody | undefined {
  const json = parseJson(body);
  const { error } = isObject(json) ? json : {};
  return isObject(error) ? parseError(error) : undefined;
}

/** What messages about a response contain besides the response. */
interface ResponseDetails {
  /** The type and the name of the object. */
  subject: string;
  /** The full name of the object or collection that was requested. */
  name: string;
  /** The address of the server. */
  server: string;
  /** Hides the secrets of the request. */
  redact: Redact;
  /** The source of the credentials that were sent. */
  source?: string | undefined;
}

/** Returns the error for a response that is not a success. */
export function responseError(response: HttpResponse, details: ResponseDetails): ApiError {
  const { status: http } = response;
  const error = errorIn(response);
  const more = [...recipientLines(http, error, details), ...attemptLines(response)].map((line) => `\n${line}`).join("");
  const isOther = error === undefined || (http === 404 && !statesAbsence(error, details.name));
  // A response of another server contains no information about the object, with any status.
  const status = isOther ? "" : (error.status ?? names[http] ?? "");
  const code = ownMember(errorCodes, status) ?? (http >= 500 ? "unavailable" : "failed_precondition");
  const head = [http, status || error?.status].filter(Boolean).join(" ");
  const hint = error && (isOther ? `\n${notAbsent(details.server)}` : hintOf(status, error));
  const text = error ? `${describe(head, error)}${hint}` : describeOtherServer(response, details);
  return new ApiError(status, code, `${details.subject}: ${text}${more}`, response.ambiguous === true);
}

/** Returns where the request was sent, and with which credentials, if the error does not concern the object. The page of a proxy names the server already. */
function recipientLines(http: number, error: ErrorBody | undefined, { server, source }: ResponseDetails): string[] {
  if (http === 401 || http === 403)
    return [`The request was sent to ${server}${source === undefined ? "" : ` with the credentials of ${source}`}.`];
  return error && http >= 500 ? [`The request was sent to ${server}.`] : [];
}

/**
 * Returns whether an error states that the object does not exist: it has the status for this, and does not name another object instead. The words vary.
 * "Method not found." is Google's response at a wrong address and does not concern the object.
 */
function statesAbsence({ status, message = "", text }: ErrorBody, name: string): boolean {
  if (status !== "NOT_FOUND" || /^method not found/i.test(message)) return false;
  return namesObject(text, name) || !/projects\/[^/]+\/locations\//.test(text);
}

const notAbsent = (server: string): string =>
  `The response of ${server} does not concern the object, so it does not mean that the object is gone. ${addressAdvice}`;

/** Returns the error for a success whose body is not a JSON object. */
export function unusableResponse(response: HttpResponse, details: ResponseDetails): ProviderError {
  const { ambiguous } = response;
  const message = `${details.subject}: ${describeOtherServer(response, details)}\n${addressAdvice}`;
  return new ProviderError("unavailable", message, { ambiguous });
}

/** Describes a response of another server: status, content type, the beginning of the body. */
function describeOtherServer(response: HttpResponse, { server, redact }: ResponseDetails): string {
  const { status } = response;
  const text = excerpt(response.body, redact) ?? "empty body";
  const name = names[status];
  return `${name === undefined ? `HTTP ${status}` : `${status} ${name}`}: not a response of Eventarc, from ${server} (${contentTypeOf(response)}): ${text}`;
}

/** Returns the error of an operation that failed. An object that it needs may be missing: this is not the absence of its own object. */
export function operationError({ name, caller }: { name: string; caller: string }, failure: PlainMap): OperationError {
  const error = parseError(failure);
  const status = codeName(error.code ?? 2);
  const message = `${caller} ${name}: the operation failed: ${describe(status, error)}${hintOf(status, error)}`;
  const isOther = status === "NOT_FOUND" && !namesObject(error.text, name);
  return isOther
    ? new OperationError("", "failed_precondition", message)
    : new OperationError(status, ownMember(errorCodes, status) ?? "failed_precondition", message);
}

/** Returns the name of a code; a text and an unknown number are returned as text. */
export function codeName(code: Plain): string {
  return typeof code === "number" ? (codeNames[code] ?? String(code)) : scalarText(code);
}

function describe(head: string, { message = "no reason is given", violations, requestId }: ErrorBody): string {
  const lines = violations.map((violation) => `\n${violation}`);
  return `${head}: ${message}${lines.join("")}${requestId === undefined ? "" : ` (request ${requestId})`}`;
}

function hintOf(status: string, error: ErrorBody): string {
  if (status === "UNAUTHENTICATED")
    return "\nThe credentials are missing, wrong or expired. Check googleCredentials, googleAccessToken and GOOGLE_CREDENTIALS.";
  if (needsQuotaProject(error))
    return "\nThe API is disabled in the project of the credentials, or they have no project. Set googleUserProjectOverride and googleBillingProject, or quota_project_id in the credential file.";
  if (status === "PERMISSION_DENIED")
    return "\nA project that does not exist has the same error. Check project, location, and the roles of the caller.";
  if (/service agent|propagat/i.test(error.message ?? "")) return "\nEventarc was enabled recently. Run again in a few minutes.";
  return "";
}

/**
 * Returns whether a quota project is missing. The credentials of a user belong to no project; the service then reports the project of the login program. See
 * docs/modules/eventrouting.md#quota-project.
 */
function needsQuotaProject({ message = "", isDisabled }: ErrorBody): boolean {
  return isDisabled || /quota project/i.test(message);
}
