// Sends requests to the service: path, query, headers, time limits, retries. See docs/modules/eventrouting.md#requests.
import type { RequestContext } from "../../contract/context";
import type { Expected, HttpMethod, HttpResponse } from "../../contract/http";
import { redactor } from "../../core/secrets/redact";
import type { PlainMap } from "../../core/values/value";
import { isWrite } from "../../http/failures";
import { withRetries } from "../../http/retry";
import { sendAttempt } from "../../kit/attempts";
import { requestPath } from "./ids";
import { budgetsMs, createRetryPolicy, type Budget } from "./retry-policy";
import type { Connection } from "./connection";

/** One request. */
export interface ApiRequest {
  method: HttpMethod;
  /** The full name of the object or collection. */
  name: string;
  /** A custom method, such as `:getIamPolicy`. */
  verb?: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: PlainMap;
  expects?: Expected;
  /** The resource or function, for messages. */
  caller: string;
  /** The full name of the object, for messages. Defaults to `name`. */
  objectName?: string;
  /** Whether to retry after a concurrent change by another writer. Defaults to true. */
  retriesAborted?: boolean;
}

/** The token, the time budget and the context of a request. */
interface RequestOptions {
  token: string;
  budget: Budget;
  context: RequestContext;
}

/** The time limit of one attempt, and the minimum limit of the last one, in ms. */
const attemptMs = 30_000;
const minAttemptMs = 1000;

/** Sends a request and returns the response, whatever its status. Fails with a TransportError or the reason of the signal. */
export async function sendRequest(
  { credentials, send, url, userAgent, tools }: Connection,
  request: ApiRequest,
  { token, budget, context }: RequestOptions,
): Promise<HttpResponse> {
  const { method, name, verb, body, expects } = request;
  const quotaProject = await credentials.quotaProject(name.split("/")[1], context.signal);
  const hide = tokenRedactor(token);
  const http = {
    method,
    url: `${url}${requestPath(name, verb)}${queryOf(request)}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "user-agent": userAgent,
      ...(quotaProject !== undefined && { "x-goog-user-project": quotaProject }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    expects,
    write: isWrite(request),
    template: templateOf(request),
    redact: (text: string) => context.redact(hide(text)),
  };
  const now = tools?.now ?? (() => performance.now());
  const end = now() + budgetsMs[budget];
  const attempt = async (n: number): Promise<HttpResponse> => {
    const milliseconds = Math.max(minAttemptMs, Math.min(attemptMs, end - now()));
    return sendAttempt(send, { ...http, attempt: n }, context, milliseconds);
  };
  const policy = createRetryPolicy(budget, request.retriesAborted);
  return withRetries(attempt, { ...policy, write: http.write }, context, tools);
}

/** Returns a function that hides tokens in a text: a response may repeat the request. */
export function tokenRedactor(...tokens: readonly (string | undefined)[]): (text: string) => string {
  return redactor(tokens.filter((token) => token !== undefined));
}

function queryOf({ query = {} }: ApiRequest): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "");
  // A plus sign is a space only in forms.
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString().replaceAll("+", "%20")}`;
}

/** Returns the path with placeholders, for traces. */
function templateOf({ name, verb = "" }: ApiRequest): string {
  const segments = name.split("/").map((segment, i) => (i % 2 === 1 ? "{}" : segment));
  return `/v1/${segments.join("/")}${verb}`;
}
