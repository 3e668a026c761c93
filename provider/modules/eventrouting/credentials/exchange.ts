// Token requests: sent over the provider's transport, retried by table, with errors that contain no secrets. See docs/modules/eventrouting.md#token-exchanges and docs/modules/eventrouting.md#auth-library.
import { ProviderError, type ErrorCode } from "../../../core/errors/errors";
import { excerpt } from "../../../core/errors/excerpt";
import { parseJson } from "../../../core/json/json";
import { objectOf } from "../../../core/values/records";
import { type Redact, redactor } from "../../../core/secrets/redact";
import type { Plain } from "../../../core/values/value";
import type { HttpRequest, HttpResponse, Send } from "../../../contract/http";
import { withTimeout, type TimeLimit } from "../../../http/concurrency/with-timeout";
import { withRetries, type RetryPolicy, type RetryTools } from "../../../http/retry";
import { TransportError } from "../../../http/transport-error";

/** A request for a token, or for a value that a token exchange needs. */
interface TokenRequest extends Pick<HttpRequest, "method" | "url" | "tls" | "template"> {
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** A status beyond 2xx that counts as a success. */
  acceptedStatus?: number;
}

/** Returns the body of a response with a status of 200 to 299. Fails with the code of the status, and a message that names the address and contains no secret. */
export type Exchange = (request: TokenRequest) => Promise<HttpResponse>;

/** The transport and the time of the requests; tests replace `tools`. */
interface ExchangeOptions {
  send: Send;
  tools?: RetryTools | undefined;
  /** Hides the secrets of the configuration. */
  redact?: Redact | undefined;
}

/** The retries of the vendor's library; token requests may be repeated. */
const policy: RetryPolicy = {
  service: "Google",
  attempts: 4,
  statuses: [408, 429, 500, 502, 503, 504],
  phases: ["connect", "sent", "body"],
  retriesAmbiguous: true,
  pauses: [100, 500, 1500],
  jitter: "fifth",
};

/** The time limit of one attempt. */
const attemptMs = 30_000;

/** Creates the exchange. Callers share a token request: no caller can cancel it, and its delays are not reported. */
export function createExchange({ send, tools, redact = (text) => text }: ExchangeOptions): Exchange {
  return async (request) => {
    const { acceptedStatus, headers, ...rest } = request;
    const sent = { ...rest, headers: { accept: "application/json", ...headers }, write: false };
    const signal = new AbortController().signal;
    const backgroundContext = { signal, status: () => undefined, log: () => undefined, redact };
    const hide = (text: string): string => redact(hideSent(request, text));
    const attempt = (n: number): Promise<HttpResponse> =>
      withTimeout(requestLimit(attemptMs, request), (each) => send({ ...sent, signal: each, attempt: n, redact: hide }));
    try {
      const response = await withRetries(attempt, policy, backgroundContext, tools);
      if ((response.status >= 200 && response.status < 300) || response.status === acceptedStatus) return response;
      throw tokenError(request, response, hide);
    } catch (thrown) {
      // A lost response has no effect at the service, so the error is not ambiguous. It has no cause, whose text may contain a secret.
      if (thrown instanceof TransportError) throw new ProviderError("unavailable", hide(thrown.message));
      throw thrown;
    }
  };
}

/** Returns the time limit of one token request. */
export function requestLimit(milliseconds: number, { method, url }: TokenRequest): TimeLimit {
  const message = `${method} ${withoutQuery(url)}: no response within ${milliseconds / 1000} s. Check the network.`;
  return { milliseconds, error: () => new ProviderError("deadline_exceeded", message) };
}

/** Returns the address without its query, for messages. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

const codes: Readonly<Record<number, ErrorCode>> = {
  401: "unauthenticated",
  403: "permission_denied",
  408: "unavailable",
  429: "resource_exhausted",
};

function tokenError(request: TokenRequest, { status, body }: HttpResponse, hide: Redact): ProviderError {
  const { code: reason, text } = reasonOf(parseJson(body), hide);
  const code = reason === "invalid_grant" ? "unauthenticated" : (codes[status] ?? (status >= 500 ? "unavailable" : "failed_precondition"));
  const words = [`HTTP ${status}`, reason, text].filter(Boolean).join(": ");
  return new ProviderError(code, `${request.method} ${withoutQuery(request.url)}: ${words}`);
}

/** Returns code and text of an OAuth or API error. Other bodies are not quoted, because they may contain a token. */
function reasonOf(body: Plain | undefined, hide: Redact): { code: string | undefined; text: string | undefined } {
  const { error, error_description: description } = objectOf(body);
  if (typeof error === "string") return { code: wordOf(hide(error)), text: lineOf(description, hide) };
  const { status, message } = objectOf(error);
  return { code: wordOf(status), text: lineOf(message, hide) };
}

function wordOf(value: Plain | undefined): string | undefined {
  return typeof value === "string" && /^[\w.-]{1,64}$/.test(value) ? value : undefined;
}

/** Returns the beginning of the text on one line. */
function lineOf(value: Plain | undefined, hide: Redact): string | undefined {
  return typeof value === "string" ? excerpt(value, (text) => hide(text).replace(/\s+/g, " ")) : undefined;
}

const secretParameters = ["assertion", "refresh_token", "client_secret", "subject_token"];

/** Hides the secrets of the request, which the response may repeat. */
function hideSent({ headers = {}, body = "" }: TokenRequest, text: string): string {
  const form = new URLSearchParams(body.startsWith("{") ? "" : body);
  const sent = secretParameters.map((name) => form.get(name)).filter((value) => value !== null);
  const shownHeaders = new Set(["accept", "content-type", "metadata-flavor"]);
  const inHeaders = Object.entries(headers).flatMap(([name, value]) => (shownHeaders.has(name) ? [] : [value, value.replace(/^\w+ /, "")]));
  return redactor([...sent, ...inHeaders])(text);
}
