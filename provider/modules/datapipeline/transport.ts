// Sends requests to the service: path, query, headers, retries. GET requests only. See docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#retries.
import type { RequestContext } from "../../contract/context";
import { ProviderError } from "../../core/errors/errors";
import type { Expected, HttpResponse } from "../../contract/http";
import { withRetries } from "../../http/retry";
import { sendAttempt } from "../../kit/attempts";
import type { Connection } from "./connection";
import { retryPolicy } from "./retry-policy";
import type { EffectiveSettings } from "./settings";

/** A request to the service. */
export interface ApiRequest {
  /** The function, for messages. */
  name: string;
  /** The path with a placeholder for each parameter, for example `/groups/{id}/users`. */
  path: string;
  /** The values of the placeholders. */
  parts?: Readonly<Record<string, string>>;
  /** Query parameters. Those without a value are not sent. */
  query?: Readonly<Record<string, string | undefined>>;
  /** Whether to request version 2 of the representation. */
  v2?: boolean;
  expects?: Expected;
}

/** The time limit of one attempt: all attempts of a request take less than the time limit of a function. */
const attemptLimitMs = 60_000;

/** Sends a request and returns the response, whatever its status. Fails with a TransportError or the reason of the signal. */
export async function sendRequest(connection: Connection, request: ApiRequest, context: RequestContext): Promise<HttpResponse> {
  const { access, send, tools } = connection;
  const http = {
    method: "GET",
    url: `${access.url}${pathOf(request)}${queryOf(request)}`,
    headers: {
      authorization: access.authorization,
      accept: request.v2 ? "application/json;version=2" : "application/json",
    },
    template: request.path,
    expects: request.expects,
    redact: (text: string) => context.redact(access.redact(text)),
  } as const;
  return withRetries((attempt) => sendAttempt(send, { ...http, attempt }, context, attemptLimitMs), retryPolicy, context, tools);
}

/** Returns function, method and address, for messages. */
export function requestLine(request: ApiRequest, { url }: EffectiveSettings): string {
  return `${request.name}: GET ${url}${pathOf(request)}`;
}

function queryOf({ query = {} }: ApiRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value.toWellFormed())}`] : []));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Returns the path with its parts, each encoded as one segment. Fails for a part of dots only: HTTP libraries resolve it to another path. */
function pathOf({ path, parts = {} }: ApiRequest): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = parts[name] ?? "";
    if (/^\.{0,2}$/.test(part))
      throw new ProviderError("invalid_argument", `${name}: "${part}" cannot be part of a path. Use the ID of an object.`);
    return encodeURIComponent(part.toWellFormed());
  });
}
