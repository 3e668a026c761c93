// What the server's refusals mean: absent or failed, of which kind, in which words (search spec 5). Pure.
import { ProviderError, type ErrorCode } from "../../core/errors";
import { maxJsonDepth } from "../../core/exact-json";
import { excerpt } from "../../core/excerpt";
import { isObject, parseJson } from "../../core/json";
import type { Redact } from "../../core/redact";
import type { Plain, PlainMap } from "../../core/value";

/** An answer and what it answers. */
export interface Answer {
  method: string;
  /** Path on the server without prefix and query. */
  path: string;
  status: number;
  contentType: string;
  text: string;
  /** The kind of credentials that were sent. */
  credentials: string;
  /** A write whose outcome is open. */
  ambiguous?: boolean;
  /** How often it was asked, when more than once. */
  attempts?: number;
}

const kinds: Readonly<Record<number, ErrorCode>> = {
  401: "unauthenticated",
  403: "permission_denied",
  405: "failed_precondition",
  406: "failed_precondition",
  409: "aborted",
  429: "resource_exhausted",
};

/** Whether the answer says that the object does not exist. A 404 of a proxy or of a wrong address does not. */
export function isAbsent(answer: Answer): boolean {
  const body = bodyOf(answer);
  if (answer.status !== 404 || !isObject(body)) return false;
  const { error, ...rest } = body;
  // A missing pipeline answers `{}`, a pattern without match `{"index_templates":[]}`.
  if (error === undefined) return Object.values(rest).every((list) => Array.isArray(list) && list.length === 0);
  return isObject(error) && typeof error["type"] === "string" && error["type"] !== "security_exception";
}

/** Returns the error for a response; `clean` hides the secrets of the request and of the connection. */
export function refusal(answer: Answer, clean: Redact): ProviderError {
  const error = errorOf(answer);
  const lines = [`${answer.method} ${answer.path}: HTTP ${answer.status}: ${headline(answer, error, clean)}`];
  if (isObject(error)) lines.push(...details(error));
  lines.push(...hints(answer, error));
  if (answer.attempts !== undefined) lines.push(`${answer.attempts} attempts were made.`);
  return new ProviderError(kindOf(answer, error), clean(lines.join("\n")), { ambiguous: answer.ambiguous });
}

/** Creates the error for a good status with a body that is not JSON (a proxy's page, a truncated answer) or nested too deeply. */
export function unreadable(answer: Answer, clean: Redact): ProviderError {
  const form = answer.contentType === "" ? "without content type" : `of type ${answer.contentType}`;
  const reason = bodyOf(answer) === undefined ? "is not JSON" : `is JSON nested more than ${maxJsonDepth} levels deep`;
  const text = `${answer.method} ${answer.path}: HTTP ${answer.status}: the answer ${form} ${reason}: ${beginning(answer, clean)}`;
  return new ProviderError("unavailable", clean(text), { ambiguous: answer.method !== "GET" });
}

/** Returns the body whatever its depth: nothing here recurses into it. */
function bodyOf({ text }: Answer): Plain | undefined {
  return parseJson(text, Infinity);
}

function errorOf(answer: Answer): Plain | undefined {
  const body = bodyOf(answer);
  return isObject(body) ? body["error"] : undefined;
}

function kindOf(answer: Answer, error: Plain | undefined): ErrorCode {
  if (answer.status === 400 && typeof error === "string") return "failed_precondition";
  if (isObject(error) && error["type"] === "resource_already_exists_exception") return "already_exists";
  if (answer.status === 404) return isAbsent(answer) ? "not_found" : "failed_precondition";
  return kinds[answer.status] ?? (answer.status >= 500 ? "unavailable" : "failed_precondition");
}

function headline(answer: Answer, error: Plain | undefined, clean: Redact): string {
  const known = typeof error === "string" ? error : isObject(error) ? told(error) : "";
  return known === "" ? beginning(answer, clean) : known;
}

/** The beginning of a body of an unknown form. */
function beginning({ text }: Answer, clean: Redact): string {
  return excerpt(text, 500, clean) || "the answer is empty";
}

function told(error: PlainMap): string {
  return [error["type"], error["reason"]].filter(isText).map(withoutSource).join(": ");
}

/** Removes the quotation of the request body that the server's JSON parser adds to its reasons: bodies may hold secrets (search spec 5). */
function withoutSource(text: string): string {
  const start = text.indexOf("at [Source: ");
  const end = start < 0 ? undefined : [...text.slice(start).matchAll(/; line: \d+, column: \d+\]/g)].at(-1);
  return end === undefined ? text : text.slice(0, start).trimEnd() + text.slice(start + end.index + end[0].length);
}

/** Further causes and places, each once. */
function details(error: PlainMap): string[] {
  const roots = (Array.isArray(error["root_cause"]) ? error["root_cause"] : []).filter(isObject);
  const causes = chain(error["caused_by"]);
  const lines = [
    ...roots
      .map(told)
      .filter((text) => text !== "" && text !== told(error))
      .map((text) => `root cause: ${text}`),
    ...causes.map((cause) => `caused by: ${told(cause)}`),
    ...["processor_type", "property_name"].flatMap((key) =>
      [error, ...roots, ...causes]
        .map((part) => part[key])
        .filter(isText)
        .map((value) => `${key}: ${value}`),
    ),
  ];
  return [...new Set(lines)];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

const maxCauses = 20;

/** Returns the causes from the outermost to the innermost, at most {@link maxCauses} of them. */
function chain(outermost: Plain | undefined): PlainMap[] {
  const causes: PlainMap[] = [];
  for (let cause = outermost; isObject(cause) && causes.length < maxCauses; cause = cause["caused_by"]) causes.push(cause);
  return causes;
}

const noConnectors = "The server is too old or has no connector API.";
const noSuchCall = "The server is too old for this call, or the address is not the one of a search server.";
const noAnswer = "This is not the answer of a search server about a missing object; check the address and the proxies on the way.";

/** What helps beyond the server's own words. */
function hints(answer: Answer, error: Plain | undefined): string[] {
  const { status, path } = answer;
  const type = isObject(error) ? error["type"] : undefined;
  const connector = path.startsWith("/_connector");
  if (status === 401) return [`The credentials are missing, wrong or expired; sent: ${answer.credentials}.`];
  if ((status === 400 && typeof error === "string") || status === 405) return [connector ? noConnectors : noSuchCall];
  if (connector && status === 400 && type === "invalid_index_name_exception") return [noConnectors];
  if (status === 406 || type === "media_type_header_exception")
    return ["The address is no Elasticsearch server, or a proxy changes headers."];
  if (status === 404 && type === "index_not_found_exception") return path.startsWith("/_enrich/") ? ["A source index does not exist."] : [];
  if (status === 404 && !isAbsent(answer)) return [noAnswer];
  return status < 400 ? ["Redirects are not followed; give the address that it leads to."] : [];
}
