// Errors of the service: codes and hints. See docs/modules/datapipeline.md#errors. Pure.
import { ProviderError, type ErrorCode } from "../../core/errors/errors";
import { excerpt } from "../../core/errors/excerpt";
import { attemptLines } from "../../core/errors/sentences";
import { isObject, parseJson } from "../../core/json/json";
import type { Redact } from "../../core/secrets/redact";
import { contentTypeOf } from "../../http/headers";
import type { HttpResponse } from "../../contract/http";
import { addressAdvice, unexpectedResponse } from "./response";
import type { EffectiveSettings } from "./settings";

const errorCodes: Readonly<Record<number, ErrorCode>> = {
  400: "failed_precondition",
  401: "unauthenticated",
  403: "permission_denied",
  404: "not_found",
  409: "aborted",
  429: "resource_exhausted",
};

/** Hints per status; `{source}` is the source of the key. See docs/protocol.md#case-77. */
const hints: Readonly<Record<number, string>> = {
  401: "Fivetran rejects the key and the secret from {source}. Check them.",
  403: "The key from {source} has no permission. Ask an account administrator to grant it.",
  406: `Another server responded, or a proxy changes headers. ${addressAdvice}`,
};

/** The longest accepted Retry-After, in seconds. See docs/modules/datapipeline.md#retries. */
export const maxRetryAfterSeconds = 300;

/** Returns the seconds of Retry-After; undefined without a number. */
export function retryAfterSeconds({ headers }: HttpResponse): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** What a message about a response contains besides the response; `redact` hides the secrets of the request, too. */
type ResponseDetails = Pick<EffectiveSettings, "redact" | "source" | "url">;

/** Returns the error for a response; `endpoint` is function, method and path. */
export function responseError(endpoint: string, response: HttpResponse, { redact, source, url }: ResponseDetails): ProviderError {
  const { status } = response;
  const lines = [`${endpoint}: HTTP ${status}, ${describe(response, redact)}`];
  const seconds = retryAfterSeconds(response);
  if ((status === 429 || status > 500) && seconds !== undefined)
    lines.push(`Fivetran requests a delay of ${seconds} s. Run again after it.`);
  if (hints[status] !== undefined) lines.push(hints[status].replace("{source}", source));
  if (status === 404) lines.push(...versionHint(url));
  if (status >= 300 && status < 400)
    lines.push("Redirects are not followed. Set apiUrl to the address that the redirect leads to, up to /v1.");
  lines.push(...attemptLines(response));
  return new ProviderError(errorCodes[status] ?? (status >= 500 ? "unavailable" : "failed_precondition"), lines.join("\n"));
}

/** Returns code and message of the service, else the beginning of the body. */
function describe(response: HttpResponse, redact: Redact): string {
  const text = response.body;
  const json = parseJson(text);
  const { code, message } = isObject(json) ? json : {};
  const parts = [code, message].filter((part) => typeof part === "string" || typeof part === "number");
  const texts = parts.map(String).filter((part) => part !== "");
  if (texts.length > 0) return texts.join(": ");
  const shown = excerpt(text, redact, 200);
  return shown === undefined ? "empty body" : `not a response of Fivetran (${contentTypeOf(response)}): ${shown}`;
}

/** Returns advice for an address without a version: the service serves all paths below `/v1`. */
function versionHint(url: string): string[] {
  return /\/v\d+$/.test(url) ? [] : [`The address ${url} has no /v1 at the end. Set apiUrl to ${url}/v1.`];
}

/** Returns the error for a success whose body is not JSON of the service. */
export function unusableResponse(endpoint: string, response: HttpResponse, { redact, url }: ResponseDetails): ProviderError {
  const [hint] = versionHint(url);
  return unexpectedResponse(endpoint, `HTTP ${response.status}, ${describe(response, redact)}`, hint);
}
