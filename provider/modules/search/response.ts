// Responses of the server, and what a successful one has to contain. Pure.
import { ProviderError } from "../../core/errors/errors";
import { isObject } from "../../core/json/json";
import type { Plain, PlainMap } from "../../core/values/value";

/** Advice for a response that may come from another server. */
export const addressAdvice = "Check the endpoint and the proxies before it.";

/** A response of the server, and the request that it belongs to. */
export interface SearchResponse {
  method: string;
  /** Scheme, host, port and path prefix of the endpoint. */
  server: string;
  /** Path on the server without prefix and query. */
  path: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The body as it was received. */
  text: string;
  /** The value of the body, whatever its depth; `undefined` if it is not JSON. */
  json: Plain | undefined;
  /** The kind of credentials that were sent. */
  credentials: string;
  /** Whether the server may have carried out a write although the request failed. */
  ambiguous?: boolean;
  /** The number of attempts, if there was more than one. */
  attempts?: number;
}

/** Returns whether Elasticsearch has sent the response: every version that is supported marks its responses, except those of its security layer. */
export function isGenuine({ headers }: Pick<SearchResponse, "headers">): boolean {
  return headers["x-elastic-product"] === "Elasticsearch";
}

/** Returns the request of a response, for messages. */
export function subjectOf(response: Pick<SearchResponse, "method" | "server" | "path">): string {
  return `${response.method} ${response.server}${response.path}`;
}

/** Returns the list of this name in a response. Fails as {@link unexpectedResponse}. */
export function listIn(response: SearchResponse, name: string): Plain[] {
  const list = isObject(response.json) ? response.json[name] : undefined;
  if (Array.isArray(list)) return list;
  throw unexpectedResponse(response, `a list "${name}"`);
}

/** Returns the list of this name in a response, whose entries are objects with a name: one that is not found would count as gone. Fails as {@link unexpectedResponse}. */
export function namedEntriesIn(response: SearchResponse, list: string): PlainMap[] {
  return listIn(response, list).map((entry) => {
    if (isObject(entry) && typeof entry["name"] === "string") return entry;
    throw unexpectedResponse(response, `names of all objects in "${list}"`);
  });
}

/** Creates the error for a successful response without `expected`: a proxy may have sent it, so that the object must not count as gone. */
export function unexpectedResponse(response: SearchResponse, expected: string): ProviderError {
  const failure = `${subjectOf(response)}: HTTP ${response.status}: not a response of Elasticsearch: expected ${expected}.`;
  return new ProviderError("unavailable", `${failure} ${addressAdvice}`);
}
