// Errors of the service: codes and hints. See docs/modules/datapipeline.md#errors. Pure.
import { ProviderError, type ErrorCode } from "../../core/errors";
import { excerpt } from "../../core/excerpt";
import { isObject, parseJson } from "../../core/json";
import type { Redact } from "../../core/redact";
import { contentTypeOf } from "../../http/headers";
import type { HttpResponse } from "../../core/http-types";

const kinds: Readonly<Record<number, ErrorCode>> = {
  400: "failed_precondition",
  401: "unauthenticated",
  403: "permission_denied",
  404: "not_found",
  409: "aborted",
  429: "resource_exhausted",
};

/** Hints per status; `{source}` is the source of the key. See docs/protocol.md#case-77. */
const hints: Readonly<Record<number, string>> = {
  401: "The service refuses the key and the secret of {source}; check them.",
  403: "The key of {source} may not read this; let an administrator of the account give its owner the right.",
  406: "The address apiUrl is not that of the service, or a proxy changes headers.",
};

/** The longest accepted Retry-After, in seconds. See docs/modules/datapipeline.md#retries. */
export const longestWait = 300;

/** The seconds of Retry-After, or nothing. */
export function askedSeconds({ headers }: HttpResponse): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The credentials of a request that was refused. */
export interface Refused {
  /** Hides the secrets of the request. */
  redact: Redact;
  /** Where key and secret come from. */
  source: string;
}

/** Returns the error for a response; `endpoint` is function, method and path. */
export function responseError(endpoint: string, response: HttpResponse, { redact, source }: Refused): ProviderError {
  const { status, attempts } = response;
  const lines = [`${endpoint}: HTTP ${status}, ${words(response, redact)}`];
  const seconds = askedSeconds(response);
  if ((status === 429 || status > 500) && seconds !== undefined)
    lines.push(`The service asks to wait for ${seconds} seconds; try again then.`);
  if (hints[status] !== undefined) lines.push(hints[status].replace("{source}", source));
  if (status >= 300 && status < 400) lines.push("Redirects are not followed; give the address that it leads to as apiUrl.");
  if (attempts !== undefined) lines.push(`${attempts} attempts were made.`);
  return new ProviderError(kinds[status] ?? (status >= 500 ? "unavailable" : "failed_precondition"), lines.join("\n"));
}

/** The service's own code and message, or the beginning of what came instead. */
function words(response: HttpResponse, redact: Redact): string {
  const text = response.body.toString("utf8");
  const json = parseJson(text);
  const parts = isObject(json)
    ? [json["code"], json["message"]].filter((part) => typeof part === "string" || typeof part === "number")
    : [];
  const texts = parts.map(String).filter((part) => part !== "");
  if (texts.length > 0) return texts.join(": ");
  const shown = excerpt(text, 200, redact);
  return shown === "" ? "without a body" : `not the answer of the service (${contentTypeOf(response)}): ${shown}`;
}

/** The failure of a good status with a body that is not the service's. */
export function unexpectedBody(endpoint: string, response: HttpResponse, redact: Redact): ProviderError {
  return unexpectedResponse(endpoint, `HTTP ${response.status}, ${words(response, redact)}`);
}

/** The failure of a good status whose body is not what the service answers. */
export function unexpectedResponse(endpoint: string, what: string): ProviderError {
  return new ProviderError("unavailable", `${endpoint}: ${what}; check apiUrl and the proxies on the way`);
}
