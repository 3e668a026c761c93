// Converts error responses of the server to error codes and messages. See docs/modules/search.md#errors. Pure.
import { ProviderError, type ErrorCode } from "../../core/errors/errors";
import { excerpt } from "../../core/errors/excerpt";
import { attemptLines } from "../../core/errors/sentences";
import { isObject } from "../../core/json/json";
import { objectOf, ownMember, rowsOf, scalarText, textOf, textsOf } from "../../core/values/records";
import type { Redact } from "../../core/secrets/redact";
import type { Plain } from "../../core/values/value";
import { isGone } from "./gone";
import type { RemoteError } from "./remote";
import { addressAdvice, isGenuine, subjectOf, type SearchResponse } from "./response";

const codes: Readonly<Record<number, ErrorCode>> = {
  401: "unauthenticated",
  403: "permission_denied",
  405: "failed_precondition",
  406: "failed_precondition",
  408: "deadline_exceeded",
  409: "aborted",
  429: "resource_exhausted",
};

/** Codes of types of errors whatever their status: the server rejects some requests with 500. */
const typeCodes: Readonly<Record<string, ErrorCode>> = {
  resource_already_exists_exception: "already_exists",
  repository_exception: "failed_precondition",
  repository_verification_exception: "failed_precondition",
  snapshot_name_already_in_use_exception: "already_exists",
  snapshot_restore_exception: "failed_precondition",
  concurrent_snapshot_execution_exception: "aborted",
  snapshot_in_progress_exception: "aborted",
};

/** Returns the error for a response; `redact` hides the secrets of the request and of the connection. */
export function responseError(response: SearchResponse, redact: Redact): ProviderError {
  const { error } = objectOf(response.json);
  const lines = [`${subjectOf(response)}: HTTP ${response.status}: ${headline(response, error, redact)}`];
  if (isObject(error)) lines.push(...details(error));
  lines.push(...hints(response, error));
  lines.push(...attemptLines(response));
  return new ProviderError(errorCodeOf(response, error), redact(lines.join("\n")), { ambiguous: response.ambiguous });
}

/** Creates the error for a good status with a body that is not JSON, such as a proxy's page, or of another server. */
export function unusableResponse(response: SearchResponse, redact: Redact): ProviderError {
  const { method, status, headers } = response;
  const type = headers["content-type"] ?? "";
  const form = type === "" ? "without content type" : `of type ${type}`;
  const failed = `${subjectOf(response)}: HTTP ${status}: the response ${form} ${unusableReason(response)}: ${beginning(response, redact)}`;
  const text = isGenuine(response) ? failed : `${failed}\n${notElasticsearch}`;
  return new ProviderError("unavailable", redact(text), { ambiguous: method !== "GET" });
}

function unusableReason({ json }: SearchResponse): string {
  return json === undefined ? "is not JSON" : "has no header X-Elastic-Product";
}

function errorCodeOf(response: SearchResponse, error: Plain | undefined): ErrorCode {
  const { status } = response;
  if (status === 400 && typeof error === "string") return "failed_precondition";
  const ofType = ownMember(typeCodes, scalarText(typeOf(error)));
  if (ofType !== undefined) return ofType;
  if (isBlocked(response, error)) return status === 429 ? "resource_exhausted" : "failed_precondition";
  if (status === 404) return isGone(response) ? "not_found" : "failed_precondition";
  return codes[status] ?? (status >= 500 ? "unavailable" : "failed_precondition");
}

/** Blocks of an index, which privileges do not lift. */
function isBlocked({ status }: SearchResponse, error: Plain | undefined): boolean {
  return (status === 403 || status === 429) && typeOf(error) === "cluster_block_exception";
}

function typeOf(error: Plain | undefined): Plain | undefined {
  return objectOf(error)["type"];
}

function headline(response: SearchResponse, error: Plain | undefined, redact: Redact): string {
  const reason = isObject(error) ? reasonOf(error) : error;
  return typeof reason === "string" && reason !== "" ? reason : beginning(response, redact);
}

/** Returns the beginning of a body of an unknown form. */
function beginning({ text }: SearchResponse, redact: Redact): string {
  return excerpt(text, redact) ?? "the response is empty";
}

/** Returns type and reason of an error, without excerpts of the request. */
export function reasonOf({ type = null, reason = null }: RemoteError): string {
  return textsOf([type, reason]).map(withoutSource).join(": ");
}

/** Removes the excerpt of the request body that the server's JSON parser adds to its reasons: bodies may contain secrets. */
function withoutSource(text: string): string {
  const start = text.indexOf("at [Source: ");
  const end = start < 0 ? undefined : [...text.slice(start).matchAll(/; line: \d+, column: \d+\]/g)].at(-1);
  return end === undefined ? text : text.slice(0, start).trimEnd() + text.slice(start + end.index + end[0].length);
}

/** Returns the errors whose reasons no earlier one contains: the server repeats the sentence of a cause in the errors around it. */
export function distinctErrors(errors: readonly RemoteError[]): RemoteError[] {
  const shown: string[] = [];
  return errors.filter((error) => {
    const own = withoutSource(textOf(error.reason) ?? "") || reasonOf(error);
    const isNew = own !== "" && !shown.some((text) => containsSentence(text, own));
    if (isNew) shown.push(reasonOf(error));
    return isNew;
  });
}

function containsSentence(text: string, sentence: string): boolean {
  const at = text.indexOf(sentence);
  const around = at < 0 ? "x" : `${text[at - 1] ?? ""}${text[at + sentence.length] ?? ""}`;
  return !/\w/.test(around);
}

/** Returns further causes and the place of the error, each once. */
function details(error: RemoteError): string[] {
  const roots = rowsOf(error.root_cause);
  const causes = causeChain(error.caused_by);
  const others = distinctErrors([error, ...roots, ...causes]).filter((each) => each !== error);
  const places = ["processor_type", "property_name"].flatMap((key) =>
    textsOf([error, ...roots, ...causes].map((part) => part[key] ?? null)).map((value) => `${key}: ${value}`),
  );
  const reasons = others.map((other) => `${roots.includes(other) ? "root cause" : "caused by"}: ${reasonOf(other)}`);
  const stack = textsOf(Array.isArray(error.script_stack) ? error.script_stack.slice(0, maxStackLines) : []);
  return [...stack, ...reasons, ...new Set(places)];
}

const maxCauses = 20;
const maxStackLines = 10;

/** Returns the causes from the outermost to the innermost, at most {@link maxCauses} of them. */
export function causeChain(outermost: Plain | undefined): RemoteError[] {
  const causes: RemoteError[] = [];
  let next = outermost;
  while (isObject(next) && causes.length < maxCauses) {
    const cause: RemoteError = next;
    causes.push(cause);
    next = cause.caused_by;
  }
  return causes;
}

const noConnectorApi = "This Elasticsearch has no connector API. Use version 8.16.0 or later.";
const noSecurity = "The server has no security features. Set `xpack.security.enabled` of its nodes, or check the endpoint.";
const noSuchRequest = "Elasticsearch does not support this request. Check its version and the endpoint.";
const notElasticsearch = `The response does not come from Elasticsearch. ${addressAdvice}`;

const typeHints: Readonly<Record<string, string>> = {
  snapshot_in_progress_exception: "A snapshot contains the data stream or index. Wait, then run `pulumi destroy` again.",
  repository_exception: "The nodes cannot use the repository. Check its settings, and `path.repo` and the plugins of the nodes.",
  repository_verification_exception:
    "The nodes cannot use the repository. Check `path.repo`, permissions and credentials, or set `verify` to false.",
};

const missingIndexHints = [
  ["/_enrich/", "A source index does not exist. Create it first."],
  ["/_aliases", "Create the index first and pass its name."],
] as const;

/** Advice for changes of an index that the server rejects, by request. */
const indexHints: readonly [request: RegExp, hint: string][] = [
  [
    /^PUT \/[^/_][^/]*\/_settings$/,
    "If the setting is static, set allowReopen. If only the creation of an index takes it, set the resource option `deleteBeforeReplace` of the SearchIndex and replace it with `pulumi up --replace <urn>`, which deletes its documents.",
  ],
  [
    /^PUT \/[^/_][^/]*\/_mapping$/,
    "Elasticsearch cannot change this in place. Create an index with another name, reindex, and move the alias; or set the resource option `deleteBeforeReplace` of the SearchIndex and replace it with `pulumi up --replace <urn>`, which deletes its documents.",
  ],
];

/** Advice by reason, where the type of the error states too little. */
const reasonHints: readonly [reason: RegExp, hint: string][] = [
  [
    /^no such repository \[/,
    "Create the repository first. To order both, use the output `name` of its SearchSnapshotRepository as the name of the repository here.",
  ],
  [/^unable to put stored script with unsupported lang \[/, "The server has no module for this language."],
];

function indexHintsOf({ status, method, path }: SearchResponse, type: Plain | undefined): string[] {
  if (status !== 400 || type !== "illegal_argument_exception") return [];
  return indexHints.filter(([request]) => request.test(`${method} ${path}`)).map(([, hint]) => hint);
}

/** Returns the advice for a request that the server does not have. */
function missingApiHint(path: string): string {
  if (path.startsWith("/_security/")) return noSecurity;
  return path.startsWith("/_connector") ? noConnectorApi : noSuchRequest;
}

/** Returns advice that the server's own message does not contain. */
function hints(response: SearchResponse, error: Plain | undefined): string[] {
  const { status, path, credentials } = response;
  const type = typeOf(error);
  const feature = textOf(objectOf(error)["license.expired.feature"]);
  if (feature !== undefined) return [`The license of the cluster does not include ${feature}.`];
  if (status === 401) return [`The credentials are missing, wrong or expired. The request was sent with ${credentials}.`];
  if ((status === 400 && typeof error === "string") || status === 405) return [missingApiHint(path)];
  if (type === "api_not_available_exception") return ["Elastic Cloud Serverless does not have this API."];
  if (isBlocked(response, error))
    return [
      status === 429
        ? "The server has blocked the index because its disk is full. Free space, then run `pulumi up` again."
        : "The index has a block (`index.blocks.*`). Remove it first.",
    ];
  if (path.startsWith("/_connector") && status === 400 && type === "invalid_index_name_exception") return [noConnectorApi];
  const ofType = ownMember(typeHints, scalarText(type));
  if (ofType !== undefined) return [ofType];
  if (status === 406 || type === "media_type_header_exception")
    return [`The endpoint is not Elasticsearch, or a proxy changes headers. ${addressAdvice}`];
  if (status === 404 && type === "index_not_found_exception")
    return missingIndexHints.filter(([prefix]) => path.startsWith(prefix)).map(([, hint]) => hint);
  if (status === 404 && !isGenuine(response)) return [notElasticsearch];
  if (status < 400) return ["Redirects are not followed. Use the endpoint that the redirect leads to."];
  const reason = textOf(objectOf(error)["reason"]) ?? "";
  const ofReason = reasonHints.filter(([pattern]) => pattern.test(reason)).map(([, hint]) => hint);
  return ofReason.length > 0 ? ofReason : indexHintsOf(response, type);
}
